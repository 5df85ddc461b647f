/*
 * For every unit test: the headers that cmocka.h requires, and helpers.
 *
 * A program is complete with its tests.  One with arguments defines
 * TEST_OWN_MAIN before, and calls test_run() or has TEST_ON_A_BOARD.
 */
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
#include <string.h>

#include <cmocka.h>

#include "bitboard/text.h"

/* Few tests use their state. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The tests of the program. */
enum { TEST_MOST = 64 };
static struct CMUnitTest test_list[TEST_MOST];
static bool (*test_conditions[TEST_MOST])(void);
static size_t test_count;

static inline void test_add(struct CMUnitTest test, bool (*condition)(void))
{
    if (test_count == TEST_MOST)
        abort(); /* make it more */
    test_list[test_count] = test;
    test_conditions[test_count++] = condition;
}

/* TEST(name) { ... } defines a test.  They run in the order of their lines. */
#define TEST(test) TEST_IF(test, true)

/* The same, for a test that runs if the condition holds in test_run(): on some
 * boards only. */
#define TEST_IF(test, condition)                                               \
    static void test(void **state);                                            \
    static bool test##_runs(void)                                              \
    {                                                                          \
        return condition;                                                      \
    }                                                                          \
    __attribute__((constructor(1000 + __LINE__))) static void add_##test(void) \
    {                                                                          \
        test_add((struct CMUnitTest)cmocka_unit_test(test), test##_runs);      \
    }                                                                          \
    static void test(void **state)

/* EACH(item, array) { ... }: 'item' points to one element after the other. */
#define EACH(item, array)                                                      \
    for (__typeof__ (&(array)[0])(item) = (array);                             \
         (item) < (array) + sizeof(array) / sizeof *(array); (item)++)

/* TEST_BEFORE { ... return 0; } is run before all tests of the program, and
 * TEST_AFTER { ... return 0; } after them. */
static int (*test_before)(void **state), (*test_after)(void **state);
#define TEST_BEFORE TEST_BESIDE(test_before, run_before)
#define TEST_AFTER TEST_BESIDE(test_after, run_after)
#define TEST_BESIDE(pointer, name)                                             \
    static int name(void **state);                                             \
    __attribute__((constructor)) static void add_##name(void)                  \
    {                                                                          \
        (pointer) = name;                                                      \
    }                                                                          \
    static int name(void **state)

/* OWNED_BY(tt_close) struct tt table: it is closed where its block ends. */
#define OWNED_BY(close) __attribute__((cleanup(close)))

/* A status that says that all went well: the first of each enumeration. */
#define assert_ok(status) assert_int_equal(status, 0)

static inline int test_run(void)
{
    /* those without a name are none */
    struct CMUnitTest chosen[TEST_MOST] = {{.name = NULL}};
    for (size_t i = 0, count = 0; i < test_count; i++)
        if (test_conditions[i]())
            chosen[count++] = test_list[i];
    return cmocka_run_group_tests(chosen, test_before, test_after);
}

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

/* A program whose tests are about 'board', which it is given. */
#define TEST_ON_A_BOARD                                                        \
    static struct board board;                                                 \
    int main(int argc, char **argv)                                            \
    {                                                                          \
        board = test_board(argc, argv);                                        \
        return test_run();                                                     \
    }

/* The position after these moves. */
static inline struct position test_moves(struct board board, const char *moves)
{
    struct position pos;
    size_t bad_at;
    assert_int_equal(board_parse(board, moves, strlen(moves), &pos, &bad_at),
                     BOARD_OK);
    return pos;
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

#ifndef TEST_OWN_MAIN
/* NOLINTNEXTLINE(misc-definitions-in-headers) */
int main(void)
{
    return test_run();
}
#endif

#endif
