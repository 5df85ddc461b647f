/*
 * cli_: what the commands share: exit statuses, messages, numbers in them.
 *
 * The command's name, which messages start with, is set once; all else any
 * thread may call.
 */
#ifndef TOOLS_CLI_H
#define TOOLS_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tt/sizing.h"

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
enum cli_status cli_worse(enum cli_status a, enum cli_status b);

enum { CLI_COMMAND_SIZE = 64 };

/* Set what messages start with: the command with those above it, such as
 * "fourscore book build"; before, it is "fourscore". */
void cli_set_command(const char *path);

/* Print "COMMAND: MESSAGE" to stderr. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Print a line to stderr as it is. */
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* As cli_error(), with the hint at --help that follows bad usage; returns it.
 */
enum cli_status cli_usage_error(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Report that a file cannot be read, for the reason that errno has.  Returns
 * CLI_BAD_INPUT for a folder, else CLI_FAILURE. */
enum cli_status cli_read_error(const char *name);

/* The hint alone, for what has been reported. */
enum cli_status cli_bad_option(void);

/*
 * Flush stdout.  A failure, such as a full disk, is reported, and CLI_FAILURE
 * returned in place of 'status'; but a closed pipe ends the process by SIGPIPE.
 */
enum cli_status cli_finish(enum cli_status status);

enum { CLI_COUNT_SIZE = 40, CLI_BYTES_SIZE = 48 };

/* A 128-bit number in decimal; bytes in the largest unit that has some. */
const char *cli_format_count(tt_count count, char text[CLI_COUNT_SIZE]);
const char *cli_format_bytes(tt_count bytes, char text[CLI_BYTES_SIZE]);

/* A size as options take it, rounded up to two decimals: "8.44M". */
const char *cli_format_size(uint64_t bytes, char text[CLI_BYTES_SIZE]);

/* The word for one, or for any other count. */
const char *cli_plural(tt_count count, const char *one, const char *many);
const char *cli_plies(int count); /* "ply", "plies" */

#endif
