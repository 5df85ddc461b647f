/* fourscore bench: the test protocol, for one engine or several in turn. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bitboard/text.h"
#include "datadir.inc" /* written by the build */
#include "os/os.h"
#include "tools/bench/report.h"
#include "tools/inside.h"
#include "tools/options.h"
#include "tools/output.h"

enum { MAX_RUNS = 16 };

/* What is timed: positions one by one, or all of a file together, as positions
 * or from text to text. */
enum mode { PROTOCOL, THROUGHPUT, PIPE };

static const char *const mode_names[] = {"protocol", "throughput", "pipe"};

/* An engine on a number of threads. */
struct run {
    struct options options;
    bool takes_fewer; /* threads than requested */

    /* A solver, open for PROTOCOL only; and its search, as the monitor sees it.
     * It is on this thread: one that waits for queries begins with cold caches,
     * which is half of the time of an easy position. */
    fourscore_solver *handle;
    const char *position;
    double started;
    uint64_t nodes_before;
    struct monitor_watch watch;
};

struct bench {
    struct options options; /* of all runs */
    const char *engines[MAX_RUNS];
    int engine_count;
    int threads[MAX_RUNS];
    int threads_count;
    bool goals[2]; /* whether to run FOURSCORE_STRONG, FOURSCORE_WEAK */
    uint64_t max;  /* positions per set; 0: all */
    int mode;      /* enum mode */
    bool signature;
    struct report report;

    struct run runs[MAX_RUNS];
    int count; /* of runs */
};

/* -------------------------------------------------------------------- runs */

/* Every engine on each number of threads.  Together with an engine that
 * supports several threads, an engine that supports one runs once, on one
 * thread.  Reports too many runs as bad usage. */
static void choose_runs(struct bench *bench)
{
    bool any_parallel = false, wants_several = false;
    for (int i = 0; i < bench->engine_count; i++)
        any_parallel |= solver_is_parallel(bench->engines[i]);
    for (int i = 0; i < bench->threads_count; i++)
        wants_several |= bench->threads[i] != 1;
    for (int i = 0; i < bench->engine_count; i++) {
        const char *engine = bench->engines[i];
        bool once = any_parallel && !solver_is_parallel(engine);
        int count =
            once || bench->threads_count == 0 ? 1 : bench->threads_count;
        if (bench->count + count > MAX_RUNS)
            command_refuse("at most %d engines and numbers of threads "
                           "at once",
                           MAX_RUNS);
        for (int j = 0; j < count; j++) {
            struct options *options = &bench->runs[bench->count++].options;
            *options = bench->options;
            options->engine = engine;
            options->threads = once ? 0 : bench->threads[j];
            options->threads = options_threads(options);
        }
        bench->runs[bench->count - 1].takes_fewer = once && wants_several;
    }
}

/* ---------------------------------------------------------------- searches */

static bool find_progress(void *context, struct monitor_progress *progress)
{
    const struct run *run = context;
    struct solver_progress found = solver_progress(inside_solver(run->handle));
    monitor_name(progress->position, run->position, strlen(run->position));
    progress->lower = found.bounds.lower;
    progress->upper = found.bounds.upper;
    /* What the search has not told yet is missing. */
    progress->nodes =
        found.nodes > run->nodes_before ? found.nodes - run->nodes_before : 0;
    progress->seconds = os_seconds() - run->started;
    return true;
}

static void stop(void *context)
{
    const struct run *run = context;
    solver_stop(inside_solver(run->handle));
}

static void close_solvers(struct bench *bench)
{
    for (int i = 0; i < bench->count; i++) {
        fourscore_solver_free(bench->runs[i].handle);
        bench->runs[i].handle = NULL;
    }
}

/* Search a position with an empty table, and add the nodes and the time to
 * '*row'.  Returns bounds that are no score after a signal. */
static struct solver_bounds search(struct run *run, struct position pos,
                                   const char *moves, enum solver_goal goal,
                                   struct report_row *row)
{
    struct solver *solver = inside_solver(run->handle);
    solver_clear(solver);
    run->position = moves;
    run->started = os_seconds();
    run->nodes_before = solver_nodes(solver);
    run->watch = (struct monitor_watch){find_progress, stop, run};
    monitor_watch(&run->watch);
    double started = os_seconds();
    struct solver_bounds score = solver_solve(solver, pos, goal);
    row->seconds += os_seconds() - started;
    row->nodes += solver_nodes(solver) - run->nodes_before;
    monitor_watch(NULL);
    return score;
}

/* Begin with the run that needs the largest table: if that is too small, what
 * is said about this run holds for all. */
static void open_solvers(struct bench *bench)
{
    uint64_t most_bytes = 0;
    int first = 0;
    for (int i = 0; i < bench->count; i++) {
        const struct options *options = &bench->runs[i].options;
        uint64_t bytes = solver_min_table_bytes(
            inside_board(options->board), options->engine, options->threads);
        if (bytes > most_bytes) {
            most_bytes = bytes;
            first = i;
        }
    }
    for (int i = 0; i < bench->count; i++) {
        struct run *run = &bench->runs[(first + i) % bench->count];
        run->handle = search_new_solver(&run->options, run->options.threads);
    }
    for (int i = 0; i < bench->count; i++)
        if (bench->runs[i].takes_fewer)
            cli_error("--threads: the engine %s supports one thread only, and "
                      "runs on one",
                      bench->runs[i].options.engine);
}

/* -------------------------------------------------------------------- sets */

struct item {
    char text[BOARD_MAX_CELLS +
              1]; /* its beginning; first: see search_open_pool() */
    bool whole;   /* it is all of the text */
    struct position pos;
    int score;
    unsigned long line;
};

struct set {
    const char *path;
    char name[256]; /* the path without folders and ".txt" */
    struct item *items;
    size_t count, room;
};

static void set_name(struct set *set)
{
    const char *slash = strrchr(set->path, '/');
    snprintf(set->name, sizeof set->name, "%s",
             slash == NULL ? set->path : slash + 1);
    char *end = strrchr(set->name, '.');
    if (end != NULL && strcmp(end, ".txt") == 0)
        *end = '\0';
}

static bool append(struct set *set, const struct item *item)
{
    if (set->count == set->room) {
        size_t room = 2 * set->room + 1024;
        struct item *items = realloc(set->items, room * sizeof *items);
        if (items == NULL)
            return false;
        set->items = items;
        set->room = room;
    }
    set->items[set->count++] = *item;
    return true;
}

/*
 * Read the first 'max' lines POSITION SCORE of a file into '*set'.  The caller
 * must free its items, also on failure.  Reports invalid lines, skips them, and
 * returns CLI_BAD_INPUT; the same for a file without positions.
 */
static enum cli_status read_set(struct set *set, const char *path,
                                struct board board, size_t max)
{
    struct lines lines;
    struct line line;
    enum cli_status status = CLI_OK;

    *set = (struct set){.path = path};
    set_name(set);
    lines_open(&lines, path);
    while (set->count < max && lines_next(&lines, &line)) {
        struct item item = {0};
        struct fourscore_error error;
        size_t length;
        if (!inside_parse(&line, board, NULL, 1, &item.score, &item.pos,
                          &length, &error)) {
            status = lines_report(&line, &error);
            continue;
        }
        item.line = line.number;
        snprintf(item.text, sizeof item.text, "%.*s", (int)length, line.text);
        item.whole = length < sizeof item.text;
        if (!append(set, &item)) {
            status = cli_fail(CLI_FAILURE, "%s: out of memory", path);
            break;
        }
    }
    status = cli_worse(status, lines_close(&lines));
    if (set->count == 0 && status == CLI_OK)
        return cli_fail(CLI_BAD_INPUT, "%s: no positions", path);
    return status;
}

/* ----------------------------------------------------------------- solving */

static const char *const goal_names[] = {
    [FOURSCORE_STRONG] = "strong",
    [FOURSCORE_WEAK] = "weak",
};

/* Count an answer, and report it if it is wrong. */
static void count_answer(const struct set *set, const struct item *item,
                         int goal, struct fourscore_bounds score,
                         struct report_row *row)
{
    int expected = item->score;
    if (goal == FOURSCORE_WEAK)
        expected = board_weak_score(expected);
    row->count++;
    if (score.lower == expected && score.upper == expected)
        return;
    row->wrong++;
    cli_note("%s:%lu: %s, %s: expected %d, found %d", set->path, item->line,
             row->engine, row->goal, expected, score.lower);
}

/* All runs solve a position before the next one, each time in a different
 * order, so that disturbances affect all runs alike. */
static void run_protocol(struct bench *bench, const struct set *set, int goal,
                         struct report_row rows[MAX_RUNS])
{
    for (size_t i = 0; i < set->count && monitor_signal() == 0; i++) {
        for (int turn = 0; turn < bench->count && monitor_signal() == 0;
             turn++) {
            int at = (int)((i + (size_t)turn) % (size_t)bench->count);
            const struct item *item = &set->items[i];
            struct solver_bounds score =
                search(&bench->runs[at], item->pos, item->text,
                       (enum solver_goal)goal, &rows[at]);
            if (solver_is_score(score)) /* otherwise that was a signal */
                count_answer(
                    set, item, goal,
                    (struct fourscore_bounds){score.lower, score.upper},
                    &rows[at]);
        }
        monitor_done(i + 1);
    }
}

/* The context of a pool that measures throughput. */
struct rush {
    const struct set *set;
    int goal;
    struct report_row *row;
    int mode;
};

static void count_rush(void *context, const struct fourscore_answer *answer)
{
    const struct rush *rush = context;
    if (!answer->finished)
        return; /* that was a signal */
    if (rush->mode == PIPE) {
        const struct item *item = answer->user;
        char line[2 * BOARD_MAX_CELLS];
        snprintf(line, sizeof line, "%s %d\n", item->text, answer->score.lower);
    }
    rush->row->nodes += answer->nodes;
    count_answer(rush->set, answer->user, rush->goal, answer->score, rush->row);
    monitor_done(rush->row->count);
}

static void run_throughput(const struct set *set, int goal, int mode,
                           const struct run *run, struct report_row *row)
{
    struct rush rush = {set, goal, row, mode};
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.answered = count_rush;
    config.context = &rush;
    fourscore_pool *pool = search_open_pool(&run->options, config, NULL, NULL);
    double started = os_seconds();
    for (size_t i = 0; i < set->count; i++) {
        struct item *item = &set->items[i];
        struct fourscore_query query = inside_query(item->pos);
        query.goal = goal;
        query.user = item;
        if (mode == PIPE && item->whole) { /* ask for what the text says */
            query.text = item->text;
            query.length = strlen(item->text);
            query.notation = FOURSCORE_AUTO;
        }
        if (fourscore_pool_submit(pool, &query) != FOURSCORE_OK)
            break;
    }
    fourscore_pool_wait(pool);
    row->seconds = os_seconds() - started;
    search_close_pool(pool);
}

/* Solve the positions of a set with every run, and report the rows. */
static enum cli_status run_set(struct bench *bench, const struct set *set,
                               int goal)
{
    struct report_row rows[MAX_RUNS];
    enum cli_status status = CLI_OK;
    char title[sizeof set->name + 16];

    snprintf(title, sizeof title, "%s, %s", set->name, goal_names[goal]);
    monitor_job(title, set->count);
    for (int i = 0; i < bench->count; i++) {
        const struct options *options = &bench->runs[i].options;
        rows[i] = (struct report_row){
            .set = set->name,
            .goal = goal_names[goal],
            .engine = options->engine,
            .threads = options->threads,
            .mode = mode_names[bench->mode],
            .book = options->no_book ? "none" : options->book,
            .board = options->board,
        };
    }
    if (bench->mode == PROTOCOL)
        run_protocol(bench, set, goal, rows);
    for (int i = 0; i < bench->count && bench->mode != PROTOCOL; i++)
        run_throughput(set, goal, bench->mode, &bench->runs[i], &rows[i]);
    monitor_job(NULL, 0);

    for (int i = 0; i < bench->count; i++) {
        if (rows[i].count < set->count || rows[0].count < set->count) {
            cli_note("%s, %s: stopped after %zu of %zu position%s", rows[i].set,
                     rows[i].goal, rows[i].count, set->count,
                     CLI_S(set->count)); /* by a signal */
            continue;
        }
        monitor_hide();
        report_add(&bench->report, &rows[i], &rows[0]);
        if (rows[i].wrong > 0)
            status = CLI_CHECK_FAILED;
    }
    return status;
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
        read_set(&set, path, inside_board(bench->options.board),
                 bench->max ? bench->max : SIZE_MAX);
    if (set.count > 0 && status != CLI_FAILURE) {
        report_begin(&bench->report);
        for (int goal = FOURSCORE_STRONG; goal <= FOURSCORE_WEAK; goal++)
            if (bench->goals[goal] && goes_on())
                status = cli_worse(status, run_set(bench, &set, goal));
    }
    free(set.items);
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
                 protocol_name(0));
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
                 protocol_name(i));
        status = cli_worse(status, run_file(bench, path));
    }
    return status;
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
    size_t count = sizeof signature_positions / sizeof *signature_positions;
    struct report_row sum = {0};

    for (size_t i = 0; i < count; i++)
        for (int goal = FOURSCORE_STRONG; goal <= FOURSCORE_WEAK; goal++) {
            const char *moves = signature_positions[i];
            struct position pos;
            size_t bad_at;
            if (!bench->goals[goal])
                continue;
            if (board_parse(board_default(), moves, strlen(moves), &pos,
                            &bad_at) != BOARD_OK)
                return cli_fail(CLI_CHECK_FAILED, "%s is no position", moves);
            if (!solver_is_score(search(&bench->runs[0], pos, moves,
                                        (enum solver_goal)goal, &sum)))
                return CLI_UNFINISHED; /* that was a signal */
        }
    printf("Bench: %ju\n", (uintmax_t)sum.nodes);
    return CLI_OK;
}

static void check_signature(struct bench *bench,
                            const struct arguments *arguments)
{
    static const char *const allowed[] = {"signature", "strong", "weak",
                                          "engine", NULL};
    if (bench->engine_count > 1 || arguments->count > 0 ||
        command_given_other(arguments, allowed) != NULL)
        command_refuse(
            "--signature goes with --strong, --weak and at most one --engine");
    bench->threads[bench->threads_count++] = 1;
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct bench *bench = request;
    bool *goals = bench->goals;
    char suffix[POSITIONS_SUFFIX_SIZE];

    if (bench->options.book == NULL)
        bench->options.no_book = true;
    if (!goals[FOURSCORE_STRONG] && !goals[FOURSCORE_WEAK])
        goals[FOURSCORE_STRONG] = goals[FOURSCORE_WEAK] = true;
    if (bench->engine_count == 0)
        bench->engines[bench->engine_count++] = solver_engine(0);
    if (bench->signature)
        check_signature(bench, arguments);
    if (arguments->count == 0 && !value_is_default(bench->options.board))
        return cli_usage_error("there are no sets%s; name a FILE",
                               positions_suffix(bench->options.board, suffix));
    choose_runs(bench);
    search_start_monitor(&bench->options);
    open_solvers(bench);
    if (bench->mode != PROTOCOL)
        close_solvers(bench); /* they can be made; each pool has its own */
    enum cli_status status = bench->signature        ? print_signature(bench)
                             : arguments->count == 0 ? run_own_sets(bench)
                                                     : CLI_OK;
    for (int i = 0; i < arguments->count && goes_on(); i++)
        status = cli_worse(status, run_file(bench, arguments->operands[i]));
    if (!bench->signature)
        status = cli_worse(status, report_end(&bench->report));
    close_solvers(bench);
    return status;
}

/* Add an engine. */
static bool parse_engine(const struct command_option *option, const char *text,
                         void *value)
{
    struct bench *bench = value;
    if (bench->engine_count == MAX_RUNS) {
        cli_error("--engine: at most %d at once", MAX_RUNS);
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
    {"strong", NULL, "compute exact scores only",
     VALUE(struct bench, goals[FOURSCORE_STRONG]), .letter = 's'},
    {"weak", NULL,
     "compute only the sign of the score (default: first exact scores, then "
     "signs)",
     VALUE(struct bench, goals[FOURSCORE_WEAK]), .letter = 'w'},
    {"count", "N", "use the first N positions of each file",
     VALUE(struct bench, max), .min = 1, .max = UINT64_MAX, .letter = 'n'},
    {"throughput", NULL,
     "spread the positions of a file over the threads, which share one table "
     "that is emptied before the file; the mean time is the time of the file "
     "divided by its positions",
     VALUE(struct bench, mode), .constant = THROUGHPUT, .one_of = 2},
    {"pipe", NULL,
     "the same from text to text, as lines pass through 'fourscore solve': the "
     "time includes reading the positions and making the lines of answers",
     VALUE(struct bench, mode), .constant = PIPE, .one_of = 2},
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
     .parse = parse_engine, .list = solver_engine},
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
