/*
 * board_ positions: whose stones lie where, moves and threats.
 *
 * Positions are small values, copied freely; nothing here allocates or fails,
 * and any thread may call anything.  Columns are counted from 0.
 *
 * Unless it says otherwise, a function requires a position reached by legal
 * moves from the empty board in which nobody has four in a row yet.
 */
#ifndef BITBOARD_POSITION_H
#define BITBOARD_POSITION_H

#include <assert.h>
#include <stdbool.h>

#include "bitboard/geometry.h"

struct position {
    board_bits mover;  /* stones of the side to move */
    board_bits stones; /* everybody's */
    int ply;           /* how many stones there are */
    struct board board;
};

static inline struct position board_empty(struct board board)
{
    return (struct position){.board = board};
}

/* The empty cells that a stone can be dropped into: one per open column. */
static inline board_bits board_playable(struct position pos)
{
    return (pos.stones + pos.board.bottom) & pos.board.full;
}

static inline bool board_can_play(struct position pos, int column)
{
    return (board_playable(pos) & board_column(pos.board, column)) != 0;
}

/* Put a stone into 'cell', one bit of board_playable(), and pass the turn. */
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

/* The same, by column; requires board_can_play(). */
static inline struct position board_play(struct position pos, int column)
{
    return board_play_cell(pos, board_playable(pos) &
                                    board_column(pos.board, column));
}

/*
 * The cells whose three companions in some line of four, 'step' bits apart,
 * are all in 'set': the middle two are found first, then the end on either
 * side.  Cells off the board and cells of 'set' may be among them.
 */
static inline board_bits board_completions(board_bits set, int step)
{
    board_bits above = (set << step) & (set << 2 * step);
    board_bits below = (set >> step) & (set >> 2 * step);

    return (above & ((set << 3 * step) | (set >> step))) |
           (below & ((set >> 3 * step) | (set << step)));
}

/*
 * The threats of the side that owns 'own' when 'stones' are on the board: the
 * empty cells, playable or not, that would complete four in a row for it.
 * Requires only that 'own' and 'stones' are sets of cells.
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

/* The cells where the side to move wins with its next stone. */
static inline board_bits board_winning_moves(struct position pos)
{
    return board_threats(pos.board, pos.mover, pos.stones) &
           board_playable(pos);
}

/*
 * Whether 'own' holds four in a row.  Requires only a set of cells: serves
 * positions that may be over already.
 */
static inline bool board_has_four(struct board board, board_bits own)
{
    const int steps[] = {1, board.height, board.height + 1, board.height + 2};
    for (int i = 0; i < 4; i++) {
        board_bits pairs = own & (own >> steps[i]);
        if ((pairs & (pairs >> 2 * steps[i])) != 0)
            return true;
    }
    return false;
}

/* Whether the side that moved last has four in a row. */
static inline bool board_is_won(struct position pos)
{
    return board_has_four(pos.board, pos.mover ^ pos.stones);
}

/*
 * The integer that names the position, at most board_max_key(); 0 is the empty
 * board.  Unique: a column with h stones adds 2^h - 1 for the stones and at
 * most as much for the mover's, so the sum, plus 1, has its top bit at h.
 * Source: fhourstones; the tutorial's part 7.
 */
static inline board_bits board_key(struct position pos)
{
    return pos.mover + pos.stones;
}

/* The position that has a key; its last stone may have won. */
static inline struct position board_of_key(struct board board, board_bits key)
{
    struct position pos = board_empty(board);
    board_bits column_all = ((board_bits)1 << (board.height + 1)) - 1;
    for (int column = 0; column < board.width; column++) {
        int shift = column * (board.height + 1);
        board_bits part = key >> shift & column_all;
        board_bits stones = 0; /* part + 1 has its top bit above them */
        while (2 * stones + 1 <= part)
            stones = 2 * stones + 1;
        pos.stones |= stones << shift;
        pos.mover |= (part - stones) << shift;
    }
    pos.ply = board_popcount(pos.stones);
    return pos;
}

/* 'set', or a key, with left and right exchanged. */
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

/* The smaller key of a position and its mirror image, which has the same
 * score. */
static inline board_bits board_shared_key(struct board board, board_bits key)
{
    board_bits mirrored = board_mirror(board, key);
    return mirrored < key ? mirrored : key;
}

#endif
