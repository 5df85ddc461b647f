/*
 * cli_: the exit statuses and messages of all commands.
 *
 * cli_set_command() and cli_before_messages() are called before other threads
 * start.  Any thread may call the other functions.
 */
#ifndef TOOLS_CLI_H
#define TOOLS_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "os/os.h"

enum cli_status {
    CLI_OK = 0,
    CLI_BAD_INPUT = 1,
    CLI_BAD_USAGE = 2,
    CLI_FAILURE = 3,      /* of the machine: memory, disk */
    CLI_UNFINISHED = 4,   /* a limit was reached */
    CLI_CHECK_FAILED = 5, /* wrong scores, unsafe tables */
};

/* The worse of two statuses, so that no later success hides a failure.  From
 * good to bad: CLI_OK, CLI_BAD_INPUT, CLI_UNFINISHED, CLI_CHECK_FAILED,
 * CLI_BAD_USAGE, CLI_FAILURE. */
MUST_CHECK enum cli_status cli_worse(enum cli_status a, enum cli_status b);

enum { CLI_COMMAND_SIZE = 64 };

/* Set the beginning of messages: the full name of the command, such as
 * "fourscore book build".  It is "fourscore" at first. */
void cli_set_command(const char *path);

/* Let all messages call a function before they are printed.  So stdout is
 * flushed, which keeps the order of both streams, and progress is erased; those
 * who do that are above this file. */
void cli_before_messages(void (*function)(void));

/* Print "COMMAND: MESSAGE" to stderr. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Same; returns 'status'. */
MUST_CHECK enum cli_status cli_fail(enum cli_status status, const char *format,
                                    ...) __attribute__((format(printf, 2, 3)));

/* Print a line to stderr as it is. */
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Same, followed by a hint at --help.  Returns CLI_BAD_USAGE. */
MUST_CHECK enum cli_status cli_usage_error(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Report that a file cannot be opened, with the reason in errno.  Returns
 * CLI_FAILURE if memory or descriptors ran out or the disk failed, else
 * CLI_BAD_INPUT. */
MUST_CHECK enum cli_status cli_open_error(const char *name);

/* Report that a file cannot be read or written, with the reason in errno.
 * Returns CLI_BAD_INPUT for a folder, else CLI_FAILURE. */
MUST_CHECK enum cli_status cli_system_error(const char *name);

/* Report how many things, such as "position", are not finished, if any; if
 * 'late', also that --total-time-limit left others that are not begun.  Returns
 * CLI_UNFINISHED if it reports. */
enum cli_status cli_unfinished(unsigned long count, const char *noun,
                               bool late);

/* Print only the hint at --help.  Returns CLI_BAD_USAGE. */
MUST_CHECK enum cli_status cli_bad_option(void);

/* A count of up to 128 bits. */
__extension__ typedef unsigned __int128 cli_count;

enum { CLI_COUNT_SIZE = 40, CLI_BYTES_SIZE = 48 };

/* A 128-bit number in decimal; bytes in the largest unit that gives at least 1.
 */
const char *cli_format_count(cli_count count, char text[CLI_COUNT_SIZE]);
const char *cli_format_bytes(cli_count bytes, char text[CLI_BYTES_SIZE]);

/* A size as options take it, rounded up to two decimals: "8.44M". */
const char *cli_format_size(uint64_t bytes, char text[CLI_BYTES_SIZE]);

/* Add to a text, as snprintf() writes: with its 0 it has room for 'size' bytes.
 */
void cli_append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The end of a noun behind a count: "" for 1, "s" for any other. */
#define CLI_S(count) ((count) == 1 ? "" : "s")
const char *cli_plies(int count); /* "ply", "plies" */

#endif
