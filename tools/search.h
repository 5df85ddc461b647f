/*
 * search_: pools, solvers and books of the library, as the options describe
 * them, and watched by the monitor.
 *
 * On failure the functions report the error and return the exit status.
 */
#ifndef TOOLS_SEARCH_H
#define TOOLS_SEARCH_H

#include "tools/options.h"

/* A pool that the monitor watches. */
struct search_watch {
    fourscore_pool *pool;
    /* Write the position of a query, given its 'user', with monitor_name().
     * NULL: every user begins with a string, its position. */
    void (*name)(const void *context, const void *user,
                 char text[MONITOR_TEXT_SIZE]);
    const void *context;
    struct monitor_watch watch;
};

/*
 * Set 'watch->pool' to a pool of options_threads() threads or fewer, and let
 * the monitor watch it; or to NULL on failure.
 * '*config' says how the pool delivers answers; the options set its other
 * members.
 */
MUST_CHECK enum cli_status
search_open_pool(const struct options *options,
                 struct fourscore_pool_config *config,
                 struct search_watch *watch);

/* End the watch, and free the pool. */
void search_close_pool(struct search_watch *watch);

/* A seed of random numbers that differs each time. */
uint64_t search_new_seed(void);

/* Set '*solver' to a solver whose searches run on this number of threads or
 * fewer, or to NULL on failure. */
MUST_CHECK enum cli_status search_new_solver(const struct options *options,
                                             int threads,
                                             fourscore_solver **solver);

/* A solver whose searches the monitor ends, if they are given 'cancel'. */
struct search_solver {
    fourscore_solver *handle;
    fourscore_cancel *cancel;
    struct monitor_watch watch;
};

/* Open a solver on options_threads() threads or fewer.  The caller must close
 * it, also on failure. */
MUST_CHECK enum cli_status search_open_solver(const struct options *options,
                                              struct search_solver *search);
void search_close_solver(struct search_solver *search);

/* Set '*book' to the book in a file, or to the built-in one. */
MUST_CHECK enum cli_status search_open_book(const char *path,
                                            fourscore_book **book);

/* Start the monitor. */
MUST_CHECK enum cli_status search_start_monitor(const struct options *options);

#endif
