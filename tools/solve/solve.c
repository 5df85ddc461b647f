#include "tools/solve/solve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/output.h"

/* Whether a path is not a file, but the moves of a position. */
static bool is_position(const char *path, struct value_board board)
{
    fourscore_position position;
    return access(path, F_OK) != 0 && errno == ENOENT &&
           fourscore_from_moves(&position, board.width, board.height, path,
                                NULL) == FOURSCORE_OK &&
           fourscore_winner(&position) == 0;
}

static enum cli_status report_position(const char *path,
                                       struct value_board board)
{
    char option[32] = "";
    if (board.width != 7 || board.height != 6)
        snprintf(option, sizeof option, " --board %dx%d", board.width,
                 board.height);
    cli_error("no file '%s'; for the position itself: echo %s | fourscore "
              "solve%s",
              path, positions_moves(path), option);
    return CLI_BAD_INPUT;
}

/* The item for the next line. */
static struct solve_item *next_item(struct solve *solve)
{
    return &solve->items[solve->item++ % SOLVE_ITEMS];
}

static void solve_lines(struct solve *solve, int file, struct lines *lines)
{
    for (;;) {
        struct solve_item *item = next_item(solve);
        solve->cut = monitor_is_stopped();
        if (solve->cut || !lines_next(lines, &item->line))
            return;
        item->file = file;
        if (!solve_submit_item(solve, item)) {
            solve->cut = true;
            return;
        }
    }
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

static enum cli_status read_file(struct solve *solve, int file,
                                 const char *path)
{
    struct lines lines;
    enum cli_status status = CLI_OK;

    if (is_position(path, solve->options.board))
        return report_position(path, solve->options.board);
    if (!lines_open(&lines, path))
        return lines.status;
    solve->summary.files[file].name = lines.name;
    if (solve->sample.wanted > 0)
        status = sample_lines(solve, file, &lines);
    else
        solve_lines(solve, file, &lines);
    return cli_worse(status, lines_close(&lines));
}

static void solve_sample(struct solve *solve)
{
    sample_sort(&solve->sample);
    for (size_t i = 0; i < solve->sample.count && !solve->cut; i++) {
        const struct sample_line *chosen = &solve->sample.lines[i];
        struct solve_item *item = next_item(solve);
        sample_restore(chosen, &item->line);
        item->file = chosen->file;
        if (!solve_submit_item(solve, item))
            solve->cut = true;
    }
}

static enum cli_status solve_files(struct solve *solve, int count, char **paths)
{
    enum cli_status status = CLI_OK;

    for (int i = 0; i < count && !solve->starved; i++) {
        solve->cut = monitor_is_stopped();
        if (solve->cut)
            break;
        status = cli_worse(status, read_file(solve, i, paths[i]));
    }
    if (!solve->starved)
        solve_sample(solve);
    fourscore_pool_wait(solve->pool);
    bool late = solve->cut && monitor_is_late();
    summary_print(&solve->summary, late);
    if (late)
        status = cli_worse(status, CLI_UNFINISHED);
    return cli_worse(status, solve->status);
}

static void print_setting(const fourscore_pool *pool)
{
    char size[CLI_BYTES_SIZE];
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    fourscore_pool_info(pool, &info);
    cli_note("board %dx%d, engine %s, %s, %d %s, table of %s%s", info.width,
             info.height, info.engine, info.isa, info.threads,
             cli_plural((cli_count)info.threads, "thread", "threads"),
             cli_format_bytes(info.table_bytes, size),
             info.huge_pages ? ", huge pages asked for" : "");
}

static void name_item(const void *context, const void *user,
                      char text[MONITOR_TEXT_SIZE])
{
    const struct solve_item *item = user;
    (void)context;
    monitor_name(text, item->line.text, item->length);
}

static enum cli_status solve_with_pool(struct solve *solve, int count,
                                       char **paths)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.together = solve->fresh; /* solve one position at a time */
    config.capacity = SOLVE_CAPACITY;
    config.answered = solve_print_answer;
    config.context = solve;
    enum cli_status status = open_pool(&solve->options, &config, &solve->pool);
    if (status != CLI_OK)
        return status;
    struct open_watch watch = {.pool = solve->pool, .name = name_item};
    open_watch_pool(&watch);
    if (solve->request.effort)
        print_setting(solve->pool);
    status = solve_files(solve, count, paths);
    open_unwatch();
    fourscore_pool_free(solve->pool);
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
    solve->items = calloc(SOLVE_ITEMS, sizeof *solve->items);
    if (summary->files == NULL || solve->items == NULL) {
        free(summary->files);
        free(solve->items);
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    enum cli_status status = open_monitor(&solve->options);
    if (status == CLI_OK) {
        monitor_at_end(end, solve);
        status = solve_with_pool(solve, count, paths);
        monitor_finish();
    }
    /* The monitor no longer prints the summary. */
    free(summary->files);
    free(solve->items);
    sample_free(&solve->sample);
    return status;
}
