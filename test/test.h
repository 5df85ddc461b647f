/* What every unit test includes: cmocka asks for four headers before its own.
 */
#ifndef TEST_TEST_H
#define TEST_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bitboard/geometry.h"

/* The board of a program that is called with one: PROGRAM 7x6. */
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

/* Under valgrind, an emulator or TSan: a twentieth of the random positions. */
static inline bool test_is_short(void)
{
    return getenv("FOURSCORE_SHORT") != NULL;
}

/* Slow proofs run under 'make check-long' only. */
static inline void test_is_long(void)
{
    if (getenv("FOURSCORE_LONG") == NULL)
        skip();
}

#endif
