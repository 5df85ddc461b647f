/*
 * sample_: a random sample of lines, without replacement, all of them equally
 * likely.
 *
 * The sample depends only on the seed and the number of lines.  One thread at a
 * time may use a sample.
 */
#ifndef TOOLS_SOLVE_SAMPLE_H
#define TOOLS_SOLVE_SAMPLE_H

#include "tools/lines.h"

/* A line of the sample. */
struct sample_line {
    uint64_t order; /* among all lines, from 1 */
    int file;
    unsigned long number;
    const char *name;
    bool cut;
    size_t length;
    char *text;
};

struct sample {
    uint64_t wanted; /* size of the sample, at least 1 */
    uint64_t random; /* initially the seed */
    uint64_t seen;   /* lines so far */
    size_t count, room;
    struct sample_line *lines;
    uint64_t bytes, max_bytes; /* of the texts; of all that it may take */
};

/* Take or skip the next line, of file number 'file'.  Returns false if the
 * sample takes more memory than the process may use. */
bool sample_offer(struct sample *sample, int file, const struct line *line);

/* Sort the lines of the sample in the order in which they were read. */
void sample_sort(struct sample *sample);

/* Set '*line' to a line of the sample. */
void sample_restore(const struct sample_line *chosen, struct line *line);

void sample_free(struct sample *sample);

#endif
