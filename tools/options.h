/*
 * options_: the common options of commands that search.
 * open_: what they describe: pools, solvers and books of the library.
 *
 * On failure the functions open_ report the error and return the exit status.
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <limits.h>

#include "lib/fourscore.h"
#include "tools/monitor.h"
#include "tools/value.h"

struct options {
    struct value_board board;
    const char *engine; /* a name, or NULL: the default */
    const char *book;   /* a file; NULL: the built-in one for its board */
    bool no_book;
    uint64_t table_bytes; /* 0: auto */
    int threads;          /* 0: all cores */
    double seconds;       /* limit for a position; 0: none */
    double total_seconds; /* for all of them; 0: any */
    uint64_t nodes;
    enum monitor_mode progress;
};

/* The options.  They set a struct options, with which the command's request
 * begins. */
extern const struct command_option options_board[], options_table[],
    options_engine[], options_books[], options_limits[], options_progress[];

/* ----------------------------------------------------------------- opening */

/* The number of threads given, or all cores if the engine can use them.  If it
 * was not given, pools and solvers have fewer threads where there is no room
 * for so many. */
int open_threads(const struct options *options);

/* Check that the table is safe with this number of threads. */
enum cli_status open_check_table(const struct options *options, int threads);

/* A pool that the monitor watches. */
struct open_watch {
    fourscore_pool *pool;
    /* Write the position of a query, given its 'user', with monitor_name(). */
    void (*name)(const void *context, const void *user,
                 char text[MONITOR_TEXT_SIZE]);
    const void *context;
    struct monitor_watch watch;
};

/*
 * Set 'watch->pool' to a pool of open_threads() threads or fewer, and let the
 * monitor watch it; or to NULL on failure.
 * '*config' says how the pool delivers answers; the options set its other
 * members.
 */
enum cli_status open_pool(const struct options *options,
                          struct fourscore_pool_config *config,
                          struct open_watch *watch);

/* End the watch, and free the pool. */
void open_close(struct open_watch *watch);

/* Set '*solver' to a solver whose searches run on this number of threads or
 * fewer, or to NULL on failure. */
enum cli_status open_solver(const struct options *options, int threads,
                            fourscore_solver **solver);

/* The name of the built-in book. */
extern const char open_builtin_book[];

/* Set '*book' to the book in a file, or to the built-in one. */
enum cli_status open_book(const char *path, fourscore_book **book);

/*
 * Set 'path' to a file or folder of the project: where the build has it, given
 * from the folder of the program, or where 'make install' put it.  Returns
 * 'path', or NULL if there is none.
 */
const char *open_find(const char *beside, const char *installed,
                      char path[PATH_MAX]);

/* The same for the book of 10 plies. */
const char *open_find_book(char path[PATH_MAX]);

/* Let options without a book name this one, if it is there and for their board.
 * 'path' must live as long as they do. */
void open_choose_book(struct options *options, char path[PATH_MAX]);

/* Start the monitor. */
enum cli_status open_monitor(const struct options *options);

#endif
