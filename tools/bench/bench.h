/*
 * bench_: the runs of 'fourscore bench': engines, each on a number of threads,
 * which solve sets of positions.
 * report_: the rows that it prints, as text, CSV or JSON.
 *
 * Text is rounded to at least four digits; CSV and JSON are not rounded.  Text
 * and CSV are printed row by row, JSON at the end.
 */
#ifndef TOOLS_BENCH_BENCH_H
#define TOOLS_BENCH_BENCH_H

#include "lib/json/json.h"
#include "tools/inside.h"

/* ----------------------------------------------------------------- reports */

enum report_format { REPORT_TEXT, REPORT_CSV, REPORT_JSON };

struct report {
    enum report_format format;
    struct json json; /* the rows so far */
};

/* The result of one engine on one set. */
struct report_row {
    const char *set, *goal, *engine;
    int threads;
    const char *mode; /* protocol or throughput */
    const char *book; /* or none */
    struct board board;
    size_t count; /* positions solved, at least 1 */
    size_t wrong;
    double seconds;
    uint64_t nodes;
};

/* Requires report->format. */
void report_begin(struct report *report);

/* Add a row; its time ratio is to 'first'. */
void report_add(struct report *report, const struct report_row *row,
                const struct report_row *first);

/* Reports a lack of memory for JSON, and returns CLI_FAILURE. */
enum cli_status report_end(struct report *report);

/* -------------------------------------------------------------------- runs */

enum { BENCH_MAX_RUNS = 16 };

/* An engine on a number of threads. */
struct bench_run {
    struct options options;
    bool takes_fewer;            /* threads than requested */
    struct inside_search search; /* unused for throughput */
};

struct bench {
    struct options options; /* of all runs */
    const char *engines[BENCH_MAX_RUNS];
    int engine_count;
    int threads[BENCH_MAX_RUNS];
    int threads_count;
    bool goals[2]; /* which of enum solver_goal to run */
    uint64_t max;  /* positions per set; 0: all */
    bool throughput, signature;
    struct report report;

    struct bench_run runs[BENCH_MAX_RUNS];
    int count; /* of runs */
};

/* -------------------------------------------------------------------- sets */

struct set_item {
    char text[BOARD_MAX_CELLS +
              1]; /* its first bytes; the first member: see search.h */
    struct position pos;
    int score;
    unsigned long line;
};

struct set {
    const char *path;
    char *name; /* the path without folders and ".txt" */
    struct set_item *items;
    size_t count;
};

/*
 * Read the first 'max' lines POSITION SCORE of a file into '*set'.  The caller
 * must free the set, also on failure.  Reports invalid lines, skips them, and
 * returns CLI_BAD_INPUT; the same for a file without positions.
 */
enum cli_status set_read(struct set *set, const char *path, struct board board,
                         size_t max);
void set_free(struct set *set);

/* Solve the positions of a set with every run, and report the rows. */
enum cli_status bench_run_set(struct bench *bench, const struct set *set,
                              enum solver_goal goal);

#endif
