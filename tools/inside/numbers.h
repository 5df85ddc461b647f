/*
 * numbers_: the distinct numbers in a file.
 */
#ifndef INSIDE_NUMBERS_H
#define INSIDE_NUMBERS_H

#include <stddef.h>

#include "tools/cli.h"

struct numbers {
    uint64_t *values; /* to be freed; NULL after an error */
    size_t count;
};

/*
 * Read the numbers in a file, one a line; empty lines and lines that start with
 * # are skipped.  Reports all invalid lines and all repeated numbers.
 */
enum cli_status numbers_read(struct numbers *numbers, const char *path);

#endif
