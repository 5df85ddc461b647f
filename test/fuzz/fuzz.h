/*
 * fuzz_: functions for the libFuzzer targets.
 *
 * A target checks with assert(), so it is built without NDEBUG.  Seeds are
 * text; in most, the first two bytes are width and height.
 */
#ifndef TEST_FUZZ_FUZZ_H
#define TEST_FUZZ_FUZZ_H

#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bitboard/board.h"

/* Called by libFuzzer, repeatedly in one process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_BOARD_BYTES = 2 };

/* Maps any two bytes to a board; "76" is 7x6. */
static inline struct board fuzz_board(const uint8_t *data)
{
    int width = 1 + (data[0] - '1' + 60) % 12; /* 60 avoids negative numbers */
    int height = 1 + (data[1] - '1' + 60) % 12;
    while (!board_is_size(width, height))
        height--;
    return board_make(width, height);
}

static inline bool fuzz_is_same(struct position a, struct position b)
{
    return a.mover == b.mover && a.stones == b.stones && a.ply == b.ply &&
           a.board.width == b.board.width && a.board.height == b.board.height;
}

/* Whether a message is one line of printable ASCII, and not empty. */
static inline bool fuzz_is_line(const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (!isascii(*c) || !isprint(*c))
            return false;
    return *text != '\0';
}

#endif
