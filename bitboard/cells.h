/*
 * board_ cells: positions as what lies in each cell.
 *
 * Boards come as arrays of cells, and are written as diagrams and as the lists
 * of Kaggle's ConnectX; bitboard/read.h reads those.  Games that are over are
 * positions here: their last stone completed every four there is, and the side
 * to move is the one that lost.
 *
 * Cells are in reading order: top row first, left to right.  In what people
 * read, columns have the names of board_column_name(), and rows are counted
 * from 1, the lowest.
 *
 * Nothing here allocates memory that outlives the call; any thread may call.
 */
#ifndef BITBOARD_CELLS_H
#define BITBOARD_CELLS_H

#include "bitboard/notation.h"

/*
 * Read board_cells() marks: 0 is an empty cell, 1 a stone of the first player,
 * 2 of the second.  Return BOARD_OK and set '*pos', or say what makes the board
 * impossible: 'reason' is then for people, and '*bad_at' the index of the cell
 * that is wrong, or board_cells() if it is the board as a whole.
 *
 * A board that is accepted has gravity and the right number of stones, and the
 * game was not over before the last of them.  Whether some order of moves leads
 * there is for board_moves() to say.
 */
enum board_status board_from_cells(struct board board, const int *cells,
                                   struct position *pos, size_t *bad_at,
                                   char reason[BOARD_REASON_SIZE]);

/* The way back: set board_cells() marks. */
void board_to_cells(struct position pos, int *cells);

/*
 * The stones that can have been the last: they lie on top of their columns,
 * belong to the side that moved last, and, if that side has won, are part of
 * every four of it.  Requires gravity and a ply that counts the stones.
 */
board_bits board_last_stones(struct position pos);

enum board_reach {
    BOARD_REACHED,
    BOARD_UNREACHABLE,   /* no order of moves leads to the position */
    BOARD_REACH_UNKNOWN, /* the search gave up */
};

/*
 * Write to 'moves' a game that leads to 'pos', ended by a 0; unless one is
 * found, 'moves' is empty.  It need not be the game that was played, but is the
 * same one each time.  Requires a position that board_from_cells() accepts.
 *
 * The answer takes some microseconds, for positions that were played and for
 * nearly all others.  After about a second and 16 MiB the search gives up and
 * returns BOARD_REACH_UNKNOWN; so it does when there is no memory.
 */
enum board_reach board_moves(struct position pos,
                             char moves[BOARD_MAX_CELLS + 1]);

/* Of rows times a line, with room for each. */
enum {
    BOARD_DIAGRAM_SIZE = (BOARD_MAX_HEIGHT + 1) * (2 * BOARD_MAX_WIDTH + 1) + 1
};

/* Draw the board as a diagram, each cell after a blank, and name the columns
 * below. */
void board_diagram(struct position pos, char diagram[BOARD_DIAGRAM_SIZE]);

enum { BOARD_CONNECTX_SIZE = 3 * BOARD_MAX_CELLS + 1 };

/* Write the list of cells: "[0, 0, 0, ..., 1, 2]". */
void board_connectx(struct position pos, char text[BOARD_CONNECTX_SIZE]);

#endif
