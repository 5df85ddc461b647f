/* fourscore bench: the test protocol, for one engine or several in turn. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/cli.h"
#include "tools/lines.h"
#include "tools/progress.h"
#include "tools/protocol.h"
#include "tools/report.h"

static const char help[] =
    "Usage: fourscore bench [OPTION]... [FILE]...\n"
    "Run the test protocol: solve each line POSITION SCORE of a FILE with an\n"
    "empty table (emptying it is not timed), and print per file the mean "
    "time,\n"
    "the mean number of positions explored, thousands of these per second, "
    "and\n"
    "how many scores were wrong.  Without FILE, run the six sets of "
    "testsets/.\n"
    "\n"
    "  -s, --strong       only exact scores\n"
    "  -w, --weak         only who wins; without either, first one, then the\n"
    "                     other\n"
    "  -n, --count N      only the first N positions of each file\n"
    "      --csv          print comma-separated values, not rounded\n"
    "      --json         print JSON, not rounded\n"
    "      --signature    print 'Bench: N': the nodes that a short list of\n"
    "                     positions takes, equal on every machine\n" //
    CLI_SOLVER_HELP
    "                     --engine again: a further engine, each position\n"
    "                     solved by one after the other; the time ratio is\n"
    "                     to the first engine\n"
    "      --help         show this help\n";

enum { MOST_ENGINES = 8 };

struct item {
    struct position pos;
    int score;
    unsigned long line;
};

struct set {
    const char *path;
    char *name; /* the path without folders and ".txt" */
    struct item *items;
    size_t count;
};

struct bench {
    struct solver *solvers[MOST_ENGINES];
    int engines;
    bool goals[2]; /* which of enum solver_goal to run */
    size_t most;   /* positions per set */
    struct report report;
};

static char *set_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = strdup(slash == NULL ? path : slash + 1);
    if (name != NULL) {
        char *end = strrchr(name, '.');
        if (end != NULL && strcmp(end, ".txt") == 0)
            *end = '\0';
    }
    return name;
}

static bool append(struct set *set, size_t *room, struct item item)
{
    if (set->count == *room) {
        size_t wanted = *room == 0 ? 1024 : *room * 2;
        struct item *items = reallocarray(set->items, wanted, sizeof item);
        if (items == NULL)
            return false;
        set->items = items;
        *room = wanted;
    }
    set->items[set->count++] = item;
    return true;
}

static enum cli_status read_set(struct set *set, const char *path, size_t most)
{
    static struct lines lines;
    enum cli_status status = CLI_OK;
    size_t room = 0;

    *set = (struct set){.path = path, .name = set_name(path)};
    if (set->name == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    if (!lines_open(&lines, path))
        return CLI_BAD_INPUT;
    while (set->count < most && lines_next(&lines)) {
        struct item item = {0};
        struct lines_error error;
        size_t length;
        if (!lines_scored_position(&lines, &item.pos, &length, &item.score,
                                   &error)) {
            lines_report(&lines, &error);
            status = CLI_BAD_INPUT;
            continue;
        }
        item.line = lines.number;
        if (!append(set, &room, item)) {
            cli_error("%s: out of memory", path);
            status = CLI_FAILURE;
            break;
        }
    }
    status = cli_worse(status, lines_close(&lines));
    if (set->count == 0 && status == CLI_OK) {
        cli_error("%s: no positions", path);
        status = CLI_BAD_INPUT;
    }
    return status;
}

static void free_set(struct set *set)
{
    free(set->name);
    free(set->items);
}

static void run_item(const struct bench *bench, const struct set *set,
                     const struct item *item, enum solver_goal goal, int engine,
                     struct report_row *row)
{
    struct solver *solver = bench->solvers[engine];
    int expected = item->score;
    if (goal == SOLVER_WEAK)
        expected = solver_sign(expected);

    solver_clear(solver);
    uint64_t nodes = solver_nodes(solver);
    double started = cli_seconds();
    int score = solver_solve(solver, item->pos, goal);
    row->seconds += cli_seconds() - started;
    row->nodes += solver_nodes(solver) - nodes;
    row->count++;

    if (score != expected) {
        row->wrong++;
        fprintf(stderr, "%s:%lu: %s, %s: expected %d, found %d\n", set->path,
                item->line, row->engine, row->goal, expected, score);
    }
}

/* Every position is solved by all engines before the next, each time another
 * engine going first: what disturbs one disturbs all. */
static enum cli_status run_set(struct bench *bench, const struct set *set,
                               enum solver_goal goal)
{
    struct report_row rows[MOST_ENGINES];
    struct progress progress;
    char title[64];
    size_t wrong = 0;

    for (int engine = 0; engine < bench->engines; engine++)
        rows[engine] = (struct report_row){
            .set = set->name,
            .goal = goal == SOLVER_WEAK ? "weak" : "strong",
            .engine = solver_engine_name(bench->solvers[engine]),
        };
    snprintf(title, sizeof title, "%s, %s", set->name, rows[0].goal);
    progress_start(&progress, title, set->count);
    for (size_t i = 0; i < set->count; i++) {
        for (int turn = 0; turn < bench->engines; turn++) {
            int engine = (int)((i + (size_t)turn) % (size_t)bench->engines);
            run_item(bench, set, &set->items[i], goal, engine, &rows[engine]);
        }
        progress_show(&progress, i + 1);
    }
    progress_end(&progress);
    for (int engine = 0; engine < bench->engines; engine++) {
        report_add(&bench->report, &rows[engine], &rows[0]);
        wrong += rows[engine].wrong;
    }
    return wrong == 0 ? CLI_OK : CLI_BAD_INPUT;
}

static enum cli_status run_file(struct bench *bench, const char *path)
{
    struct set set;
    enum cli_status status = read_set(&set, path, bench->most);
    if (set.count > 0 && status != CLI_FAILURE)
        for (int goal = SOLVER_STRONG; goal <= SOLVER_WEAK; goal++)
            if (bench->goals[goal] && cli_can_write())
                status = cli_worse(
                    status, run_set(bench, &set, (enum solver_goal)goal));
    free_set(&set);
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
                 protocol_sets[0].name);
        if (access(path, R_OK) == 0)
            break;
    }
    if (folder == 2) {
        cli_error("the test sets are neither in %s/ nor in %s/; name a FILE",
                  folders[0], folders[1]);
        return CLI_BAD_INPUT;
    }
    for (int i = 0; i < PROTOCOL_SETS && cli_can_write(); i++) {
        snprintf(path, sizeof path, "%s/%s.txt", folders[folder],
                 protocol_sets[i].name);
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
    for (int i = 0; i < count && cli_can_write(); i++)
        status = cli_worse(status, run_file(bench, paths[i]));
    report_end(&bench->report);
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

static enum cli_status print_signature(struct solver *solver)
{
    size_t count = sizeof signature_positions / sizeof *signature_positions;
    uint64_t before = solver_nodes(solver);

    for (size_t i = 0; i < count; i++) {
        const char *moves = signature_positions[i];
        struct position pos;
        size_t bad_at;
        if (board_parse(moves, strlen(moves), &pos, &bad_at) != BOARD_OK) {
            cli_error("there is no signature for this board");
            return CLI_BAD_INPUT;
        }
        for (int goal = SOLVER_STRONG; goal <= SOLVER_WEAK; goal++) {
            solver_clear(solver);
            solver_solve(solver, pos, (enum solver_goal)goal);
        }
    }
    printf("Bench: %ju\n", (uintmax_t)(solver_nodes(solver) - before));
    return CLI_OK;
}

static void close_solvers(struct bench *bench)
{
    for (int i = 0; i < bench->engines; i++)
        solver_free(bench->solvers[i]);
}

static enum cli_status open_solvers(struct bench *bench,
                                    const char *const *names, int count,
                                    uint64_t table_bytes)
{
    for (int i = 0; i < count; i++) {
        struct solver_config config = {names[i], table_bytes};
        enum cli_status status = cli_solver(&bench->solvers[i], &config);
        if (status != CLI_OK) {
            close_solvers(bench);
            return status;
        }
        bench->engines++;
    }
    return CLI_OK;
}

static enum cli_status run(int argc, char **argv)
{
    enum { CSV = 256, JSON, SIGNATURE, ENGINE, TABLE, HELP };
    static const struct option options[] = {
        {"strong", no_argument, NULL, 's'},
        {"weak", no_argument, NULL, 'w'},
        {"count", required_argument, NULL, 'n'},
        {"csv", no_argument, NULL, CSV},
        {"json", no_argument, NULL, JSON},
        {"signature", no_argument, NULL, SIGNATURE},
        {"engine", required_argument, NULL, ENGINE},
        {"table", required_argument, NULL, TABLE},
        {"help", no_argument, NULL, HELP},
        {0},
    };
    struct bench bench = {.most = SIZE_MAX};
    const char *engines[MOST_ENGINES] = {NULL};
    int engine_count = 0, others = 0, option;
    uint64_t table_bytes = 0, most;
    bool signature = false;

    while ((option = getopt_long(argc, argv, "swn:", options, NULL)) != -1) {
        others += option != SIGNATURE && option != ENGINE;
        switch (option) {
        case 's':
            bench.goals[SOLVER_STRONG] = true;
            break;
        case 'w':
            bench.goals[SOLVER_WEAK] = true;
            break;
        case 'n':
            if (!cli_number("--count", optarg, 1, SIZE_MAX, &most))
                return cli_bad_option();
            bench.most = most;
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
        case ENGINE:
            if (engine_count == MOST_ENGINES)
                return cli_usage_error("--engine: at most %d at once",
                                       MOST_ENGINES);
            engines[engine_count++] = optarg;
            break;
        case TABLE:
            if (!cli_size("--table", optarg, &table_bytes))
                return cli_bad_option();
            break;
        case HELP:
            fputs(help, stdout);
            return CLI_OK;
        default:
            return cli_bad_option();
        }
    }
    if (!bench.goals[SOLVER_STRONG] && !bench.goals[SOLVER_WEAK])
        bench.goals[SOLVER_STRONG] = bench.goals[SOLVER_WEAK] = true;
    if (engine_count == 0)
        engine_count = 1; /* the default */
    if (signature && (engine_count > 1 || optind < argc || others > 0))
        return cli_usage_error(
            "--signature goes with at most one --engine, and nothing else");

    enum cli_status status =
        open_solvers(&bench, engines, engine_count, table_bytes);
    if (status != CLI_OK)
        return status;
    if (signature)
        status = print_signature(bench.solvers[0]);
    else
        status = run_files(&bench, argc - optind, argv + optind);
    close_solvers(&bench);
    return status;
}

const struct cli_command cmd_bench = {
    "bench", "run the test protocol and compare engines", run};
