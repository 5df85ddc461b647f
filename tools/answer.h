/*
 * answer_: how 'solve' prints what it has found.
 */
#ifndef TOOLS_ANSWER_H
#define TOOLS_ANSWER_H

#include "tools/output.h"
#include "tools/positions.h"

/* What to compute and print. */
struct answer_request {
    int goal; /* FOURSCORE_STRONG or FOURSCORE_WEAK */
    bool all_moves, best, pv;
    bool effort; /* nodes and microseconds */
};

/* The query for a request, without a position. */
struct fourscore_query answer_query(const struct answer_request *request);

/* Write columns, from 1, as a move string. */
const char *answer_columns(const int *columns, int count,
                           char text[FOURSCORE_MAX_CELLS + 1]);

/* An answer, and what it is about. */
struct answer {
    const char *text; /* the position as it was given */
    size_t length;    /* of it */
    const struct fourscore_answer *found;
};

/* Whether no order of moves leads to the position. */
bool answer_is_unreachable(const struct fourscore_answer *found);

/* The scores in an answer: that of the position, or one for each column.
 * Returns their number. */
int answer_scores(const struct answer_request *request,
                  const struct answer *answer,
                  const struct fourscore_bounds **scores);

/* Print " SCORE", or the scores of all moves; bounds for an unknown score. */
void answer_print_scores(const struct answer_request *request,
                         const struct answer *answer);

/* Print a line to stdout: the position as it was given, then the answer; or add
 * these to the JSON object that is open. */
void answer_print(const struct answer_request *request,
                  const struct answer *answer);
void answer_json(struct json *json, const struct answer_request *request,
                 const struct answer *answer);

/* Print the JSON object for an invalid line, as output_json() does. */
enum cli_status answer_print_json_error(const struct line *line,
                                        const struct lines_error *error);

/* The result of checking a line. */
enum answer_result {
    ANSWER_RIGHT,
    ANSWER_WRONG,
    ANSWER_UNFINISHED, /* the expected score is within the known bounds */
    ANSWER_INVALID,
    ANSWER_RESULTS
};

/*
 * Compare an answer with the expected scores: one score, or one for each column
 * if all moves were requested.  For a weak request the expected scores may be
 * weak or exact.
 */
enum answer_result answer_check(const struct answer_request *request,
                                const struct answer *answer,
                                const int *expected);

/*
 * Print a wrong line to stdout as
 *
 *     FILE:LINE: POSITION: expected SCORES, found SCORES
 *
 * or add it to an object that is open.
 */
void answer_print_wrong(const struct answer_request *request,
                        const struct answer *answer, const int *expected,
                        const struct line *line);
void answer_json_wrong(struct json *json, const struct answer_request *request,
                       const struct answer *answer, const int *expected,
                       const struct line *line);

#endif
