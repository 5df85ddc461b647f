/*
 * replace_: atomic replacement of files, as os/program/file.h describes it,
 * with messages.
 *
 * Both functions return CLI_OK, or CLI_FAILURE with a message.
 */
#ifndef TOOLS_INSIDE_REPLACE_H
#define TOOLS_INSIDE_REPLACE_H

#include <stddef.h>

#include "tools/cli.h"

enum cli_status replace_file(const char *path, const void *bytes, size_t size);
enum cli_status replace_check(const char *path);

#endif
