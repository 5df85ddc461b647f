/*
 * pool_: threads that work on a stream of items, one solver each, with one
 * table.
 *
 * Threads work on items in any order; items are finished in the order of
 * submission.  The number of items in the pool is limited, so memory is
 * bounded.  A thread without an item helps threads whose items take long.
 */
#ifndef TOOLS_POOL_H
#define TOOLS_POOL_H

#include "tools/options.h"

struct pool;

struct pool_calls {
    size_t item_bytes;
    /* Work on an item, in any of the threads.  This function calls
     * monitor_begin() and monitor_end(). */
    void (*work)(void *context, struct monitor_search *search, void *item);
    /* Finish an item that has been worked on.  Called for one item at a time,
     * in order. */
    void (*finish)(void *context, void *item);
    void *context;
};

/*
 * Set '*pool' to a new pool of 'workers' workers, or of one worker whose solver
 * has 'threads' threads.  On failure reports the error and returns the exit
 * status.  Requires that the monitor has been started.
 */
enum cli_status pool_open(struct pool **pool, const struct options *options,
                          int workers, int threads,
                          const struct pool_calls *calls);

/*
 * Returns a free item with undefined contents, to be filled and passed to
 * pool_put(); waits while there is none.  Returns NULL if the work is stopped
 * (monitor_is_stopped()).  Both must be called by the same thread.
 */
void *pool_get(struct pool *pool);
void pool_put(struct pool *pool);

/* Wait until all items are finished or, if the work is stopped, those that
 * threads were working on.  Returns whether all items are finished. */
bool pool_wait(struct pool *pool);

void pool_close(struct pool *pool);

/* Any solver of the pool, for its table and engine. */
struct solver *pool_solver(const struct pool *pool);

#endif
