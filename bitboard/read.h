/*
 * board_read(): positions from text in any notation.
 *
 * The moves of bitboard/notation.h, the lists of Kaggle's ConnectX, and
 * diagrams.  Games that are over are positions here, as in bitboard/cells.h.
 *
 * Nothing here allocates memory; any thread may call.
 */
#ifndef BITBOARD_READ_H
#define BITBOARD_READ_H

#include "bitboard/cells.h"

/* Why a text is no position. */
struct board_error {
    size_t at; /* the place of the first byte that is wrong, from 0 */
    char reason[BOARD_REASON_SIZE];
};

/* As board_parse(), but the last move may win. */
enum board_status board_parse_game(struct board board, const char *text,
                                   size_t length, struct position *pos,
                                   struct board_error *error);

/*
 * Read 'length' characters of 'text', which may hold any bytes, in any of these
 * notations, and return BOARD_OK with '*pos' set, or what is wrong with
 * '*error' set.  The first character that is not blank tells them apart.
 *
 *  [         a list of cells: "[0, 0, 1, ...]", with blanks and line ends
 *            anywhere between the numbers.
 *  . x o /   a diagram: the rows, one a line, '.' for an empty cell, 'x' or 'X'
 *            for a stone of the first player, 'o' or 'O' of the second.  A '/'
 *            is as good as a line end.  Blanks between cells and blank lines do
 *            not matter.  The names of the columns may follow as a last row.
 *  others    moves, as board_parse() reads them, without blanks; but the last
 *            one may win.
 *
 * 'error->at' is 'length' where the text ends too early.  A fault of the board
 * as a whole, like too many stones of one player, is placed at its end.
 */
enum board_status board_read(struct board board, const char *text,
                             size_t length, struct position *pos,
                             struct board_error *error);

/* Whether a text that begins so is a list or a diagram, not moves. */
bool board_is_cells(char first);

#endif
