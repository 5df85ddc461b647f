/*
 * board_: the board, positions, moves, threats and scores.
 *
 * These functions do not allocate memory and cannot fail; any thread may call
 * them.  Columns are counted from 0.
 */
#ifndef BITBOARD_BOARD_H
#define BITBOARD_BOARD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* ---------------------------------------------------------------- the board */

/*
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

/* Marks functions whose result must not be ignored. */
#define MUST_CHECK __attribute__((warn_unused_result))

/* A set of cells, or a key.  The engines use the narrowest type that fits the
 * board instead; see solver/variant.h. */
__extension__ typedef unsigned __int128 board_bits;

#define RULES_SET board_bits
#define RULES(name) board_bits_##name
#include "bitboard/rules.h"

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

/* The number of bits; without an instruction for it compilers call a function.
 */
static inline int board_popcount64(uint64_t set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) +
          (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
}

static inline int board_popcount(board_bits set)
{
    return board_popcount64((uint64_t)set) +
           board_popcount64((uint64_t)(set >> 64));
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

/* ---------------------------------------------------------------- positions */

/*
 * A position is a plain value: stones, and whose turn it is.
 *
 * Unless stated otherwise, functions require a position that legal moves reach
 * from the empty board and in which neither side has four in a row.
 */

struct position {
    board_bits mover;  /* stones of the side to move */
    board_bits stones; /* stones of both sides */
    int ply;           /* number of stones */
    struct board board;
};

static inline struct position board_empty(struct board board)
{
    return (struct position){.board = board};
}

/* The lowest empty cell of each column that is not full. */
static inline board_bits board_playable(struct position pos)
{
    return board_bits_playable(pos.stones, pos.board.bottom, pos.board.full);
}

static inline bool board_can_play(struct position pos, int column)
{
    return (board_playable(pos) & board_column(pos.board, column)) != 0;
}

/* Returns the position after the side to move has played 'cell', which must be
 * one bit of board_playable(). */
static inline struct position board_play_cell(struct position pos,
                                              board_bits cell)
{
    assert(cell != 0 && (cell & (cell - 1)) == 0);
    assert((cell & board_playable(pos)) == cell);
    pos.mover ^= pos.stones;
    pos.stones |= cell;
    pos.ply++;
    return pos;
}

/* Same, by column.  Requires board_can_play(). */
static inline struct position board_play(struct position pos, int column)
{
    return board_play_cell(pos, board_playable(pos) &
                                    board_column(pos.board, column));
}

/*
 * The threats of the side with the stones 'own': the cells not in 'stones',
 * playable or not, that complete four in a row for that side.  Any sets of
 * cells may be passed.
 */
static inline board_bits board_threats(struct board board, board_bits own,
                                       board_bits stones)
{
    return board_bits_completions(own, board.height + 1) &
           (board.full ^ stones);
}

/* The cells with which the side to move wins at once. */
static inline board_bits board_winning_moves(struct position pos)
{
    return board_threats(pos.board, pos.mover, pos.stones) &
           board_playable(pos);
}

/* Returns whether 'own', any set of cells, contains four in a row. */
static inline bool board_has_four(struct board board, board_bits own)
{
    const int steps[] = {1, board.height, board.height + 1, board.height + 2};
    for (int i = 0; i < 4; i++)
        if (board_bits_fours(own, steps[i]) != 0)
            return true;
    return false;
}

/* Returns whether the side that moved last has four in a row.  The game may be
 * over. */
static inline bool board_is_won(struct position pos)
{
    return board_has_four(pos.board, pos.mover ^ pos.stones);
}

/*
 * The key of the position: a unique integer from 0, the empty board, to
 * board_max_key().  In a column with h stones, 'stones' is 2^h - 1 and 'mover'
 * is at most 2^h - 1.  So the top set bit of 'stones' + 'mover' + 1 is bit h.
 * It gives h, and the rest of the sum gives 'mover'.
 * Source: fhourstones; part 7 of the tutorial.
 */
static inline board_bits board_key(struct position pos)
{
    return pos.mover + pos.stones;
}

/* The position with a key.  The side that moved last may have four in a row. */
static inline struct position board_from_key(struct board board, board_bits key)
{
    struct position pos = board_empty(board);
    board_bits column_all = ((board_bits)1 << (board.height + 1)) - 1;
    for (int column = 0; column < board.width; column++) {
        int shift = column * (board.height + 1);
        board_bits part = key >> shift & column_all;
        board_bits stones = 0; /* the largest 2^h - 1 <= part */
        while (2 * stones + 1 <= part)
            stones = 2 * stones + 1;
        pos.stones |= stones << shift;
        pos.mover |= (part - stones) << shift;
    }
    pos.ply = board_popcount(pos.stones);
    return pos;
}

/* The mirror image of a set of cells or of a key, and of a position. */
static inline board_bits board_mirror(struct board board, board_bits set)
{
    return board_bits_mirror(set, board.width, board.height + 1);
}

static inline struct position board_mirror_position(struct position pos)
{
    pos.mover = board_mirror(pos.board, pos.mover);
    pos.stones = board_mirror(pos.board, pos.stones);
    return pos;
}

/* The canonical key: the smaller of the keys of a position and of its mirror
 * image, which has the same score. */
static inline board_bits board_canonical_key(struct board board, board_bits key)
{
    return board_bits_canonical(key, board.width, board.height + 1);
}

/* ------------------------------------------------------------------- scores */

/*
 * Stones of both sides are numbered together from 1 in the order of play; the
 * last stone of a full board has the number board_cells().  The score of a
 * position, for the side to move, with best play of both sides:
 *
 *   +k  it wins with k - 1 stones left, counted as if the board were filled;
 *       k = 1 is a win with its last stone
 *    0  draw
 *   -k  the opponent wins with k - 1 stones left
 *
 * Source: part 2 of the tutorial.
 */

/* The score of the side that wins with stone number 'stone', from 1 to
 * board_cells() + 2; 0 if the stone is beyond the last. */
static inline int board_win_score(struct board board, int stone)
{
    return (board_cells(board) + 2 - stone) / 2;
}

/* The largest and the smallest score of a position of 'ply' stones whose game
 * is not over: a win with the next stone, and a loss to the one after it. */
static inline int board_max_score(struct board board, int ply)
{
    return board_win_score(board, ply + 1);
}

static inline int board_min_score(struct board board, int ply)
{
    return -board_win_score(board, ply + 2);
}

/* The weak score: the sign of the score. */
static inline int board_weak_score(int score)
{
    return (score > 0) - (score < 0);
}

/* The number of the stone that ends the game, with best play, from a position
 * of 'ply' stones with 'score'. */
static inline int board_last_stone(struct board board, int ply, int score)
{
    if (score == 0)
        return board_cells(board);
    int next = score > 0 ? ply + 1 : ply + 2; /* the winner's next stone */
    int stone = board_cells(board) + 2 - 2 * (score > 0 ? score : -score);
    return (stone - next) % 2 == 0 ? stone : stone - 1;
}

#endif
