/*
 * board_ geometry: the size of the board and the masks derived from it.
 *
 * Most of the program takes boards of any size, as they come: a struct board
 * says which one.  The engines are compiled once for every size, with
 * BOARD_WIDTH and BOARD_HEIGHT set on the compiler's command line; they read
 * the same headers, and there every mask is a constant and a set of cells has
 * 64 bits if that is enough.  The two kinds of code meet in solver/engine.h.
 *
 * A column takes height + 1 bits, lowest cell first, column after column.  The
 * spare bit on top stays empty in every set of stones: it keeps a shift from
 * carrying a line into the next column, and gives the key room to tell a full
 * column from the others.  7x6:
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

#include <stdbool.h>
#include <stdint.h>

/* A set of cells, or a key, of a board of any size. */
__extension__ typedef unsigned __int128 board_wide;

/* Boards have at most so many columns, rows, bits and cells.  With 128 bits a
 * key could not be counted in 128. */
enum {
    BOARD_MAX_WIDTH = 12,
    BOARD_MAX_HEIGHT = 12,
    BOARD_MAX_BITS = 127,
    BOARD_MAX_CELLS = 110, /* 10x11 */
};

/* The usual board. */
enum { BOARD_DEFAULT_WIDTH = 7, BOARD_DEFAULT_HEIGHT = 6 };

/* Whether there is such a board. */
static inline bool board_is_size(int width, int height)
{
    return width >= 1 && width <= BOARD_MAX_WIDTH && height >= 1 &&
           height <= BOARD_MAX_HEIGHT && width * (height + 1) <= BOARD_MAX_BITS;
}

#ifdef BOARD_WIDTH /* one board */

#define BOARD_CELLS (BOARD_WIDTH * BOARD_HEIGHT)
#define BOARD_COLUMN_BITS (BOARD_HEIGHT + 1)
#define BOARD_BITS (BOARD_WIDTH * BOARD_COLUMN_BITS)

#if BOARD_BITS <= 64
typedef uint64_t board_bits;
#else
typedef board_wide board_bits;
#endif

_Static_assert(BOARD_WIDTH >= 1 && BOARD_WIDTH <= BOARD_MAX_WIDTH &&
                   BOARD_HEIGHT >= 1 && BOARD_HEIGHT <= BOARD_MAX_HEIGHT &&
                   BOARD_BITS <= BOARD_MAX_BITS,
               "there is no such board");

/* Every bit in use, the spare row included. */
#define BOARD_ALL (~(board_bits)0 >> (8 * sizeof(board_bits) - BOARD_BITS))
/* The lowest cell of every column: 1 + 2^(H+1) + 2^(2H+2) + ... */
#define BOARD_BOTTOM (BOARD_ALL / (((board_bits)1 << BOARD_COLUMN_BITS) - 1))
/* Every cell. */
#define BOARD_FULL (BOARD_ALL ^ BOARD_BOTTOM << BOARD_HEIGHT)

#else /* any board */

typedef board_wide board_bits;

#endif

struct board {
    int width, height;
    board_bits bottom; /* the lowest cell of every column */
    board_bits full;   /* every cell */
};

#ifdef BOARD_WIDTH

#define BOARD                                                                  \
    ((struct board){BOARD_WIDTH, BOARD_HEIGHT, BOARD_BOTTOM, BOARD_FULL})

#else

/* Requires board_is_size(). */
static inline struct board board_make(int width, int height)
{
    struct board board = {.width = width, .height = height};
    for (int column = 0; column < width; column++)
        board.bottom |= (board_bits)1 << column * (height + 1);
    board.full = board.bottom * (((board_bits)1 << height) - 1);
    return board;
}

static inline struct board board_default(void)
{
    return board_make(BOARD_DEFAULT_WIDTH, BOARD_DEFAULT_HEIGHT);
}

static inline bool board_is_default(struct board board)
{
    return board.width == BOARD_DEFAULT_WIDTH &&
           board.height == BOARD_DEFAULT_HEIGHT;
}

#endif

static inline int board_cells(struct board board)
{
    return board.width * board.height;
}

/* Keys are integers from 0 to this one: every column full of the mover. */
static inline board_bits board_max_key(struct board board)
{
    return board.full + board.full;
}

/* The cells of a column, counted from 0. */
static inline board_bits board_column(struct board board, int column)
{
    board_bits cells = ((board_bits)1 << board.height) - 1;
    return cells << column * (board.height + 1);
}

/* The cell of a column and a row, the lowest being row 0. */
static inline board_bits board_cell(struct board board, int column, int row)
{
    return (board_bits)1 << (column * (board.height + 1) + row);
}

/*
 * The columns from the centre outwards, left before right: 'place' runs from 0
 * to the width - 1.  On 7 columns, counted from 1: 4 3 5 2 6 1 7.
 */
static inline int board_centre_first(struct board board, int place)
{
    int distance = (place + 1) / 2;
    return board.width / 2 + (place % 2 ? -distance : distance);
}

static inline int board_popcount(board_bits set)
{
    int count = __builtin_popcountll((uint64_t)set);
    if (sizeof set > sizeof(uint64_t))
        count += __builtin_popcountll((uint64_t)((board_wide)set >> 64));
    return count;
}

#endif
