/*
 * reader_: the readers of the forms of lib/read/read.h.
 *
 * Each is given a part of 'in->text', and sets '*in->read'; or returns false,
 * or READER_REFUSED, and sets '*in->error'.  After READER_OTHER both are
 * undefined.
 */
#ifndef LIB_READ_READER_H
#define LIB_READ_READER_H

#include "lib/read/read.h"
#include "lib/read/scan.h"

/* Marks, colours or numbers of players, and where they are in the caller's
 * text; those behind the first eight are not compared. */
enum { READER_MAX_TURNS = 8 };
struct reader_turns {
    int count;
    struct scan players[READER_MAX_TURNS];
    size_t at[READER_MAX_TURNS];
    bool settles[READER_MAX_TURNS]; /* it may tell who was first */
};

struct reader {
    struct board board;
    int first;  /* the number of the leftmost column: 1 or 0 */
    int cursor; /* moves of the text, those of side lines included, after which
                   the position is meant; -1: at the end of the game */
    struct reader_turns turns; /* who is to move, as the text says it of a
                                  board */

    struct scan text; /* the caller's, or what was decoded from a part of it */
    size_t offset;    /* of it in the caller's text */

    struct lib_text *read;
    struct board_error *error;
};

/* What is added to the message for a 0 where columns count from 1.  Doors put
 * their name of the option in its place. */
#define READER_ZERO_HINT "; FOURSCORE_FROM_0 counts from 0"

/* Refuse the text, at a byte of it or its end.  Returns false. */
bool reader_refuse(const struct reader *in, const char *at, const char *format,
                   ...) __attribute__((format(printf, 3, 4)));

/* Add a part of 'in->text', unless it is empty. */
void reader_add_turn(const struct reader *in, struct reader_turns *turns,
                     struct scan player, bool settles);

/* Write the beginning of a part for a message, with '?' for what is not ASCII;
 * returns 'shown'. */
enum { READER_SHOWN_SIZE = 24 };
const char *reader_show(struct scan part, char shown[READER_SHOWN_SIZE]);

/* What a reader of some of the forms has made of a part. */
enum reader_result {
    READER_REFUSED = false,
    READER_READ = true,
    READER_OTHER, /* it is none of these forms */
};

MUST_CHECK enum reader_result reader_json(const struct reader *in,
                                          struct scan part);
MUST_CHECK enum reader_result reader_link(const struct reader *in,
                                          struct scan part);
MUST_CHECK enum reader_result reader_drawing(const struct reader *in,
                                             struct scan part);
MUST_CHECK bool reader_game(const struct reader *in, struct scan part);

/* Write a text, which may be there already, without what only makes it look
 * better, such as colours of terminals, so that all else stays where it is. */
struct scan reader_simplify(struct scan part, char *text);

/* Whether a line has words that are neither moves nor cells: the text of a
 * person. */
bool reader_is_prose(struct scan line);

/* Read a drawing or a game: 'text', which 'in->text' has at 'at', maybe in
 * code.
 */
MUST_CHECK bool reader_plain(const struct reader *in, struct scan text,
                             const char *at);

/* Read a sentence.  It says who is to move if it has words such as "to move"
 * and "turn", one player, and nothing that may change what it means, such as
 * other words.  A number is a player behind "player" or "next", or in "to move:
 * 2", "2 is to move" and "2's turn"; behind the player it may be a move that
 * was made, unless there are two, as in "(1-7)".  Sets '*player', or makes it
 * empty, and '*is_plain' to whether it has no "next", and neither "your" nor
 * a number before the player.  Returns whether it may be of the move that has
 * led to the board below it: one is chosen, or it names players or numbers, and
 * does not say who is to move. */
bool reader_turn(struct scan sentence, struct scan *player, bool *is_plain);

/* -------------------------------------------------------------------- cells */

/* What marks a cell, and the kinds of drawings that have it. */
struct reader_mark {
    const char *text;
    unsigned kinds;
    int cell;        /* as board_from_cells() has it */
    unsigned second; /* the kinds in which it is the second player's stone */
};

/* Whether a part is a word, in letters of any size, and maybe with '_'. */
bool reader_is_word(struct scan part, const char *word);

/* The mark that a part is, or a word for it; or, if not 'whole', that it begins
 * with.  NULL if there is none. */
const struct reader_mark *reader_mark(struct scan part, bool whole);

/* The number 0 and false in a list, empty cells also beside "x" and "o". */
extern const struct reader_mark reader_zero, reader_false;

/* The cells of a board, top row first. */
struct reader_cells {
    const struct reader_mark *marks[BOARD_MAX_CELLS];
    const char *at[BOARD_MAX_CELLS + 1]; /* where they are in the text, and
                                            where that ends */
    unsigned kinds; /* that have all marks so far; READER_ALL_KINDS at first */
};
enum { READER_ALL_KINDS = 0x7fffffff };

/* Set a cell.  Refuses a mark of another kind. */
MUST_CHECK bool reader_cell(const struct reader *in, struct reader_cells *cells,
                            int index, const struct reader_mark *mark,
                            const char *at);

/* Check the number of cells of a row, counted from 0, and that of rows. */
MUST_CHECK bool reader_check_row(const struct reader *in, int row, int count,
                                 const char *at);
MUST_CHECK bool reader_check_rows(const struct reader *in, int rows,
                                  const char *at);

/* Set the position to the board, when all cells and the end are set; refuses it
 * if none of 'in->turns' is to move. */
MUST_CHECK bool reader_board(const struct reader *in,
                             const struct reader_cells *cells);

#endif
