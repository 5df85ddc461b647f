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

static const char help[] =
    "Usage: fourscore bench [OPTION]... [FILE]...\n"
    "Run the test protocol: solve each line POSITION SCORE of a FILE with "
    "an\n"
    "empty table (emptying it is not timed), and print per file the mean "
    "time,\n"
    "the mean number of positions explored, thousands of these per second, "
    "and\n"
    "how many scores were wrong.  Without FILE, run the six sets of "
    "testsets/.\n"
    "\n"
    "  -s, --strong       only exact scores\n"
    "  -w, --weak         only who wins; without either, first one, then "
    "the\n"
    "                     other\n"
    "  -n, --count N      only the first N positions of each file\n"
    "      --throughput   spread the positions of a file over the threads, "
    "with\n"
    "                     one table that is emptied before the file; the "
    "mean\n"
    "                     time is that of the file divided by its "
    "positions\n"
    "      --csv          print comma-separated values, not rounded\n"
    "      --json         print JSON, not rounded\n"
    "      --signature    print 'Bench: N': the nodes that a short list of\n"
    "                     positions takes on one thread, equal "
    "everywhere\n" OPTIONS_HELP
    "                     Several: --engine again, --threads 1,2.  Each "
    "position\n"
    "                     is solved by each engine on each number of threads;\n"
    "                     time ratios are to the first\n" OPTIONS_BOOKS_HELP
        OPTIONS_PROGRESS_HELP "      --help         show this help\n";

enum { MAX_RUNS = 16 };

/* An engine on so many threads. */
struct run {
    struct options options;
    bool takes_fewer;             /* threads than were asked for */
    struct monitor_search search; /* and its solver; not for throughput */
};

struct bench {
    struct board board;
    struct run runs[MAX_RUNS];
    int count;     /* of runs */
    bool goals[2]; /* which of enum solver_goal to run */
    size_t max;    /* positions per set */
    bool throughput;
    struct report report;
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

    if (!solver_is_score(score)) { /* that was a signal */
        cli_note("%s:%lu: %s %d..%d, not finished", set->path, item->line,
                 item->text, score.lower, score.upper);
        return;
    }
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
    enum cli_status status = set_read(&set, path, bench->board, bench->max);
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

static enum cli_status print_signature(struct solver *solver)
{
    size_t count = sizeof signature_positions / sizeof *signature_positions;
    uint64_t before = solver_nodes(solver);

    for (size_t i = 0; i < count; i++) {
        const char *moves = signature_positions[i];
        struct position pos;
        size_t bad_at;
        board_parse(board_default(), moves, strlen(moves), &pos, &bad_at);
        for (int goal = SOLVER_STRONG; goal <= SOLVER_WEAK; goal++) {
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
    const struct run *neediest = NULL;
    for (int i = 0; i < bench->count; i++) {
        const struct run *run = &bench->runs[i];
        uint64_t bytes = solver_min_table_bytes(
            run->options.board, run->options.engine, run->options.threads);
        if (neediest == NULL || bytes > most_bytes) {
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

static enum cli_status run_monitored(struct bench *bench, bool signature,
                                     int count, char **paths)
{
    enum cli_status status = options_monitor(&bench->runs[0].options);
    if (status != CLI_OK)
        return status;
    status = open_solvers(bench);
    if (status == CLI_OK && bench->throughput) {
        /* They can be had; each pool makes its own. */
        close_solvers(bench, bench->count);
        status = run_files(bench, count, paths);
    } else if (status == CLI_OK) {
        status = signature ? print_signature(bench->runs[0].search.solver)
                           : run_files(bench, count, paths);
        close_solvers(bench, bench->count);
    }
    monitor_finish();
    return status;
}

/* What --engine and --threads ask for, as they were given. */
struct dispatch {
    const char *engines[MAX_RUNS];
    int engine_count;
    int threads[MAX_RUNS];
    int threads_count;
};

/* Read "1,2,4". */
static bool take_threads(struct dispatch *dispatch, const char *text)
{
    char number[16];

    dispatch->threads_count = 0;
    for (;;) {
        size_t length = strcspn(text, ",");
        uint64_t threads;
        snprintf(number, sizeof number, "%.*s", (int)length, text);
        if (length >= sizeof number)
            number[0] = '\0';
        if (!cli_number("--threads", number, 1, FOURSCORE_MAX_THREADS,
                        &threads))
            return false;
        if (dispatch->threads_count == MAX_RUNS) {
            cli_error("--threads: at most %d numbers", MAX_RUNS);
            return false;
        }
        dispatch->threads[dispatch->threads_count++] = (int)threads;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

static bool add_run(struct bench *bench, const struct options *common,
                    const char *engine, int threads)
{
    if (bench->count == MAX_RUNS)
        return false;
    struct run *run = &bench->runs[bench->count++];
    run->options = *common;
    run->options.engine = engine;
    run->options.threads = threads;
    run->options.threads = options_threads(&run->options);
    return true;
}

/* Whether any of the engines takes more than one thread. */
static bool any_parallel(const struct dispatch *dispatch)
{
    for (int i = 0; i < dispatch->engine_count; i++)
        if (solver_is_parallel(dispatch->engines[i]))
            return true;
    return false;
}

/* Whether the threads asked for are not one. */
static bool wants_several(const struct dispatch *dispatch)
{
    for (int i = 0; i < dispatch->threads_count; i++)
        if (dispatch->threads[i] != 1)
            return true;
    return false;
}

/* Every engine on each number of threads; but beside one that takes several,
 * one that takes one thread runs once, on one. */
static enum cli_status choose_runs(struct bench *bench,
                                   const struct options *common,
                                   const struct dispatch *dispatch)
{
    bool good = true;
    for (int i = 0; i < dispatch->engine_count; i++) {
        const char *engine = dispatch->engines[i];
        bool once = any_parallel(dispatch) && !solver_is_parallel(engine);
        int count = once ? 0 : dispatch->threads_count;
        if (count == 0)
            good = good && add_run(bench, common, engine, 0);
        if (once && good)
            bench->runs[bench->count - 1].takes_fewer = wants_several(dispatch);
        for (int j = 0; j < count; j++)
            good = good && add_run(bench, common, engine, dispatch->threads[j]);
    }
    return good ? CLI_OK
                : cli_usage_error("at most %d engines and numbers of threads "
                                  "at once",
                                  MAX_RUNS);
}

static enum cli_status run(int argc, char **argv)
{
    enum { CSV = 256, JSON, SIGNATURE, THROUGHPUT, HELP };
    static const struct option options[] = {
        {"strong", no_argument, NULL, 's'},
        {"weak", no_argument, NULL, 'w'},
        {"count", required_argument, NULL, 'n'},
        {"throughput", no_argument, NULL, THROUGHPUT},
        {"csv", no_argument, NULL, CSV},
        {"json", no_argument, NULL, JSON},
        {"signature", no_argument, NULL, SIGNATURE},
        OPTIONS_COMMON,
        OPTIONS_BOOKS,
        {"help", no_argument, NULL, HELP},
        {0},
    };
    struct bench bench = {.max = SIZE_MAX};
    struct options common = options_default();
    common.no_book = true;
    struct dispatch dispatch = {0};
    int others = 0, option;
    uint64_t max;
    bool signature = false;

    while ((option = getopt_long(argc, argv, "swn:", options, NULL)) != -1) {
        others += option != SIGNATURE && option != OPTIONS_ENGINE;
        switch (option) {
        case 's':
            bench.goals[SOLVER_STRONG] = true;
            break;
        case 'w':
            bench.goals[SOLVER_WEAK] = true;
            break;
        case 'n':
            if (!cli_number("--count", optarg, 1, SIZE_MAX, &max))
                return cli_bad_option();
            bench.max = max;
            break;
        case THROUGHPUT:
            bench.throughput = true;
            break;
        case CSV:
        case JSON:
            if (bench.report.format != REPORT_TEXT)
                return cli_usage_error("give one of --csv and --json, once");
            bench.report.format = option == CSV ? REPORT_CSV : REPORT_JSON;
            break;
        case SIGNATURE:
            signature = true;
            break;
        case OPTIONS_ENGINE:
            if (dispatch.engine_count == MAX_RUNS)
                return cli_usage_error("--engine: at most %d at once",
                                       MAX_RUNS);
            dispatch.engines[dispatch.engine_count++] = optarg;
            break;
        case OPTIONS_THREADS:
            if (!take_threads(&dispatch, optarg))
                return cli_bad_option();
            break;
        case HELP:
            fputs(help, stdout);
            return CLI_OK;
        default:
            if (!options_take(&common, option))
                return cli_bad_option();
        }
    }
    if (!bench.goals[SOLVER_STRONG] && !bench.goals[SOLVER_WEAK])
        bench.goals[SOLVER_STRONG] = bench.goals[SOLVER_WEAK] = true;
    if (dispatch.engine_count == 0)
        dispatch.engines[dispatch.engine_count++] = solver_engine(0);
    if (signature && (dispatch.engine_count > 1 || optind < argc || others > 0))
        return cli_usage_error(
            "--signature goes with at most one --engine, and nothing else");
    if (signature)
        dispatch.threads[dispatch.threads_count++] = 1;

    bench.board = common.board;
    char suffix[BOARD_SUFFIX_SIZE];
    if (optind == argc && !signature && !board_is_default(bench.board))
        return cli_usage_error("there are no sets%s; name a FILE",
                               board_suffix(bench.board, suffix));
    enum cli_status status = choose_runs(&bench, &common, &dispatch);
    if (status != CLI_OK)
        return status;
    return run_monitored(&bench, signature, argc - optind, argv + optind);
}

const struct cli_command cmd_bench = {
    "bench", "run the test protocol and compare engines", run};
