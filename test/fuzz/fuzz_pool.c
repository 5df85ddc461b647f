/*
 * Pools: any bytes are a script of calls.  Every accepted query is answered
 * once, in order unless the pool is unordered, with its 'user' and its score.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "test/fuzz/fuzz.h"

/* The first bytes of a script. */
struct header {
    uint8_t threads, capacity, kind;
};
/* 'kind', a sum */
enum { CALLS = 1, UNORDERED = 2, TOGETHER = 4, LARGE = 8, LEAVE = 16 };

enum { MAX_QUERIES = 300, MAX_NODES = 2000, CANCELS = 2 };

/* An accepted query. */
struct asked {
    struct fourscore_query query;
    int cancel;    /* the index of its handle, or -1 */
    bool too_late; /* it was cancelled before */
    bool answered;
};

struct run {
    fourscore_pool *pool;
    int kind, capacity;
    bool one_query; /* at a time uses the table */
    fourscore_cancel *cancels[CANCELS];
    _Atomic bool is_cancelled[CANCELS];
    _Atomic bool pool_cancelled;
    struct asked asked[MAX_QUERIES];
    _Atomic int asked_count;
    _Atomic int answered_count;
    _Atomic bool receiving;
};

/* On the board of 4x4 everything has a score within a moment.  On the large one
 * a search ends only at its limit, or because it is cancelled. */
static int board_size(const struct run *run)
{
    return (run->kind & LARGE) != 0 ? 9 : 4;
}

static fourscore_solver *open_solver(int size, const char *engine)
{
    return fuzz_solver((struct fourscore_config){.width = size,
                                                 .height = size,
                                                 .engine = engine,
                                                 .table_bytes = 1 << 20});
}

/* ----------------------------------------------------------------- answers */

static void check_score(const struct run *run,
                        const struct fourscore_query *query,
                        const struct fourscore_answer *answer)
{
    static fourscore_solver *solver;
    struct fourscore_bounds score;
    assert(answer->score.lower <= answer->score.upper);
    assert(!answer->finished || answer->score.lower == answer->score.upper);
    if ((run->kind & LARGE) != 0)
        return;
    if (solver == NULL)
        solver = open_solver(board_size(run), "tutorial-12");
    assert(fourscore_solve(solver, &query->position, query->goal, &score) ==
           FOURSCORE_OK);
    assert(answer->score.lower <= score.lower &&
           score.upper <= answer->score.upper);
}

/* One thread at a time receives. */
static void receive(void *context, const struct fourscore_answer *answer)
{
    struct run *run = context;
    struct asked *asked = answer->user;
    assert(!atomic_exchange(&run->receiving, true));
    assert(asked >= run->asked && asked < run->asked + MAX_QUERIES);
    assert(!asked->answered);
    asked->answered = true;
    if ((run->kind & UNORDERED) == 0)
        assert(asked - run->asked == run->answered_count);
    bool cancelled = run->pool_cancelled ||
                     (asked->cancel >= 0 && run->is_cancelled[asked->cancel]);
    if (answer->status == FOURSCORE_CANCELLED)
        assert(cancelled);
    else
        assert(answer->status == FOURSCORE_OK && !asked->too_late);
    assert(answer->finished || cancelled || asked->query.nodes > 0);
    check_score(run, &asked->query, answer);
    run->receiving = false;
    run->answered_count++;
}

static int in_pool(const struct run *run)
{
    return run->asked_count - run->answered_count;
}

/* ----------------------------------------------------------------- queries */

/* A position after up to 15 random moves. */
static fourscore_position read_position(const struct run *run,
                                        struct fuzz_script *script)
{
    fourscore_position position;
    int size = board_size(run);
    unsigned plies = fuzz_next(script) % 16, state = fuzz_next(script);
    assert(fourscore_from_moves(&position, size, size, "", NULL) ==
           FOURSCORE_OK);
    for (unsigned i = 0; i < plies; i++) {
        state = state * 1103515245u + 12345u;
        enum fourscore_status status = fourscore_play(
            &position, 1 + (int)((state >> 16) % (unsigned)size));
        assert(status != FOURSCORE_BAD_ARGUMENT);
    }
    return position;
}

static struct asked read_query(const struct run *run,
                               struct fuzz_script *script)
{
    struct asked asked = {.query = FOURSCORE_QUERY_INIT};
    unsigned options = fuzz_next(script), nodes = fuzz_next(script);
    asked.query.position = read_position(run, script);
    asked.query.goal = (options & 1) != 0 ? FOURSCORE_WEAK : FOURSCORE_STRONG;
    asked.query.find = (options & 2) != 0 ? FOURSCORE_ALL_MOVES : 0;
    asked.query.fresh = (options & 4) != 0;
    asked.query.nodes = nodes * nodes % MAX_NODES;
    asked.cancel = (options & 8) != 0 ? (options & 16) != 0 : -1;
    if ((run->kind & LARGE) != 0 && asked.query.nodes == 0)
        asked.cancel = 0; /* so that it will end */
    if (asked.cancel >= 0)
        asked.query.cancel = run->cancels[asked.cancel];
    return asked;
}

/* Submit the next query, which may be refused. */
static void submit(struct run *run, struct asked asked)
{
    int index = run->asked_count;
    if (index == MAX_QUERIES)
        return;
    asked.query.user = &run->asked[index];
    asked.too_late = asked.cancel >= 0 && run->is_cancelled[asked.cancel];
    run->asked[index] = asked;
    run->asked_count++; /* before the answer */
    enum fourscore_status status =
        fourscore_pool_submit(run->pool, &asked.query);
    if (status == FOURSCORE_OK) {
        assert(!run->pool_cancelled);
        assert(run->one_query || !asked.query.fresh);
        return;
    }
    run->asked_count--;
    if (status == FOURSCORE_BAD_ARGUMENT)
        assert(asked.query.fresh && !run->one_query);
    else
        assert(status == FOURSCORE_CANCELLED && run->pool_cancelled);
}

/* What a thread of the script submits, while the main thread receives. */
struct submitter {
    struct run *run;
    struct fuzz_script script;
    int count;
    _Atomic bool done;
};

static void *run_submitter(void *argument)
{
    struct submitter *submitter = argument;
    for (int i = 0; i < submitter->count; i++)
        submit(submitter->run, read_query(submitter->run, &submitter->script));
    submitter->done = true;
    return NULL;
}

/* ------------------------------------------------------------- the calls */

static void cancel(struct run *run, int index)
{
    run->is_cancelled[index] = true;
    fourscore_cancel_now(run->cancels[index]);
}

/* Before a call that waits for answers. */
static void end_long_searches(struct run *run)
{
    if ((run->kind & LARGE) != 0)
        cancel(run, 0);
}

static enum fourscore_status take(struct run *run, bool wait)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    enum fourscore_status status =
        wait ? fourscore_pool_next(run->pool, &answer)
             : fourscore_pool_poll(run->pool, &answer);
    if (status == FOURSCORE_OK)
        receive(run, &answer);
    return status;
}

static void take_checked(struct run *run, bool wait)
{
    int before = in_pool(run);
    enum fourscore_status status = take(run, wait);
    if ((run->kind & CALLS) != 0)
        assert(status == FOURSCORE_BAD_ARGUMENT);
    else if (before == 0)
        assert(status == FOURSCORE_IDLE);
    else
        assert(status == FOURSCORE_OK || (!wait && status == FOURSCORE_BUSY));
}

/* Whether the pool has no room for a query: one that was answered before an
 * older one keeps its room. */
static bool is_full(const struct run *run)
{
    int oldest = 0;
    while (oldest < run->asked_count && run->asked[oldest].answered)
        oldest++;
    return run->asked_count - oldest == run->capacity;
}

/* Before a call that waits for room. */
static void make_room(struct run *run)
{
    if ((run->kind & CALLS) != 0)
        end_long_searches(run);
    else
        while (is_full(run)) {
            end_long_searches(run);
            assert(take(run, true) == FOURSCORE_OK);
        }
}

static void submit_from_thread(struct run *run, struct fuzz_script *script)
{
    pthread_t thread;
    struct submitter submitter = {
        .run = run, .count = fuzz_next(script) % 16, .script = *script};
    end_long_searches(run);
    int failed = pthread_create(&thread, NULL, run_submitter, &submitter);
    assert(failed == 0);
    while (!submitter.done)
        if (take(run, true) != FOURSCORE_OK)
            sched_yield();
    pthread_join(thread, NULL);
    *script = submitter.script;
}

/* A query with a mistake is refused and takes no place. */
static void submit_bad(struct run *run, struct fuzz_script *script)
{
    struct fourscore_query query = read_query(run, script).query;
    switch (fuzz_next(script) % 3) {
    case 0:
        query.goal = -1;
        break;
    case 1:
        memset(&query.position, 0, sizeof query.position);
        break;
    default:
        query.size = 0;
        break;
    }
    assert(fourscore_pool_submit(run->pool, &query) == FOURSCORE_BAD_ARGUMENT);
}

static void call(struct run *run, struct fuzz_script *script)
{
    bool calls = (run->kind & CALLS) != 0;
    switch (fuzz_next(script)) {
    case 's': {
        struct asked asked = read_query(run, script);
        make_room(run);
        submit(run, asked);
        break;
    }
    case 'n':
        end_long_searches(run);
        take_checked(run, true);
        break;
    case 'p':
        take_checked(run, false);
        break;
    case 'w':
        if (calls || in_pool(run) == 0) {
            end_long_searches(run);
            fourscore_pool_wait(run->pool);
            assert(in_pool(run) == 0);
        }
        break;
    case 'T':
        submit_from_thread(run, script);
        break;
    case 'c':
        cancel(run, fuzz_next(script) % CANCELS);
        break;
    case 'C':
        run->pool_cancelled = true;
        fourscore_pool_cancel(run->pool);
        break;
    case 'b':
        submit_bad(run, script);
        break;
    default:
        sched_yield();
    }
}

/* Receive all answers. */
static void finish(struct run *run)
{
    end_long_searches(run);
    if ((run->kind & CALLS) != 0)
        fourscore_pool_wait(run->pool);
    else
        while (in_pool(run) > 0)
            assert(take(run, true) == FOURSCORE_OK);
    assert(in_pool(run) == 0);
    for (int i = 0; i < run->asked_count; i++)
        assert(run->asked[i].answered);
}

/* ----------------------------------------------------------------- the pool */

static fourscore_pool *open_pool(struct run *run, int threads)
{
    fourscore_pool *pool;
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.threads = threads;
    config.capacity = run->capacity;
    config.unordered = run->kind & UNORDERED;
    config.answered = (run->kind & CALLS) != 0 ? receive : NULL;
    config.context = run;
    config.width = config.height = board_size(run);
    config.table_bytes = 4 << 20;
    config.together = run->kind & TOGETHER;
    assert(fourscore_pool_new(&pool, &config) == FOURSCORE_OK);
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    assert(fourscore_pool_info(pool, &info) == FOURSCORE_OK);
    assert(info.threads == threads);
    return pool;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct run run;
    struct header header;
    if (size < sizeof header)
        return 0;
    memcpy(&header, data, sizeof header);
    struct fuzz_script script = {data + sizeof header, data + size};
    int threads = 1 + header.threads % 3;

    memset(&run, 0, sizeof run);
    run.kind = header.kind;
    run.capacity = 1 + header.capacity % 8;
    run.one_query = threads == 1 || (run.kind & TOGETHER) != 0;
    for (int i = 0; i < CANCELS; i++)
        assert(fourscore_cancel_new(&run.cancels[i]) == FOURSCORE_OK);
    run.pool = open_pool(&run, threads);
    while (script.at < script.end)
        call(&run, &script);
    if ((run.kind & LEAVE) == 0)
        finish(&run);
    run.pool_cancelled = true;
    fourscore_pool_free(run.pool);
    for (int i = 0; i < CANCELS; i++)
        fourscore_cancel_free(run.cancels[i]);
    return 0;
}
