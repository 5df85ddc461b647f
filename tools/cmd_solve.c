/*
 * fourscore solve: print the score of each position read.
 *
 * The positions of files are solved by a pool of threads and printed in their
 * order.  One thread reads lines, but for the positions, whose text it submits
 * to the pool.  The pool reads and searches them, and returns the answers in
 * the same order to a function that prints them, or what is wrong with the
 * line.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/program/streams.h"
#include "tools/answer.h"
#include "tools/output.h"
#include "tools/search.h"

/* The size of the pool: enough lines for the other threads while one line takes
 * a few hundred milliseconds. */
enum { CAPACITY = 256 };

/* One more item than the pool holds: when a line has been submitted, the item
 * that is used next is no longer in the pool. */
enum { ITEMS = CAPACITY + 1 };

/* A slip: an invalid line with scores, which would be valid with other options.
 */
enum slip { NO_SLIP, SCORE_SLIP, MOVE_SCORES_SLIP, SLIPS };

/* A file, and the number of its lines with each result. */
struct summary_file {
    _Atomic(const char *) name; /* NULL: not opened */
    _Atomic unsigned long counts[ANSWER_RESULTS];
};

/* Printed on stderr at the end.  One thread at a time counts lines; another one
 * may print the summary meanwhile. */
struct summary {
    bool check; /* whether the counts of each file are reported */
    int file_count;
    struct summary_file *files;
    _Atomic unsigned long slips[SLIPS];
    _Atomic bool printed;
};

/* A line on its way through the pool. */
struct item {
    struct line line;
    int file;                          /* its number, from 0 */
    size_t length;                     /* of the position in the line */
    int expected[FOURSCORE_MAX_WIDTH]; /* with --check */
};

struct solve {
    struct options options;
    struct answer_request request;
    bool json, check, fresh;

    fourscore_pool *pool;
    struct item items[ITEMS]; /* used in turn */
    size_t item;              /* the next one */

    /* The result so far. */
    _Atomic enum cli_status status;
    struct summary summary;
    _Atomic bool cut; /* the run ended before all lines were begun */
};

/* ------------------------------------------------------------- the summary */

static const char *const slip_hints[] = {
    [SCORE_SLIP] = "to compare a score: --check",
    [MOVE_SCORES_SLIP] = "to compare a score per column: --all-moves --check",
};

static bool has_scores(const struct line *line, struct value_board board,
                       int count)
{
    fourscore_position position;
    struct lines_error error;
    size_t length;
    int scores[FOURSCORE_MAX_WIDTH];
    return positions_parse(line, board, count, scores, &position, &length,
                           &error);
}

/* The kind of slip of an invalid line, if any; adds a hint to '*error'. */
static enum slip find_slip(const struct line *line, struct value_board board,
                           struct lines_error *error)
{
    enum slip slip = has_scores(line, board, 1)             ? SCORE_SLIP
                     : has_scores(line, board, board.width) ? MOVE_SCORES_SLIP
                                                            : NO_SLIP;
    if (slip != NO_SLIP)
        cli_append(error->reason, sizeof error->reason, "; %s",
                   slip_hints[slip]);
    return slip;
}

/* The number of lines of each kind of slip that are reported. */
enum { SLIPS_SHOWN = 3 };

/* Report an invalid line; of each kind of slip only the first few. */
static void report_line(struct summary *summary, const struct line *line,
                        enum slip slip, const struct lines_error *error)
{
    summary->slips[slip]++;
    if (slip == NO_SLIP || summary->slips[slip] <= SLIPS_SHOWN)
        lines_report(line, error);
}

static void print_slips(const struct summary *summary)
{
    for (int slip = NO_SLIP + 1; slip < SLIPS; slip++) {
        if (summary->slips[slip] <= SLIPS_SHOWN)
            continue;
        unsigned long more = summary->slips[slip] - SLIPS_SHOWN;
        cli_error("%lu more %s like these; %s", more,
                  cli_plural(more, "line", "lines"), slip_hints[slip]);
    }
}

static void print_counts(const struct summary_file *file)
{
    cli_note("%s: %lu checked, %lu wrong, %lu unfinished, %lu invalid",
             file->name,
             file->counts[ANSWER_RIGHT] + file->counts[ANSWER_WRONG],
             file->counts[ANSWER_WRONG], file->counts[ANSWER_UNFINISHED],
             file->counts[ANSWER_INVALID]);
}

static struct summary_file total_of(const struct summary *summary)
{
    struct summary_file total = {.name = "total"};
    for (int i = 0; i < summary->file_count; i++)
        for (int result = 0; result < ANSWER_RESULTS; result++)
            total.counts[result] += summary->files[i].counts[result];
    return total;
}

/*
 * Print the summary, unless it has been printed: the number of slips that were
 * not reported; then, if 'check' is set, the counts of each file that was
 * opened and the total of several files, otherwise the number of unfinished
 * lines.  'late': the total time limit was reached before all lines were begun.
 */
static void print_summary(struct summary *summary, bool late)
{
    if (atomic_exchange(&summary->printed, true))
        return;

    struct summary_file total = total_of(summary);
    print_slips(summary);
    for (int i = 0; i < summary->file_count && summary->check; i++)
        if (summary->files[i].name != NULL)
            print_counts(&summary->files[i]);
    if (summary->check && summary->file_count > 1)
        print_counts(&total);
    if (late || !summary->check)
        cli_unfinished(total.counts[ANSWER_UNFINISHED], "position", "positions",
                       late);
}

/* ------------------------------------------------------------------ a line */

/* The number of scores behind the position. */
static int score_count(const struct solve *solve)
{
    return !solve->check              ? 0
           : solve->request.all_moves ? solve->options.board.width
                                      : 1;
}

static enum cli_status print_error(struct solve *solve, const struct item *item,
                                   struct lines_error *error)
{
    enum slip slip = find_slip(&item->line, solve->options.board, error);
    solve->summary.files[item->file].counts[ANSWER_INVALID]++;
    report_line(&solve->summary, &item->line, slip, error);
    if (solve->json)
        return cli_worse(CLI_BAD_INPUT,
                         answer_print_json_error(&item->line, error));
    if (!solve->check)
        putchar('\n');
    return CLI_BAD_INPUT;
}

static enum cli_status print_json(const struct solve *solve,
                                  const struct item *item,
                                  const struct answer *answer)
{
    struct json json = {0};
    json_begin_object(&json, NULL);
    if (solve->check)
        answer_json_wrong(&json, &solve->request, answer, item->expected,
                          &item->line);
    else
        answer_json(&json, &solve->request, answer);
    json_end(&json);
    return output_json(&json);
}

/* Print the answer to a valid line; with --check if it is wrong. */
static enum cli_status print_answer(const struct solve *solve,
                                    const struct item *item,
                                    const struct answer *answer,
                                    enum answer_result result)
{
    const struct answer_request *request = &solve->request;
    const struct line *line = &item->line;
    if (answer_is_unreachable(answer->found))
        cli_note("%s:%lu: no order of moves leads to this position", line->name,
                 line->number);
    if (solve->check && result != ANSWER_WRONG)
        return CLI_OK;
    if (solve->json)
        return print_json(solve, item, answer);
    if (solve->check)
        answer_print_wrong(request, answer, item->expected, line);
    else
        answer_print(request, answer);
    return CLI_OK;
}

static enum answer_result result_of(const struct solve *solve,
                                    const struct item *item,
                                    const struct answer *answer)
{
    if (solve->check)
        return answer_check(&solve->request, answer, item->expected);
    return answer->found->finished ? ANSWER_RIGHT : ANSWER_UNFINISHED;
}

/* Print the answer to a line, and count it. */
static enum cli_status count_answer(struct solve *solve,
                                    const struct item *item,
                                    const struct fourscore_answer *found)
{
    static const enum cli_status statuses[] = {
        [ANSWER_RIGHT] = CLI_OK,
        [ANSWER_WRONG] = CLI_CHECK_FAILED,
        [ANSWER_UNFINISHED] = CLI_UNFINISHED,
    };
    struct answer answer = {item->line.text, item->length, found};
    enum answer_result result = result_of(solve, item, &answer);
    solve->summary.files[item->file].counts[result]++;
    return cli_worse(statuses[result],
                     print_answer(solve, item, &answer, result));
}

/* Print what a line is answered with: 'found', or an error if that is NULL. */
static void print_item(struct solve *solve, const struct item *item,
                       const struct fourscore_answer *found,
                       struct lines_error *error)
{
    monitor_hide();         /* also keeps the item while the monitor reads it */
    os_lock_stream(stdout); /* the monitor must flush whole lines only */
    enum cli_status status = found != NULL ? count_answer(solve, item, found)
                                           : print_error(solve, item, error);
    solve->status = cli_worse(solve->status, status);
    /* End at once: reading the next line could wait forever. */
    if (!output_end_line())
        _exit((int)output_finish(CLI_FAILURE));
    os_unlock_stream(stdout);
}

/* Take an answer of the pool; its 'user' is the item. */
static void take_answer(void *context, const struct fourscore_answer *found)
{
    struct solve *solve = context;
    const struct item *item = found->user;
    struct lines_error error;
    if (found->status == FOURSCORE_CANCELLED)
        solve->cut = true;
    else if (positions_accept(&item->line, solve->options.board, found, &error))
        print_item(solve, item, found, NULL);
    else
        print_item(solve, item, NULL, &error);
}

/* Report what is wrong with a line, after all lines before it. */
static void refuse_item(struct solve *solve, const struct item *item)
{
    fourscore_position position;
    struct lines_error error;
    size_t length;
    int scores[FOURSCORE_MAX_WIDTH];
    positions_parse(&item->line, solve->options.board, score_count(solve),
                    scores, &position, &length, &error);
    fourscore_pool_wait(solve->pool);
    if (!monitor_is_stopped())
        print_item(solve, item, NULL, &error);
}

/* Submit the line of an item to the pool, which reads the position. */
static void submit_item(struct solve *solve, struct item *item)
{
    struct fourscore_query query = answer_query(&solve->request);
    struct lines_error error;
    if (!positions_split(&item->line, solve->options.board, score_count(solve),
                         item->expected, &query, &item->length, &error)) {
        refuse_item(solve, item); /* an error of the position comes first */
        return;
    }
    if (query.notation != FOURSCORE_MOVES)
        query.find |= FOURSCORE_REACHABLE;
    query.fresh = solve->fresh;
    query.seconds = solve->options.seconds;
    query.nodes = solve->options.nodes;
    query.user = item;
    fourscore_pool_submit(solve->pool, &query); /* fails if it is stopped */
}

/* ------------------------------------------------------------------- files */

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
    return cli_fail(
        CLI_BAD_INPUT,
        "no file '%s'; for the position itself: echo %s | fourscore "
        "solve%s",
        path, positions_moves(path), option);
}

static void solve_lines(struct solve *solve, int file, struct lines *lines)
{
    struct item *item = &solve->items[solve->item++ % ITEMS];
    while (!(solve->cut = monitor_is_stopped()) &&
           lines_next(lines, &item->line)) {
        item->file = file;
        submit_item(solve, item);
        item = &solve->items[solve->item++ % ITEMS];
    }
}

static enum cli_status read_file(struct solve *solve, int file,
                                 const char *path)
{
    struct lines lines;
    if (is_position(path, solve->options.board))
        return report_position(path, solve->options.board);
    lines_open(&lines, path);
    if (lines.file != NULL)
        solve->summary.files[file].name = lines.name;
    solve_lines(solve, file, &lines);
    return lines_close(&lines);
}

static enum cli_status solve_files(struct solve *solve, int count, char **paths)
{
    enum cli_status status = CLI_OK;

    for (int i = 0; i < count; i++) {
        solve->cut = monitor_is_stopped();
        if (solve->cut)
            break;
        status = cli_worse(status, read_file(solve, i, paths[i]));
    }
    fourscore_pool_wait(solve->pool);
    bool late = solve->cut && monitor_is_late();
    print_summary(&solve->summary, late);
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
    const struct item *item = user;
    (void)context;
    monitor_name(text, item->line.text, item->length);
}

static enum cli_status solve_with_pool(struct solve *solve, int count,
                                       char **paths)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.together = solve->fresh; /* solve one position at a time */
    config.capacity = CAPACITY;
    config.answered = take_answer;
    config.context = solve;
    struct search_watch watch = {.name = name_item};
    enum cli_status status = search_open_pool(&solve->options, &config, &watch);
    if (status != CLI_OK)
        return status;
    solve->pool = watch.pool;
    if (solve->request.effort)
        print_setting(solve->pool);
    status = solve_files(solve, count, paths);
    search_close_pool(&watch);
    return status;
}

/* The monitor ends the program. */
static int end(void *context, bool prints)
{
    struct solve *solve = context;
    if (prints)
        print_summary(&solve->summary, monitor_is_late());
    return (int)cli_worse(solve->status, CLI_UNFINISHED);
}

/* Solve the lines of files, or of stdin if there are no files. */
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
    if (summary->files == NULL)
        return cli_fail(CLI_FAILURE, "out of memory");
    enum cli_status status = search_start_monitor(&solve->options);
    if (status == CLI_OK) {
        monitor_at_end(end, solve);
        status = solve_with_pool(solve, count, paths);
        monitor_finish();
    }
    /* The monitor no longer prints the summary. */
    free(summary->files);
    return status;
}

/* ------------------------------------------------------------- the command */

static enum cli_status check_usage(const struct solve *solve)
{
    if (solve->check &&
        (solve->request.best || solve->request.pv || solve->request.effort))
        return cli_usage_error(
            "--check goes with none of --best, --pv, --verbose");
    if (solve->request.goal == FOURSCORE_WEAK && solve->request.pv)
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
    {"weak", NULL, "print the sign of the score: 1, 0 or -1",
     VALUE(struct solve, request.goal), .constant = FOURSCORE_WEAK,
     .letter = 'w'},
    {"all-moves", NULL,
     "instead of SCORE, print the score of a move in each column, -1000 for a "
     "full column",
     VALUE(struct solve, request.all_moves), .letter = 'a'},
    {"best", NULL, "also print the best columns, centre first (- for none)",
     VALUE(struct solve, request.best)},
    {"pv", NULL, "also print the principal variation (- for none)",
     VALUE(struct solve, request.pv)},
    {"verbose", NULL,
     "also print nodes and microseconds; on stderr, the engine and its table",
     VALUE(struct solve, request.effort), .letter = 'v'},
    {"json", NULL, "print one JSON object per line, also for errors",
     VALUE(struct solve, json)},
    {"check", NULL,
     "read lines POSITION SCORE, or with --all-moves POSITION SCORE..., print "
     "the wrong lines, and on stderr the counts of each file",
     VALUE(struct solve, check)},
    {"fresh", NULL,
     "empty the table before each position (not timed), and solve one position "
     "after the other",
     VALUE(struct solve, fresh)},
    {0},
};

static const struct command_option total_limit[] = {
    {"total-time-limit", "SECONDS",
     "stop all searches after SECONDS, and print bounds for positions whose "
     "search has begun; exit status 4",
     VALUE(struct solve, options.total_seconds)},
    {0},
};

const struct command cmd_solve = {
    .name = "solve",
    .summary = "print the score of each position read",
    .about = "Read one position per line, as the columns played, and print "
             "each with its score: POSITION SCORE.  An empty line or - is the "
             "empty board; a line that starts with # is a comment.  If there "
             "is no FILE, or FILE is -, read stdin.  A position can also be a "
             "list of cells, or a diagram in one line with / between rows: see "
             "'fourscore show --help'.  A list or diagram that no order of "
             "moves leads to is solved, with a warning on stderr.\n\n"
             "A score is for the side to move.  +k: that side wins with k - 1 "
             "stones left; 0: a draw; -k: the opponent wins with k - 1 stones "
             "left.  After a limit it may be bounds, such as 2..5.",
    .notes =
        "An invalid line is reported on stderr as FILE:LINE:COLUMN: REASON, "
        "and an empty line is printed for it; the exit status is then 1.",
    .operands = "[FILE]...",
    .max_operands = COMMAND_ANY_OPERANDS,
    .options = {options, options_limits, total_limit, options_board,
                options_table, options_engine, options_books, options_progress},
    .request_bytes = sizeof(struct solve),
    .run = run,
};
