/* Saved tables in memory. */
#ifndef TEST_UNIT_SAVED_H
#define TEST_UNIT_SAVED_H

#include "test/unit/test.h"

/* A table of which at most 'end' bytes are written. */
struct saved {
    char *bytes;
    size_t size, at, end;
};

static int write_saved(void *context, const void *part, size_t size)
{
    struct saved *saved = context;
    if (size > saved->end - saved->size)
        return 0;
    assert_true(size <= 1 << 20);
    memcpy(saved->bytes + saved->size, part, size);
    saved->size += size;
    return 1;
}

static size_t read_saved(void *context, void *part, size_t size)
{
    struct saved *saved = context;
    size_t left = saved->size - saved->at;
    size = size < left ? size : left;
    memcpy(part, saved->bytes + saved->at, size);
    saved->at += size;
    return size;
}

#endif
