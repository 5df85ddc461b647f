/*
 * lines_: positions and numbers read from text files, line by line.
 *
 * A line ends with LF, CR LF or the end of the file, and may hold any bytes.
 * A UTF-8 byte order mark before the first line is skipped.  Lines that start
 * with '#' are comments and skipped, too.  Of a longer line than
 * LINES_KEPT only the beginning is kept, so memory stays bounded whatever the
 * file; no position is nearly so long.
 */
#ifndef TOOLS_LINES_H
#define TOOLS_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bitboard/read.h"
#include "tools/cli.h"

enum { LINES_KEPT = 4096 };

struct lines {
    const char *name; /* of the file, for messages */
    FILE *file;
    unsigned long number; /* of the line read last, from 1 */
    enum cli_status status;
};

struct line {
    const char *name;     /* of the file */
    unsigned long number; /* from 1 */
    size_t length;        /* of 'text', which is also ended by a 0 */
    bool cut;             /* the line goes on after 'text' */
    bool ended;           /* by a line end, not by the end of the file */
    bool comment;         /* it starts with # */
    char text[LINES_KEPT + 1];
};

/*
 * Open a file, "-" being stdin, or report why not and return false.  What was
 * opened is to be closed; the status is that of all that was read from it:
 * CLI_BAD_INPUT for a folder, CLI_FAILURE where reading failed.
 */
bool lines_open(struct lines *lines, const char *path);
enum cli_status lines_close(struct lines *lines);

/* Read the next line; false at the end of the file, or where reading failed,
 * which is reported.  lines_next() skips comments. */
bool lines_read(struct lines *lines, struct line *line);
bool lines_next(struct lines *lines, struct line *line);

/* The bytes that a UTF-8 byte order mark takes at the beginning of a text: 3,
 * or 0 if there is none. */
size_t lines_mark(const char *text, size_t length);

/* What is wrong with a line, and at which column, from 1. */
struct lines_error {
    size_t column;
    char reason[BOARD_REASON_SIZE];
};

/*
 * Read the line as a position of the board, blanks behind it ignored. '*length'
 * is how many characters the position takes.  Return false and set '*error' if
 * it is none.  A diagram has '/' between its rows.  The empty board is an empty
 * line or '-'.
 */
bool lines_position(const struct line *line, struct board board,
                    struct position *pos, size_t *length,
                    struct lines_error *error);

/*
 * The same for a position and 'count' scores, with blanks before each.  Of a
 * diagram, whose cells may have blanks between them, the last words are the
 * scores.  Where 'count' is the width of the board, SOLVER_NO_MOVE is one, too.
 */
bool lines_scored_position(const struct line *line, struct board board,
                           struct position *pos, size_t *length, int count,
                           int *scores, struct lines_error *error);

/* How a line begins that has these moves: as '-' if there are none, so that
 * there is a first word. */
const char *lines_moves(const char *moves);

/* Whether no order of moves leads to a position that the line gives as cells;
 * to others, moves lead. */
bool lines_unreachable(const struct line *line, struct position pos);

/*
 * Read the line as a number of up to 64 bits, decimal or in hexadecimal after
 * 0x, with blanks around it.  '*at' is where it starts; at the end of the line
 * there is none, the line is blank, which is no error.
 */
bool lines_number(const struct line *line, uint64_t *number, size_t *at,
                  struct lines_error *error);

/* Print FILE:LINE:COLUMN: REASON to stderr. */
void lines_report(const struct line *line, const struct lines_error *error);

/* The same with a reason of one's own, from column 'column' on; returns
 * CLI_BAD_INPUT. */
enum cli_status lines_refuse(const struct line *line, size_t column,
                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a position of so many stones that a book of 'depth' plies does
 * not have. */
enum cli_status lines_refuse_for_book(const struct line *line, int ply,
                                      int depth);

#endif
