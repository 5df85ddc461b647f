/*
 * answer_: what 'solve' finds out about a position, and how it prints that.
 */
#ifndef TOOLS_ANSWER_H
#define TOOLS_ANSWER_H

#include "solver/solver.h"
#include "tools/lines.h"

/* What is to be found, and printed. */
struct answer_request {
    enum solver_goal goal;
    bool all_moves, best, pv;
    bool effort; /* nodes and microseconds */
};

struct answer {
    struct position pos;
    struct solver_bounds score;
    struct solver_bounds move_scores[BOARD_MAX_WIDTH];
    struct solver_best best;
    int pv[BOARD_MAX_CELLS];
    int pv_length;
    bool finished;    /* all that was requested for is known */
    bool unreachable; /* no order of moves leads to the position */
    uint64_t nodes;
    uint64_t microseconds;
};

/* Search, within the limits of the solver. */
struct answer answer_find(const struct answer_request *request,
                          struct solver *solver, struct position pos);

/* Print a line to stdout: the 'length' characters that the position was given
 * as, then what was requested for. */
void answer_print(const struct answer_request *request,
                  const struct answer *answer, const char *text, size_t length);
enum cli_status answer_print_json(const struct answer_request *request,
                                  const struct answer *answer, const char *text,
                                  size_t length);

/* Print what is wrong with a line in the place of its answer. */
enum cli_status answer_print_json_error(const struct line *line,
                                        const struct lines_error *error);

/* Print " 2", or " 2..5". */
void answer_print_bounds(FILE *out, struct solver_bounds bounds);

#endif
