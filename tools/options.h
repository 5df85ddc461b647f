/*
 * options_: the common options of commands that search.
 * search_: pools, solvers and books of the library as these options describe
 * them, watched by the monitor.
 *
 * What cannot be opened is reported, and ends the program: see command_stop().
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <limits.h>

#include "lib/fourscore.h"
#include "tools/command.h"
#include "tools/monitor.h"

struct options {
    struct value_board board;
    int first_column;   /* the number of the leftmost one, 1 or 0 */
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
extern const struct command_option options_board[], options_first_column[],
    options_table[], options_engine[], options_books[], options_limits[],
    options_progress[];

/* The notation in which positions are given. */
int options_notation(const struct options *options);

/* The number of threads given, or all cores if the engine can use them.  If it
 * was not given, pools and solvers have fewer threads where there is no room
 * for so many. */
int options_threads(const struct options *options);

/*
 * Set 'path' to a file or folder of the project: where the build has it, given
 * from the folder of the program, or where 'make install' put it.  Returns
 * 'path', or NULL if there is none.
 */
const char *options_find(const char *beside, const char *installed,
                         char path[PATH_MAX]);

/* The same for the book of 10 plies. */
const char *options_find_book(char path[PATH_MAX]);

/* Let options without a book name this one, if it is there and for their board.
 * One thread at a time may call. */
void options_choose_book(struct options *options);

/* ------------------------------------------------------- pools and solvers */

/* A pool that the monitor watches. */
struct search_watch {
    fourscore_pool *pool; /* NULL: not open */
    /* Write the position of a query, given its 'user', with monitor_name().
     * NULL: every user begins with a string, its position. */
    void (*name)(const void *context, const void *user,
                 char text[MONITOR_TEXT_SIZE]);
    const void *context;
    struct monitor_watch watch;
};

/*
 * Set 'watch->pool' to a pool of options_threads() threads or fewer, and let
 * the monitor watch it.  'config' says how the pool delivers answers; the
 * options set its other members.
 */
void search_open_pool(const struct options *options,
                      struct fourscore_pool_config config,
                      struct search_watch *watch);

/* End the watch, and free the pool. */
void search_close_pool(struct search_watch *watch);

/* Set '*answer' to that of a pool which holds no other query.  Returns false if
 * the pool was cancelled before. */
MUST_CHECK bool search_ask(fourscore_pool *pool,
                           const struct fourscore_query *query,
                           struct fourscore_answer *answer);

/* A seed of random numbers that differs each time. */
uint64_t search_new_seed(void);

/* A solver whose searches run on this number of threads or fewer. */
fourscore_solver *search_new_solver(const struct options *options, int threads);

/* A solver whose searches the monitor ends, if they are given 'cancel'. */
struct search_solver {
    fourscore_solver *handle;
    fourscore_cancel *cancel;
    struct monitor_watch watch;
};

/* Open a solver on options_threads() threads or fewer. */
void search_open_solver(const struct options *options,
                        struct search_solver *search);
void search_close_solver(struct search_solver *search);

/* The book in a file, or the built-in one. */
fourscore_book *search_open_book(const char *path);

/* Start the monitor. */
void search_start_monitor(const struct options *options);

#endif
