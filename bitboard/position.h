/*
 * board_ positions: stones, moves and threats.
 *
 * A position is a plain value.  These functions do not allocate memory and
 * cannot fail; any thread may call them.  Columns are counted from 0.
 *
 * Unless stated otherwise, functions require a position that legal moves reach
 * from the empty board and in which neither side has four in a row.
 */
#ifndef BITBOARD_POSITION_H
#define BITBOARD_POSITION_H

#include <assert.h>
#include <stdbool.h>

#include "bitboard/geometry.h"

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
    return (pos.stones + pos.board.bottom) & pos.board.full;
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
 * The cells that complete a line of four with three cells of 'set'; neighbours
 * in a line are 'step' bits apart.  The result may contain cells of 'set' and
 * bits outside the board.
 *
 * Directly below a cell of 'above' in the line are two cells of 'set'; the
 * third is the next cell below or the next cell above.  'below' is the mirror
 * image: the two cells are directly above the cell.
 */
static inline board_bits board_completions(board_bits set, int step)
{
    board_bits above = (set << step) & (set << 2 * step);
    board_bits below = (set >> step) & (set >> 2 * step);

    return (above & ((set << 3 * step) | (set >> step))) |
           (below & ((set >> 3 * step) | (set << step)));
}

/*
 * The threats of the side with the stones 'own': the cells not in 'stones',
 * playable or not, that complete four in a row for that side.  Any sets of
 * cells may be passed.
 */
static inline board_bits board_threats(struct board board, board_bits own,
                                       board_bits stones)
{
    board_bits threats = (own << 1) & (own << 2) & (own << 3);

    threats |= board_completions(own, board.height);
    threats |= board_completions(own, board.height + 1);
    threats |= board_completions(own, board.height + 2);
    return threats & (board.full ^ stones);
}

/* The cells with which the side to move wins at once. */
static inline board_bits board_winning_moves(struct position pos)
{
    return board_threats(pos.board, pos.mover, pos.stones) &
           board_playable(pos);
}

/* The lowest cells of the lines of four in 'own', any set of cells;
 * neighbours in a line are 'step' bits apart. */
static inline board_bits board_lines(board_bits own, int step)
{
    board_bits pairs = own & own >> step;
    return pairs & pairs >> 2 * step;
}

/* Returns whether 'own', any set of cells, contains four in a row. */
static inline bool board_has_four(struct board board, board_bits own)
{
    const int steps[] = {1, board.height, board.height + 1, board.height + 2};
    for (int i = 0; i < 4; i++)
        if (board_lines(own, steps[i]) != 0)
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
    board_bits column_all = ((board_bits)1 << (board.height + 1)) - 1;
    board_bits mirrored = 0;
    for (int column = 0; column < board.width; column++) {
        mirrored = mirrored << (board.height + 1) | (set & column_all);
        set >>= board.height + 1;
    }
    return mirrored;
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
    board_bits mirrored = board_mirror(board, key);
    return mirrored < key ? mirrored : key;
}

#endif
