/*
 * positions_: positions and scores in lines of text, and boards for people.
 */
#ifndef TOOLS_POSITIONS_H
#define TOOLS_POSITIONS_H

#include "lib/fourscore.h"
#include "tools/lines.h"
#include "tools/value.h"

/*
 * Parse the line as a position of the board and 'count' scores, with blanks
 * before each score; blanks at the end are ignored.  Sets '*length' to the
 * number of characters of the position.  On failure returns false and sets
 * '*error'.
 *
 * A diagram has '/' between its rows.  Since its cells may have blanks between
 * them, the last 'count' words are the scores.  The empty board is an empty
 * line or '-'.  The game must not be won.  If 'count' is the width of the
 * board, FOURSCORE_NO_MOVE is a valid score.
 */
bool positions_parse(const struct line *line, struct value_board board,
                     int count, int *scores, fourscore_position *position,
                     size_t *length, struct lines_error *error);

/*
 * Parse such a line but for the position, which the pool reads: sets '*length'
 * as above, and '*query' to a query for this text.  If what follows is wrong,
 * returns false and sets '*error'; an error of the position comes before it.
 */
bool positions_split(const struct line *line, struct value_board board,
                     int count, int *scores, struct fourscore_query *query,
                     size_t *length, struct lines_error *error);

/* Whether the answer to such a query is about a position, and the game is not
 * won; otherwise sets '*error'. */
bool positions_accept(const struct line *line, struct value_board board,
                      const struct fourscore_answer *answer,
                      struct lines_error *error);

/* The moves as the first word of a line: "-" if there are none. */
const char *positions_moves(const char *moves);

/* Write columns, from 1, as a string of moves, and return it. */
const char *positions_write(const int *columns, int count,
                            char text[FOURSCORE_MAX_CELLS + 1]);

/* Whether a text of this position is a diagram or a list, and no order of moves
 * leads to the position. */
bool positions_unreachable(const fourscore_position *position, const char *text,
                           size_t length);

/* If the text of this position is a game, set '*before' to the position before
 * its last move and return its column, from 1; otherwise return 0. */
int positions_last_move(const fourscore_position *position, const char *text,
                        size_t length, fourscore_position *before);

enum { POSITIONS_SUFFIX_SIZE = 24 };

/* Returns 'text', set to the end of a message: " on a board of 9x7"; "" for
 * 7x6. */
const char *positions_suffix(struct value_board board,
                             char text[POSITIONS_SUFFIX_SIZE]);

/* Print the board, with the names of the columns below it. */
void positions_print(const fourscore_position *position);

/* Print the scores of 'count' moves below the board: '-' for a full column, '?'
 * for a score that is not known. */
void positions_print_scores(const struct fourscore_bounds *scores, int count);

#endif
