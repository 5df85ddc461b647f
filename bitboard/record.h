/*
 * board_read_record(): parse the record of a game, as players write it.
 *
 * These functions do not allocate memory; any thread may call them.
 */
#ifndef BITBOARD_RECORD_H
#define BITBOARD_RECORD_H

#include "bitboard/read.h"

/*
 * Parse 'length' bytes of 'text', which may contain any bytes.  Returns
 * BOARD_OK, and sets '*pos' and 'moves', a string of column names.  On failure
 * returns what is wrong, sets '*error', and sets 'moves' to the moves before
 * the error; '*pos' is unchanged.
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
 *              lines may have side lines, 16 deep
 *  #... ;...   comments up to the end of the line; but if only digits, blanks,
 *              ',', '|' and ';' follow a ';' in its line, then it separates
 *              moves
 */
enum board_status board_read_record(struct board board, const char *text,
                                    size_t length, struct position *pos,
                                    char moves[BOARD_MAX_CELLS + 1],
                                    struct board_error *error);

#endif
