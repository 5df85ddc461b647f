/*
 * The prover: what it makes with few steps, byte by byte, and what it does when
 * it is stopped or memory runs out.
 *
 * A change of the search for proofs changes the numbers in 'pinned'; the test
 * prints the new ones.  Two checkers accept what is pinned: certificate_check()
 * here, and the script in check.bats, which makes the same certificates.
 */
#include "test/unit/test.h"

#include "book/checksum.h"
#include "proof/certificate.h"
#include "proof/make/prove.h"
#include "solver/solver.h"
#include "test/unit/memory.h"

/* ------------------------------------------------------------------- making */

struct task {
    int width, height;
    const char *moves;
    bool mover; /* claims */
    int score;
    bool statics;
    enum prove_goal goal;
    uint64_t seed;
    int threads, steps;
    const struct certificate *first;
    bool (*is_stopped)(void *context);
    void *context;
};

struct made {
    uint8_t *bytes;
    size_t size;
};

static struct claim claim_of(const struct task *task)
{
    struct claim claim = {
        .pos = test_moves(board_make(task->width, task->height), task->moves),
        .mover = task->mover,
        .score = task->score,
        .statics = task->statics,
    };
    return claim;
}

enum { MAX_THREADS = 4 };

static struct solver *solvers[MAX_THREADS];

static void open_solvers(const struct task *task)
{
    struct solver_config config = {
        .board = board_make(task->width, task->height),
        .table_bytes = 16 << 20,
        .workers = task->threads - 1,
    };
    assert_ok(solver_new(&solvers[0], &config));
    for (int i = 1; i < task->threads; i++)
        assert_ok(solver_new_worker(&solvers[i], solvers[0]));
}

static void close_solvers(const struct task *task)
{
    for (int i = 0; i < task->threads; i++)
        solver_free(solvers[i]);
}

/* Returns whether a certificate was made; 'made->bytes' are to be freed. */
static bool make(const struct task *task, struct made *made)
{
    struct prove_config config = {
        .claim = claim_of(task),
        .goal = task->goal,
        .seed = task->seed,
        .first = task->first,
        .solvers = solvers,
        .threads = task->threads,
        .is_stopped = task->is_stopped,
        .context = task->context,
    };
    struct prove *prove;
    *made = (struct made){.bytes = NULL};
    if (prove_new(&prove, &config) != PROVE_OK) {
        assert_null(prove);
        return false;
    }
    prove_improve(prove, task->steps);
    made->bytes = prove_write(prove, task->moves, &made->size);
    prove_free(prove);
    return made->bytes != NULL;
}

static void read_bytes(const uint8_t *bytes, size_t size,
                       struct certificate *read)
{
    char reason[CERTIFICATE_REASON_SIZE];
    assert_ok(certificate_read(bytes, size, read, reason));
}

static void must_hold(const struct task *task, const struct made *made,
                      struct certificate_result *result)
{
    struct claim claim = claim_of(task);
    struct certificate read;
    read_bytes(made->bytes, made->size, &read);
    assert_ok(certificate_check(&read, CERTIFICATE_MAX_STATES, result));
    assert_int_equal(read.claim.score, claim.score);
    assert_int_equal(read.claim.mover, claim.mover);
    assert_int_equal(read.claim.statics, claim.statics);
    assert_string_equal(read.moves, task->moves);
}

/* -------------------------------------------------------------------- tests */

static const struct {
    struct task task;
    uint64_t states;
    size_t size;
    uint32_t checksum;
} pinned[] = {
#include "test/unit/pinned_proofs.inc"
};
enum { PINNED = sizeof pinned / sizeof *pinned };

TEST(few_steps_make_these_certificates)
{
    int wrong = 0;
    for (int i = 0; i < PINNED; i++) {
        struct made made;
        struct certificate_result result;
        open_solvers(&pinned[i].task);
        assert_true(make(&pinned[i].task, &made));
        must_hold(&pinned[i].task, &made, &result);
        uint32_t sum = book_checksum(0, made.bytes, made.size);
        if (result.states != pinned[i].states || made.size != pinned[i].size ||
            sum != pinned[i].checksum) {
            printf("# %d: %ju, %zu, 0x%08x\n", i, (uintmax_t)result.states,
                   made.size, sum);
            wrong++;
        }
        free(made.bytes);
        close_solvers(&pinned[i].task);
    }
    assert_int_equal(wrong, 0);
}

static const struct task small = {
    .width = 5,
    .height = 4,
    .moves = "",
    .score = 0,
    .statics = true,
    .seed = 1,
    .threads = 1,
    .steps = 200,
};

static uint32_t sum_of(const struct made *made)
{
    return book_checksum(0, made->bytes, made->size);
}

/* A certificate that is read is the first proof of another one. */
TEST(a_certificate_is_a_beginning)
{
    struct made first, made;
    struct certificate read;
    struct certificate_result result;
    struct task task = pinned[0].task;
    task.steps = 0;
    open_solvers(&task);
    assert_true(make(&task, &first));
    read_bytes(first.bytes, first.size, &read);

    task.first = &read;
    assert_true(make(&task, &made));
    assert_int_equal(made.size, first.size);
    assert_memory_equal(made.bytes, first.bytes, first.size);
    free(made.bytes);

    task.steps = 300;
    assert_true(make(&task, &made));
    must_hold(&task, &made, &result);
    assert_int_equal(sum_of(&made), 0x4eafbdcf);
    free(made.bytes);

    task.statics = false; /* the moves alone */
    task.steps = 0;
    assert_true(make(&task, &made));
    must_hold(&task, &made, &result);
    assert_int_equal(sum_of(&made), 0x3dde2c45);
    free(made.bytes);
    free(first.bytes);
    close_solvers(&task);
}

TEST(the_same_on_any_number_of_threads)
{
    struct made one;
    struct task task = small;
    open_solvers(&task);
    assert_true(make(&task, &one));
    close_solvers(&task);
    for (task.threads = 2; task.threads <= MAX_THREADS; task.threads++) {
        struct made made;
        open_solvers(&task);
        long before = live_blocks;
        assert_true(make(&task, &made));
        assert_int_equal(made.size, one.size);
        assert_memory_equal(made.bytes, one.bytes, one.size);
        free(made.bytes);
        assert_int_equal(live_blocks, before);
        close_solvers(&task);
    }
    free(one.bytes);
}

/* Stops after some questions. */
static bool is_enough(void *context)
{
    int *left = context;
    return --*left < 0;
}

TEST(it_stops_when_it_is_told_to)
{
    struct task task = small;
    struct made made;
    int left = 0;
    task.is_stopped = is_enough;
    task.context = &left;
    open_solvers(&task);
    assert_false(make(&task, &made)); /* before there is a proof */

    left = 100000;
    assert_true(make(&task, &made));
    struct certificate_result result;
    must_hold(&task, &made, &result);
    free(made.bytes);
    assert_in_range(left, 1, 100000 - task.steps);

    struct prove_config config = {
        .claim = claim_of(&task),
        .seed = 1,
        .solvers = solvers,
        .threads = 1,
        .is_stopped = is_enough,
        .context = &left,
    };
    struct prove *prove;
    assert_ok(prove_new(&prove, &config));
    assert_true(prove_improve(prove, 10));
    left = 5;
    assert_false(prove_improve(prove, 10));
    assert_int_equal(left, -1);
    made.bytes = prove_write(prove, task.moves, &made.size);
    must_hold(&task, &made, &result);
    free(made.bytes);
    prove_free(prove);
    close_solvers(&task);
}

static bool make_and_free(void *context)
{
    struct made made;
    bool done = make(context, &made);
    free(made.bytes);
    return done;
}

TEST(memory_may_run_out_anywhere)
{
    struct made first;
    struct certificate read;
    struct task task = small;
    open_solvers(&small);
    assert_in_range(fail_each(make_and_free, &task), 10, 1000);

    /* Beginning with a certificate. */
    assert_true(make(&small, &first));
    read_bytes(first.bytes, first.size, &read);
    task.first = &read;
    assert_in_range(fail_each(make_and_free, &task), 10, 1000);
    free(first.bytes);
    close_solvers(&small);
}
