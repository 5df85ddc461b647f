/*
 * board_read(): parse a position in any notation: moves, a list of Kaggle's
 * ConnectX, or a diagram.  The game may be over, as in bitboard/cells.h.
 *
 * These functions do not allocate memory; any thread may call them.
 */
#ifndef BITBOARD_READ_H
#define BITBOARD_READ_H

#include "bitboard/cells.h"

/* Why a text is not a position. */
struct board_error {
    size_t at; /* offset of the first invalid byte */
    char reason[BOARD_REASON_SIZE];
};

/* Same as board_parse(), but the last move may win.  On failure sets '*error';
 * '*pos' is unchanged. */
enum board_status board_parse_game(struct board board, const char *text,
                                   size_t length, struct position *pos,
                                   struct board_error *error);

/*
 * Parse 'length' bytes of 'text', which may contain any bytes.  Returns
 * BOARD_OK and sets '*pos'.  On failure returns what is wrong and sets
 * '*error'; '*pos' is unchanged.  The first character that is not blank
 * determines the notation:
 *
 *  [         a list of cells: "[0, 0, 1, ...]".  Blanks and line ends are
 *            allowed between the numbers.
 *  . x o /   a diagram: one row per line, '.' for an empty cell, 'x' or 'X' for
 *            a stone of the first player, 'o' or 'O' of the second.  '/' can
 *            replace a line end.  Blanks between cells and empty lines are
 *            ignored.  The names of the columns may follow as the last row.
 *  others    the record of a game: board_read_record() in bitboard/record.h.
 *
 * 'error->at' is 'length' if the text ends too early.  It is the offset of the
 * end of the board if no single cell is wrong, for example if one player has
 * too many stones.
 */
enum board_status board_read(struct board board, const char *text,
                             size_t length, struct position *pos,
                             struct board_error *error);

/* Returns whether text is a list or a diagram rather than moves, given its
 * first character that is not blank. */
bool board_is_cells(char first);

#endif
