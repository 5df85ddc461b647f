/*
 * npz_: arrays of NumPy, as numpy.load() reads them.
 *
 * An array is built row by row in memory; npz_write() puts arrays into a zip
 * file.  The arrays are not compressed, so that the file is the same with every
 * zlib.
 */
#ifndef TOOLS_GEN_NPZ_H
#define TOOLS_GEN_NPZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct npz_array {
    const char *name;
    int bytes;    /* of an integer: 1 or 2; of a text: its length */
    bool text;    /* else signed integers */
    int shape[2]; /* of a row; 0: no such dimension */

    FILE *stream; /* of the values, and what it has written */
    char *values;
    size_t size;
    uint64_t rows;
};

/* Whether the program has this format, and what it is, for --help. */
extern const bool npz_exists;
extern const char npz_about[];

/* Begin an array whose members above 'stream' are set.  Returns false if out of
 * memory. */
bool npz_open(struct npz_array *array);

/* Add a row of integers, or a text, which is padded with zeros. */
void npz_add(struct npz_array *array, const int *row);
void npz_add_text(struct npz_array *array, const char *text);

/* Make a zip file of the arrays: '*bytes', to be freed, and '*size'.  Returns
 * false if that, or an earlier call for one of the arrays, has failed. */
bool npz_write(struct npz_array *arrays, int count, char **bytes, size_t *size);

void npz_close(struct npz_array *array);

#endif
