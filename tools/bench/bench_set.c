/* A set of positions, solved by every run of a bench. */
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "tools/bench/bench.h"

/* ----------------------------------------------------------------- reading */

static char *name_of(const char *path)
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

static bool append(struct set *set, size_t *room, struct set_item item)
{
    if (set->count == *room) {
        size_t wanted = *room == 0 ? 1024 : *room * 2;
        struct set_item *items = realloc(set->items, wanted * sizeof item);
        if (items == NULL)
            return false;
        set->items = items;
        *room = wanted;
    }
    set->items[set->count++] = item;
    return true;
}

enum cli_status set_read(struct set *set, const char *path, struct board board,
                         size_t max)
{
    struct lines lines;
    struct line line;
    enum cli_status status = CLI_OK;
    size_t room = 0;

    *set = (struct set){.path = path, .name = name_of(path)};
    if (set->name == NULL)
        return cli_fail(CLI_FAILURE, "out of memory");
    lines_open(&lines, path);
    while (set->count < max && lines_next(&lines, &line)) {
        struct set_item item = {0};
        struct lines_error error;
        size_t length;
        if (!inside_parse(&line, board, 1, &item.score, &item.pos, &length,
                          &error)) {
            lines_report(&line, &error);
            status = CLI_BAD_INPUT;
            continue;
        }
        item.line = line.number;
        snprintf(item.text, sizeof item.text, "%.*s", (int)length, line.text);
        if (!append(set, &room, item)) {
            status = cli_fail(CLI_FAILURE, "%s: out of memory", path);
            break;
        }
    }
    status = cli_worse(status, lines_close(&lines));
    if (set->count == 0 && status == CLI_OK) {
        status = cli_fail(CLI_BAD_INPUT, "%s: no positions", path);
    }
    return status;
}

void set_free(struct set *set)
{
    free(set->name);
    free(set->items);
}

/* ----------------------------------------------------------------- solving */

static const char *const goal_names[] = {
    [SOLVER_STRONG] = "strong",
    [SOLVER_WEAK] = "weak",
};

static struct report_row row_of(const struct bench *bench,
                                const struct set *set, enum solver_goal goal,
                                const struct bench_run *run)
{
    return (struct report_row){
        .set = set->name,
        .goal = goal_names[goal],
        .engine = run->options.engine,
        .threads = run->options.threads,
        .mode = bench->throughput ? "throughput" : "protocol",
        .book = run->options.no_book ? "none" : run->options.book,
        .board = inside_board(run->options.board),
    };
}

/* Count an answer, and report it if it is wrong. */
static void count_answer(const struct set *set, const struct set_item *item,
                         enum solver_goal goal, struct fourscore_bounds score,
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

/* Report that a signal stopped a set. */
static void report_interrupted(const struct report_row *row,
                               const struct set *set)
{
    cli_note("%s, %s: stopped after %zu of %zu %s", row->set, row->goal,
             row->count, set->count,
             cli_plural(set->count, "position", "positions"));
}

static void run_item(const struct set *set, const struct set_item *item,
                     enum solver_goal goal, struct bench_run *run,
                     struct report_row *row)
{
    struct solver *solver = run->search.solver;

    solver_clear(solver);
    inside_begin(&run->search, item->text, strlen(item->text));
    uint64_t nodes = solver_nodes(solver);
    double started = os_seconds();
    struct solver_bounds score = solver_solve(solver, item->pos, goal);
    double seconds = os_seconds() - started;
    inside_end();

    if (!solver_is_score(score))
        return; /* that was a signal */
    row->seconds += seconds;
    row->nodes += solver_nodes(solver) - nodes;
    count_answer(set, item, goal,
                 (struct fourscore_bounds){score.lower, score.upper}, row);
}

/* All runs solve a position before the next one, each time in a different
 * order, so that disturbances affect all runs alike. */
static void run_protocol(struct bench *bench, const struct set *set,
                         enum solver_goal goal,
                         struct report_row rows[BENCH_MAX_RUNS])
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

/* The context of a pool that measures throughput. */
struct rush {
    const struct set *set;
    enum solver_goal goal;
    struct report_row *row;
};

static void count_rush(void *context, const struct fourscore_answer *answer)
{
    const struct rush *rush = context;
    if (!answer->finished)
        return; /* that was a signal */
    rush->row->nodes += answer->nodes;
    count_answer(rush->set, answer->user, rush->goal, answer->score, rush->row);
    monitor_done(rush->row->count);
}

static enum cli_status run_throughput(const struct set *set,
                                      enum solver_goal goal,
                                      const struct bench_run *run,
                                      struct report_row *row)
{
    struct rush rush = {set, goal, row};
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    struct search_watch watch = {0};
    config.answered = count_rush;
    config.context = &rush;
    enum cli_status status = search_open_pool(&run->options, &config, &watch);
    if (status != CLI_OK)
        return status;
    double started = os_seconds();
    for (size_t i = 0; i < set->count; i++) {
        struct fourscore_query query = inside_query(set->items[i].pos, goal);
        query.user = &set->items[i];
        if (fourscore_pool_submit(watch.pool, &query) != FOURSCORE_OK)
            break;
    }
    fourscore_pool_wait(watch.pool);
    row->seconds = os_seconds() - started;
    search_close_pool(&watch);
    return CLI_OK;
}

enum cli_status bench_run_set(struct bench *bench, const struct set *set,
                              enum solver_goal goal)
{
    struct report_row rows[BENCH_MAX_RUNS];
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
