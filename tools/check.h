/*
 * check_: scores in files compared with those that a search finds.
 */
#ifndef TOOLS_CHECK_H
#define TOOLS_CHECK_H

#include "tools/answer.h"

/* What a line turns out to be. */
enum check_result {
    CHECK_RIGHT,
    CHECK_WRONG,
    CHECK_UNFINISHED, /* what is known of the score allows the one expected */
    CHECK_INVALID,
    CHECK_RESULTS
};

/*
 * Compare an answer with the scores behind the position, which are one, or one
 * for each column if all moves were requested; exact ones for a weak request,
 * too.
 */
enum check_result check_answer(const struct answer_request *request,
                               const struct answer *answer,
                               const int *expected);

/*
 * Print a wrong line to stdout, whose first 'length' characters are the
 * position, as
 *
 *     FILE:LINE: POSITION: expected SCORES, found SCORES
 *
 * or make an object of it for json_print().
 */
void check_print(const struct answer_request *request,
                 const struct answer *answer, const int *expected,
                 const struct line *line, size_t length);
json_t *check_json(const struct answer_request *request,
                   const struct answer *answer, const int *expected,
                   const struct line *line, size_t length);

/* An invalid line that has scores, and so is valid with other options. */
enum check_slip { CHECK_NO_SLIP, CHECK_SCORE, CHECK_MOVE_SCORES, CHECK_SLIPS };

/* What an invalid line is; of a slip '*error' then has the hint. */
enum check_slip check_slip(const struct line *line, struct board board,
                           struct lines_error *error);

/* The options with which a slip is valid, for people. */
const char *check_slip_hint(enum check_slip slip);

#endif
