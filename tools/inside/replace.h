/*
 * replace_: atomic replacement of files.
 *
 * Both functions create a temporary file in the folder of the target and remove
 * it before they return.  Until then SIGHUP, SIGINT, SIGQUIT and SIGTERM are
 * blocked, so that they cannot end the program; only SIGKILL or a crash of the
 * machine leaves the temporary file behind.  All other threads must block these
 * signals.
 */
#ifndef TOOLS_INSIDE_REPLACE_H
#define TOOLS_INSIDE_REPLACE_H

#include <stddef.h>

#include "tools/cli.h"

/*
 * Replace the file at 'path', or create it.  At any time 'path' names the
 * complete old file or the complete new one.  The permissions of the old file
 * are kept; a symbolic link is followed.  A signal that arrives during the
 * write cancels the replacement, and is delivered after the clean-up.
 *
 * Returns CLI_OK, or CLI_FAILURE with a message; 'path' is then unchanged.
 * Anything but a regular file is refused.
 */
enum cli_status replace_file(const char *path, const void *bytes, size_t size);

/* Check in advance whether replace_file() can create and replace files there.
 * Returns the same statuses, with the same messages. */
enum cli_status replace_check(const char *path);

#endif
