/*
 * board_ geometry: the size of the board and the masks derived from it.
 *
 * Each column takes height + 1 bits, lowest cell first; columns follow from
 * left to right.  The top bit of a column, the spare row, is 0 in every set of
 * stones.  It separates the columns, so that shifted lines of four cannot wrap
 * into the next column.  It also makes the key unique: board_key() needs
 * height + 1 bits a column.  On 7x6:
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

/* A set of cells, or a key.  The engines use the narrowest type that fits the
 * board instead; see solver/variant.h. */
__extension__ typedef unsigned __int128 board_bits;

/* Limits of a board.  A key has at most 127 bits, so that the number of keys
 * fits into 128 bits. */
enum {
    BOARD_MAX_WIDTH = 12,
    BOARD_MAX_HEIGHT = 12,
    BOARD_MAX_BITS = 127,
    BOARD_MAX_CELLS = 110, /* 10x11 */
};

/* The default board. */
enum { BOARD_DEFAULT_WIDTH = 7, BOARD_DEFAULT_HEIGHT = 6 };

/* Returns whether a board of this size is supported.  Any integers may be
 * passed. */
static inline bool board_is_size(int width, int height)
{
    return width >= 1 && width <= BOARD_MAX_WIDTH && height >= 1 &&
           height <= BOARD_MAX_HEIGHT && width * (height + 1) <= BOARD_MAX_BITS;
}

struct board {
    int width, height;
    board_bits bottom; /* the lowest cell of each column */
    board_bits full;   /* all cells */
};

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

static inline int board_cells(struct board board)
{
    return board.width * board.height;
}

/* The largest key: that of a full board on which all stones are the mover's. */
static inline board_bits board_max_key(struct board board)
{
    return board.full + board.full;
}

/* The cells of a column; columns are counted from 0. */
static inline board_bits board_column(struct board board, int column)
{
    board_bits cells = ((board_bits)1 << board.height) - 1;
    return cells << column * (board.height + 1);
}

/* The cell at a column and row; row 0 is the lowest. */
static inline board_bits board_cell(struct board board, int column, int row)
{
    return (board_bits)1 << (column * (board.height + 1) + row);
}

static inline int board_popcount(board_bits set)
{
    return __builtin_popcountll((uint64_t)set) +
           __builtin_popcountll((uint64_t)(set >> 64));
}

/* The number of a cell: that of its bit. */
static inline int board_cell_number(board_bits cell)
{
    return board_popcount(cell - 1);
}

/* The column and the row of a cell. */
static inline int board_column_of(struct board board, board_bits cell)
{
    return board_cell_number(cell) / (board.height + 1);
}

static inline int board_row_of(struct board board, board_bits cell)
{
    return board_cell_number(cell) % (board.height + 1);
}

/* The first cell of a set that is not empty: the leftmost, then the lowest. */
static inline board_bits board_first(board_bits set)
{
    return set & (~set + 1);
}

/*
 * The column at 'index', 0 to width - 1, of the order from the centre outwards,
 * left before right.  For 7 columns, counted from 1: 4 3 5 2 6 1 7.
 */
static inline int board_centre_first(struct board board, int index)
{
    int distance = (index + 1) / 2;
    return board.width / 2 + (index % 2 ? -distance : distance);
}

#endif
