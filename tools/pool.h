/*
 * pool_: threads that work on a stream of items, one solver each, with one
 * table.
 *
 * Items are worked on in any order and finished in the order they came.  There
 * is room for so many at a time, so memory stays bounded whatever comes, and
 * a thread without an item helps those whose item takes long.
 */
#ifndef TOOLS_POOL_H
#define TOOLS_POOL_H

#include "tools/options.h"

struct pool;

struct pool_calls {
    size_t item_bytes;
    /* Work on an item, in any of the threads.  monitor_begin() and
     * monitor_end() are up to it. */
    void (*work)(void *context, struct monitor_search *search, void *item);
    /* Finish an item that was worked on; one at a time, in order. */
    void (*finish)(void *context, void *item);
    void *context;
};

/*
 * Set '*pool' to a new pool of so many workers, or of one whose solver has
 * several threads; or report why not and return what to exit with.  The monitor
 * has been started.
 */
enum cli_status pool_open(struct pool **pool, const struct options *options,
                          int workers, int threads,
                          const struct pool_calls *calls);

/*
 * A free item, whatever was in it, to be filled and given to pool_put(); waits
 * while there is none.  NULL if the work is stopped
 * (monitor_is_stopped()).  One thread calls
 * both.
 */
void *pool_get(struct pool *pool);
void pool_put(struct pool *pool);

/* Wait until all items are finished, or those that were being worked on when
 * the work was stopped.  Returns whether all are. */
bool pool_wait(struct pool *pool);

void pool_close(struct pool *pool);

/* Any of its solvers, for what they have in common. */
struct solver *pool_solver(const struct pool *pool);

#endif
