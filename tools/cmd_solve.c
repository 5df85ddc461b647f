/*
 * fourscore solve: print the score of each position read.
 *
 * The positions of files are solved by a pool of threads and printed in their
 * order.  One thread reads lines, but for the positions, whose text it submits
 * to the pool.  The pool reads and searches them, and returns the answers in
 * the same order to a function that prints them.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/program/program.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/positions.h"
#include "tools/table_file.h"

/* The size of the pool: enough lines for the other threads while one line takes
 * a few hundred milliseconds. */
enum { CAPACITY = 256 };

/* One more item than the pool holds: when a line has been submitted, the item
 * that is used next is no longer in the pool. */
enum { ITEMS = CAPACITY + 1 };

/* A line on its way through the pool. */
struct item {
    struct line line;
    int file;      /* its number, from 0 */
    size_t length; /* of the position in the line */

    /* With --check: the score, or one for each column.  With --weak only the
     * signs of scores are kept. */
    int expected[FOURSCORE_MAX_WIDTH];
};

/* The result of a line.  Without --check no answer is wrong. */
enum result {
    RIGHT,
    WRONG,
    UNFINISHED, /* the expected score is within the known bounds */
    INVALID,
    RESULTS
};

/* A slip: an invalid line with scores, which would be valid with other options.
 */
enum slip { NO_SLIP, SCORE_SLIP, MOVE_SCORES_SLIP, SLIPS };

/* A file, and the number of its lines with each result. */
struct file {
    _Atomic(const char *) name; /* NULL: not opened */
    _Atomic unsigned long counts[RESULTS];
};

struct solve {
    struct options options;
    int goal; /* FOURSCORE_STRONG or FOURSCORE_WEAK */
    bool all_moves, best, pv;
    bool effort; /* nodes and microseconds */
    bool json, check, fresh;
    const char *table_path; /* or NULL */
    double save_minutes;

    struct fourscore_query query; /* for each line, but for its position */
    int count; /* of the scores of a line: one, or one for each column */
    fourscore_pool *pool;
    struct item items[ITEMS]; /* used in turn */
    size_t item;              /* the next one */
    struct table_file table_file;
    _Atomic bool saves; /* 'table_file' is open */

    /* The result so far.  One thread at a time counts lines; the monitor may
     * print the summary meanwhile. */
    _Atomic enum cli_status status;
    int file_count;
    struct file *files;
    _Atomic unsigned long slips[SLIPS];
    _Atomic bool waits; /* for a line: whoever writes it may wait for answers */
    _Atomic bool cut;   /* the run ended before all lines were begun */
    _Atomic bool is_summarized;
};

/* ---------------------------------------------------- what answers look like
 */

/* The scores of an answer that are asked, 'solve->count' of them. */
static const struct fourscore_bounds *
scores_of(const struct solve *solve, const struct fourscore_answer *found)
{
    return solve->all_moves ? found->move_scores : &found->score;
}

/* Print " SCORE" for each score; bounds for one that is not known. */
static void print_scores(const struct solve *solve,
                         const struct fourscore_answer *found)
{
    const struct fourscore_bounds *scores = scores_of(solve, found);
    for (int i = 0; i < solve->count; i++)
        if (scores[i].lower == scores[i].upper)
            printf(" %d", scores[i].lower);
        else
            printf(" %d..%d", scores[i].lower, scores[i].upper);
}

/* Print columns, "-" for none, or "?" for unknown ones. */
static void print_columns(const int *columns, int count, int first, bool known)
{
    char text[FOURSCORE_MAX_CELLS + 1];
    if (!known)
        printf(" ?");
    else
        printf(" %s",
               positions_moves(positions_write(columns, count, first, text)));
}

static uintmax_t microseconds_of(const struct fourscore_answer *found)
{
    return (uintmax_t)(found->seconds * 1e6 + 0.5);
}

/* Print the position as it was given, then the answer. */
static void print_text(const struct solve *solve, const struct item *item,
                       const struct fourscore_answer *found)
{
    int first = solve->options.first_column;
    fwrite(item->line.text, 1, item->length, stdout);
    print_scores(solve, found);
    if (solve->best)
        print_columns(found->best, found->best_count, first,
                      (found->found & FOURSCORE_BEST) != 0);
    if (solve->pv)
        print_columns(found->pv, found->pv_length, first,
                      found->finished || found->pv_length > 0);
    if (solve->effort)
        printf(" %ju %ju", (uintmax_t)found->nodes, microseconds_of(found));
    putchar('\n');
}

/* Print FILE:LINE: POSITION: expected SCORES, found SCORES. */
static void print_wrong(const struct solve *solve, const struct item *item,
                        const struct fourscore_answer *found)
{
    const struct line *line = &item->line;
    printf("%s:%lu: %.*s: expected", line->name, line->number,
           item->length == 0 ? 1 : (int)item->length,
           item->length == 0 ? positions_moves("") : line->text);
    for (int i = 0; i < solve->count; i++)
        printf(" %d", item->expected[i]);
    fputs(", found", stdout);
    print_scores(solve, found);
    putchar('\n');
}

static bool is_unreachable(const struct fourscore_answer *found)
{
    return (found->found & FOURSCORE_REACHABLE) != 0 && !found->reachable;
}

static void put_expected(struct json *json, const char *name, int score)
{
    if (score == FOURSCORE_NO_MOVE)
        json_put_null(json, name);
    else
        json_put_integer(json, name, score);
}

static enum cli_status print_json(const struct solve *solve,
                                  const struct item *item,
                                  const struct fourscore_answer *found)
{
    struct json json = {.from_0 = solve->options.first_column == 0};
    json_begin_object(&json, NULL);
    json_put_bytes(&json, "position", item->line.text, item->length);
    json_add_answer(&json, solve->goal, solve->query.find, found);
    if (!found->finished)
        json_put_boolean(&json, "finished", false);
    if (is_unreachable(found))
        json_put_boolean(&json, "reachable", false);
    if (solve->effort) {
        json_put_integer(&json, "nodes", (int64_t)found->nodes);
        json_put_integer(&json, "microseconds",
                         (int64_t)microseconds_of(found));
    }
    if (solve->check)
        lines_put_place(&json, &item->line);
    if (solve->check && solve->all_moves)
        json_begin_array(&json, "expected");
    for (int i = 0; i < solve->count && solve->check; i++)
        put_expected(&json, solve->all_moves ? NULL : "expected",
                     item->expected[i]);
    if (solve->check && solve->all_moves)
        json_end(&json);
    json_end(&json);
    return output_json(&json);
}

/* ------------------------------------------------------------- the summary */

static const char *const slip_hints[] = {
    [SCORE_SLIP] = "to compare a score: --check",
    [MOVE_SCORES_SLIP] = "to compare a score per column: --all-moves --check",
};

/* The number of lines of each kind of slip that are reported. */
enum { SLIPS_SHOWN = 3 };

static void print_counts(const struct file *file)
{
    cli_note("%s: %lu checked, %lu wrong, %lu unfinished, %lu invalid",
             file->name, file->counts[RIGHT] + file->counts[WRONG],
             file->counts[WRONG], file->counts[UNFINISHED],
             file->counts[INVALID]);
}

/*
 * Print the summary on stderr, unless it has been printed: the number of slips
 * that were not reported; then, with --check, the counts of each file that was
 * opened and the total of several files, otherwise the number of unfinished
 * lines.  'late': the total time limit was reached before all lines were begun.
 */
static void print_summary(struct solve *solve, bool late)
{
    if (atomic_exchange(&solve->is_summarized, true))
        return;

    struct file total = {.name = "total"};
    for (int i = 0; i < solve->file_count; i++)
        for (int result = 0; result < RESULTS; result++)
            total.counts[result] += solve->files[i].counts[result];
    for (int slip = NO_SLIP + 1; slip < SLIPS; slip++)
        if (solve->slips[slip] > SLIPS_SHOWN) {
            unsigned long more = solve->slips[slip] - SLIPS_SHOWN;
            cli_error("%lu more line%s like these; %s", more, CLI_S(more),
                      slip_hints[slip]);
        }
    for (int i = 0; i < solve->file_count && solve->check; i++)
        if (solve->files[i].name != NULL)
            print_counts(&solve->files[i]);
    if (solve->check && solve->file_count > 1)
        print_counts(&total);
    if (late || !solve->check)
        cli_unfinished(total.counts[UNFINISHED], "position", late);
}

/* ------------------------------------------------------------------ a line */

/* The kind of slip of an invalid line, if any. */
static enum slip slip_of(const struct solve *solve, const struct line *line)
{
    struct value_board board = solve->options.board;
    fourscore_position position;
    size_t length;
    int scores[FOURSCORE_MAX_WIDTH];
    int count = positions_scores(line, line->length, board);
    struct fourscore_error error;
    if (count == 0 ||
        !positions_parse(line, board, solve->query.notation, count, scores,
                         &position, &length, &error))
        return NO_SLIP;
    return count == 1 ? SCORE_SLIP : MOVE_SCORES_SLIP;
}

/* Report an invalid line; of each kind of slip only the first few. */
static enum cli_status print_error(struct solve *solve, const struct item *item,
                                   struct fourscore_error *error)
{
    const struct line *line = &item->line;
    enum slip slip = slip_of(solve, line);
    struct json json = {0};
    positions_name_option(error->reason, POSITIONS_FROM_0);
    solve->files[item->file].counts[INVALID]++;
    solve->slips[slip]++;
    if (slip != NO_SLIP)
        cli_append(error->reason, sizeof error->reason, "; %s",
                   slip_hints[slip]);
    if (slip == NO_SLIP || solve->slips[slip] <= SLIPS_SHOWN)
        lines_report(line, error);
    if (!solve->json) {
        fputs(solve->check ? "" : "\n", stdout);
        return CLI_BAD_INPUT;
    }
    json_begin_object(&json, NULL);
    json_put_bytes(&json, "position", line->text, line->length);
    lines_put_place(&json, line);
    json_put_integer(&json, "column", (int64_t)error->at + 1);
    json_put_text(&json, "error", error->reason);
    json_end(&json);
    return cli_worse(CLI_BAD_INPUT, output_json(&json));
}

static enum result result_of(const struct solve *solve, const struct item *item,
                             const struct fourscore_answer *found)
{
    const struct fourscore_bounds *scores = scores_of(solve, found);
    for (int i = 0; i < solve->count && solve->check; i++)
        if (item->expected[i] < scores[i].lower ||
            item->expected[i] > scores[i].upper)
            return WRONG;
    return found->finished ? RIGHT : UNFINISHED;
}

/* Print the answer to a valid line, with --check if it is wrong. */
static enum cli_status print_answer(struct solve *solve,
                                    const struct item *item,
                                    const struct fourscore_answer *found)
{
    static const enum cli_status statuses[] = {
        [RIGHT] = CLI_OK,
        [WRONG] = CLI_CHECK_FAILED,
        [UNFINISHED] = CLI_UNFINISHED,
    };
    enum result result = result_of(solve, item, found);
    solve->files[item->file].counts[result]++;
    if (is_unreachable(found))
        cli_note("%s:%lu: no order of moves leads to this position",
                 item->line.name, item->line.number);
    if (solve->check && result != WRONG)
        return statuses[result];
    if (solve->json)
        return cli_worse(statuses[result], print_json(solve, item, found));
    (solve->check ? print_wrong : print_text)(solve, item, found);
    return statuses[result];
}

/* Print what a line is answered with: an error, or 'found' if that is NULL. */
static void print_item(struct solve *solve, const struct item *item,
                       const struct fourscore_answer *found,
                       struct fourscore_error *error)
{
    monitor_hide();         /* also keeps the item while the monitor reads it */
    os_lock_stream(stdout); /* the monitor must flush whole lines only */
    enum cli_status status = error == NULL ? print_answer(solve, item, found)
                                           : print_error(solve, item, error);
    solve->status = cli_worse(solve->status, status);
    /* End at once: reading the next line could wait forever. */
    if (!(solve->waits ? output_end_line() : output_add_line()))
        _exit((int)output_finish(CLI_FAILURE));
    os_unlock_stream(stdout);
}

/* Take an answer of the pool; its 'user' is the item. */
static void take_answer(void *context, const struct fourscore_answer *found)
{
    struct solve *solve = context;
    const struct item *item = found->user;
    struct fourscore_error error = found->error;
    if (found->status == FOURSCORE_CANCELLED)
        solve->cut = true;
    else if (found->status == FOURSCORE_OK &&
             (found->nodes > 0 || /* of a won game nothing is searched */
              positions_check_winner(solve->options.board, item->length,
                                     &found->position, &error)))
        print_item(solve, item, found, NULL);
    else
        print_item(solve, item, NULL, &error);
}

/* Submit a line to the pool, which reads the position; or report what is wrong
 * behind the position, after all lines before it. */
static void submit_item(struct solve *solve, struct item *item)
{
    struct value_board board = solve->options.board;
    int count = solve->check ? solve->count : 0;
    struct fourscore_query query = solve->query;
    struct fourscore_error error;
    if (!positions_split(&item->line, board, count, item->expected, &query,
                         &item->length, &error)) {
        fourscore_position position;
        positions_parse(&item->line, board, query.notation, count,
                        item->expected, &position, &item->length, &error);
        fourscore_pool_wait(solve->pool);
        if (!monitor_is_stopped())
            print_item(solve, item, NULL, &error);
        return;
    }
    for (int i = 0; i < count && solve->goal == FOURSCORE_WEAK; i++)
        if (item->expected[i] != FOURSCORE_NO_MOVE)
            item->expected[i] =
                (item->expected[i] > 0) - (item->expected[i] < 0);
    query.user = item;
    solve->cut = fourscore_pool_submit(solve->pool, &query) != FOURSCORE_OK;
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

static void solve_lines(struct solve *solve, int file, struct lines *lines)
{
    for (;;) {
        struct item *item = &solve->items[solve->item++ % ITEMS];
        solve->cut = monitor_is_stopped();
        if (!solve->cut && lines_wait(lines)) {
            solve->waits = true;
            output_flush();
        }
        bool is_read = !solve->cut && lines_next(lines, &item->line);
        solve->waits = false;
        if (!is_read)
            return;
        item->file = file;
        submit_item(solve, item);
    }
}

static enum cli_status read_file(struct solve *solve, int file,
                                 const char *path)
{
    struct lines lines;
    struct value_board board = solve->options.board;
    char option[32] = "";
    if (!value_is_default(board))
        snprintf(option, sizeof option, " --board %dx%d", board.width,
                 board.height);
    if (is_position(path, board))
        return cli_fail(
            CLI_BAD_INPUT,
            "no file '%s'; for the position itself: echo %s | fourscore "
            "solve%s",
            path, positions_moves(path), option);
    lines_open(&lines, path);
    if (lines.file != NULL)
        solve->files[file].name = lines.name;
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
    print_summary(solve, late);
    if (late)
        status = cli_worse(status, CLI_UNFINISHED);
    return cli_worse(status, solve->status);
}

static void name_item(const void *context, const void *user,
                      char text[MONITOR_TEXT_SIZE])
{
    const struct item *item = user;
    (void)context;
    monitor_name(text, item->line.text, item->length);
}

/* Take each line of the files. */
static enum cli_status solve_with_pool(struct solve *solve, int count,
                                       char **paths)
{
    char size[CLI_BYTES_SIZE];
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.together = solve->fresh; /* solve one position at a time */
    config.capacity = CAPACITY;
    config.answered = take_answer;
    config.context = solve;
    solve->pool = search_open_pool(&solve->options, config, name_item, NULL);
    fourscore_pool_info(solve->pool, &info);
    if (solve->effort)
        cli_note("board %dx%d, engine %s, %s, %d thread%s, table of %s%s",
                 info.width, info.height, info.engine, info.isa, info.threads,
                 CLI_S(info.threads), cli_format_bytes(info.table_bytes, size),
                 info.huge_pages ? ", huge pages asked for" : "");
    if (solve->table_path != NULL)
        table_file_open(&solve->table_file, solve->pool, solve->table_path,
                        solve->save_minutes * 60);
    solve->saves = solve->table_path != NULL;
    enum cli_status status = solve_files(solve, count, paths);
    if (solve->saves)
        status = cli_worse(status, table_file_close(&solve->table_file));
    search_close_pool(solve->pool);
    return status;
}

/* The monitor ends the program. */
static int end(void *context, bool prints)
{
    struct solve *solve = context;
    if (solve->saves)
        table_file_save_now(&solve->table_file, prints);
    if (prints)
        print_summary(solve, monitor_is_late());
    return (int)cli_worse(solve->status, CLI_UNFINISHED);
}

/* ------------------------------------------------------------- the command */

static enum cli_status run(void *request, const struct arguments *arguments)
{
    static char *standard[] = {"-"};
    struct solve *solve = request;
    int count = arguments->count > 0 ? arguments->count : 1;
    char **paths = arguments->count > 0 ? arguments->operands : standard;
    if (solve->check && (solve->best || solve->pv || solve->effort))
        command_refuse("--check goes with none of --best, --pv, --verbose");
    if (solve->table_path != NULL && solve->fresh)
        command_refuse("--table-file does not go with --fresh");
    if (solve->goal == FOURSCORE_WEAK && solve->pv)
        command_refuse("--pv goes with exact scores, not with --weak");
    solve->query = (struct fourscore_query)FOURSCORE_QUERY_INIT;
    solve->query.goal = solve->goal;
    solve->query.find = (solve->all_moves ? FOURSCORE_ALL_MOVES : 0) |
                        (solve->best ? FOURSCORE_BEST : 0) |
                        (solve->pv ? FOURSCORE_PV : 0) | FOURSCORE_REACHABLE;
    solve->query.notation = options_notation(&solve->options);
    solve->query.fresh = solve->fresh;
    solve->query.seconds = solve->options.seconds;
    solve->query.nodes = solve->options.nodes;
    solve->count = solve->all_moves ? solve->options.board.width : 1;
    solve->file_count = count;
    solve->files = command_memory((size_t)count, sizeof *solve->files);
    search_start_monitor(&solve->options);
    monitor_at_end(end, solve);
    enum cli_status status = solve_with_pool(solve, count, paths);
    monitor_finish(); /* it no longer prints the summary */
    free(solve->files);
    return status;
}

static const struct command_option options[] = {
    {"weak", NULL, "print the sign of the score: 1, 0 or -1",
     VALUE(struct solve, goal), .constant = FOURSCORE_WEAK, .letter = 'w'},
    {"all-moves", NULL,
     "instead of SCORE, print the score of a move in each column, -1000 for a "
     "full column",
     VALUE(struct solve, all_moves), .letter = 'a'},
    {"best", NULL, "also print the best columns, centre first (- for none)",
     VALUE(struct solve, best)},
    {"pv", NULL, "also print the principal variation (- for none)",
     VALUE(struct solve, pv)},
    {"verbose", NULL,
     "also print nodes and microseconds; on stderr, the engine and its table",
     VALUE(struct solve, effort), .letter = 'v'},
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

static const struct command_option saving[] = {
    {"table-file", "FILE",
     "go on with the table that FILE has, and save it there at the end, at a "
     "limit or a signal, and every --save-every MINUTES",
     VALUE(struct solve, table_path)},
    {"save-every", "MINUTES", "how often --table-file saves the table",
     VALUE(struct solve, save_minutes), .initial = "30", .with = "table-file"},
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
             "game, a board in one line with / between its rows, JSON or a "
             "link: see 'fourscore show --help'.  A board that no order of "
             "moves leads to is solved, with a warning on stderr.\n\n"
             "A score is for the side to move.  +k: that side wins with k - 1 "
             "stones left; 0: a draw; -k: the opponent wins with k - 1 stones "
             "left.  After a limit it may be bounds, such as 2..5.",
    .notes = LINES_ANSWER_NOTE,
    .operands = "[FILE]...",
    .options = {options, options_limits, total_limit, options_board,
                options_first_column, options_table, saving, options_engine,
                options_books, options_progress},
    .request_bytes = sizeof(struct solve),
    .run = run,
};
