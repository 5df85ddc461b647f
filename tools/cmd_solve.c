/* fourscore solve: positions in, scores out, line by line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/output.h"
#include "tools/pool.h"
#include "tools/summary.h"

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

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct solve *solve = request;
    enum cli_status status = check_usage(solve);
    if (status != CLI_OK)
        return status;
    return solve_paths(solve, arguments->count, arguments->operands);
}

static const struct command_option options[] = {
    {"weak", NULL, "only who wins: 1, 0 or -1",
     VALUE_CONSTANT(struct solve, request.goal, SOLVER_WEAK), .letter = 'w'},
    {"all-moves", NULL,
     "a score per column in place of SCORE, -1000 for a column that is full",
     VALUE_FLAG(struct solve, request.all_moves), .letter = 'a'},
    {"best", NULL, "then the best columns, centre first (- for none)",
     VALUE_FLAG(struct solve, request.best)},
    {"pv", NULL, "then the principal variation (- for none)",
     VALUE_FLAG(struct solve, request.pv)},
    {"verbose", NULL,
     "then the nodes and microseconds it took; on stderr what searches",
     VALUE_FLAG(struct solve, request.effort), .letter = 'v'},
    {"json", NULL, "one JSON object per line instead, errors included",
     VALUE_FLAG(struct solve, json)},
    {"check", NULL,
     "read lines POSITION SCORE, or with --all-moves lines POSITION SCORE..., "
     "print those that are wrong, and on stderr how many there are in each "
     "file",
     VALUE_FLAG(struct solve, check)},
    {"fresh", NULL,
     "empty the table before each position (not timed), which are then solved "
     "one after the other",
     VALUE_FLAG(struct solve, fresh)},
    {0},
};

const struct command cmd_solve = {
    .name = "solve",
    .summary = "print the score of each position read",
    .about =
        "Read one position per line, as the columns played, and print each "
        "with its score: POSITION SCORE.  An empty line or - is the empty "
        "board; one that starts with # is a comment.  Without FILE, or where "
        "it is -, read stdin.  A position can be a list of cells or a diagram, "
        "too, in one line with / for a line end: see 'fourscore show --help'.  "
        "If no order of moves leads to it, stderr says so.\n\n"
        "A score is for the side to move: 0 a draw, k > 0 a win with the k-th "
        "stone from the end of its supply, k < 0 a loss to the opponent's.",
    .notes =
        "An invalid line is reported on stderr as FILE:LINE:COLUMN: REASON, "
        "and an empty line is printed for it; the exit status is then 1.",
    .operands = "[FILE]...",
    .max_operands = COMMAND_ANY_OPERANDS,
    .groups =
        {
            {.options = options},
            OPTIONS_GROUP(limits, struct solve),
            OPTIONS_GROUP(board, struct solve),
            OPTIONS_GROUP(table, struct solve),
            OPTIONS_GROUP(engine, struct solve),
            OPTIONS_GROUP(books, struct solve),
            OPTIONS_GROUP(progress, struct solve),
        },
    .request_bytes = sizeof(struct solve),
    .run = run,
};
