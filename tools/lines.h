/*
 * lines_: positions and numbers read from text files, line by line.
 *
 * A line ends with LF, CR LF or the end of the file, and may hold any bytes.  A
 * UTF-8 byte order mark before the first line is skipped.  Lines that start
 * with '#' are comments and are skipped, too.  Only the first LINES_KEPT bytes
 * of a line are kept, so memory is bounded; every position is much shorter.
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
    size_t length;        /* of 'text', which also ends with a 0 */
    bool cut;             /* the line is longer than 'text' */
    bool ended;           /* by a line end, not by the end of the file */
    bool comment;         /* it starts with # */
    char text[LINES_KEPT + 1];
};

/*
 * Open a file, or stdin for "-"; on failure report the error and return false.
 * lines_close() returns the status of all reads: CLI_BAD_INPUT for a folder,
 * CLI_FAILURE if reading failed.
 */
bool lines_open(struct lines *lines, const char *path);
enum cli_status lines_close(struct lines *lines);

/* Read the next line.  Returns false at the end of the file, or if reading
 * failed, which is reported.  lines_next() skips comments. */
bool lines_read(struct lines *lines, struct line *line);
bool lines_next(struct lines *lines, struct line *line);

/* The size of the UTF-8 byte order mark at the beginning of a text: 3 bytes, or
 * 0 if there is none. */
size_t lines_mark(const char *text, size_t length);

/* What is wrong with a line, and at which column, from 1. */
struct lines_error {
    size_t column;
    char reason[BOARD_REASON_SIZE];
};

/*
 * Parse the line as a position of the board; blanks after it are ignored.  Sets
 * '*length' to the number of characters of the position.  On failure returns
 * false and sets '*error'.  A diagram has '/' between its rows.  The empty
 * board is an empty line or '-'.
 */
bool lines_position(const struct line *line, struct board board,
                    struct position *pos, size_t *length,
                    struct lines_error *error);

/*
 * Same for a position and 'count' scores, with blanks before each score.  Since
 * the cells of a diagram may have blanks between them, the last 'count' words
 * are the scores.  If 'count' is the width of the board, SOLVER_NO_MOVE is a
 * valid score.
 */
bool lines_scored_position(const struct line *line, struct board board,
                           struct position *pos, size_t *length, int count,
                           int *scores, struct lines_error *error);

/* The moves as the first word of a line: "-" if there are none. */
const char *lines_moves(const char *moves);

/* Whether the line has a diagram or list of a position that no order of moves
 * leads to. */
bool lines_unreachable(const struct line *line, struct position pos);

/*
 * Parse the line as a number of up to 64 bits, in decimal, or in hexadecimal
 * after 0x, with optional blanks around it.  Sets '*at' to the offset of the
 * number; in a blank line, which is no error, this is the end of the line.
 */
bool lines_number(const struct line *line, uint64_t *number, size_t *at,
                  struct lines_error *error);

/* Print FILE:LINE:COLUMN: REASON to stderr. */
void lines_report(const struct line *line, const struct lines_error *error);

/* Same with a given reason and column.  Returns CLI_BAD_INPUT. */
enum cli_status lines_refuse(const struct line *line, size_t column,
                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Same for a position of 'ply' stones that is not in a book of 'depth' plies.
 */
enum cli_status lines_refuse_for_book(const struct line *line, int ply,
                                      int depth);

#endif
