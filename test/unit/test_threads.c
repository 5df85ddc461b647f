/* Several threads, limits, and stopped searches. */
#include "test/unit/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/os.h"
#include "solver/control.h"
#include "solver/solver.h"
#include "test/unit/reference.h"

/* MIN_NODES is enough for helpers to join, MAX_NODES few enough for a test. */
enum { HARD_POSITIONS = 6, MIN_NODES = 60000, MAX_NODES = 500000 };

struct example {
    struct position pos;
    int score;
};

/* Of all tests; fewer for ThreadSanitizer, which is slow. */
static struct example examples[HARD_POSITIONS];
static int example_count;

static struct solver *open_solver_of(struct board board, const char *engine,
                                     int threads)
{
    struct solver *solver;
    struct solver_config config = {
        .board = board, .engine = engine, .threads = threads};
    assert_ok(solver_new(&solver, &config));
    return solver;
}

static struct solver *open_solver(const char *engine, int threads)
{
    return open_solver_of(board_default(), engine, threads);
}

/* Positions that take one thread MIN_NODES to MAX_NODES, with their scores. */
TEST_BEFORE
{
    struct reference_random random = reference_seed(31);
    struct solver *solver = open_solver("fast", 1);

    while (example_count < (test_is_short() ? 2 : HARD_POSITIONS)) {
        struct position pos = reference_some(&random, board_default(), 10, 13);
        solver_clear(solver);
        uint64_t before = solver_nodes(solver);
        solver_limit(solver, 0, MAX_NODES);
        struct solver_bounds score = solver_solve(solver, pos, SOLVER_STRONG);
        if (solver_nodes(solver) - before >= MIN_NODES &&
            solver_is_score(score))
            examples[example_count++] = (struct example){pos, score.lower};
    }
    solver_free(solver);
    return 0;
}

static bool has_score(struct solver *solver, struct example example)
{
    struct solver_bounds score =
        solver_solve(solver, example.pos, SOLVER_STRONG);
    return score.lower == example.score && score.upper == example.score;
}

TEST(scores_do_not_depend_on_the_number_of_threads)
{
    static const int threads[] = {2, 8};

    for (int i = 0; i < 2; i++) {
        struct solver *solver = open_solver("fast", threads[i]);
        uint64_t nodes = 0;
        for (int j = 0; j < example_count; j++) {
            solver_clear(solver);
            assert_true(has_score(solver, examples[j]));
            assert_true(solver_nodes(solver) > nodes);
            nodes = solver_nodes(solver);

            struct solver_bounds moves[BOARD_MAX_WIDTH];
            struct solver_bounds score = solver_move_scores(
                solver, examples[j].pos, SOLVER_STRONG, moves);
            assert_int_equal(score.lower, examples[j].score);
            int pv[BOARD_MAX_CELLS];
            int length = solver_pv(solver, examples[j].pos, score.lower, pv);
            assert_int_equal(examples[j].pos.ply + length,
                             board_last_stone(board_default(),
                                              examples[j].pos.ply,
                                              score.lower));
        }
        solver_free(solver);
    }
}

/* A thread that solves all examples, beginning with number 'first'. */
struct worker {
    pthread_t thread;
    struct solver *solver;
    int first, wrong;
    _Atomic bool done;
};

static void *solve_examples(void *argument)
{
    struct worker *worker = argument;
    for (int i = 0; i < example_count; i++)
        worker->wrong += !has_score(
            worker->solver, examples[(worker->first + i) % example_count]);
    worker->done = true;
    /* The other threads are still searching. */
    solver_help(worker->solver);
    return NULL;
}

TEST(workers_share_a_table_and_help)
{
    static const int counts[] = {2, 8};

    for (int i = 0; i < 2; i++) {
        struct worker workers[8];
        for (int j = 0; j < counts[i]; j++) {
            workers[j] =
                (struct worker){.first = j * example_count / counts[i]};
            if (j == 0)
                workers[j].solver = open_solver("fast", 1);
            else
                assert_ok(
                    solver_new_worker(&workers[j].solver, workers[0].solver));
        }
        for (int j = 0; j < counts[i]; j++)
            assert_ok(pthread_create(&workers[j].thread, NULL, solve_examples,
                                     &workers[j]));
        for (int j = 0; j < counts[i]; j++)
            while (!workers[j].done)
                usleep(2000);
        for (int j = 0; j < counts[i]; j++) {
            solver_stop(workers[j].solver);
            pthread_join(workers[j].thread, NULL);
            assert_int_equal(workers[j].wrong, 0);
        }
        for (int j = 0; j < counts[i]; j++) /* the owner of the table first */
            solver_free(workers[j].solver);
    }
}

/* ------------------------------------------------------------------ stopping
 */

/* A board whose empty position no machine can solve. */
static struct board endless_board(void)
{
    return board_make(10, 11);
}

static void *solve_endless(void *solver)
{
    static struct solver_bounds score;
    score = solver_solve(solver, board_empty(endless_board()), SOLVER_STRONG);
    return &score;
}

/* The next call ends at once.  Nodes of helpers may be counted late. */
static void expect_stopped(struct solver *solver, int threads)
{
    uint64_t nodes = solver_nodes(solver);
    struct solver_bounds found =
        solver_solve(solver, board_empty(endless_board()), SOLVER_WEAK);
    assert_int_equal(found.lower, -1);
    assert_int_equal(found.upper, 1);
    assert_true(solver_nodes(solver) - nodes <=
                (uint64_t)(threads - 1) * CONTROL_POLL_NODES);
}

TEST(another_thread_can_stop_a_search)
{
    for (int i = 0; solver_engine(i) != NULL; i++) {
        for (int threads = 1; threads <= 2; threads++) {
            const char *engine = solver_engine(i);
            if (threads > 1 && !solver_is_parallel(engine))
                continue;
            struct solver *solver =
                open_solver_of(endless_board(), engine, threads);
            pthread_t thread;
            void *result;
            assert_ok(pthread_create(&thread, NULL, solve_endless, solver));
            /* long enough for a helper to join */
            struct solver_progress progress;
            do {
                usleep(10000);
                progress = solver_progress(solver);
            } while (progress.nodes < 2 * CONTROL_ALONE_NODES);
            assert_true(progress.bounds.lower < progress.bounds.upper);

            solver_stop(solver);
            pthread_join(thread, &result);
            struct solver_bounds score = *(struct solver_bounds *)result;
            assert_true(score.lower >= progress.bounds.lower);
            assert_true(score.upper <= progress.bounds.upper);
            assert_false(solver_is_score(score));

            /* It stays stopped until solver_resume(). */
            expect_stopped(solver, threads);
            solver_resume(solver);
            score = solver_solve(solver, test_moves(endless_board(), "121212"),
                                 SOLVER_STRONG);
            assert_int_equal(score.lower, 52);
            assert_int_equal(score.upper, 52);
            solver_free(solver);
        }
    }
}

/* Of the new position only, whatever was solved before. */
TEST(progress_begins_with_each_call)
{
    struct position solved = test_moves(board_default(), "274552224131661"),
                    other = test_moves(board_default(), "44");
    for (int i = 0; solver_engine(i) != NULL; i++) {
        struct solver *solver = open_solver(solver_engine(i), 1);
        for (int window = 0; window < 2; window++) {
            solver_limit(solver, 0, 0);
            struct solver_bounds score =
                solver_solve(solver, solved, SOLVER_WEAK);
            assert_int_equal(score.lower, score.upper);
            solver_limit(solver, 0, 1);
            if (window)
                solver_solve_window(solver, other, 0, 1);
            else
                solver_solve(solver, other, SOLVER_STRONG);
            struct solver_bounds found = solver_progress(solver).bounds;
            assert_in_range(-found.lower, 18, 20);
            assert_in_range(found.upper, 18, 20);
        }
        solver_free(solver);
    }
}

static void *help(void *solver)
{
    solver_help(solver);
    return NULL;
}

TEST(helping_ends_when_stopped)
{
    for (int i = 0; solver_engine(i) != NULL; i++) {
        struct solver *solver = open_solver(solver_engine(i), 1);
        pthread_t thread;
        assert_ok(pthread_create(&thread, NULL, help, solver));
        usleep(10000);
        solver_stop(solver);
        pthread_join(thread, NULL);
        solver_help(solver); /* returns at once: it is still stopped */
        solver_free(solver);
    }
}

TEST(limits_hold_on_several_threads)
{
    struct solver *solver = open_solver_of(endless_board(), "fast", 8);
    struct position pos = board_empty(endless_board());
    solver_limit(solver, 0, 200000);
    struct solver_bounds score = solver_solve(solver, pos, SOLVER_STRONG);
    assert_false(solver_is_score(score));
    assert_in_range(solver_nodes(solver), 200000 - 8 * CONTROL_POLL_NODES,
                    200000 + 16 * CONTROL_POLL_NODES);

    double before = os_seconds();
    solver_limit(solver, 0.1, 0);
    score = solver_solve(solver, pos, SOLVER_STRONG);
    assert_true(os_seconds() - before >= 0.1);
    assert_false(solver_is_score(score));
    /* the time is over for the next call, too */
    expect_stopped(solver, 8);
    solver_free(solver);
}

/* ------------------------------------------------------------------- fork()
 */

/* Run a function in a child of fork(), which then frees the solver.  Returns
 * the function's result. */
static bool in_child(struct solver *solver,
                     bool (*run)(struct solver *solver, const void *context),
                     const void *context)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(300); /* ends a deadlock */
        bool good = run(solver, context);
        solver_free(solver);
        _exit(good ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool solve_and_clear(struct solver *solver, const void *context)
{
    const struct example *solved = context;
    struct solver *worker = NULL;
    bool good = has_score(solver, solved[0]);
    solver_clear(solver);
    good = good && has_score(solver, solved[1]) &&
           solver_new_worker(&worker, solver) == SOLVER_OK &&
           has_score(worker, solved[0]);
    solver_free(worker);
    return good;
}

static bool do_nothing(struct solver *solver, const void *context)
{
    (void)solver, (void)context;
    return true;
}

TEST(children_use_solvers_on_one_thread)
{
    struct solver *solver = open_solver("fast", 2);
    assert_true(in_child(solver, do_nothing, NULL));
    assert_true(has_score(solver, examples[0]));
    assert_true(in_child(solver, do_nothing, NULL));
    solver_clear(solver);
    assert_true(in_child(solver, solve_and_clear, examples));
    assert_true(has_score(solver, examples[1]));
    solver_free(solver);
}

/* fork() at any point of the other threads, with any locks held. */
TEST(children_free_solvers_in_use)
{
    struct solver *solver = open_solver_of(endless_board(), "fast", 2);
    pthread_t thread;
    assert_ok(pthread_create(&thread, NULL, solve_endless, solver));
    for (int i = 0; i < (test_is_short() ? 5 : 20); i++)
        assert_true(in_child(solver, do_nothing, NULL));
    solver_stop(solver);
    pthread_join(thread, NULL);
    solver_free(solver);
}
