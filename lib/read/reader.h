/*
 * board_ reading: games as players write them, and boards as people draw them.
 * lib/read/read.h says which text is which.
 *
 * The game may be over, as in bitboard/text.h.  These functions do not allocate
 * memory; any thread may call them.  Texts may contain any bytes.
 */
#ifndef LIB_READ_READER_H
#define LIB_READ_READER_H

#include "bitboard/text.h"

/* Why a text is refused. */
struct board_error {
    size_t at; /* offset of the first invalid byte; the length of the text if it
                  ends too early */
    char reason[BOARD_REASON_SIZE];
};

/* Same as board_parse(), but the last move may win.  On failure sets '*error';
 * '*pos' is unchanged. */
enum board_status board_parse_game(struct board board, const char *text,
                                   size_t length, struct position *pos,
                                   struct board_error *error);

/* -------------------------------------------------------------------- games */

/* What is asked of the text of a game. */
struct board_record {
    struct board board;
    int first;  /* the number of the leftmost column: 1 or 0 */
    int cursor; /* moves of the text, those of side lines included, after which
                   the position is meant; -1: at the end of the game */
};

/*
 * Read a game: 'length' bytes of 'text'.  Returns BOARD_OK, and sets '*pos' and
 * 'moves', the columns played as board_parse() reads them.  On failure returns
 * what is wrong, sets '*error', and sets 'moves' to the moves before the error;
 * '*pos' is unchanged.
 *
 *   game    = { item }, with at least one move; "" is the game of no moves
 *   item    = move | number | result | comment | side line | tag | sign
 *   move    = digit           a column, from 'first' on; on boards of more than
 *                             9 columns also the letters that follow 9
 *           | letter [row]    on boards of up to 9 columns: a is the leftmost
 *                             column; the row, from 1, must be the stone's
 *   number  = digits "."...   that of the next move, or of its pair of moves
 *   result  = "1-0" | "0-1" | "1/2-1/2" | "*"
 *                             ends the game; must not contradict its moves
 *   comment = "{" ... "}" | "#" ... line end
 *           | ";" ... line end    after a blank, before what is no move
 *   side line = "(" game ")"  other moves in place of the one before it; they
 *                             must be possible, and are not in 'moves'; up to
 *                             BOARD_MAX_SIDE_LINES within each other
 *   tag     = "[" name '"' value '"' "]"    of which only Result says anything
 *   sign    = "!" | "?" | "$" digits        after a move
 *
 * Between items may be blanks, line ends, "," and "|"; between moves also one
 * ";" or "-".
 */
enum { BOARD_MAX_SIDE_LINES = 64 };
enum board_status board_read_record(const struct board_record *asked,
                                    const char *text, size_t length,
                                    struct position *pos,
                                    char moves[BOARD_MAX_CELLS + 1],
                                    struct board_error *error);

/* ------------------------------------------------------------------- boards */

/* What a cell is marked with. */
enum board_mark { BOARD_EMPTY, BOARD_FIRST, BOARD_SECOND, BOARD_NO_MARK };

/*
 * Set '*pos' to the board of board_cells() marks, top row first, as
 * board_from_cells() does, whose errors it has.  'colours': the marks do not
 * say who has moved first; who has more stones has, and if both have the same
 * number, the first player of the marks.
 */
enum board_status board_from_marks(struct board board, const int *marks,
                                   bool colours, struct position *pos,
                                   size_t *bad_at,
                                   char reason[BOARD_REASON_SIZE]);

/*
 * Read a drawing of a board: 'length' bytes of 'text'.  Returns BOARD_OK and
 * sets '*pos', or returns what is wrong and sets '*error'.
 *
 *   drawing = [names] row ... [names [scores]] [prose], a line each; "/" may
 *             stand for a line end
 *   row     = [number] cell ... [number], with blanks between cells or none
 *           | [number] "|" cell "|" ... "|" [number]
 *   cell    = "x" "o" | "1" "2" | "R" "Y" | red and yellow circles, in small or
 *             capital letters; empty: "." "_" "-", "0" unless "o" is a stone,
 *             or a blank between "|"
 *   names   = the columns, in any of: 0 1 2 ..., 1 2 3 ..., a b c ...
 *   scores  = one number, "-" or "?" for each column
 *   prose   = a line that begins with words ends the drawing
 *
 * The rows are as many and as long as those of the board, top row first.  Empty
 * lines and frames of "+", "-", "=" and "|" are ignored.  All stones have marks
 * of the same kind.  R and Y and circles are colours of board_from_marks().
 */
enum board_status board_read_drawing(struct board board, const char *text,
                                     size_t length, struct position *pos,
                                     struct board_error *error);

/*
 * Whether a text is a drawing rather than a game: it begins as no game does, it
 * has a mark that no game has, or its digits have the shape of the board, as
 * the moves of no game have on boards of more than three columns.  'first' as
 * in struct board_record.
 */
bool board_is_drawing(struct board board, int first, const char *text,
                      size_t length);

/* Whether a line begins with words: the text of a person, neither moves nor
 * cells. */
bool board_is_prose(const char *text, size_t length);

#endif
