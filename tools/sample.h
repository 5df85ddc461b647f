/*
 * sample_: lines chosen at random from all that are read, each with the same
 * chance, none twice.
 *
 * The choice follows from the seed and the number of lines.  One thread at a
 * time may use a sample.
 */
#ifndef TOOLS_SAMPLE_H
#define TOOLS_SAMPLE_H

#include "tools/lines.h"

/* A line that was chosen. */
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
    uint64_t wanted; /* how many lines, at least 1 */
    uint64_t random; /* the seed at first */
    uint64_t seen;   /* lines so far */
    size_t count, room;
    struct sample_line *lines;
    uint64_t bytes, max_bytes; /* of the texts; of all that it may take */
};

/* Choose or pass over the next line, of file number 'file'; false if that takes
 * more memory than there is (os/machine.h). */
bool sample_offer(struct sample *sample, int file, const struct line *line);

/* Put the lines that were chosen into the order in which they came. */
void sample_sort(struct sample *sample);

/* Set '*line' to what the line was that was chosen. */
void sample_restore(const struct sample_line *chosen, struct line *line);

void sample_free(struct sample *sample);

#endif
