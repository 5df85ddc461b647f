/* fourscore bench: the test protocol, for one engine or several in turn. */
#include <string.h>
#include <unistd.h>

#include "bitboard/notation.h"
#include "datadir.inc" /* written by the build */
#include "lib/fourscore.h"
#include "tools/bench/bench.h"
#include "tools/output.h"

/* -------------------------------------------------------------------- runs */

static void add_run(struct bench *bench, const char *engine, int threads)
{
    struct bench_run *run = &bench->runs[bench->count++];
    run->options = bench->options;
    run->options.engine = engine;
    run->options.threads = threads;
    run->options.threads = options_threads(&run->options);
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
 * thread.  Reports too many runs as bad usage. */
static enum cli_status choose_runs(struct bench *bench)
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

static void close_solvers(struct bench *bench)
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
    return search_check_table(&neediest->options, neediest->options.threads);
}

/* Create a solver for each run.  On failure reports the error and leaves no
 * solver. */
static enum cli_status open_solvers(struct bench *bench)
{
    enum cli_status safe = check_table(bench);
    if (safe != CLI_OK)
        return safe;
    for (int i = 0; i < bench->count; i++) {
        struct bench_run *run = &bench->runs[i];
        enum cli_status status =
            inside_open(&run->search, &run->options, run->options.threads);
        if (status != CLI_OK) {
            close_solvers(bench);
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

/* ------------------------------------------------------------- the command */

/* Whether the run can continue. */
static bool goes_on(void)
{
    return !output_failed() && monitor_signal() == 0;
}

static enum cli_status run_file(struct bench *bench, const char *path)
{
    struct set set;
    enum cli_status status =
        set_read(&set, path, inside_board(bench->options.board),
                 bench->max ? bench->max : SIZE_MAX);
    if (set.count > 0 && status != CLI_FAILURE)
        for (int goal = SOLVER_STRONG; goal <= SOLVER_WEAK; goal++)
            if (bench->goals[goal] && goes_on())
                status = cli_worse(
                    status, bench_run_set(bench, &set, (enum solver_goal)goal));
    set_free(&set);
    return status;
}

/* Run the six sets, which are in the working folder of a checkout or where
 * 'make install' put them. */
static enum cli_status run_own_sets(struct bench *bench)
{
    static const char *const folders[] = {"testsets", DATADIR};
    enum cli_status status = CLI_OK;
    char path[4096];
    int folder = 0;

    for (; folder < 2; folder++) {
        snprintf(path, sizeof path, "%s/%s.txt", folders[folder],
                 protocol_names[0]);
        if (access(path, R_OK) == 0)
            break;
    }
    if (folder == 2)
        return cli_fail(
            CLI_BAD_INPUT,
            "the test sets are neither in %s/ nor in %s/; name a FILE",
            folders[0], folders[1]);
    for (int i = 0; i < PROTOCOL_SETS && goes_on(); i++) {
        snprintf(path, sizeof path, "%s/%s.txt", folders[folder],
                 protocol_names[i]);
        status = cli_worse(status, run_file(bench, path));
    }
    return status;
}

static enum cli_status run_files(struct bench *bench, int count, char **paths)
{
    enum cli_status status = CLI_OK;

    report_begin(&bench->report);
    if (count == 0)
        status = run_own_sets(bench);
    for (int i = 0; i < count && goes_on(); i++)
        status = cli_worse(status, run_file(bench, paths[i]));
    return cli_worse(status, report_end(&bench->report));
}

/* Random positions of all stages, made by 'fourscore gen --seed 3'. */
static const char *const signature_positions[] = {
    "37571212762157212213615667366",
    "43453122644416526431217236257",
    "12213615616736614",
    "517664143566361422",
    "634421343114764",
    "76355113541521363",
    "1213623131411364",
    "343476431443142366326717277",
    "5512517475543663",
    "7176277277212642524",
    "75543663125",
    "332734347643",
    "2135372261565",
    "66332671732",
    "2332226115772",
    "6215322351525",
};

static enum cli_status print_signature(struct bench *bench)
{
    struct solver *solver = bench->runs[0].search.solver;
    size_t count = sizeof signature_positions / sizeof *signature_positions;
    uint64_t before = solver_nodes(solver);

    for (size_t i = 0; i < count && monitor_signal() == 0; i++) {
        const char *moves = signature_positions[i];
        struct position pos;
        size_t bad_at;
        board_parse(board_default(), moves, strlen(moves), &pos, &bad_at);
        for (int goal = SOLVER_STRONG; goal <= SOLVER_WEAK; goal++) {
            if (!bench->goals[goal])
                continue;
            solver_clear(solver);
            inside_begin(&bench->runs[0].search, moves, strlen(moves));
            solver_solve(solver, pos, (enum solver_goal)goal);
            inside_end();
        }
    }
    if (monitor_signal() != 0)
        return CLI_UNFINISHED;
    printf("Bench: %ju\n", (uintmax_t)(solver_nodes(solver) - before));
    return CLI_OK;
}

static enum cli_status run_monitored(struct bench *bench, int count,
                                     char **paths)
{
    enum cli_status status = search_start_monitor(&bench->options);
    if (status != CLI_OK)
        return status;
    status = open_solvers(bench);
    if (status == CLI_OK && bench->throughput) {
        /* The solvers can be made; each pool makes its own. */
        close_solvers(bench);
        status = run_files(bench, count, paths);
    } else if (status == CLI_OK) {
        status = bench->signature ? print_signature(bench)
                                  : run_files(bench, count, paths);
        close_solvers(bench);
    }
    monitor_finish();
    return status;
}

static enum cli_status check_signature(struct bench *bench,
                                       const struct arguments *arguments)
{
    static const char *const allowed[] = {"signature", "strong", "weak",
                                          "engine", NULL};
    if (bench->engine_count > 1 || arguments->count > 0 ||
        command_given_other(arguments, allowed) != NULL)
        return cli_usage_error(
            "--signature goes with --strong, --weak and at most one --engine");
    bench->threads[bench->threads_count++] = 1;
    return CLI_OK;
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct bench *bench = request;
    enum cli_status status = CLI_OK;

    if (bench->options.book == NULL)
        bench->options.no_book = true;
    if (!bench->goals[SOLVER_STRONG] && !bench->goals[SOLVER_WEAK])
        bench->goals[SOLVER_STRONG] = bench->goals[SOLVER_WEAK] = true;
    if (bench->engine_count == 0)
        bench->engines[bench->engine_count++] = solver_engine(0);
    if (bench->signature)
        status = check_signature(bench, arguments);
    char suffix[BOARD_SUFFIX_SIZE];
    struct board board = inside_board(bench->options.board);
    if (arguments->count == 0 && !board_is_default(board))
        return cli_usage_error("there are no sets%s; name a FILE",
                               board_suffix(board, suffix));
    if (status == CLI_OK)
        status = choose_runs(bench);
    if (status != CLI_OK)
        return status;
    return run_monitored(bench, arguments->count, arguments->operands);
}

/* Add an engine. */
static bool parse_engine(const struct command_option *option, const char *text,
                         void *value)
{
    struct bench *bench = value;
    if (bench->engine_count == BENCH_MAX_RUNS) {
        cli_error("--engine: at most %d at once", BENCH_MAX_RUNS);
        return false;
    }
    return value_text(option, text, &bench->engines[bench->engine_count++]);
}

/* Read "1,2,4". */
static bool parse_threads(const struct command_option *option, const char *text,
                          void *value)
{
    struct bench *bench = value;
    char number[16];

    bench->threads_count = 0;
    for (;;) {
        size_t length = strcspn(text, ",");
        snprintf(number, sizeof number, "%.*s", (int)length, text);
        if (length >= sizeof number)
            number[0] = '\0';
        if (bench->threads_count == BENCH_MAX_RUNS) {
            cli_error("--threads: at most %d numbers", BENCH_MAX_RUNS);
            return false;
        }
        if (!value_int(option, number, &bench->threads[bench->threads_count++]))
            return false;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

static const struct command_option set_options[] = {
    {"strong", NULL, "compute exact scores only",
     VALUE(struct bench, goals[SOLVER_STRONG]), .letter = 's'},
    {"weak", NULL,
     "compute only the sign of the score (default: first exact scores, then "
     "signs)",
     VALUE(struct bench, goals[SOLVER_WEAK]), .letter = 'w'},
    {"count", "N", "use the first N positions of each file",
     VALUE(struct bench, max), .min = 1, .max = UINT64_MAX, .letter = 'n'},
    {"throughput", NULL,
     "spread the positions of a file over the threads, which share one table "
     "that is emptied before the file; the mean time is the time of the file "
     "divided by its positions",
     VALUE(struct bench, throughput)},
    {"signature", NULL,
     "print 'Bench: N', the nodes for a short list of positions on one thread; "
     "N is the same on every machine",
     VALUE(struct bench, signature)},
    {0},
};

static const struct command_option report_options[] = {
    {"csv", NULL, "print comma-separated values, not rounded",
     VALUE(struct bench, report.format), .constant = REPORT_CSV, .one_of = 1},
    {"json", NULL, "print JSON, not rounded",
     VALUE(struct bench, report.format), .constant = REPORT_JSON, .one_of = 1},
    {0},
};

static const struct command_option engine_options[] = {
    {"engine", "NAME",
     "the engine; if repeated, the engines solve each position in turn, and "
     "time ratios are to the first",
     .parse = parse_engine, .list = solver_engine, .several = true},
    {"threads", "N,...",
     "run each engine with each of these numbers of threads; the tutorial "
     "engines use one (all cores)",
     .parse = parse_threads, .min = 1, .max = FOURSCORE_MAX_THREADS},
    {0},
};

const struct command cmd_bench = {
    .name = "bench",
    .summary = "run the test protocol and compare engines",
    .operands = "[FILE]...",
    .max_operands = COMMAND_ANY_OPERANDS,
    .about =
        "Run the test protocol: read lines POSITION SCORE, and solve each "
        "position with an empty table (emptying is not timed).  For each file "
        "print the mean time, the mean number of positions explored, thousands "
        "of positions per second, and the number of wrong scores.\n\n"
        "Without FILE, run the six sets of testsets/.",
    .options = {set_options, report_options, options_board, options_table,
                engine_options, options_books, options_progress},
    .request_bytes = sizeof(struct bench),
    .run = run,
};
