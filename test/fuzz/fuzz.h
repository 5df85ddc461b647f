/*
 * fuzz_: functions for the libFuzzer targets.
 *
 * A target checks with assert(), so it is built without NDEBUG.
 */
#ifndef TEST_FUZZ_FUZZ_H
#define TEST_FUZZ_FUZZ_H

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Called by libFuzzer, repeatedly in one process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whether a message is one line of printable characters, and not empty. */
static inline bool fuzz_is_line(const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (isascii(*c) && !isprint(*c))
            return false;
    return *text != '\0';
}

#endif
