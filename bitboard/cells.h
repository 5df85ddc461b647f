/*
 * board_ cells: positions as arrays of cells, diagrams, and the lists of
 * Kaggle's ConnectX.  bitboard/read.h parses diagrams and lists.
 *
 * The game may be over: the side that moved last may have four in a row.  The
 * side to move is then the loser.
 *
 * Cells are in reading order: top row first, left to right.  Error messages
 * name columns as board_column_name() does, and count rows from 1, the lowest.
 *
 * Thread safety: any thread may call these functions.
 */
#ifndef BITBOARD_CELLS_H
#define BITBOARD_CELLS_H

#include "bitboard/notation.h"

/*
 * Convert board_cells() marks: 0 is an empty cell, 1 a stone of the first
 * player, 2 of the second.  Returns BOARD_OK and sets '*pos', and '*bad_at' to
 * board_cells().  On failure returns what is wrong, and sets 'reason' to an
 * error message and '*bad_at' to the index of the cell, or to board_cells() if
 * no single cell is wrong; '*pos' is unchanged.
 *
 * An accepted board has no floating stones and correct numbers of stones, and
 * the last move can have completed all of its fours.  It may still be
 * unreachable: see board_moves().
 */
enum board_status board_from_cells(struct board board, const int *cells,
                                   struct position *pos, size_t *bad_at,
                                   char reason[BOARD_REASON_SIZE]);

/* The cell at an index of this order. */
static inline board_bits board_cell_at(struct board board, int index)
{
    return board_cell(board, index % board.width,
                      board.height - 1 - index / board.width);
}

/* The inverse of board_from_cells(): set 'cells' to board_cells() marks. */
void board_to_cells(struct position pos, int *cells);

/*
 * The stones that can have been played last: top stones of columns that belong
 * to the side that moved last.  If this side has won, they are also in all of
 * its fours.  Requires that no stone floats and that 'pos.ply' is correct.
 */
board_bits board_last_moves(struct position pos);

enum board_reach {
    BOARD_REACHED,
    BOARD_UNREACHABLE,   /* no order of moves leads to the position */
    BOARD_REACH_UNKNOWN, /* the search reached its limit */
};

/*
 * Find an order of moves that leads to 'pos' and write it to 'moves' as a
 * string.  Equal positions give equal strings.  If the result is not
 * BOARD_REACHED, 'moves' is set to "".  Requires a position that
 * board_from_cells() accepts.
 *
 * Nearly all positions take microseconds.  The search returns
 * BOARD_REACH_UNKNOWN after about a second and 16 MiB, or if out of memory.
 */
enum board_reach board_moves(struct position pos,
                             char moves[BOARD_MAX_CELLS + 1]);

/* One line per row, and one for the names of the columns. */
enum {
    BOARD_DIAGRAM_SIZE = (BOARD_MAX_HEIGHT + 1) * (2 * BOARD_MAX_WIDTH + 1) + 1
};

/* Write the board as a diagram: a blank before each cell, '.', 'x' or 'o', and
 * the names of the columns as the last line. */
void board_diagram(struct position pos, char diagram[BOARD_DIAGRAM_SIZE]);

enum { BOARD_CONNECTX_SIZE = 3 * BOARD_MAX_CELLS + 1 };

/* Write the board as a ConnectX list: "[0, 0, 0, ..., 1, 2]". */
void board_connectx(struct position pos, char text[BOARD_CONNECTX_SIZE]);

#endif
