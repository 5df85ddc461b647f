/*
 * bench_: the runs of 'fourscore bench': engines, each on a number of threads,
 * which solve sets of positions.
 */
#ifndef INSIDE_BENCH_H
#define INSIDE_BENCH_H

#include "tools/bench/report.h"
#include "tools/bench/set.h"
#include "tools/inside/inside.h"

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

/* Set the runs: every engine on each number of threads.  Reports too many runs
 * as bad usage. */
enum cli_status bench_choose_runs(struct bench *bench);

/* Create a solver for each run, known to the monitor.  On failure reports the
 * error and leaves no solver. */
enum cli_status bench_open_solvers(struct bench *bench);
void bench_close_solvers(struct bench *bench);

/* Solve the positions of a set with every run, and report the rows. */
enum cli_status bench_run_set(struct bench *bench, const struct set *set,
                              enum solver_goal goal);

#endif
