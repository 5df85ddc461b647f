/*
 * replace_: files that are written anew as a whole, or not at all.
 */
#ifndef TOOLS_REPLACE_H
#define TOOLS_REPLACE_H

#include <stddef.h>

#include "tools/cli.h"

/*
 * Put a file in the place of another one, or where there is none, in one step:
 * at any moment there is the old one or the new one.  It keeps its permissions,
 * and a link to it stays one.  CLI_OK; or CLI_FAILURE, reported, also where
 * something is in its place that is no file: it is untouched then.
 */
enum cli_status replace_file(const char *path, const void *bytes, size_t size);

/* Whether replace_file() could do so, as far as can be known beforehand;
 * reports and returns what it would. */
enum cli_status replace_check(const char *path);

#endif
