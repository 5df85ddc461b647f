/*
 * check_: scores in files compared with those that a search finds.
 */
#ifndef TOOLS_CHECK_H
#define TOOLS_CHECK_H

#include "tools/answer.h"

/* A file, and how many of its lines are what: each is counted once. */
struct check_file {
    const char *name; /* NULL: not opened */
    _Atomic unsigned long right, wrong, unfinished, invalid;
};

/*
 * Compare an answer with the scores behind the position, which are one, or one
 * for each column if all moves were requested; exact ones for a weak request,
 * too.  Count the line, and print it to stdout if it is wrong: as
 *
 *     FILE:LINE: POSITION: expected SCORES, found SCORES
 *
 * or as JSON.  Bounds that exclude the score expected are wrong, others are
 * unfinished.
 */
enum cli_status check_answer(struct check_file *file, bool json,
                             const struct answer_request *request,
                             const struct line *line, size_t length,
                             const int *expected, const struct answer *answer);

/* An invalid line that has scores, and so is valid with other options. */
enum check_slip { CHECK_NO_SLIP, CHECK_SCORE, CHECK_MOVE_SCORES };

struct check_slips {
    unsigned long counts[CHECK_MOVE_SCORES + 1];
};

/* What an invalid line is; of a slip '*error' then names the options. */
enum check_slip check_slip(const struct line *line, struct board board,
                           struct lines_error *error);

/* Report an invalid line; of each slip only the first few, and in the end how
 * many more there were. */
void check_report(struct check_slips *slips, enum check_slip slip,
                  const struct line *line, const struct lines_error *error);
void check_report_slips(const struct check_slips *slips);

/* Print the counts, a line for each file that was opened, then the total if
 * there are several files. */
void check_print_counts(FILE *out, const struct check_file *files, int count);

#endif
