/* fourscore explain: why a position is won, drawn or lost. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lib/fourscore_game.h"
#include "lib/json/json.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/positions.h"

struct explain {
    struct options options;
    int move; /* 0: the last one */
    bool json;

    fourscore_solver *solver;
    fourscore_cancel *cancel; /* of its searches */
    unsigned long lines, unfinished;
    enum cli_status status; /* of the lines */
};

/* The sign of a cell, and what it means. */
struct sign {
    unsigned mark;
    char sign;
    const char *meaning; /* of the player P or the other one, M */
    bool other;
};

static const struct sign signs[] = {
    {FOURSCORE_MARK_WIN, '*', "wins here", false},
    {FOURSCORE_MARK_MUST, '!', "must play here", true},
    {FOURSCORE_MARK_GETS, '+', "gets this cell", false},
};
enum { SIGNS = sizeof signs / sizeof signs[0] };

/* ------------------------------------------------------------------- boards */

/* The sign of an empty cell; of several marks the first one in 'signs'. */
static char sign_of(unsigned marks)
{
    for (int i = 0; i < SIGNS; i++)
        if ((marks & signs[i].mark) != 0)
            return signs[i].sign;
    return '.';
}

/* Print a board with the marks of a reason, if it is not NULL; below it the
 * letters of the columns and their numbers, of which the leftmost is 'first'.
 */
static void print_board(const fourscore_position *position, int first,
                        const struct fourscore_reason *reason)
{
    int width = fourscore_width(position), height = fourscore_height(position);
    int cells[FOURSCORE_MAX_CELLS] = {0};
    fourscore_cells(position, cells);
    for (int row = height; row > 0; row--) {
        printf(" %2d ", row);
        for (int column = 0; column < width; column++) {
            int cell = (height - row) * width + column;
            unsigned marks = reason != NULL ? reason->marks[cell] : 0;
            bool in_four = (marks & FOURSCORE_MARK_FOUR) != 0;
            char stone = fourscore_stone_name(cells[cell]);
            printf(" %c", cells[cell] == 0 ? sign_of(marks)
                          : in_four        ? stone - 'a' + 'A'
                                           : stone);
        }
        putchar('\n');
    }
    printf("    ");
    for (int column = 0; column < width; column++)
        printf(" %c", 'a' + column);
    printf("\n    ");
    for (int column = 1; column <= width; column++)
        printf(" %c", positions_column(column, first));
    putchar('\n');
}

/* Whether a board has a sign. */
static bool has_sign(const int *cells, const struct fourscore_reason *reason,
                     const struct sign *sign)
{
    for (int cell = 0; cell < FOURSCORE_MAX_CELLS; cell++)
        if (cells[cell] == 0 && sign_of(reason->marks[cell]) == sign->sign)
            return true;
    return false;
}

/* Explain the signs that the board has. */
static void print_legend(const fourscore_position *position,
                         const struct fourscore_reason *reason)
{
    int cells[FOURSCORE_MAX_CELLS] = {0};
    bool has_four = false;
    const char *separator = "\n  ";
    fourscore_cells(position, cells);
    for (int cell = 0; cell < FOURSCORE_MAX_CELLS; cell++)
        has_four |= (reason->marks[cell] & FOURSCORE_MARK_FOUR) != 0;
    for (int i = 0; i < SIGNS; i++) {
        int player = signs[i].other ? 3 - reason->player : reason->player;
        if (!has_sign(cells, reason, &signs[i]))
            continue;
        printf("%s%c %c %s", separator, signs[i].sign,
               fourscore_stone_name(player), signs[i].meaning);
        separator = "   ";
        if (signs[i].mark == FOURSCORE_MARK_WIN && has_four)
            printf(", with the %c", fourscore_stone_name(player) - 'a' + 'A');
    }
    if (*separator == ' ')
        putchar('\n');
}

/* ---------------------------------------------------------------- sentences */

enum { CELLS_WIDTH = 20 };

/* The length of what stays on one line: "(d1 e1 f1 g1)", "x d1", or a word. */
static size_t unbroken(const char *text)
{
    size_t inside = *text == '(' ? strcspn(text, ")\n") : 0;
    if (inside > 0 && inside < CELLS_WIDTH)
        return inside + strcspn(text + inside, " \n");
    size_t word = output_plain_word(text);
    bool is_player = word == 1 && (*text == 'x' || *text == 'o');
    bool has_cell = is_player && text[1] == ' ' && isdigit(text[3]);
    return has_cell ? 2 + strcspn(text + 2, " \n") : word;
}

/* Print a reason, and the board after its line. */
static void print_reason(const fourscore_position *position, int first,
                         const struct fourscore_reason *reason)
{
    fourscore_position end = *position;
    for (int i = 0; i < reason->line_length; i++)
        if (fourscore_play(&end, reason->line[i]) != FOURSCORE_OK)
            break;
    putchar('\n');
    output_text(reason->text, unbroken);
    putchar('\n');
    print_board(&end, first, reason);
    print_legend(&end, reason);
}

/* Print the board, the sentences, and the board after each line of play. */
static void print_text(const struct fourscore_explanation *explanation,
                       int first)
{
    const fourscore_position *position = &explanation->position;
    const struct fourscore_reason *reasons = explanation->reasons;
    if (explanation->reason_count == 1 && reasons[0].line_length == 0) {
        print_board(position, first, &reasons[0]);
        print_legend(position, &reasons[0]);
        putchar('\n');
        output_text(explanation->text, unbroken);
        output_text(reasons[0].text, unbroken);
        return;
    }
    print_board(position, first, NULL);
    putchar('\n');
    output_text(explanation->text, unbroken);
    for (int i = 0; i < explanation->reason_count; i++)
        print_reason(position, first, &reasons[i]);
}

/* --------------------------------------------------------------- the input */

/* Returns CLI_BAD_INPUT, or worse. */
static enum cli_status report_error(const struct explain *explain,
                                    const struct line *line,
                                    const struct fourscore_error *error)
{
    enum cli_status status = lines_report(line, error);
    if (!explain->json)
        return status;
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_bytes(&json, "position", line->text, line->length);
    json_put_text(&json, "error", error->reason);
    json_end(&json);
    return cli_worse(status, output_json(&json));
}

/* Set the position to be explained, and the move: the one given, or the last
 * one of a string of moves. */
static enum cli_status read_line(const struct explain *explain,
                                 const struct line *line,
                                 fourscore_position *position, int *move)
{
    struct value_board board = explain->options.board;
    struct fourscore_error error;
    char moves[FOURSCORE_MAX_CELLS + 1];
    if (!positions_read(line, board, options_notation(&explain->options), moves,
                        position, &error))
        return report_error(explain, line, &error);
    fourscore_position before;
    if (*move != 0)
        return CLI_OK;
    *move = positions_take_back(board.width, board.height, moves, &before);
    if (*move != 0)
        *position = before;
    return CLI_OK;
}

static enum cli_status print(const struct explain *explain,
                             const struct line *line,
                             const struct fourscore_explanation *explanation)
{
    monitor_hide();
    if (!explain->json) {
        print_text(explanation, explain->options.first_column);
        return CLI_OK;
    }
    struct json json = {.from_0 = explain->options.first_column == 0};
    json_begin_object(&json, NULL);
    json_put_bytes(&json, "position", line->text, line->length);
    json_add_explanation(&json, explanation);
    json_end(&json);
    return output_json(&json);
}

static enum cli_status explain_line(struct explain *explain,
                                    const struct line *line)
{
    const struct options *options = &explain->options;
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_explanation explanation = FOURSCORE_EXPLANATION_INIT;
    int move = explain->move;
    enum cli_status read = read_line(explain, line, &query.position, &move);
    if (read != CLI_OK)
        return read;
    query.seconds = options->seconds;
    query.nodes = options->nodes;
    query.cancel = explain->cancel;
    enum fourscore_status status =
        fourscore_explain(explain->solver, &query, move, &explanation);
    if (status != FOURSCORE_OK) {
        struct fourscore_error error;
        if (status == FOURSCORE_BAD_MOVE) /* of a column that there is */
            lines_fail(&error, 0, "--move: column %d is full",
                       move - 1 + options->first_column);
        else
            lines_fail(&error, 0, "%s", fourscore_strstatus(status));
        read = report_error(explain, line, &error);
        return status == FOURSCORE_NO_MEMORY ? CLI_FAILURE : read;
    }
    explain->unfinished += !explanation.finished;
    return print(explain, line, &explanation);
}

/* Explain a line of stdin, whatever came of it, as the next part of a text. */
static enum cli_status explain_next(void *context, const struct line *line)
{
    struct explain *explain = context;
    if (explain->lines++ > 0 && !explain->json)
        putchar('\n');
    explain->status = cli_worse(explain->status, explain_line(explain, line));
    return CLI_OK;
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    static struct line line;
    struct explain *explain = request;
    const struct options *options = &explain->options;
    int first = options->first_column, last = options->board.width - 1 + first;
    if (command_given(arguments, "move")) {
        if (explain->move < first || explain->move > last)
            command_refuse("--move: expected a column from %d to %d, got %d",
                           first, last, explain->move);
        explain->move += 1 - first;
    }
    search_start_monitor(options);
    explain->solver = search_open_solver(options, &explain->cancel);
    lines_set(&line, "POSITION", 1, arguments->operands[0]);
    enum cli_status status =
        strcmp(line.text, "-") == 0 ? lines_answer("-", explain_next, explain)
        : line.cut                  ? cli_fail(CLI_BAD_INPUT,
                                               "POSITION: no position is longer than %d bytes",
                                               LINES_KEPT)
                                    : explain_line(explain, &line);
    status = cli_worse(status, explain->status);
    search_close_solver(explain->solver, explain->cancel);
    return cli_worse(status,
                     cli_unfinished(explain->unfinished, "position", false));
}

static const struct command_option options[] = {
    {"move", "COLUMN",
     "play this column, and also say whether that is a mistake; if POSITION is "
     "a string of moves, the last one is judged by default",
     VALUE(struct explain, move), .min = 0, .max = FOURSCORE_MAX_WIDTH},
    {"json", NULL, "print one JSON object per line, also for errors",
     VALUE(struct explain, json)},
    {0},
};

const struct command cmd_explain = {
    .name = "explain",
    .summary = "say in words why a position is won, drawn or lost",
    .operands = "POSITION",
    .missing = "POSITION is missing; '' is the empty board",
    .about =
        "Say who wins (x is the first player, o the second), by which moves, "
        "and what decides then: a win at once, a double threat, or a plan that "
        "needs no search, with the cells that carry it marked on the board. If "
        "the last move is a mistake, say so, and which moves are not; the rest "
        "is its refutation.\n\n"
        "POSITION is a position as for 'fourscore show', or -, to read one "
        "position per line from stdin.  A cell is a column, from a, and a row, "
        "from 1 at the bottom: d2.",
    .notes = "Examples:\n"
             "  fourscore explain 352344             why the last move loses\n"
             "  fourscore explain --move 4 35234     the same\n"
             "  fourscore explain '1. d1 d2 2. e1'   as players write games\n"
             "  fourscore explain --json - <games    many, for programs",
    .options = {options, options_limits, options_board, options_first_column,
                options_table, options_engine, options_books},
    .request_bytes = sizeof(struct explain),
    .run = run,
};
