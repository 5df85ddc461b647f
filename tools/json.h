/*
 * json_: JSON that is printed whole or not at all.
 */
#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include "lib/json/value.h"
#include "tools/cli.h"

/* Print an object or an array on a line of its own, and release it.  For NULL
 * reports that memory ran out and returns CLI_FAILURE. */
enum cli_status json_print(json_t *value, size_t flags);

#endif
