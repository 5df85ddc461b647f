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

/* Write the position of a query, given its 'user', with monitor_name(). */
typedef void search_name(const void *context, const void *user,
                         char text[MONITOR_TEXT_SIZE]);

/*
 * A pool of options_threads() threads or fewer, which the monitor watches, one
 * at a time.  'config' says how it delivers answers; the options set its other
 * members.  'name' is called with 'context'; NULL: every user begins with a
 * string, its position.  search_close_pool() ends the watch and the monitor's
 * job, and frees the pool.
 */
fourscore_pool *search_open_pool(const struct options *options,
                                 struct fourscore_pool_config config,
                                 search_name *name, const void *context);
void search_close_pool(fourscore_pool *pool);

/* A seed of random numbers that differs each time. */
uint64_t search_new_seed(void);

/* A solver whose searches run on this number of threads or fewer. */
fourscore_solver *search_new_solver(const struct options *options, int threads);

/* The same on options_threads() threads or fewer; the monitor ends its searches
 * if they are given '*cancel'.  To be freed by search_close_solver(). */
fourscore_solver *search_open_solver(const struct options *options,
                                     fourscore_cancel **cancel);
void search_close_solver(fourscore_solver *solver, fourscore_cancel *cancel);

/* The book in a file, or the built-in one. */
fourscore_book *search_open_book(const char *path);

/* Start the monitor. */
void search_start_monitor(const struct options *options);

#endif
