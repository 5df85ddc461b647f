/*
 * numbers_: a file of different numbers, in memory.
 */
#ifndef TOOLS_NUMBERS_H
#define TOOLS_NUMBERS_H

#include <stddef.h>

#include "tools/cli.h"

struct numbers {
    uint64_t *values; /* to be freed; NULL after an error */
    size_t count;
};

/*
 * Read the numbers in a file, one a line; empty lines and lines that start with
 * # are skipped.  Bad lines, and numbers that were read before, are all
 * reported.
 */
enum cli_status numbers_read(struct numbers *numbers, const char *path);

#endif
