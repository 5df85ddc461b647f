/*
 * lines_: text files, line by line.
 *
 * A line ends with LF, CR LF or the end of the file, and may hold any bytes.  A
 * UTF-8 byte order mark before the first line is skipped; a file in UTF-16 has
 * no lines.  Lines that start with '#' are comments and are skipped, too, as is
 * the heading of 'gen --csv' or of the UCI data set.  Only the first LINES_KEPT
 * bytes of a line are kept, so memory is bounded; every position is much
 * shorter.
 */
#ifndef TOOLS_LINES_H
#define TOOLS_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/fourscore.h"
#include "lib/json/json.h"
#include "tools/cli.h"

enum { LINES_KEPT = 4096 };
/* Of a line that was cut; its value is LINES_KEPT. */
#define LINES_TOO_LONG "this is too long; at most %d bytes are read"

struct lines {
    const char *name;     /* of the file, for messages */
    FILE *file;           /* NULL: it is not open */
    bool standard;        /* it is stdin, and stays open */
    unsigned long number; /* of the line read last, from 1 */
    enum cli_status status;
    size_t at, end; /* of what was read and is not yet a line */
    char buffer[1 << 14];
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
 * Open a file, or stdin for "-"; on failure reports the error, and there are no
 * lines.  lines_close() returns the status of that and of all reads:
 * CLI_BAD_INPUT for a folder or UTF-16, CLI_FAILURE if reading failed.
 */
void lines_open(struct lines *lines, const char *path);
MUST_CHECK enum cli_status lines_close(struct lines *lines);

/* Whether the next line is not there yet, so that reading it waits. */
bool lines_wait(const struct lines *lines);

/* Read the next line.  Returns false at the end of the file, or if reading
 * failed, which is reported, as UTF-16 is.  lines_next() skips comments and
 * headings. */
MUST_CHECK bool lines_read(struct lines *lines, struct line *line);
MUST_CHECK bool lines_next(struct lines *lines, struct line *line);

/* Answer each line that lines_next() reads by what 'answer' prints or, if it
 * fails, by an empty line, up to a signal or until writing fails.  Returns the
 * worst status. */
MUST_CHECK enum cli_status
lines_answer(const char *path,
             enum cli_status (*answer)(void *context, const struct line *line),
             void *context);

/* For --help of commands that do so. */
#define LINES_ANSWER_NOTE                                                      \
    "An invalid line is reported on stderr as FILE:LINE:COLUMN: REASON, and "  \
    "an empty line is printed for it; the exit status is then 1."

/* Set '*line' to an argument, or to the beginning of one that is longer;
 * 'name' may be NULL. */
void lines_set(struct line *line, const char *name, unsigned long number,
               const char *text);

/* Put the file of a line, as "file", and its number, as "line", into an object;
 * nothing if the line has no name. */
void lines_put_place(struct json *json, const struct line *line);

/* Read the bytes of a file, or of stdin for "-", up to 'room' of them.  On
 * failure reports the error and returns the status. */
MUST_CHECK enum cli_status lines_read_bytes(const char *path, void *bytes,
                                            size_t room, size_t *size);

/* Blanks separate words. */
bool lines_is_blank(char c);

/* The offset of the first character from 'at' on that is not a blank, or that
 * is one; the end of the line if there is none. */
size_t lines_skip_blanks(const struct line *line, size_t at);
size_t lines_skip_word(const struct line *line, size_t at);

/* Set '*error' to a reason and the offset of what is wrong.  Returns false. */
bool lines_fail(struct fourscore_error *error, size_t at, const char *format,
                ...) __attribute__((format(printf, 3, 4)));

/* Print FILE:LINE:COLUMN: REASON to stderr.  Returns CLI_BAD_INPUT. */
enum cli_status lines_report(const struct line *line,
                             const struct fourscore_error *error);

/* Same with a given offset and reason. */
enum cli_status lines_refuse(const struct line *line, size_t at,
                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
