/* Queries and pools of the library, through its public header only. */
#include "test/unit/public.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "test/unit/file.h"
#ifndef _WIN32
#include <signal.h>

#include "test/unit/asleep.h"
#include "test/unit/threads.h"
#endif

typedef struct fourscore_pool_config pool_config;

/* For a board whose empty position no machine can solve. */
static struct fourscore_query endless_query(fourscore_cancel *cancel)
{
    struct fourscore_query query = test_query(9, 9, "");
    query.cancel = cancel;
    return query;
}

/* For endless queries; a capacity of 0 is the default. */
static fourscore_pool *open_large(int threads, int capacity, int unordered)
{
    return test_pool((pool_config){.width = 9,
                                   .height = 9,
                                   .threads = threads,
                                   .capacity = capacity,
                                   .unordered = unordered});
}

static struct fourscore_solver_info info_of(const fourscore_pool *pool)
{
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    assert_ok(fourscore_pool_info(pool, &info));
    return info;
}

static void submit(fourscore_pool *pool, const struct fourscore_query *query)
{
    assert_ok(fourscore_pool_submit(pool, query));
}

static struct fourscore_answer next_of(fourscore_pool *pool)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    assert_ok(fourscore_pool_next(pool, &answer));
    return answer;
}

static struct fourscore_answer answer_of(fourscore_pool *pool,
                                         const struct fourscore_query *query)
{
    submit(pool, query);
    return next_of(pool);
}

/* All answers have been taken. */
static void expect_idle(fourscore_pool *pool)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    assert_int_equal(fourscore_pool_next(pool, &answer), FOURSCORE_IDLE);
}

TEST(queries_are_checked)
{
    OWNED(solver) solver = test_solver(7, 6);
    OWNED(pool) pool = test_pool((pool_config){0});
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    struct fourscore_query good = test_query(7, 6, "4453");
    struct fourscore_query bad[12];
    EACH (query, bad)
        *query = good;
    bad[0].size = 0;
    bad[1].goal = 4;
    bad[2].find = 16;
    bad[3].seconds = -1;
    bad[4].goal = FOURSCORE_WEAK;
    bad[4].find = FOURSCORE_PV;
    bad[5].goal = FOURSCORE_NULL_WINDOW;
    bad[5].find = FOURSCORE_BEST;
    memset(&bad[6].position, 0, sizeof bad[6].position);
    bad[7].goal = bad[8].goal = FOURSCORE_NULL_WINDOW;
    bad[7].beta = -FOURSCORE_MAX_CELLS;
    bad[8].beta = FOURSCORE_MAX_CELLS;
    bad[9].seconds = NAN;
    bad[10].notation = FOURSCORE_DIAGRAM_LINE + 1;
    bad[11].notation = -1;
    EACH (c, bad) {
        assert_bad_argument(fourscore_ask(solver, c, &answer));
        assert_bad_argument(fourscore_pool_submit(pool, c));
    }
    fourscore_pool *shared = test_pool((pool_config){.threads = 2});
    fourscore_pool *united =
        test_pool((pool_config){.threads = 2, .together = 1});
    good.fresh = 1;
    assert_bad_argument(fourscore_pool_submit(shared, &good));
    answer = answer_of(united, &good);
    assert_int_equal(answer.score.lower, -2);
    fourscore_pool_free(shared);
    fourscore_pool_free(united);
    good.position = test_position(4, 4, "");
    assert_int_equal(fourscore_ask(solver, &good, &answer),
                     FOURSCORE_OTHER_BOARD);
    assert_int_equal(fourscore_pool_submit(pool, &good), FOURSCORE_OTHER_BOARD);
    expect_idle(pool);
    fourscore_pool_free(NULL);
}

/* fourscore_ask_lines() for a text, which is not ended by a zero; at most 4
 * lines. */
static struct fourscore_answer ask_lines(fourscore_solver *solver,
                                         struct fourscore_query query,
                                         const char *text, int *scores,
                                         size_t *count)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    query.length = strlen(text);
    char *copy = malloc(query.length + 1);
    query.text = memcpy(copy, text, query.length);
    enum fourscore_status status =
        fourscore_ask_lines(solver, &query, scores, 4, count, &answer);
    assert_int_equal(status, answer.status);
    free(copy);
    return answer;
}

TEST(lines_are_answered_to_the_first_without_a_score)
{
    OWNED(solver) solver = test_solver(7, 6);
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    int scores[5] = {0};
    size_t count;
    /* lines, of which at most 4 are answered, and the status and position of an
     * error in the line after those */
    const struct {
        const char *text;
        size_t count;
        int finished, status;
        size_t at;
    } cases[] = {
        {"", 0, 1, FOURSCORE_OK, 0},
        {"32164625", 1, 1, FOURSCORE_OK, 0},
        {"32164625\n", 1, 1, FOURSCORE_OK, 0},
        {"32164625\n1212121\n\nd1 d2 c1\n8", 4, 1, FOURSCORE_OK, 0},
        {"32164625\n1212121\n448\n4", 2, 0, FOURSCORE_BAD_POSITION, 2},
        {"8\n4\n", 0, 0, FOURSCORE_BAD_POSITION, 0},
        {"32164625\n274552224131661\n4", 1, 0, FOURSCORE_OK, 0},
    };
    const int known[] = {11, -18, 1};
    query.nodes = 1000;
    EACH (c, cases) {
        struct fourscore_answer answer =
            ask_lines(solver, query, c->text, scores, &count);
        assert_int_equal(count, c->count);
        assert_int_equal(answer.status, c->status);
        assert_int_equal(answer.finished, c->finished);
        for (size_t line = 0; line < count && line < 3; line++)
            assert_int_equal(scores[line], known[line]);
        if (answer.status != FOURSCORE_OK)
            assert_int_equal(answer.error.at, c->at);
        assert_int_equal(scores[4], 0);
    }
    /* of all lines; the last one takes nothing */
    struct fourscore_answer answer = ask_lines(
        solver, query, "5147227217767675634\n\n5147227217767675642\n1212121",
        scores, &count);
    assert_int_equal(count, 4);
    assert_int_equal(answer.book_hits, 1);
    assert_true(answer.nodes > 1 && answer.nodes < 1000 && answer.seconds > 0);

    query.goal = FOURSCORE_WEAK;
    query.notation = FOURSCORE_FROM_0;
    ask_lines(solver, query, "21053514\n0101010", scores, &count);
    assert_int_equal(count, 2);
    assert_int_equal(scores[0], 1);
    assert_int_equal(scores[1], -1);

    query.cancel = test_cancel();
    fourscore_cancel_now(query.cancel);
    answer = ask_lines(solver, query, "3\n4", scores, &count);
    assert_int_equal(count, 0);
    assert_int_equal(answer.status, FOURSCORE_CANCELLED);
    assert_false(answer.finished);
    fourscore_cancel_free(query.cancel);
}

TEST(questions_about_lines_are_checked)
{
    OWNED(solver) solver = test_solver(7, 6);
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    struct fourscore_query bad[5];
    int scores[4];
    size_t count = 77;
    EACH (query, bad) {
        *query = (struct fourscore_query)FOURSCORE_QUERY_INIT;
        query->text = "4";
    }
    bad[0] = test_query(7, 6, "");
    bad[1].goal = FOURSCORE_NULL_WINDOW;
    bad[2].find = FOURSCORE_BEST;
    bad[3].fresh = 1;
    bad[4].size = 0;
    EACH (query, bad)
        assert_bad_argument(
            fourscore_ask_lines(solver, query, scores, 4, &count, &answer));
    assert_int_equal(count, 77);
}

/* Callers compiled with an older header have shorter structures, those with a
 * newer header longer ones. */
TEST(structures_of_other_versions_are_accepted)
{
    OWNED(solver) solver = test_solver(7, 6);
    struct {
        struct fourscore_query query;
        uint64_t later;
    } longer = {test_query(7, 6, "32164625"), 0};
    struct fourscore_answer answer = {
        .size = offsetof(struct fourscore_answer, move_scores)};
    answer.pv_length = 77;
    longer.query.size = sizeof longer;
    assert_ok(fourscore_ask(solver, &longer.query, &answer));
    assert_int_equal(answer.score.lower, 11);
    assert_int_equal(answer.pv_length, 77); /* beyond the size */
    longer.later = 1;
    assert_bad_argument(fourscore_ask(solver, &longer.query, &answer));
    static union {
        struct fourscore_query query;
        char bytes[(64 << 10) + 1];
    } longest;
    longest.query = longer.query;
    for (size_t i = 0; i < 2; i++) {
        longest.query.size = sizeof longest.bytes - i;
        assert_int_equal(fourscore_ask(solver, &longest.query, &answer),
                         i == 0 ? FOURSCORE_BAD_ARGUMENT : FOURSCORE_OK);
    }
    longer.query.size = SIZE_MAX; /* not set: nothing there is read */
    assert_bad_argument(fourscore_ask(solver, &longer.query, &answer));
    longer.query.size = offsetof(struct fourscore_query, goal);
    assert_ok(fourscore_ask(solver, &longer.query, &answer));
}

static void count_answer(void *context, const struct fourscore_answer *answer)
{
    atomic_fetch_add((_Atomic int *)context, 1);
}

TEST(pools_are_cancelled_or_freed_during_searches)
{
    pool_config config = {.width = 9, .height = 9, .threads = 2, .capacity = 8};
    fourscore_pool *pool = test_pool(config);
    struct fourscore_query query = endless_query(NULL);
    for (int i = 0; i < 8; i++)
        submit(pool, &query);
    fourscore_pool_cancel(pool);
    assert_int_equal(fourscore_pool_submit(pool, &query), FOURSCORE_CANCELLED);
    for (int i = 0; i < 8; i++) {
        struct fourscore_answer answer = next_of(pool);
        assert_false(answer.finished);
        if (i >= 2) /* no thread had begun it */
            assert_int_equal(answer.status, FOURSCORE_CANCELLED);
    }
    fourscore_pool_free(pool);

    _Atomic int answers = 0;
    config.context = &answers;
    for (int kind = 0; kind < 8; kind++) {
        config.together = kind & 1;
        config.unordered = kind & 2;
        config.answered = (kind & 4) != 0 ? count_answer : NULL;
        pool = test_pool(config);
        for (int i = 0; i < 4; i++)
            submit(pool, &query);
        fourscore_pool_free(pool);
    }
}

TEST(progress_is_reported)
{
    OWNED(cancel) cancel = test_cancel();
    OWNED(pool) pool = open_large(2, 0, 0);
    struct fourscore_progress progress = FOURSCORE_PROGRESS_INIT;
    assert_int_equal(fourscore_pool_progress(pool, &progress), FOURSCORE_IDLE);
    struct fourscore_query query = endless_query(cancel);
    query.user = &progress;
    submit(pool, &query);
    while (fourscore_pool_progress(pool, &progress) != FOURSCORE_OK ||
           progress.nodes < 100000)
        sched_yield();
    assert_int_equal(progress.size, sizeof progress);
    assert_int_equal(fourscore_width(&progress.position), 9);
    assert_ptr_equal(progress.user, &progress);
    assert_true(progress.score.lower < progress.score.upper);
    assert_true(progress.seconds > 0);
    fourscore_cancel_now(cancel);
    struct fourscore_answer answer = next_of(pool);
    assert_true(answer.seconds > progress.seconds);
    assert_true(answer.nodes >= progress.nodes);
    assert_int_equal(fourscore_pool_progress(pool, &progress), FOURSCORE_IDLE);
    progress.size = 0;
    assert_bad_argument(fourscore_pool_progress(pool, &progress));
}

/* The bounds are those of the query that runs, from its beginning: here of a
 * null window, about which nothing becomes known.  So are limits. */
TEST(progress_and_limits_are_those_of_one_query)
{
    OWNED(pool) pool = open_large(1, 0, 0);
    struct fourscore_progress progress = FOURSCORE_PROGRESS_INIT;
    struct fourscore_query before = endless_query(NULL);
    before.nodes = 60000;
    before.find = FOURSCORE_BEST;
    struct fourscore_query query = test_query(9, 9, "55555555");
    query.goal = FOURSCORE_NULL_WINDOW;
    query.nodes = 50000;
    struct fourscore_answer answer = answer_of(pool, &before);
    assert_int_equal(answer.nodes, 60000);
    int seen = 0;
    while (seen == 0) {
        submit(pool, &query);
        while (fourscore_pool_poll(pool, &answer) == FOURSCORE_BUSY) {
            if (fourscore_pool_progress(pool, &progress) != FOURSCORE_OK)
                continue;
            assert_int_equal(fourscore_ply(&progress.position), 8);
            assert_int_equal(progress.score.lower, -(81 + 2 - 10) / 2);
            assert_int_equal(progress.score.upper, (81 + 2 - 9) / 2);
            assert_true(progress.nodes <= 50000);
            seen++;
        }
        assert_int_equal(answer.nodes, 50000);
        assert_ok(answer.status);
        assert_false(answer.finished);
    }
    query = test_query(9, 9, "121212"); /* without a limit */
    assert_int_equal(answer_of(pool, &query).score.lower, 38);
}

/* Also after a query whose scores are parts of a larger search. */
TEST(progress_has_the_bounds_found)
{
    OWNED(pool) pool = test_pool((pool_config){.threads = 1, .no_book = 1});
    struct fourscore_progress progress = FOURSCORE_PROGRESS_INIT;
    struct fourscore_query query =
        test_query(7, 6, "1"); /* as far from a win */
    query.find = FOURSCORE_ALL_MOVES;
    query.nodes = 1000;
    struct fourscore_answer answer = answer_of(pool, &query);
    query = test_query(7, 6, "");
    query.nodes = 1;
    answer = answer_of(pool, &query);
    struct fourscore_bounds first = answer.score;
    query.nodes = 0;
    submit(pool, &query);
    bool tightened = false;
    while (!tightened && fourscore_pool_poll(pool, &answer) == FOURSCORE_BUSY)
        tightened = fourscore_pool_progress(pool, &progress) == FOURSCORE_OK &&
                    progress.score.lower < progress.score.upper &&
                    (progress.score.lower > first.lower ||
                     progress.score.upper < first.upper);
    assert_true(tightened);
}

/* Of two queries, the progress is that of the one that has run longer. */
TEST(progress_is_that_of_the_longest_query)
{
    OWNED(cancel) cancel = test_cancel();
    OWNED(pool) pool = open_large(2, 0, 1);
    struct fourscore_progress progress = FOURSCORE_PROGRESS_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    struct fourscore_query first = endless_query(cancel), second = first;
    first.user = &first;
    second.nodes = 100000;
    submit(pool, &first);
    while (fourscore_pool_progress(pool, &progress) != FOURSCORE_OK)
        sched_yield();
    submit(pool, &second);
    while (fourscore_pool_poll(pool, &answer) == FOURSCORE_BUSY) {
        assert_ok(fourscore_pool_progress(pool, &progress));
        assert_ptr_equal(progress.user, &first);
    }
    fourscore_cancel_now(cancel);
    next_of(pool);
}

#ifndef _WIN32
/* A thread in a call of a pool, in which it has to wait. */
struct waiting {
    pthread_t thread;
    enum waiting_call { IN_SUBMIT, IN_NEXT, IN_WAIT } call;
    sleeper asleep;
    fourscore_pool *pool;
    const struct fourscore_query *query;
    enum fourscore_status status;
};

static void *wait_in_call(void *argument)
{
    struct waiting *waiting = argument;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    sleeper_begin(&waiting->asleep);
    if (waiting->call == IN_SUBMIT)
        waiting->status = fourscore_pool_submit(waiting->pool, waiting->query);
    else if (waiting->call == IN_NEXT)
        waiting->status = fourscore_pool_next(waiting->pool, &answer);
    else
        fourscore_pool_wait(waiting->pool);
    return NULL;
}

static void start_waiting(struct waiting *waiting, enum waiting_call call,
                          fourscore_pool *pool,
                          const struct fourscore_query *query)
{
    *waiting = (struct waiting){.call = call, .pool = pool, .query = query};
    assert_ok(pthread_create(&waiting->thread, NULL, wait_in_call, waiting));
    sleeper_wait(&waiting->asleep);
}

/* It has been woken, or the program is ended. */
static enum fourscore_status end_waiting(struct waiting *waiting)
{
    unsigned left = alarm(100);
    pthread_join(waiting->thread, NULL);
    alarm(left);
    return waiting->status;
}

/* 256 queries by default.  The next ones wait; cancelling wakes all of them. */
TEST(pools_have_room_for_their_capacity)
{
    static const int capacities[] = {0, 1, 3};
    struct fourscore_query query = endless_query(NULL);
    EACH (capacity, capacities) {
        fourscore_pool *pool = open_large(1, *capacity, 0);
        int room = *capacity > 0 ? *capacity : 256;
        struct waiting waiting[2];
        for (int j = 0; j < room; j++)
            submit(pool, &query);
        for (int j = 0; j < 2; j++)
            start_waiting(&waiting[j], IN_SUBMIT, pool, &query);
        struct fourscore_answer sizeless = {.size = 0};
        assert_bad_argument(fourscore_pool_poll(pool, &sizeless));
        assert_bad_argument(fourscore_pool_next(pool, &sizeless));
        fourscore_pool_cancel(pool);
        for (int j = 0; j < 2; j++)
            assert_int_equal(end_waiting(&waiting[j]), FOURSCORE_CANCELLED);
        for (int j = 0; j < room; j++)
            next_of(pool);
        expect_idle(pool);
        fourscore_pool_free(pool);
    }
}

/* Unordered answers pass one that takes long, until the pool is full. */
TEST(queries_behind_a_long_one_keep_their_room)
{
    OWNED(cancel) cancel = test_cancel();
    struct fourscore_query query = endless_query(cancel);
    struct fourscore_query quick = test_query(9, 9, "121212");
    struct waiting waiting;
    OWNED(pool) pool = open_large(2, 3, 1);
    submit(pool, &query);
    for (int i = 0; i < 2; i++)
        assert_int_equal(answer_of(pool, &quick).score.lower, 38);
    start_waiting(&waiting, IN_SUBMIT, pool, &quick);
    fourscore_cancel_now(cancel);
    assert_false(next_of(pool).finished);
    assert_ok(end_waiting(&waiting));
    assert_int_equal(next_of(pool).score.lower, 38);
    expect_idle(pool);
}

/* The room that an answer leaves is for a thread that submits; with the last
 * answer taken, nobody waits for another one. */
TEST(taking_an_answer_wakes_those_who_wait)
{
    fourscore_cancel *cancel = test_cancel();
    struct fourscore_query query = endless_query(cancel);
    struct fourscore_query quick = test_query(9, 9, "121212");
    OWNED(pool) pool = open_large(1, 1, 0);
    struct waiting submitting, taking[3], ending;
    submit(pool, &query);
    start_waiting(&submitting, IN_SUBMIT, pool, &quick);
    fourscore_cancel_now(cancel);
    next_of(pool);
    assert_ok(end_waiting(&submitting));
    assert_int_equal(next_of(pool).score.lower, 38);
    fourscore_cancel_free(cancel);

    /* whoever has waited longest */
    for (int ending_first = 0; ending_first < 2; ending_first++) {
        cancel = query.cancel = test_cancel();
        submit(pool, &query);
        if (ending_first)
            start_waiting(&ending, IN_WAIT, pool, NULL);
        for (int i = 0; i < 3; i++)
            start_waiting(&taking[i], IN_NEXT, pool, NULL);
        if (!ending_first)
            start_waiting(&ending, IN_WAIT, pool, NULL);
        fourscore_cancel_now(cancel);
        int answers = 0;
        for (int i = 0; i < 3; i++) {
            enum fourscore_status status = end_waiting(&taking[i]);
            answers += status == FOURSCORE_OK;
            assert_true(status == FOURSCORE_OK || status == FOURSCORE_IDLE);
        }
        assert_int_equal(answers, 1);
        end_waiting(&ending);
        fourscore_cancel_free(cancel);
    }

    /* also if the answer was ready before */
    for (int i = 0; i < 5; i++) {
        submit(pool, &quick);
        start_waiting(&ending, IN_WAIT, pool, NULL);
        next_of(pool);
        end_waiting(&ending);
    }
}

/* The only thread without a query helps, and is woken. */
TEST(helping_threads_are_woken)
{
    struct fourscore_query quick = test_query(7, 6, "121212");
    OWNED(pool) pool = test_pool((pool_config){.threads = 2});
    for (int i = 0; i < 20; i++)
        assert_int_equal(answer_of(pool, &quick).score.lower, 18);
}

/* All answers are delivered when fourscore_pool_wait() returns. */
TEST(waiting_ends_after_the_last_answer)
{
    _Atomic int answers = 0;
    OWNED(cancel) cancel = test_cancel();
    struct fourscore_query query = endless_query(cancel);
    struct waiting waiting[2];
    const pool_config config = {
        .width = 9,
        .height = 9,
        .threads = 2,
        .answered = count_answer,
        .context = &answers,
    };
    OWNED(pool) pool = test_pool(config);
    fourscore_pool_wait(pool); /* for nothing */
    for (int i = 0; i < 2; i++)
        submit(pool, &query);
    for (int i = 0; i < 2; i++)
        start_waiting(&waiting[i], IN_WAIT, pool, NULL);
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    assert_bad_argument(fourscore_pool_next(pool, &answer));
    fourscore_cancel_now(cancel);
    for (int i = 0; i < 2; i++)
        end_waiting(&waiting[i]);
    assert_int_equal(answers, 2);
}

static long count_threads(void)
{
    return count_entries("/proc/self/task");
}

/* A thread that was joined is listed for a moment. */
static long settled_threads(void)
{
    const struct timespec moment = {.tv_nsec = 20000000};
    long before, threads = count_threads();
    do {
        before = threads;
        nanosleep(&moment, NULL);
        threads = count_threads();
    } while (threads != before);
    return threads;
}

static void note_signals(void *context, const struct fourscore_answer *answer)
{
    pthread_sigmask(SIG_SETMASK, NULL, context);
}

/* As many as were asked for, and they leave signals to other threads. */
TEST(pools_start_their_threads)
{
    for (int together = 0; together < 2; together++) {
        sigset_t before, after, inside;
        sigemptyset(&inside);
        long threads = settled_threads();
        pthread_sigmask(SIG_SETMASK, NULL, &before);
        fourscore_pool *pool = test_pool((pool_config){
            .threads = 3,
            .together = together,
            .answered = note_signals,
            .context = &inside,
        });
        pthread_sigmask(SIG_SETMASK, NULL, &after);
        assert_int_equal(sigismember(&before, SIGINT), 0);
        assert_int_equal(sigismember(&after, SIGINT), 0);
        assert_int_equal(count_threads(), threads + 3);
        assert_int_equal(info_of(pool).threads, 3);
        struct fourscore_query query = test_query(7, 6, "121212");
        submit(pool, &query);
        fourscore_pool_wait(pool);
        fourscore_pool_free(pool);
        assert_int_equal(sigismember(&inside, SIGINT), 1);
    }
}

#ifdef __GLIBC__
/* Where the system starts one thread only, a pool has one thread, unless more
 * were asked for. */
TEST(pools_have_as_many_threads_as_there_is_room_for)
{
    static const struct {
        int refused, threads;
        enum fourscore_status status;
    } cases[] = {
        {2, 0, FOURSCORE_OK}, /* the second thread of each pool */
        {0, 1, FOURSCORE_OK},
        {2, 2, FOURSCORE_NO_THREAD},
    };
    EACH (c, cases) {
        struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
        fourscore_pool *pool;
        config.table_bytes = 32 << 20;
        config.threads = c->threads;
        threads_refused = c->refused;
        enum fourscore_status status = fourscore_pool_new(&pool, &config);
        threads_refused = 0;
        assert_int_equal(status, c->status);
        if (status == FOURSCORE_OK)
            assert_int_equal(info_of(pool).threads, 1);
        else
            assert_null(pool);
        fourscore_pool_free(pool);
    }
}
#endif
#endif

TEST(bad_pools_are_refused)
{
    fourscore_pool *pool;
    assert_bad_argument(
        fourscore_pool_new(&pool, &(pool_config){.threads = 1})); /* no size */
    assert_null(pool);
    fourscore_book *book = test_book();
    struct fourscore_config table = FOURSCORE_CONFIG_INIT;
    table.workers = 2; /* beside the first thread */
    uint64_t min = fourscore_min_table_bytes(&table);
    const struct {
        pool_config config;
        enum fourscore_status status;
    } cases[] = {
        {{.width = 99, .height = 1}, FOURSCORE_NO_BOARD},
        {{.engine = "slow"}, FOURSCORE_NO_ENGINE},
        {{.threads = -1}, FOURSCORE_BAD_ARGUMENT},
        {{.threads = FOURSCORE_MAX_THREADS + 1}, FOURSCORE_BAD_ARGUMENT},
        {{.capacity = -1}, FOURSCORE_BAD_ARGUMENT},
        {{.capacity = (1 << 20) + 1}, FOURSCORE_BAD_ARGUMENT},
        {{.threads = FOURSCORE_MAX_THREADS, .table_bytes = 1000},
         FOURSCORE_UNSAFE_TABLE},
        {{.table_bytes = 1000}, FOURSCORE_UNSAFE_TABLE},
        {{.threads = 3, .table_bytes = min - 1}, FOURSCORE_UNSAFE_TABLE},
        {{.engine = "tutorial-12", .threads = 2}, FOURSCORE_ONE_THREAD},
        {{.width = 4, .height = 4, .book = book}, FOURSCORE_BAD_BOOK},
    };
    EACH (c, cases)
        test_no_pool(c->config, c->status);
    fourscore_book_free(book);
    fourscore_pool_free(
        test_pool((pool_config){.threads = 3, .table_bytes = min}));
    pool_config largest = {sizeof largest, .capacity = 1 << 20, .threads = 1};
    enum fourscore_status status = fourscore_pool_new(&pool, &largest);
    assert_true(status == FOURSCORE_OK || status == FOURSCORE_NO_MEMORY);
    fourscore_pool_free(pool);
    table.workers = FOURSCORE_MAX_THREADS;
    assert_true(fourscore_min_table_bytes(&table) > 0);
    table.workers++;
    assert_int_equal(fourscore_min_table_bytes(&table), 0);

    pool = test_pool((pool_config){.engine = "tutorial-12"});
    struct fourscore_solver_info info = info_of(pool);
    assert_int_equal(info.threads, 1);
    assert_string_equal(info.engine, "tutorial-12");
    assert_true(info.table_bytes > 0);
    assert_non_null(info.isa);
    fourscore_pool_free(pool);
}

/* ------------------------------------------------------------ saved tables */

/* A table that is loaded, also during a search and into a table of another
 * size, spares its nodes; what cannot be saved, written or loaded is refused.
 */
TEST(saved_tables_are_loaded)
{
    enum { ROOM = 32 << 20 };
    struct saved saved = {.bytes = malloc(ROOM), .end = ROOM};
    struct fourscore_error error;
    const struct fourscore_query query = test_query(7, 6, "2745522");
    const struct fourscore_query endless = endless_query(NULL);
    OWNED(pool) pool = test_pool((pool_config){.threads = 1, .no_book = 1});
    struct fourscore_answer first = answer_of(pool, &query);
    fourscore_pool *busy = test_pool((pool_config){
        .width = 9, .height = 9, .threads = 1, .table_bytes = 64 << 20});
    submit(busy, &endless);
    assert_int_equal(fourscore_pool_save_table(busy, write_saved, &saved),
                     FOURSCORE_CANCELLED);
    fourscore_pool_free(busy);

    saved.size = 0;
    assert_ok(fourscore_pool_save_table(pool, write_saved, &saved));
    fourscore_pool *other = test_pool(
        (pool_config){.threads = 1, .no_book = 1, .table_bytes = 50 << 20});
    assert_ok(fourscore_pool_load_table(other, read_saved, &saved, &error));
    struct fourscore_answer again = answer_of(other, &query);
    assert_int_equal(again.score.lower, first.score.lower);
    assert_true(again.nodes < first.nodes / 5);

    saved.at = 0;
    saved.bytes[saved.size / 2] ^= 1;
    assert_int_equal(fourscore_pool_load_table(other, read_saved, &saved, NULL),
                     FOURSCORE_BAD_TABLE);
    saved.at = saved.size;
    assert_int_equal(
        fourscore_pool_load_table(other, read_saved, &saved, &error),
        FOURSCORE_BAD_TABLE);
    assert_string_equal(error.reason, "not a saved table");
    fourscore_pool_free(other);
    other = test_pool((pool_config){.engine = "dfpn"});
    assert_int_equal(fourscore_pool_save_table(other, write_saved, &saved),
                     FOURSCORE_NO_ENGINE);
    fourscore_pool_free(other);
    free(saved.bytes);
}
