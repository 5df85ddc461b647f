/* For tests of the public library.  What they return is there: failures end
 * the test.  Solvers are to be freed. */
#ifndef TEST_UNIT_PUBLIC_H
#define TEST_UNIT_PUBLIC_H

#include "test/unit/test.h"

#include "lib/fourscore.h"

static inline fourscore_position test_position(int width, int height,
                                               const char *moves)
{
    fourscore_position position;
    assert_int_equal(
        fourscore_from_moves(&position, width, height, moves, NULL),
        FOURSCORE_OK);
    return position;
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

#endif
