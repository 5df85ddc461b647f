/*
 * open_: what the options of a command describe: pools, solvers and books of
 * the library.
 *
 * On failure these functions report the error and return the exit status.
 */
#ifndef TOOLS_OPEN_H
#define TOOLS_OPEN_H

#include "lib/fourscore.h"
#include "tools/monitor.h"
#include "tools/options.h"

/* The number of threads given, or all cores if the engine can use them.  If it
 * was not given, pools and solvers have fewer threads where there is no room
 * for so many. */
int open_threads(const struct options *options);

/* Check that the table is safe with this number of threads. */
enum cli_status open_check_table(const struct options *options, int threads);

/*
 * Set '*pool' to a pool of open_threads() threads or fewer, or to NULL on
 * failure.
 * '*config' says how the pool delivers answers; the options set its other
 * members.
 */
enum cli_status open_pool(const struct options *options,
                          struct fourscore_pool_config *config,
                          fourscore_pool **pool);

/* Set '*solver' to a solver whose searches run on this number of threads or
 * fewer, or to NULL on failure. */
enum cli_status open_solver(const struct options *options, int threads,
                            fourscore_solver **solver);

/* The name of the built-in book. */
extern const char open_builtin_book[];

/* Set '*book' to the book in a file, or to the built-in one. */
enum cli_status open_book(const char *path, fourscore_book **book);

/* Start the monitor. */
enum cli_status open_monitor(const struct options *options);

/* A pool that the monitor watches. */
struct open_watch {
    fourscore_pool *pool;
    /* Write the position of a query, given its 'user', with monitor_name(). */
    void (*name)(const void *context, const void *user,
                 char text[MONITOR_TEXT_SIZE]);
    const void *context;
    struct monitor_watch watch;
};

/* Let the monitor watch a pool, and end that: before the pool is freed. */
void open_watch_pool(struct open_watch *watch);
void open_unwatch(void);

#endif
