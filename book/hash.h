/*
 * book_hash(): the 64-bit integer that a book knows a position by.
 *
 * It is the key that the position shares with its mirror image; of a key with
 * more than 64 bits both halves are mixed into one number.  Two positions of a
 * large board could then have the same name: who makes a list of them checks.
 *
 * Nothing here allocates or fails; any thread may call.
 */
#ifndef BOOK_HASH_H
#define BOOK_HASH_H

#include <stdint.h>

#include "bitboard/position.h"

static inline uint64_t book_hash_of_key(struct board board, board_bits key)
{
    int column_bits = board.height + 1;
    if (board.width * column_bits > 64) {
        key = board_shared_key(board, key);
        return (uint64_t)key ^
               (uint64_t)(key >> 64) * UINT64_C(0x9e3779b97f4a7c15);
    }
    uint64_t column_all = ((uint64_t)1 << column_bits) - 1;
    uint64_t mirrored = 0, narrow = (uint64_t)key, rest = narrow;
    for (int column = 0; column < board.width; column++) {
        mirrored = mirrored << column_bits | (rest & column_all);
        rest >>= column_bits;
    }
    return mirrored < narrow ? mirrored : narrow;
}

static inline uint64_t book_hash(struct position pos)
{
    return book_hash_of_key(pos.board, board_key(pos));
}

#endif
