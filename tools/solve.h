/*
 * solve_: the positions of files, solved by a pool of threads and printed in
 * their order.
 */
#ifndef TOOLS_SOLVE_H
#define TOOLS_SOLVE_H

#include "tools/options.h"
#include "tools/sample.h"
#include "tools/summary.h"

struct solve {
    struct options options;
    struct answer_request request;
    bool json, check, fresh;
    struct sample sample; /* wanted 0: all lines */

    /* The result so far. */
    _Atomic enum cli_status status;
    struct summary summary;
    bool cut;     /* the run ended before all lines were begun */
    bool starved; /* there is no memory for the sample */
};

/* Solve the lines of files, or of stdin if there are no files. */
enum cli_status solve_paths(struct solve *solve, int count, char **paths);

/* A line, an item of the pool, and the functions that the pool calls with it;
 * 'context' is the struct solve. */
struct solve_item {
    struct line line;
    int file; /* its number, from 0 */
    bool valid;
    struct lines_error error; /* if not valid */
    enum check_slip slip;
    size_t length;                 /* of the position in the line */
    int expected[BOARD_MAX_WIDTH]; /* with --check */
    struct answer answer;
};

void solve_work_on_item(void *context, struct monitor_search *search,
                        void *work);
void solve_finish_item(void *context, void *finished);

#endif
