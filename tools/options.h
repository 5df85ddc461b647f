/*
 * options_: the common options of commands that search.
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <limits.h>

#include "lib/fourscore.h"
#include "tools/monitor.h"
#include "tools/value.h"

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
extern const struct command_option options_board[], options_reading[],
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
 * 'path' must live as long as they do. */
void options_choose_book(struct options *options, char path[PATH_MAX]);

#endif
