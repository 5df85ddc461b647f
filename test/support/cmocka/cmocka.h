/*
 * The part of cmocka that the tests use, for musl and WebAssembly: Debian has
 * cmocka for glibc only, and its WebAssembly has no longjmp().
 *
 * The first assertion that fails ends the program with status 1.  Output is
 * TAP.
 */
#ifndef TEST_SUPPORT_CMOCKA_CMOCKA_H
#define TEST_SUPPORT_CMOCKA_CMOCKA_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
    int (*setup)(void **state); /* NULL: none */
};

/* The number and name of the running test, and whether it called skip(). */
static struct {
    size_t number;
    const char *name;
    bool skipped;
} cmocka_now;

#define cmocka_unit_test_setup(function, setup)                                \
    {                                                                          \
#function, function, setup                                             \
    }
#define cmocka_unit_test(function) cmocka_unit_test_setup(function, NULL)

#define cmocka_run_group_tests(tests, setup, teardown)                         \
    cmocka_run_tests(tests, sizeof(tests) / sizeof *(tests), setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown)              \
    cmocka_run_group_tests(tests, setup, teardown)

static inline int cmocka_run_tests(const struct CMUnitTest *tests, size_t count,
                                   int (*setup)(void **state),
                                   int (*teardown)(void **state))
{
    void *state = NULL;
    while (count > 0 && tests[count - 1].name == NULL)
        count--;
    printf("1..%zu\n", count);
    if (setup != NULL && setup(&state) != 0)
        return 1;
    for (size_t i = 0; i < count; i++) {
        cmocka_now.number = i + 1;
        cmocka_now.name = tests[i].name;
        cmocka_now.skipped = false;
        if (tests[i].setup != NULL && tests[i].setup(&state) != 0)
            return 1;
        tests[i].run(&state);
        printf("ok %zu - %s%s\n", i + 1, tests[i].name,
               cmocka_now.skipped ? " # SKIP" : "");
        fflush(stdout);
    }
    return teardown != NULL ? teardown(&state) : 0;
}

/* Only in the function of a test, which it leaves. */
#define skip()                                                                 \
    do {                                                                       \
        cmocka_now.skipped = true;                                             \
        return;                                                                \
    } while (0)

#define fail_msg(...)                                                          \
    do {                                                                       \
        printf("not ok %zu - %s\n# %s:%d: ", cmocka_now.number,                \
               cmocka_now.name, __FILE__, __LINE__);                           \
        printf(__VA_ARGS__);                                                   \
        puts("");                                                              \
        exit(1);                                                               \
    } while (0)

#define CMOCKA_EXPECT(condition, text)                                         \
    do {                                                                       \
        if (!(condition))                                                      \
            fail_msg("%s", text);                                              \
    } while (0)

#define assert_true(value) CMOCKA_EXPECT(value, #value)
#define assert_false(value) CMOCKA_EXPECT(!(value), "not " #value)
#define assert_null(value) assert_true((value) == NULL)
#define assert_non_null(value) assert_true((value) != NULL)
#define assert_ptr_equal(one, other) assert_true((one) == (other))
#define assert_string_equal(one, other) assert_true(strcmp(one, other) == 0)
#define assert_string_not_equal(one, other) assert_true(strcmp(one, other) != 0)
#define assert_memory_equal(one, other, size)                                  \
    assert_true(memcmp(one, other, size) == 0)

#define CMOCKA_COMPARE(one, relation, other)                                   \
    do {                                                                       \
        uintmax_t cmocka_one = (uintmax_t)(one);                               \
        uintmax_t cmocka_other = (uintmax_t)(other);                           \
        if (!(cmocka_one relation cmocka_other))                               \
            fail_msg("%s %s %s: %" PRIdMAX ", %" PRIdMAX, #one, #relation,     \
                     #other, (intmax_t)cmocka_one, (intmax_t)cmocka_other);    \
    } while (0)

#define assert_int_equal(one, other) CMOCKA_COMPARE(one, ==, other)
#define assert_int_not_equal(one, other) CMOCKA_COMPARE(one, !=, other)
#define assert_in_range(value, min, max)                                       \
    do {                                                                       \
        CMOCKA_COMPARE(value, >=, min);                                        \
        CMOCKA_COMPARE(value, <=, max);                                        \
    } while (0)

#endif
