/*
 * report_: the rows that 'fourscore bench' prints, as text, CSV or JSON.
 *
 * Text is rounded to at least four digits; CSV and JSON are not rounded.  Text
 * and CSV are printed row by row, JSON at the end.
 */
#ifndef TOOLS_BENCH_REPORT_H
#define TOOLS_BENCH_REPORT_H

#include "lib/json/json.h"
#include "tools/command.h"

enum report_format { REPORT_TEXT, REPORT_CSV, REPORT_JSON };

struct report {
    enum report_format format;
    bool begun;
    struct json json; /* the rows so far */
};

/* The result of one engine on one set. */
struct report_row {
    const char *set, *goal, *engine;
    int threads;
    const char *mode; /* protocol, throughput or pipe */
    const char *book; /* or none */
    struct value_board board;
    size_t count; /* positions solved, at least 1 */
    size_t wrong;
    double seconds;
    uint64_t nodes;
};

/* Print the titles of the columns, but once only.  Requires report->format. */
void report_begin(struct report *report);

/* Add a row; its time ratio is to 'first'. */
void report_add(struct report *report, const struct report_row *row,
                const struct report_row *first);

/* Without rows the JSON is [].  If memory has run out for it, reports that and
 * returns CLI_FAILURE. */
MUST_CHECK enum cli_status report_end(struct report *report);

#endif
