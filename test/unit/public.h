/* For tests of the public library.  What they return is there: failures end
 * the test. */
#ifndef TEST_UNIT_PUBLIC_H
#define TEST_UNIT_PUBLIC_H

#include "test/unit/test.h"

#include "lib/fourscore.h"

#define assert_bad_argument(status)                                            \
    assert_int_equal(status, FOURSCORE_BAD_ARGUMENT)

/* OWNED(solver) solver = test_solver(7, 6): it is freed where its block ends,
 * after what is declared behind it. */
#define OWNED(type) OWNED_BY(test_free_##type) fourscore_##type *
#define TEST_OWNER(type)                                                       \
    static inline void test_free_##type(fourscore_##type **owned)              \
    {                                                                          \
        fourscore_##type##_free(*owned);                                       \
    }
TEST_OWNER(solver)
TEST_OWNER(pool)
TEST_OWNER(cancel)
TEST_OWNER(book)
TEST_OWNER(follower)

static inline fourscore_position test_position(int width, int height,
                                               const char *moves)
{
    fourscore_position position;
    assert_int_equal(
        fourscore_from_moves(&position, width, height, moves, NULL),
        FOURSCORE_OK);
    return position;
}

static inline struct fourscore_query test_query(int width, int height,
                                                const char *moves)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = test_position(width, height, moves);
    return query;
}

static inline fourscore_cancel *test_cancel(void)
{
    fourscore_cancel *cancel;
    assert_ok(fourscore_cancel_new(&cancel));
    return cancel;
}

static inline fourscore_book *test_book(void)
{
    fourscore_book *book;
    assert_ok(fourscore_book_builtin(&book));
    return book;
}

static inline fourscore_pool *test_pool(struct fourscore_pool_config config)
{
    fourscore_pool *pool;
    config.size = sizeof config;
    assert_ok(fourscore_pool_new(&pool, &config));
    return pool;
}

static inline fourscore_solver *test_solver_of(struct fourscore_config config)
{
    fourscore_solver *solver;
    config.size = sizeof config;
    assert_int_equal(fourscore_solver_new(&solver, &config), FOURSCORE_OK);
    return solver;
}

static inline fourscore_solver *test_solver(int width, int height)
{
    return test_solver_of(
        (struct fourscore_config){.width = width, .height = height});
}

static inline struct fourscore_answer
test_ask(fourscore_solver *solver, const struct fourscore_query *query)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    assert_int_equal(fourscore_ask(solver, query, &answer), FOURSCORE_OK);
    assert_int_equal(answer.status, FOURSCORE_OK);
    return answer;
}

static inline struct fourscore_answer
test_find(fourscore_solver *solver, const char *moves, int goal, unsigned find)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.goal = goal;
    query.find = find;
    query.text = moves;
    query.length = strlen(moves);
    return test_ask(solver, &query);
}

/* The score, which must be exact. */
static inline int test_score(fourscore_solver *solver,
                             const fourscore_position *position, int goal)
{
    struct fourscore_bounds score;
    assert_ok(fourscore_solve(solver, position, goal, &score));
    assert_int_equal(score.lower, score.upper);
    return score.lower;
}

/* What cannot be opened is NULL. */
static inline void test_no_solver(struct fourscore_config config,
                                  enum fourscore_status status)
{
    fourscore_solver *solver = (fourscore_solver *)&config;
    config.size = sizeof config;
    assert_int_equal(fourscore_solver_new(&solver, &config), status);
    assert_null(solver);
}

static inline void test_no_pool(struct fourscore_pool_config config,
                                enum fourscore_status status)
{
    fourscore_pool *pool = (fourscore_pool *)&config;
    config.size = sizeof config;
    assert_int_equal(fourscore_pool_new(&pool, &config), status);
    assert_null(pool);
}

#endif
