/*
 * lib_read: what people and programs write, as a position; the one reader of
 * all doors.  docs/notations.md has an example of each form.
 *
 *   text    = [byte order mark] (nothing | "-" | data | json | link | drawing |
 *             game) [prose]
 *
 *   nothing   the empty board, as "-" is; a blank, a comment or a tag alone is
 *             no position
 *   data      a line of the UCI data set: one of "b", "x", "o" for each cell,
 *             column by column from the bottom, and a word, joined by ",";
 *             or of 'fourscore gen --csv': moves, their number, and scores
 *   json      begins with "[" and no name of a tag, or is an object:
 *     object  the first that it has of "position", "pos", "game", "moves" and
 *             "board" is read: a string as a text, a list as follows
 *     list    of lists or strings: the rows of a board, top row first; of as
 *             many cells as the board has: 0, 1, 2, -1, null or strings of one
 *             mark, in the same order; otherwise moves: numbers of columns or
 *             strings
 *   link      a URL or what follows its path: ?pos=, ?position=, ?game= or a
 *             text after "#" has the moves, the latter if it begins with a
 *             digit or "%"; "WxH/" before them or board=WxH is the board, "@N"
 *             behind them the position after N of them
 *   drawing   board_read_drawing(), if board_is_drawing()
 *   game      board_read_record()
 *   prose     what 'fourscore review' prints below the moves
 *
 * Data, links and what JSON has in strings are read as games and drawings are,
 * and may be up to LIB_MAX_TEXT bytes long.
 */
#ifndef LIB_READ_READ_H
#define LIB_READ_READ_H

#include "lib/read/reader.h"

enum { LIB_MAX_TEXT = 4096 };

/* What a text says. */
struct lib_text {
    struct position pos;
    bool is_game;                    /* the order of moves is known */
    char moves[BOARD_MAX_CELLS + 1]; /* of a game: the columns played */
};

/*
 * Read 'length' bytes, which may be any; 'first' is the number of the leftmost
 * column, 1 or 0.  On failure sets '*error' and 'read->moves', to the moves
 * before the error if it is a game's; '*read' is undefined but for them.
 */
enum board_status lib_read(struct board board, int first, const char *text,
                           size_t length, struct lib_text *read,
                           struct board_error *error);

#endif
