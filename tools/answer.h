/*
 * answer_: what 'solve' computes for a position, and how it is printed.
 */
#ifndef TOOLS_ANSWER_H
#define TOOLS_ANSWER_H

#include "solver/solver.h"
#include "tools/json.h"
#include "tools/lines.h"

/* What to compute and print. */
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
    bool finished;    /* all that was requested is known */
    bool unreachable; /* no order of moves leads to the position */
    uint64_t nodes;
    uint64_t microseconds;
};

/* Compute the answer, within the limits of the solver. */
struct answer answer_find(const struct answer_request *request,
                          struct solver *solver, struct position pos);

/* Print " SCORE", or the scores of all moves; bounds for an unknown score. */
void answer_print_scores(const struct answer_request *request,
                         const struct answer *answer);

/* Print a line to stdout: the position as it was given, 'length' characters,
 * then the answer; or make a JSON object of these for json_print(). */
void answer_print(const struct answer_request *request,
                  const struct answer *answer, const char *text, size_t length);
json_t *answer_json(const struct answer_request *request,
                    const struct answer *answer, const char *text,
                    size_t length);

/* The JSON object for an invalid line. */
json_t *answer_json_error(const struct line *line,
                          const struct lines_error *error);

/* Print " 2", or " 2..5". */
void answer_print_bounds(FILE *out, struct solver_bounds bounds);

#endif
