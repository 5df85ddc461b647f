/*
 * replace_: writes a file as a whole or not at all.
 *
 * Both functions create a temporary file beside the target and remove it before
 * they return.  SIGHUP, SIGINT, SIGQUIT and SIGTERM are blocked meanwhile, so
 * that they cannot end the program between the two; only SIGKILL or a crash of
 * the machine leaves the temporary file behind.  Requires that no other thread
 * takes these signals.
 */
#ifndef TOOLS_REPLACE_H
#define TOOLS_REPLACE_H

#include <stddef.h>

#include "tools/cli.h"

/*
 * Replace the file at 'path', or create it, atomically: at any time 'path'
 * names the complete old file or the complete new one.  The permissions of the
 * old file are kept; a symbolic link is followed.  A signal that arrives while
 * the bytes are written cancels the replacement and then takes effect.
 *
 * Returns CLI_OK, or CLI_FAILURE with a message; 'path' is then unchanged.
 * Anything but a regular file is refused.
 */
enum cli_status replace_file(const char *path, const void *bytes, size_t size);

/* Check in advance whether replace_file() can create and replace files there.
 * Returns the same statuses, with the same messages. */
enum cli_status replace_check(const char *path);

#endif
