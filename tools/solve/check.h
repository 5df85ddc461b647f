/*
 * check_: comparison of the scores in files with those that a search finds.
 * summary_: the summary that 'solve' prints on stderr at the end.
 *
 * Lines are counted by one thread at a time; summary_print() may be called by
 * another one meanwhile.
 */
#ifndef TOOLS_SOLVE_CHECK_H
#define TOOLS_SOLVE_CHECK_H

#include "tools/answer.h"

/* The result of checking a line. */
enum check_result {
    CHECK_RIGHT,
    CHECK_WRONG,
    CHECK_UNFINISHED, /* the expected score is within the known bounds */
    CHECK_INVALID,
    CHECK_RESULTS
};

/*
 * Compare an answer with the expected scores: one score, or one for each column
 * if all moves were requested.  For a weak request the expected scores may be
 * weak or exact.
 */
enum check_result check_answer(const struct answer_request *request,
                               const struct answer *answer,
                               const int *expected);

/*
 * Print a wrong line to stdout as
 *
 *     FILE:LINE: POSITION: expected SCORES, found SCORES
 *
 * or add it to the JSON object that is open.
 */
void check_print(const struct answer_request *request,
                 const struct answer *answer, const int *expected,
                 const struct line *line);
void check_json(struct json *json, const struct answer_request *request,
                const struct answer *answer, const int *expected,
                const struct line *line);

/* A slip: an invalid line with scores, which would be valid with other options.
 */
enum check_slip { CHECK_NO_SLIP, CHECK_SCORE, CHECK_MOVE_SCORES, CHECK_SLIPS };

/* The kind of slip of an invalid line, if any; adds a hint to '*error'. */
enum check_slip check_slip(const struct line *line, struct value_board board,
                           struct lines_error *error);

/* ------------------------------------------------------------- the summary */

/* A file, and the number of its lines with each result. */
struct summary_file {
    _Atomic(const char *) name; /* NULL: not opened */
    _Atomic unsigned long counts[CHECK_RESULTS];
};

struct summary {
    bool check; /* whether the counts of each file are reported */
    int file_count;
    struct summary_file *files;
    _Atomic unsigned long slips[CHECK_SLIPS];
    _Atomic bool printed;
};

/* Report an invalid line; of each kind of slip only the first few. */
void summary_report(struct summary *summary, const struct line *line,
                    enum check_slip slip, const struct lines_error *error);

/*
 * Print the summary, unless it has been printed: the number of slips that were
 * not reported; then, if 'check' is set, the counts of each file that was
 * opened and the total of several files, otherwise the number of unfinished
 * lines.  'late': the total time limit was reached before all lines were begun.
 */
void summary_print(struct summary *summary, bool late);

#endif
