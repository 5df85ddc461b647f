/*
 * positions_: positions and scores in lines of text, and boards for people.
 */
#ifndef TOOLS_POSITIONS_H
#define TOOLS_POSITIONS_H

#include "lib/fourscore.h"
#include "tools/command.h"
#include "tools/lines.h"

/*
 * Split a line into a position, in any form that fourscore_read() reads, and
 * 'count' scores: its last words, or those of an object or a line of values as
 * 'gen' and 'solve' write them.  Requires the notation and the goal of
 * '*query': only for the weak one is a weak_score a score.  Sets 'scores',
 * '*length' to the length of the position, and the text of '*query' to it.  If
 * what follows is wrong, returns false and sets '*error'; an error of the
 * position comes before it.  Without scores, a line that looks like a position
 * and scores is refused.
 *
 * If 'count' is the width of the board, FOURSCORE_NO_MOVE is a valid score.
 */
MUST_CHECK bool positions_split(const struct line *line,
                                struct value_board board, int count,
                                int *scores, struct fourscore_query *query,
                                size_t *length, struct fourscore_error *error);

/* The number of scores that the first 'length' bytes of such a line seem to end
 * with: 1, one for each column, or 0. */
int positions_scores(const struct line *line, size_t length,
                     struct value_board board);

/* Whether a position of 'length' bytes is not won; otherwise sets '*error'. */
MUST_CHECK bool positions_check_winner(struct value_board board, size_t length,
                                       const fourscore_position *position,
                                       struct fourscore_error *error);

/* Split a line, for exact scores, and read the position in a notation of the
 * library; it must not be won.  On failure returns false and sets '*error'. */
bool positions_parse(const struct line *line, struct value_board board,
                     int notation, int count, int *scores,
                     fourscore_position *position, size_t *length,
                     struct fourscore_error *error);

/* Read a position, also one that is won, and its moves as fourscore_read()
 * sets them, from a line.  On failure returns false and sets '*error'. */
MUST_CHECK bool positions_read(const struct line *line,
                               struct value_board board, int notation,
                               char moves[FOURSCORE_MAX_CELLS + 1],
                               fourscore_position *position,
                               struct fourscore_error *error);

/* The column, from 1, of a byte of the moves that fourscore_read() sets. */
int positions_column_named(char name);

/* The name of a column, counted from 1, in moves whose leftmost column is
 * 'first', 0 or 1. */
char positions_column(int column, int first);

/* Whether a text begins with a tag of a game, behind blanks and a byte order
 * mark, and not with a list such as [null, 1] or [np.int64(4)]. */
bool positions_begins_with_tag(const char *text, size_t length);

/* Whether the game is won, or the board is full. */
bool positions_is_over(const fourscore_position *position);

/* Put the name that users know in place of FOURSCORE_FROM_0 in a reason of the
 * library; without a name, leave the hint out. */
void positions_name_option(char *reason, const char *name);
#define POSITIONS_FROM_0 "--first-column 0"

/* The moves as the first word of a line: "-" if there are none. */
const char *positions_moves(const char *moves);

/* Write columns, from 1, as a string of moves whose leftmost column is 'first',
 * 0 or 1, and return it. */
const char *positions_write(const int *columns, int count, int first,
                            char text[FOURSCORE_MAX_CELLS + 1]);

/* The same of the moves that fourscore_read() sets. */
const char *positions_rewrite(const char *moves, int first,
                              char text[FOURSCORE_MAX_CELLS + 1]);

/* Take back the last of the moves that fourscore_read() has set: set '*before'
 * to the position before it, and return its column, from 1; 0 if there are
 * none. */
int positions_take_back(int width, int height,
                        char moves[FOURSCORE_MAX_CELLS + 1],
                        fourscore_position *before);

enum { POSITIONS_SUFFIX_SIZE = 24 };

/* Returns 'text', set to the end of a message: " on a board of 9x7"; "" for
 * 7x6. */
const char *positions_suffix(struct value_board board,
                             char text[POSITIONS_SUFFIX_SIZE]);

/* Returns 'text', set to the position in a notation; "" if it has no moves. */
const char *positions_text(const fourscore_position *position, int notation,
                           char text[FOURSCORE_TEXT_SIZE]);

/* Print the board, with the names of the columns below it, of which the
 * leftmost is 'first', 0 or 1. */
void positions_print(const fourscore_position *position, int first);

/* Print the scores of 'count' moves below the board: '-' for a full column, '?'
 * for a score that is not known. */
void positions_print_scores(const struct fourscore_bounds *scores, int count);

#endif
