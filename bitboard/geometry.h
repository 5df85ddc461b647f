/*
 * board_ geometry: the size of the board and the masks derived from it.
 *
 * BOARD_WIDTH and BOARD_HEIGHT are set on the compiler's command line, 7 and 6
 * by default.  This is the only file that turns them into bit patterns.
 *
 * A column takes BOARD_HEIGHT + 1 bits, lowest cell first, column after column.
 * The spare bit on top stays empty in every set of stones: it keeps a shift
 * from carrying a line into the next column, and gives the key room to tell a
 * full column from the others.  7x6:
 *
 *      6 13 20 27 34 41 48     spare row
 *      5 12 19 26 33 40 47
 *      4 11 18 25 32 39 46
 *      3 10 17 24 31 38 45
 *      2  9 16 23 30 37 44
 *      1  8 15 22 29 36 43
 *      0  7 14 21 28 35 42
 *
 * Source: the encoding of fhourstones, as taught by part 6 of the tutorial.
 */
#ifndef BITBOARD_GEOMETRY_H
#define BITBOARD_GEOMETRY_H

#include <stdint.h>

#ifndef BOARD_WIDTH
#define BOARD_WIDTH 7
#endif
#ifndef BOARD_HEIGHT
#define BOARD_HEIGHT 6
#endif

#define BOARD_CELLS (BOARD_WIDTH * BOARD_HEIGHT)
#define BOARD_COLUMN_BITS (BOARD_HEIGHT + 1)
#define BOARD_BITS (BOARD_WIDTH * BOARD_COLUMN_BITS)

/* A set of cells, or a key. */
#if BOARD_BITS <= 64
typedef uint64_t board_bits;
#else
__extension__ typedef unsigned __int128 board_bits;
#endif

_Static_assert(BOARD_WIDTH >= 1 && BOARD_HEIGHT >= 1, "a board has cells");
_Static_assert(BOARD_BITS <= 127, "a key must leave 2^127 room to be counted");
_Static_assert(BOARD_WIDTH <= 35, "columns are named 1 to 9, then a to z");

/* Every bit in use, the spare row included. */
#define BOARD_ALL (~(board_bits)0 >> (8 * sizeof(board_bits) - BOARD_BITS))
/* The column 0, with and without its spare bit. */
#define BOARD_COLUMN_ALL (((board_bits)1 << BOARD_COLUMN_BITS) - 1)
#define BOARD_COLUMN (BOARD_COLUMN_ALL >> 1)
/* The lowest cell of every column: 1 + 2^(H+1) + 2^(2H+2) + ... */
#define BOARD_BOTTOM (BOARD_ALL / BOARD_COLUMN_ALL)
/* Every cell. */
#define BOARD_FULL (BOARD_BOTTOM * BOARD_COLUMN)

/* Keys are integers from 0 to this one: every column full of the mover. */
#define BOARD_MAX_KEY (BOARD_FULL + BOARD_FULL)

static inline board_bits board_column(int column)
{
    return BOARD_COLUMN << (column * BOARD_COLUMN_BITS);
}

/*
 * The columns from the centre outwards, left before right: 'place' runs from 0
 * to BOARD_WIDTH - 1.  On 7 columns, counted from 1: 4 3 5 2 6 1 7.
 */
static inline int board_centre_first(int place)
{
    int distance = (place + 1) / 2;
    return BOARD_WIDTH / 2 + (place % 2 ? -distance : distance);
}

static inline int board_popcount(board_bits set)
{
#if BOARD_BITS <= 64
    return __builtin_popcountll(set);
#else
    return __builtin_popcountll((uint64_t)set) +
           __builtin_popcountll((uint64_t)(set >> 64));
#endif
}

#endif
