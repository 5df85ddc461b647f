/*
 * board_ reading: a position in any notation: the record of a game, a list of
 * Kaggle's ConnectX, or a diagram.  The game may be over, as in
 * bitboard/text.h.
 *
 * These functions do not allocate memory; any thread may call them.
 */
#ifndef BITBOARD_READ_H
#define BITBOARD_READ_H

#include "bitboard/text.h"

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
 *  others    the record of a game: board_read_record().
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

/*
 * Parse the record of a game, as players write it: 'length' bytes of 'text',
 * which may contain any bytes.  Returns BOARD_OK, and sets '*pos' and 'moves',
 * a string of column names.  On failure returns what is wrong, sets '*error',
 * and sets 'moves' to the moves before the error; '*pos' is unchanged.
 *
 * A record is what board_parse_game() reads, and besides:
 *
 *  a, b, ...   on boards of up to 9 columns: column 1, 2, ..., also as capitals
 *  d1, D2      the same with the row, from the lowest, in which the stone comes
 *              to rest
 *  ! ?         signs after a move: ignored
 *  1. 2. 1...  before a move: its number, or that of its pair of moves
 *  , |         between moves, as blanks and line ends
 *  {...}       a comment
 *  (...)       a side line: other moves from the last one on, which they
 *              replace.  They must be possible, and are not in 'moves'.  Side
 *              lines may have side lines, 64 deep
 *  #... ;...   comments up to the end of the line; but if only digits, blanks,
 *              ',', '|' and ';' follow a ';' in its line, then it separates
 *              moves
 */
enum board_status board_read_record(struct board board, const char *text,
                                    size_t length, struct position *pos,
                                    char moves[BOARD_MAX_CELLS + 1],
                                    struct board_error *error);

#endif
