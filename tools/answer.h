/*
 * answer_: what 'solve' finds out about a position, and how it prints that.
 */
#ifndef TOOLS_ANSWER_H
#define TOOLS_ANSWER_H

#include "solver/solver.h"
#include "tools/json.h"
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

/* Print " SCORE", or with all moves as many: bounds where a score is not known.
 */
void answer_print_scores(const struct answer_request *request,
                         const struct answer *answer);

/* Print a line to stdout: the 'length' characters that the position was given
 * as, then what was requested; or make an object of that for json_print(). */
void answer_print(const struct answer_request *request,
                  const struct answer *answer, const char *text, size_t length);
json_t *answer_json(const struct answer_request *request,
                    const struct answer *answer, const char *text,
                    size_t length);

/* The object that is printed for an invalid line. */
json_t *answer_json_error(const struct line *line,
                          const struct lines_error *error);

/* Print " 2", or " 2..5". */
void answer_print_bounds(FILE *out, struct solver_bounds bounds);

#endif
