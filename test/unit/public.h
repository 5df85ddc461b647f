/* For tests of the public library. */
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

/* A solver with the defaults, to be freed. */
static inline fourscore_solver *test_solver(int width, int height)
{
    struct fourscore_config config = FOURSCORE_CONFIG_INIT;
    fourscore_solver *solver;
    config.width = width;
    config.height = height;
    assert_int_equal(fourscore_solver_new(&solver, &config), FOURSCORE_OK);
    return solver;
}

#endif
