#include "tools/solve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/output.h"
#include "tools/pool.h"

/* Whether a path is not a file, but the moves of a position. */
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

static void solve_lines(struct solve *solve, struct pool *pool, int file,
                        struct lines *lines)
{
    struct solve_item *item;
    while ((item = pool_get(pool)) != NULL && lines_next(lines, &item->line)) {
        item->file = file;
        pool_put(pool);
    }
    solve->cut = item == NULL;
}

/* Sample the lines; they are solved later. */
static enum cli_status sample_lines(struct solve *solve, int file,
                                    struct lines *lines)
{
    struct line line;
    while (!monitor_is_stopped() && lines_next(lines, &line))
        if (!sample_offer(&solve->sample, file, &line)) {
            cli_error("--sample: out of memory after %zu lines",
                      solve->sample.count);
            solve->starved = true;
            return CLI_FAILURE;
        }
    return CLI_OK;
}

static enum cli_status read_file(struct solve *solve, struct pool *pool,
                                 int file, const char *path)
{
    struct lines lines;
    enum cli_status status = CLI_OK;

    if (is_position(path, solve->options.board))
        return report_position(path, solve->options.board);
    if (!lines_open(&lines, path))
        return CLI_BAD_INPUT;
    solve->summary.files[file].name = lines.name;
    if (solve->sample.wanted > 0)
        status = sample_lines(solve, file, &lines);
    else
        solve_lines(solve, pool, file, &lines);
    return cli_worse(status, lines_close(&lines));
}

static void solve_sample(struct solve *solve, struct pool *pool)
{
    sample_sort(&solve->sample);
    for (size_t i = 0; i < solve->sample.count; i++) {
        const struct sample_line *chosen = &solve->sample.lines[i];
        struct solve_item *item = pool_get(pool);
        if (item == NULL) {
            solve->cut = true;
            return;
        }
        sample_restore(chosen, &item->line);
        item->file = chosen->file;
        pool_put(pool);
    }
}

static enum cli_status solve_files(struct solve *solve, struct pool *pool,
                                   int count, char **paths)
{
    enum cli_status status = CLI_OK;

    for (int i = 0; i < count && !solve->starved; i++) {
        solve->cut = monitor_is_stopped();
        if (solve->cut)
            break;
        status = cli_worse(status, read_file(solve, pool, i, paths[i]));
    }
    if (!solve->starved)
        solve_sample(solve, pool);
    if (!pool_wait(pool))
        solve->cut = true;
    bool late = solve->cut && monitor_is_late();
    summary_print(&solve->summary, late);
    if (late)
        status = cli_worse(status, CLI_UNFINISHED);
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
        .item_bytes = sizeof(struct solve_item),
        .work = solve_work_on_item,
        .finish = solve_finish_item,
        .context = solve,
    };
    /* With --fresh one position is solved at a time. */
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

/* The monitor ends the program. */
static int end(void *context, bool prints)
{
    struct solve *solve = context;
    if (prints)
        summary_print(&solve->summary, monitor_is_late());
    return (int)cli_worse(solve->status, CLI_UNFINISHED);
}

enum cli_status solve_paths(struct solve *solve, int count, char **paths)
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
        monitor_at_end(end, solve);
        status = solve_with_pool(solve, count, paths);
        monitor_finish();
    }
    /* The monitor no longer prints the summary. */
    free(summary->files);
    sample_free(&solve->sample);
    return status;
}
