/*
 * crew_: threads that work on a stream of items, one solver each, with one
 * table.
 *
 * Items are worked on in any order and finished in the order they came.  There
 * is room for so many at a time, so memory stays bounded whatever comes, and
 * a thread without an item helps those whose item takes long.
 */
#ifndef TOOLS_CREW_H
#define TOOLS_CREW_H

#include "tools/options.h"

struct crew;

struct crew_calls {
    size_t item_bytes;
    /* Work on an item, in any of the threads.  monitor_begin() and
     * monitor_end() are up to it. */
    void (*work)(void *context, struct monitor_search *search, void *item);
    /* Finish an item that was worked on; one at a time, in order. */
    void (*finish)(void *context, void *item);
    void *context;
};

/*
 * Set '*crew' to a new crew of so many workers, or of one whose solver has
 * several threads; or report why not and return what to exit with.  The monitor
 * has been started.
 */
enum cli_status crew_open(struct crew **crew, const struct options *options,
                          int workers, int threads,
                          const struct crew_calls *calls);

/*
 * A free item, whatever was in it, to be filled and given to crew_put(); waits
 * while there is none.  NULL if a signal has ended the work.  One thread calls
 * both.
 */
void *crew_get(struct crew *crew);
void crew_put(struct crew *crew);

/* Wait until all items are finished, or those that were being worked on when a
 * signal came. */
void crew_wait(struct crew *crew);

void crew_close(struct crew *crew);

/* Any of its solvers, for what they have in common. */
struct solver *crew_solver(const struct crew *crew);

#endif
