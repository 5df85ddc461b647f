/*
 * solve_: the positions of files, solved by a pool of threads and printed in
 * their order.
 *
 * One thread reads lines and submits the text of the positions to the pool; for
 * a line that is wrong otherwise, a query for nothing.  The pool returns the
 * answers in the same order, to a function that prints them.
 */
#ifndef TOOLS_SOLVE_SOLVE_H
#define TOOLS_SOLVE_SOLVE_H

#include "tools/options.h"
#include "tools/solve/sample.h"
#include "tools/solve/summary.h"

/* A line on its way through the pool. */
struct solve_item {
    struct line line;
    int file;                          /* its number, from 0 */
    bool split;                        /* what follows the position is valid */
    size_t length;                     /* of the position in the line */
    int expected[FOURSCORE_MAX_WIDTH]; /* with --check */
};

struct solve {
    struct options options;
    struct answer_request request;
    bool json, check, fresh;
    struct sample sample; /* wanted 0: all lines */

    fourscore_pool *pool;
    struct solve_item *items; /* used in turn */
    size_t item;              /* the next one */

    /* The result so far. */
    _Atomic enum cli_status status;
    struct summary summary;
    _Atomic bool cut; /* the run ended before all lines were begun */
    bool starved;     /* there is no memory for the sample */
};

/* Solve the lines of files, or of stdin if there are no files. */
enum cli_status solve_paths(struct solve *solve, int count, char **paths);

/* The size of the pool: enough lines for the other threads while one line takes
 * a few hundred milliseconds. */
enum { SOLVE_CAPACITY = 256 };

/* One more item than the pool holds: when a line has been submitted, the item
 * that is used next is no longer in the pool. */
enum { SOLVE_ITEMS = SOLVE_CAPACITY + 1 };

/* Submit the line of an item to the pool.  Returns false if the
 * run is stopped. */
bool solve_submit_item(struct solve *solve, struct solve_item *item);

/* Print an answer to the 'user', an item; 'context' is the struct solve. */
void solve_print_answer(void *context, const struct fourscore_answer *found);

#endif
