/*
 * output_: when the output that commands print to stdout is written; and files
 * that are replaced.
 *
 * Unless stdout is a terminal, nothing is written before output_flush() or
 * output_end_line().  So failures occur in these functions, which keep errno
 * for output_finish().
 */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/json/json.h"
#include "tools/cli.h"

/* Call this once, before anything is printed.  After it, writing to a closed
 * pipe or beyond the file size limit is an error and not a signal. */
void output_open(void);

/*
 * End a line.  The line is written now, unless stdout is a regular file: then
 * about 32 KiB of lines are written at a time.  Returns false if writing has
 * failed.
 */
bool output_end_line(void);

/* The same, but a line for a pipe may wait for others: until there are some
 * 4 KiB, or for the monitor, which writes them every 0.05 s. */
bool output_add_line(void);

/* Write what waits if that takes no time, also where another thread waits for
 * the reader. */
void output_write_soon(void);

/* The length of what is not broken at the beginning of a text, such as the one
 * to the next blank or line end. */
typedef size_t output_word(const char *text);
output_word output_plain_word;

/* Print a line of text from 'column' on, in lines of at most 79 columns;
 * further ones begin at 'indent'. */
void output_words(const char *text, int column, int indent, output_word *word);

/* Print several lines so, but those that start with a blank as they are. */
void output_text(const char *text, output_word *word);

/* Print a JSON value on a line of its own, whole or not at all, and release it.
 * If memory ran out, reports that and returns CLI_FAILURE. */
MUST_CHECK enum cli_status output_json(struct json *json);

/* Write what has been printed.  Any thread may call. */
void output_flush(void);

/* Whether writing has failed. */
bool output_failed(void);

/*
 * Flush stdout, and return 'status'.  On failure, such as a full disk, reports
 * it and returns CLI_FAILURE.  A closed pipe ends the process by SIGPIPE.
 */
MUST_CHECK enum cli_status output_finish(enum cli_status status);

/* Replace a file as os_replace_begin() of os/program/program.h says, or check
 * in advance whether that is possible.  Both report errors and return
 * CLI_FAILURE then. */
MUST_CHECK enum cli_status output_replace(const char *path, const void *bytes,
                                          size_t size);
MUST_CHECK enum cli_status output_check(const char *path);

#endif
