/* For every unit test: the headers that cmocka.h requires, and helpers. */
#ifndef TEST_UNIT_TEST_H
#define TEST_UNIT_TEST_H

#ifndef __wasi__
#include <setjmp.h>
#endif
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bitboard/geometry.h"

/* Few tests use their state. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The board given as the only argument: PROGRAM 7x6.  Any other arguments end
 * the program with status 2. */
static inline struct board test_board(int argc, char **argv)
{
    char *end = argc == 2 ? argv[1] : NULL;
    int width = end != NULL ? (int)strtol(end, &end, 10) : 0;
    int height =
        end != NULL && *end == 'x' ? (int)strtol(end + 1, &end, 10) : 0;
    if (!board_is_size(width, height) || *end != '\0') {
        fprintf(stderr, "usage: %s WIDTHxHEIGHT\n", argv[0]);
        exit(2);
    }
    return board_make(width, height);
}

/* Whether the tests are to be short: under valgrind, an emulator or TSan they
 * use a twentieth of the random positions. */
static inline bool test_is_short(void)
{
    return getenv("FOURSCORE_SHORT") != NULL;
}

/* A number of random positions, fewer on large boards, where the reference is
 * slow. */
static inline int test_scaled(struct board board, int count)
{
    if (board_cells(board) > 64)
        count /= 5;
    return test_is_short() ? count / 20 : count;
}

/* Whether there are threads and files: not in WebAssembly. */
static inline bool test_has_system(void)
{
#ifdef OS_NO_THREADS
    return false;
#else
    return true;
#endif
}

/* Whether the slow tests are to run, too: 'make check-long'. */
static inline bool test_is_long(void)
{
    return getenv("FOURSCORE_LONG") != NULL;
}

#endif
