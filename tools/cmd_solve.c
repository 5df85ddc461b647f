/* fourscore solve: positions in, scores out, line by line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/output.h"
#include "tools/pool.h"
#include "tools/summary.h"

static const char help[] =
    "Usage: fourscore solve [OPTION]... [FILE]...\n"
    "Read one position per line, as the columns played, and print each with "
    "its\n"
    "score: POSITION SCORE.  An empty line or - is the empty board; one that\n"
    "starts with # is a comment.  Without FILE, or where it is -, read stdin.\n"
    "A position can be a list of cells or a diagram, too, in one line with / "
    "for\n"
    "a line end: see 'fourscore show --help'.  If no order of moves leads to "
    "it,\n"
    "stderr says so.\n"
    "\n"
    "A score is for the side to move: 0 a draw, k > 0 a win with the k-th "
    "stone\n"
    "from the end of its supply, k < 0 a loss to the opponent's.\n"
    "\n"
    "  -w, --weak         only who wins: 1, 0 or -1\n"
    "  -a, --all-moves    a score per column in place of SCORE, -1000 for a\n"
    "                     column that is full\n"
    "      --best         then the best columns, centre first (- for none)\n"
    "      --pv           then the principal variation (- for none)\n"
    "  -v, --verbose      then the nodes and microseconds it took; on stderr\n"
    "                     what searches\n"
    "      --json         one JSON object per line instead, errors included\n"
    "      --check        read lines POSITION SCORE, or with --all-moves "
    "lines\n"
    "                     POSITION SCORE..., print those that are wrong, and\n"
    "                     on stderr how many there are in each file\n"
    "      --fresh        empty the table before each position (not timed),\n"
    "                     which are then solved one after the other\n" //
    OPTIONS_LIMITS_HELP OPTIONS_HELP OPTIONS_BOOKS_HELP OPTIONS_PROGRESS_HELP
    "      --help         show this help\n"
    "\n"
    "An invalid line is reported on stderr as FILE:LINE:COLUMN: REASON, and "
    "an\n"
    "empty line is printed for it; the exit status is then 1.\n";

struct solve {
    struct options options;
    struct answer_request request;
    bool json, check, fresh;

    /* What came of it; for finish_item() alone until all is finished. */
    enum cli_status status;
    struct summary summary;
};

struct item {
    struct line line;
    int file; /* its number, from 0 */
    bool valid;
    struct lines_error error; /* if not valid */
    enum check_slip slip;
    size_t length;                 /* of the position in the line */
    int expected[BOARD_MAX_WIDTH]; /* with --check */
    struct answer answer;
};

static bool parse_item(const struct solve *solve, struct item *item,
                       struct position *pos)
{
    struct board board = solve->options.board;
    int count = solve->request.all_moves ? board.width : 1;
    return solve->check
               ? lines_scored_position(&item->line, board, pos, &item->length,
                                       count, item->expected, &item->error)
               : lines_position(&item->line, board, pos, &item->length,
                                &item->error);
}

static void work_on_item(void *context, struct monitor_search *search,
                         void *work)
{
    const struct solve *solve = context;
    struct item *item = work;
    struct position pos;

    item->valid = parse_item(solve, item, &pos);
    if (!item->valid) {
        item->slip =
            check_slip(&item->line, solve->options.board, &item->error);
        return;
    }
    if (solve->fresh)
        solver_clear(search->solver);
    monitor_begin(search, item->line.text, item->length);
    solver_limit(search->solver, solve->options.seconds, solve->options.nodes);
    item->answer = answer_find(&solve->request, search->solver, pos);
    item->answer.unreachable = lines_unreachable(&item->line, pos);
    monitor_end(search);
}

static enum cli_status print_error(struct solve *solve, const struct item *item)
{
    summary_report(&solve->summary, &item->line, item->slip, &item->error);
    if (solve->check)
        return CLI_OK;
    if (solve->json)
        return json_print(answer_json_error(&item->line, &item->error),
                          JSON_COMPACT);
    putchar('\n');
    return CLI_OK;
}

/* A remark: the position has a score all the same. */
static void report_unreachable(const struct item *item)
{
    cli_note("%s:%lu: no order of moves leads to this position",
             item->line.name, item->line.number);
}

static enum cli_status print_answer(const struct solve *solve,
                                    const struct item *item)
{
    const struct line *line = &item->line;
    if (solve->json)
        return json_print(answer_json(&solve->request, &item->answer,
                                      line->text, item->length),
                          JSON_COMPACT);
    answer_print(&solve->request, &item->answer, line->text, item->length);
    return CLI_OK;
}

static enum cli_status print_wrong(const struct solve *solve,
                                   const struct item *item)
{
    if (solve->json)
        return json_print(check_json(&solve->request, &item->answer,
                                     item->expected, &item->line, item->length),
                          JSON_COMPACT);
    check_print(&solve->request, &item->answer, item->expected, &item->line,
                item->length);
    return CLI_OK;
}

static enum check_result result_of(const struct solve *solve,
                                   const struct item *item)
{
    if (!item->valid)
        return CHECK_INVALID;
    if (solve->check)
        return check_answer(&solve->request, &item->answer, item->expected);
    return item->answer.finished ? CHECK_RIGHT : CHECK_UNFINISHED;
}

static enum cli_status print_item(struct solve *solve, const struct item *item,
                                  enum check_result result)
{
    if (result == CHECK_INVALID)
        return print_error(solve, item);
    if (item->answer.unreachable)
        report_unreachable(item);
    if (!solve->check)
        return print_answer(solve, item);
    return result == CHECK_WRONG ? print_wrong(solve, item) : CLI_OK;
}

static void finish_item(void *context, void *finished)
{
    struct solve *solve = context;
    const struct item *item = finished;
    static const enum cli_status statuses[] = {
        [CHECK_RIGHT] = CLI_OK,
        [CHECK_WRONG] = CLI_CHECK_FAILED,
        [CHECK_UNFINISHED] = CLI_UNFINISHED,
        [CHECK_INVALID] = CLI_BAD_INPUT,
    };
    enum check_result result = result_of(solve, item);

    monitor_hide();
    summary_count(&solve->summary, item->file, result);
    solve->status = cli_worse(solve->status, statuses[result]);
    flockfile(stdout); /* so that only whole lines are flushed */
    solve->status = cli_worse(solve->status, print_item(solve, item, result));
    /* Who reads the input may wait for more of it, in vain. */
    if (!output_end_line())
        _exit((int)cli_finish(CLI_FAILURE));
    funlockfile(stdout);
}

/* Whether a path is the moves of a position, and no file. */
static bool is_position(const char *path, struct board board)
{
    struct position pos;
    size_t bad_at;
    return access(path, F_OK) != 0 && errno == ENOENT &&
           board_parse(board, path, strlen(path), &pos, &bad_at) == BOARD_OK;
}

static enum cli_status report_position(const char *path, struct board board)
{
    char option[32] = "";
    if (!board_is_default(board))
        snprintf(option, sizeof option, " --board %dx%d", board.width,
                 board.height);
    cli_error("no file '%s'; for the position itself: echo %s | fourscore "
              "solve%s",
              path, lines_moves(path), option);
    return CLI_BAD_INPUT;
}

static enum cli_status solve_file(struct solve *solve, struct pool *pool,
                                  int file, const char *path)
{
    struct lines lines;
    struct item *item;

    if (is_position(path, solve->options.board))
        return report_position(path, solve->options.board);
    if (!lines_open(&lines, path))
        return CLI_BAD_INPUT;
    solve->summary.files[file].name = lines.name;
    while ((item = pool_get(pool)) != NULL && lines_next(&lines, &item->line)) {
        item->file = file;
        pool_put(pool);
    }
    return lines_close(&lines);
}

static enum cli_status solve_files(struct solve *solve, struct pool *pool,
                                   int count, char **paths)
{
    enum cli_status status = CLI_OK;

    for (int i = 0; i < count && monitor_signal() == 0; i++)
        status = cli_worse(status, solve_file(solve, pool, i, paths[i]));
    pool_wait(pool);
    summary_print(&solve->summary);
    return cli_worse(status, solve->status);
}

static void print_setting(struct board board, struct solver *solver,
                          int threads)
{
    char size[CLI_BYTES_SIZE];
    struct solver_table table = solver_table(solver);
    cli_note("board %dx%d, engine %s, %s, %d %s, table of %s%s", board.width,
             board.height, solver_engine_name(solver), solver_isa(solver),
             threads, cli_plural((tt_count)threads, "thread", "threads"),
             cli_format_bytes(table.bytes, size),
             table.huge_pages ? ", huge pages asked for" : "");
}

static enum cli_status solve_with_pool(struct solve *solve, int count,
                                       char **paths)
{
    struct pool_calls calls = {
        .item_bytes = sizeof(struct item),
        .work = work_on_item,
        .finish = finish_item,
        .context = solve,
    };
    /* Emptying the table is for one position at a time. */
    int threads = options_threads(&solve->options);
    int workers = solve->fresh ? 1 : threads;
    struct pool *pool;
    enum cli_status status =
        pool_open(&pool, &solve->options, workers, threads / workers, &calls);
    if (status != CLI_OK)
        return status;
    if (solve->request.effort)
        print_setting(solve->options.board, pool_solver(pool), threads);
    status = solve_files(solve, pool, count, paths);
    pool_close(pool);
    return status;
}

static void print_summary(void *summary)
{
    summary_print(summary);
}

static enum cli_status solve_paths(struct solve *solve, int count, char **paths)
{
    static char *standard[] = {"-"};
    if (count == 0) {
        count = 1;
        paths = standard;
    }
    struct summary *summary = &solve->summary;
    summary->check = solve->check;
    summary->file_count = count;
    summary->files = calloc((size_t)count, sizeof *summary->files);
    if (summary->files == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    enum cli_status status = options_monitor(&solve->options);
    if (status == CLI_OK) {
        monitor_at_end(print_summary, summary);
        status = solve_with_pool(solve, count, paths);
        monitor_finish();
    }
    free(summary->files); /* the monitor no longer prints the summary */
    return status;
}

static enum cli_status check_usage(const struct solve *solve)
{
    if (solve->check &&
        (solve->request.best || solve->request.pv || solve->request.effort))
        return cli_usage_error(
            "--check goes with none of --best, --pv, --verbose");
    if (solve->request.goal == SOLVER_WEAK && solve->request.pv)
        return cli_usage_error("--pv goes with exact scores, not with --weak");
    return CLI_OK;
}

static enum cli_status run(int argc, char **argv)
{
    enum { BEST = 256, PV, JSON, CHECK, FRESH, HELP };
    static const struct option options[] = {
        {"weak", no_argument, NULL, 'w'},
        {"all-moves", no_argument, NULL, 'a'},
        {"best", no_argument, NULL, BEST},
        {"pv", no_argument, NULL, PV},
        {"verbose", no_argument, NULL, 'v'},
        {"json", no_argument, NULL, JSON},
        {"check", no_argument, NULL, CHECK},
        {"fresh", no_argument, NULL, FRESH},
        OPTIONS_LIMITS,
        OPTIONS_COMMON,
        OPTIONS_BOOKS,
        {"help", no_argument, NULL, HELP},
        {0},
    };
    struct solve solve = {.options = options_default(),
                          .request.goal = SOLVER_STRONG};
    int option;

    while ((option = getopt_long(argc, argv, "wav", options, NULL)) != -1) {
        switch (option) {
        case 'w':
            solve.request.goal = SOLVER_WEAK;
            break;
        case 'a':
            solve.request.all_moves = true;
            break;
        case BEST:
            solve.request.best = true;
            break;
        case PV:
            solve.request.pv = true;
            break;
        case 'v':
            solve.request.effort = true;
            break;
        case JSON:
            solve.json = true;
            break;
        case CHECK:
            solve.check = true;
            break;
        case FRESH:
            solve.fresh = true;
            break;
        case HELP:
            fputs(help, stdout);
            return CLI_OK;
        default:
            if (!options_take(&solve.options, option))
                return cli_bad_option();
        }
    }
    enum cli_status status = check_usage(&solve);
    if (status != CLI_OK)
        return status;
    return solve_paths(&solve, argc - optind, argv + optind);
}

const struct command cmd_solve = {
    .name = "solve",
    .summary = "print the score of each position read",
    .run_argv = run,
};
