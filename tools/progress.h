/*
 * progress_: a line on stderr that says how far a long run is.
 *
 * Nothing is printed unless stderr is a terminal.
 */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
    const char *title;
    size_t total;
    double started;
    double shown; /* when the line was last drawn */
    bool terminal;
};

void progress_start(struct progress *progress, const char *title, size_t total);

/* Say that 'done' of the total are done; redraws a few times a second. */
void progress_show(struct progress *progress, size_t done);

/* Wipe the line. */
void progress_end(struct progress *progress);

#endif
