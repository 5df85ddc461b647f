/* The runs of a bench, and their solvers. */
#include "tools/bench/bench.h"

static void add_run(struct bench *bench, const char *engine, int threads)
{
    struct bench_run *run = &bench->runs[bench->count++];
    run->options = bench->options;
    run->options.engine = engine;
    run->options.threads = threads;
    run->options.threads = open_threads(&run->options);
}

/* Whether any of the engines supports more than one thread. */
static bool any_parallel(const struct bench *bench)
{
    for (int i = 0; i < bench->engine_count; i++)
        if (solver_is_parallel(bench->engines[i]))
            return true;
    return false;
}

/* Whether the threads asked for are not one. */
static bool wants_several(const struct bench *bench)
{
    for (int i = 0; i < bench->threads_count; i++)
        if (bench->threads[i] != 1)
            return true;
    return false;
}

/* Every engine on each number of threads.  Together with an engine that
 * supports several threads, an engine that supports one runs once, on one
 * thread. */
enum cli_status bench_choose_runs(struct bench *bench)
{
    for (int i = 0; i < bench->engine_count; i++) {
        const char *engine = bench->engines[i];
        bool once = any_parallel(bench) && !solver_is_parallel(engine);
        int count = once ? 0 : bench->threads_count;
        if (bench->count + (count == 0 ? 1 : count) > BENCH_MAX_RUNS)
            return cli_usage_error("at most %d engines and numbers of threads "
                                   "at once",
                                   BENCH_MAX_RUNS);
        if (count == 0)
            add_run(bench, engine, 0);
        if (once)
            bench->runs[bench->count - 1].takes_fewer = wants_several(bench);
        for (int j = 0; j < count; j++)
            add_run(bench, engine, bench->threads[j]);
    }
    return CLI_OK;
}

void bench_close_solvers(struct bench *bench)
{
    for (int i = 0; i < bench->count; i++) {
        inside_close(&bench->runs[i].search);
    }
}

/* Check the run that needs the largest table, so that the message is right for
 * all runs. */
static enum cli_status check_table(const struct bench *bench)
{
    uint64_t most_bytes = 0;
    const struct bench_run *neediest = &bench->runs[0];
    for (int i = 0; i < bench->count; i++) {
        const struct bench_run *run = &bench->runs[i];
        uint64_t bytes =
            solver_min_table_bytes(inside_board(run->options.board),
                                   run->options.engine, run->options.threads);
        if (bytes > most_bytes) {
            most_bytes = bytes;
            neediest = run;
        }
    }
    return open_check_table(&neediest->options, neediest->options.threads);
}

enum cli_status bench_open_solvers(struct bench *bench)
{
    enum cli_status safe = check_table(bench);
    if (safe != CLI_OK)
        return safe;
    for (int i = 0; i < bench->count; i++) {
        struct bench_run *run = &bench->runs[i];
        enum cli_status status =
            inside_open(&run->search, &run->options, run->options.threads);
        if (status != CLI_OK) {
            bench_close_solvers(bench);
            return status;
        }
    }
    for (int i = 0; i < bench->count; i++)
        if (bench->runs[i].takes_fewer)
            cli_error("--threads: the engine %s supports one thread only, and "
                      "runs on one",
                      bench->runs[i].options.engine);
    return CLI_OK;
}
