/* fourscore bench: the test protocol, for one engine or several in turn. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bitboard/notation.h"
#include "datadir.inc" /* written by the build */
#include "lib/fourscore.h"
#include "os/clock.h"
#include "tools/output.h"
#include "tools/pool.h"
#include "tools/protocol.h"
#include "tools/report.h"
#include "tools/set.h"

enum { MAX_RUNS = 16 };

/* An engine on so many threads. */
struct run {
    struct options options;
    bool takes_fewer;             /* threads than were asked for */
    struct monitor_search search; /* and its solver; not for throughput */
};

struct bench {
    struct options options; /* of all runs */
    const char *engines[MAX_RUNS];
    int engine_count;
    int threads[MAX_RUNS];
    int threads_count;
    bool goals[2]; /* which of enum solver_goal to run */
    uint64_t max;  /* positions per set; 0: all */
    bool throughput, signature;
    struct report report;

    struct run runs[MAX_RUNS];
    int count; /* of runs */
};

static const char *const goal_names[] = {
    [SOLVER_STRONG] = "strong",
    [SOLVER_WEAK] = "weak",
};

static struct report_row row_of(const struct bench *bench,
                                const struct set *set, enum solver_goal goal,
                                const struct run *run)
{
    return (struct report_row){
        .set = set->name,
        .goal = goal_names[goal],
        .engine = run->options.engine,
        .threads = run->options.threads,
        .mode = bench->throughput ? "throughput" : "protocol",
        .book = run->options.no_book ? "none" : run->options.book,
        .board = run->options.board,
    };
}

/* Count an answer, and report it if it is wrong. */
static void count_answer(const struct set *set, const struct set_item *item,
                         enum solver_goal goal, struct solver_bounds score,
                         struct report_row *row)
{
    int expected = item->score;
    if (goal == SOLVER_WEAK)
        expected = board_weak_score(expected);
    row->count++;
    if (score.lower == expected && score.upper == expected)
        return;
    row->wrong++;
    cli_note("%s:%lu: %s, %s: expected %d, found %d", set->path, item->line,
             row->engine, row->goal, expected, score.lower);
}

/* A signal came in the middle of a set. */
static void report_interrupted(const struct report_row *row,
                               const struct set *set)
{
    cli_note("%s, %s: stopped after %zu of %zu %s", row->set, row->goal,
             row->count, set->count,
             cli_plural(set->count, "position", "positions"));
}

static void run_item(const struct set *set, const struct set_item *item,
                     enum solver_goal goal, struct run *run,
                     struct report_row *row)
{
    struct solver *solver = run->search.solver;

    solver_clear(solver);
    monitor_begin(&run->search, item->text, strlen(item->text));
    uint64_t nodes = solver_nodes(solver);
    double started = os_seconds();
    struct solver_bounds score = solver_solve(solver, item->pos, goal);
    double seconds = os_seconds() - started;
    monitor_end(&run->search);

    if (!solver_is_score(score))
        return; /* that was a signal */
    row->seconds += seconds;
    row->nodes += solver_nodes(solver) - nodes;
    count_answer(set, item, goal, score, row);
}

/* Every position is solved by all before the next, each time another one going
 * first: what disturbs one disturbs all. */
static void run_protocol(struct bench *bench, const struct set *set,
                         enum solver_goal goal,
                         struct report_row rows[MAX_RUNS])
{
    for (size_t i = 0; i < set->count && monitor_signal() == 0; i++) {
        for (int turn = 0; turn < bench->count && monitor_signal() == 0;
             turn++) {
            int at = (int)((i + (size_t)turn) % (size_t)bench->count);
            run_item(set, &set->items[i], goal, &bench->runs[at], &rows[at]);
        }
        monitor_done(i + 1);
    }
}

/* What the threads of a pool do for throughput. */
struct rush {
    const struct set *set;
    enum solver_goal goal;
    struct report_row *row;
};

struct rush_item {
    const struct set_item *item;
    struct solver_bounds score;
    uint64_t nodes;
};

static void work_on_item(void *context, struct monitor_search *search,
                         void *work)
{
    const struct rush *rush = context;
    struct rush_item *item = work;

    monitor_begin(search, item->item->text, strlen(item->item->text));
    uint64_t nodes = solver_nodes(search->solver);
    item->score = solver_solve(search->solver, item->item->pos, rush->goal);
    item->nodes = solver_nodes(search->solver) - nodes;
    monitor_end(search);
}

static void finish_item(void *context, void *finished)
{
    const struct rush *rush = context;
    const struct rush_item *item = finished;
    if (!solver_is_score(item->score))
        return; /* that was a signal */
    rush->row->nodes += item->nodes;
    count_answer(rush->set, item->item, rush->goal, item->score, rush->row);
    monitor_done(rush->row->count);
}

static enum cli_status run_throughput(const struct set *set,
                                      enum solver_goal goal,
                                      const struct run *run,
                                      struct report_row *row)
{
    struct rush rush = {set, goal, row};
    struct pool_calls calls = {
        .item_bytes = sizeof(struct rush_item),
        .work = work_on_item,
        .finish = finish_item,
        .context = &rush,
    };
    struct pool *pool;
    enum cli_status status =
        pool_open(&pool, &run->options, run->options.threads, 1, &calls);
    if (status != CLI_OK)
        return status;
    double started = os_seconds();
    struct rush_item *item;
    for (size_t i = 0; i < set->count && (item = pool_get(pool)) != NULL; i++) {
        item->item = &set->items[i];
        pool_put(pool);
    }
    pool_wait(pool);
    row->seconds = os_seconds() - started;
    pool_close(pool);
    return CLI_OK;
}

static enum cli_status run_set(struct bench *bench, const struct set *set,
                               enum solver_goal goal)
{
    struct report_row rows[MAX_RUNS];
    enum cli_status status = CLI_OK;
    char title[64];

    snprintf(title, sizeof title, "%s, %s", set->name, goal_names[goal]);
    monitor_job(title, set->count);
    for (int i = 0; i < bench->count; i++)
        rows[i] = row_of(bench, set, goal, &bench->runs[i]);
    if (!bench->throughput)
        run_protocol(bench, set, goal, rows);
    for (int i = 0; i < bench->count && bench->throughput; i++)
        status = cli_worse(
            status, run_throughput(set, goal, &bench->runs[i], &rows[i]));
    monitor_job(NULL, 0);

    if (status == CLI_FAILURE || status == CLI_BAD_USAGE)
        return status;
    for (int i = 0; i < bench->count; i++) {
        if (rows[i].count < set->count || rows[0].count < set->count) {
            report_interrupted(&rows[i], set);
            continue;
        }
        monitor_hide();
        report_add(&bench->report, &rows[i], &rows[0]);
        if (rows[i].wrong > 0)
            status = CLI_CHECK_FAILED;
    }
    return status;
}

/* Whether there is a reason to go on. */
static bool goes_on(void)
{
    return !output_failed() && monitor_signal() == 0;
}

static enum cli_status run_file(struct bench *bench, const char *path)
{
    struct set set;
    enum cli_status status = set_read(&set, path, bench->options.board,
                                      bench->max ? bench->max : SIZE_MAX);
    if (set.count > 0 && status != CLI_FAILURE)
        for (int goal = SOLVER_STRONG; goal <= SOLVER_WEAK; goal++)
            if (bench->goals[goal] && goes_on())
                status = cli_worse(
                    status, run_set(bench, &set, (enum solver_goal)goal));
    set_free(&set);
    return status;
}

/* The project's own sets lie in the working folder of a checkout, or where
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
    if (folder == 2) {
        cli_error("the test sets are neither in %s/ nor in %s/; name a FILE",
                  folders[0], folders[1]);
        return CLI_BAD_INPUT;
    }
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

static enum cli_status print_signature(const struct bench *bench)
{
    struct solver *solver = bench->runs[0].search.solver;
    size_t count = sizeof signature_positions / sizeof *signature_positions;
    uint64_t before = solver_nodes(solver);

    for (size_t i = 0; i < count; i++) {
        const char *moves = signature_positions[i];
        struct position pos;
        size_t bad_at;
        board_parse(board_default(), moves, strlen(moves), &pos, &bad_at);
        for (int goal = SOLVER_STRONG; goal <= SOLVER_WEAK; goal++) {
            if (!bench->goals[goal])
                continue;
            solver_clear(solver);
            solver_solve(solver, pos, (enum solver_goal)goal);
        }
    }
    if (monitor_signal() != 0)
        return CLI_UNFINISHED;
    printf("Bench: %ju\n", (uintmax_t)(solver_nodes(solver) - before));
    return CLI_OK;
}

static void close_solvers(struct bench *bench, int count)
{
    for (int i = 0; i < count; i++) {
        monitor_remove(&bench->runs[i].search);
        solver_free(bench->runs[i].search.solver);
    }
}

/* Check the run that needs the largest table, for a message that is right for
 * all of them. */
static enum cli_status check_table(const struct bench *bench)
{
    uint64_t most_bytes = 0;
    const struct run *neediest = &bench->runs[0];
    for (int i = 0; i < bench->count; i++) {
        const struct run *run = &bench->runs[i];
        uint64_t bytes = solver_min_table_bytes(
            run->options.board, run->options.engine, run->options.threads);
        if (bytes > most_bytes) {
            most_bytes = bytes;
            neediest = run;
        }
    }
    return options_check_table(&neediest->options, neediest->options.threads);
}

static enum cli_status open_solvers(struct bench *bench)
{
    enum cli_status safe = check_table(bench);
    if (safe != CLI_OK)
        return safe;
    for (int i = 0; i < bench->count; i++) {
        struct run *run = &bench->runs[i];
        struct solver *solver;
        enum cli_status status =
            options_solver(&run->options, run->options.threads, 0, &solver);
        if (status != CLI_OK) {
            close_solvers(bench, i);
            return status;
        }
        monitor_add(&run->search, solver);
    }
    for (int i = 0; i < bench->count; i++)
        if (bench->runs[i].takes_fewer)
            cli_error("--threads: the engine %s searches with one thread, and "
                      "runs with one",
                      bench->runs[i].options.engine);
    return CLI_OK;
}

static enum cli_status run_monitored(struct bench *bench, int count,
                                     char **paths)
{
    enum cli_status status = options_monitor(&bench->options);
    if (status != CLI_OK)
        return status;
    status = open_solvers(bench);
    if (status == CLI_OK && bench->throughput) {
        /* They can be had; each pool makes its own. */
        close_solvers(bench, bench->count);
        status = run_files(bench, count, paths);
    } else if (status == CLI_OK) {
        status = bench->signature ? print_signature(bench)
                                  : run_files(bench, count, paths);
        close_solvers(bench, bench->count);
    }
    monitor_finish();
    return status;
}

static void add_run(struct bench *bench, const char *engine, int threads)
{
    struct run *run = &bench->runs[bench->count++];
    run->options = bench->options;
    run->options.engine = engine;
    run->options.threads = threads;
    run->options.threads = options_threads(&run->options);
}

/* Whether any of the engines takes more than one thread. */
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

/* Every engine on each number of threads; but beside one that takes several,
 * one that takes one thread runs once, on one. */
static enum cli_status choose_runs(struct bench *bench)
{
    for (int i = 0; i < bench->engine_count; i++) {
        const char *engine = bench->engines[i];
        bool once = any_parallel(bench) && !solver_is_parallel(engine);
        int count = once ? 0 : bench->threads_count;
        if (bench->count + (count == 0 ? 1 : count) > MAX_RUNS)
            return cli_usage_error("at most %d engines and numbers of threads "
                                   "at once",
                                   MAX_RUNS);
        if (count == 0)
            add_run(bench, engine, 0);
        if (once)
            bench->runs[bench->count - 1].takes_fewer = wants_several(bench);
        for (int j = 0; j < count; j++)
            add_run(bench, engine, bench->threads[j]);
    }
    return CLI_OK;
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
    struct board board = bench->options.board;
    if (arguments->count == 0 && !board_is_default(board))
        return cli_usage_error("there are no sets%s; name a FILE",
                               board_suffix(board, suffix));
    if (status == CLI_OK)
        status = choose_runs(bench);
    if (status != CLI_OK)
        return status;
    return run_monitored(bench, arguments->count, arguments->operands);
}

/* Take one more engine. */
static bool parse_engine(const struct command_option *option, const char *text,
                         void *value)
{
    struct bench *bench = value;
    if (bench->engine_count == MAX_RUNS) {
        cli_error("--engine: at most %d at once", MAX_RUNS);
        return false;
    }
    return value_word(option, text, &bench->engines[bench->engine_count++]);
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
        if (bench->threads_count == MAX_RUNS) {
            cli_error("--threads: at most %d numbers", MAX_RUNS);
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
    {"strong", NULL, "only exact scores",
     VALUE_FLAG(struct bench, goals[SOLVER_STRONG]), .letter = 's'},
    {"weak", NULL, "only who wins; without either, first one, then the other",
     VALUE_FLAG(struct bench, goals[SOLVER_WEAK]), .letter = 'w'},
    {"count", "N", "only the first N positions of each file",
     VALUE_NUMBER(struct bench, max, 1, UINT64_MAX), .letter = 'n'},
    {"throughput", NULL,
     "spread the positions of a file over the threads, with one table that is "
     "emptied before the file; the mean time is that of the file divided by "
     "its positions",
     VALUE_FLAG(struct bench, throughput)},
    {"signature", NULL,
     "print 'Bench: N': the nodes that a short list of positions takes on one "
     "thread, equal everywhere",
     VALUE_FLAG(struct bench, signature)},
    {0},
};

static const struct command_option report_options[] = {
    {"csv", NULL, "print comma-separated values, not rounded",
     VALUE_CONSTANT(struct bench, report.format, REPORT_CSV)},
    {"json", NULL, "print JSON, not rounded",
     VALUE_CONSTANT(struct bench, report.format, REPORT_JSON)},
    {0},
};

static const struct command_option engine_options[] = {
    {"engine", "NAME",
     "one or several engines, which solve each position in turn, time ratios "
     "being to the first",
     .parse = parse_engine, .words = solver_engine, .several = true},
    {"threads", "N,...",
     "the number of threads, or several, each engine running on each of them; "
     "fast only (all cores)",
     .parse = parse_threads, .min = 1, .max = FOURSCORE_MAX_THREADS},
    {0},
};

const struct command cmd_bench = {
    .name = "bench",
    .summary = "run the test protocol and compare engines",
    .operands = "[FILE]...",
    .max_operands = COMMAND_ANY_OPERANDS,
    .about =
        "Run the test protocol: solve each line POSITION SCORE of a FILE "
        "with an empty table (emptying it is not timed), and print per file "
        "the mean time, the mean number of positions explored, thousands of "
        "these per second, and how many scores were wrong.\n\n"
        "Without FILE, run the six sets of testsets/.",
    .groups =
        {
            {.options = set_options},
            {.options = report_options, .one_of = true},
            OPTIONS_GROUP(board, struct bench),
            OPTIONS_GROUP(table, struct bench),
            {.options = engine_options},
            OPTIONS_GROUP(books, struct bench),
            OPTIONS_GROUP(progress, struct bench),
        },
    .request_bytes = sizeof(struct bench),
    .run = run,
};
