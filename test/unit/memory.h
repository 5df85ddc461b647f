/*
 * Counts the blocks of memory, and lets allocations fail.
 *
 * A program that includes this is linked with --wrap=malloc and so on; the
 * Makefile has a list of them.
 */
#ifndef TEST_UNIT_MEMORY_H
#define TEST_UNIT_MEMORY_H

#include "test/unit/test.h"

static long live_blocks;        /* allocated and not freed */
static size_t given_bytes;      /* by malloc() and calloc() so far */
static long until_failure = -1; /* this one fails; below 0: none does */

/* The names that ld --wrap gives.  NOLINTBEGIN(*) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static bool fails_now(void)
{
    return until_failure >= 0 && until_failure-- == 0;
}

static void *count_block(void *block)
{
    if (block != NULL)
        __atomic_add_fetch(&live_blocks, 1, __ATOMIC_RELAXED);
    return block;
}

void *__wrap_malloc(size_t size)
{
    __atomic_add_fetch(&given_bytes, size, __ATOMIC_RELAXED);
    return fails_now() ? NULL : count_block(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    __atomic_add_fetch(&given_bytes, count * size, __ATOMIC_RELAXED);
    return fails_now() ? NULL : count_block(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails_now())
        return NULL;
    return block != NULL ? __real_realloc(block, size)
                         : count_block(__real_realloc(block, size));
}

void __wrap_free(void *block)
{
    if (block != NULL)
        __atomic_sub_fetch(&live_blocks, 1, __ATOMIC_RELAXED);
    __real_free(block);
}

/* NOLINTEND(*) */

/* Let each allocation of an operation fail in turn, until it succeeds.  The
 * operation returns whether it did, and frees everything.  Returns the number
 * of failures. */
static inline int fail_each(bool (*operation)(void *context), void *context)
{
    for (int failures = 0;; failures++) {
        long before = live_blocks;
        until_failure = failures;
        bool done = operation(context);
        bool failed = until_failure < 0;
        until_failure = -1;
        assert_int_equal(live_blocks, before);
        assert_int_equal(done, !failed);
        if (done)
            return failures;
    }
}

#endif
