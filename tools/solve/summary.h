/*
 * summary_: the summary that 'solve' prints on stderr at the end.
 *
 * Lines are counted by one thread at a time; summary_print() may be called by
 * another one meanwhile.
 */
#ifndef TOOLS_SOLVE_SUMMARY_H
#define TOOLS_SOLVE_SUMMARY_H

#include "tools/solve/check.h"

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

/* Count a line. */
void summary_count(struct summary *summary, int file, enum check_result result);

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
