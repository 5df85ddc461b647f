/*
 * book_hash(): the 64-bit hash of a position, by which books look it up.
 *
 * A position and its mirror image have the same hash: the smaller of their two
 * keys.  If keys have at most 64 bits, different positions have different
 * hashes.  Longer keys are folded to 64 bits, and hashes may collide;
 * book_list_make() detects that.
 *
 * Any thread may call.
 */
#ifndef BOOK_HASH_H
#define BOOK_HASH_H

#include <stdint.h>

#include "bitboard/position.h"

static inline uint64_t book_hash_of_key(struct board board, board_bits key)
{
    int column_bits = board.height + 1;
    if (board.width * column_bits > 64) {
        key = board_canonical_key(board, key);
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
