/* fourscore show: draw a position, with the score of each move, or write it in
 * another notation. */
#include <string.h>

#include "bitboard/read.h"
#include "tools/lines.h"
#include "tools/options.h"
#include "tools/output.h"

enum format { MOVES, DIAGRAM, CONNECTX, KEY, SCORES };

struct request {
    struct options options;
    enum format format;
};

enum { CELL_WIDTH = 4 }; /* room for a score */

static void print_board(struct position pos)
{
    char diagram[BOARD_DIAGRAM_SIZE];
    board_diagram(pos, diagram);
    for (const char *c = diagram; *c != '\0'; c++)
        if (*c == '\n')
            putchar('\n');
        else if (*c != ' ')
            printf("%*c", CELL_WIDTH, *c);
}

static char player(int stone)
{
    return stone % 2 == 1 ? 'x' : 'o';
}

static void
print_move_scores(struct board board,
                  const struct solver_bounds scores[BOARD_MAX_WIDTH])
{
    for (int column = 0; column < board.width; column++)
        if (scores[column].lower == SOLVER_NO_MOVE)
            printf("%*c", CELL_WIDTH, '-');
        else if (solver_is_score(scores[column]))
            printf("%*d", CELL_WIDTH, scores[column].lower);
        else
            printf("%*c", CELL_WIDTH, '?');
    putchar('\n');
}

static void print_score(struct position pos, int score)
{
    int last = board_last_stone(pos.board, pos.ply, score);
    if (score == 0)
        printf("a draw\n");
    else
        printf("%c wins with stone %d\n", player(last), last);
}

static enum cli_status print_scores(struct solver *solver, struct position pos)
{
    struct solver_bounds scores[BOARD_MAX_WIDTH];
    struct solver_bounds score =
        solver_move_scores(solver, pos, SOLVER_STRONG, scores);
    enum cli_status status = CLI_OK;
    for (int column = 0; column < pos.board.width; column++)
        if (!solver_is_score(scores[column]))
            status = CLI_UNFINISHED;

    monitor_hide();
    print_move_scores(pos.board, scores);
    printf("\n%c to move, score ", player(pos.ply + 1));
    if (solver_is_score(score)) {
        printf("%d: ", score.lower);
        print_score(pos, score.lower);
    } else {
        printf("%d..%d, not finished\n", score.lower, score.upper);
    }
    if (status == CLI_UNFINISHED)
        cli_error("1 position not finished");
    return status;
}

/* Compute and print the scores under a board. */
static enum cli_status solve(const struct options *options, const char *text,
                             struct position pos)
{
    struct solver *solver;
    struct monitor_search search;
    enum cli_status status = options_monitor(options);
    if (status != CLI_OK)
        return status;
    status = options_solver(options, options_threads(options), 0, &solver);
    if (status == CLI_OK) {
        print_board(pos);
        output_flush(); /* the scores may take a while */
        monitor_add(&search, solver);
        /* A diagram of several lines does not fit into a line of progress. */
        const char *name = strchr(text, '\n') ? "this position" : text;
        monitor_begin(&search, name, strlen(name));
        solver_limit(solver, options->seconds, options->nodes);
        status = print_scores(solver, pos);
        monitor_end(&search);
        monitor_remove(&search);
        solver_free(solver);
    }
    monitor_finish();
    return status;
}

static void report_unreachable(struct position pos)
{
    char suffix[BOARD_SUFFIX_SIZE];
    cli_error("no order of moves leads to this position%s",
              board_suffix(pos.board, suffix));
}

static enum cli_status print_moves(struct position pos)
{
    char moves[BOARD_MAX_CELLS + 1], suffix[BOARD_SUFFIX_SIZE];
    switch (board_moves(pos, moves)) {
    case BOARD_REACHED:
        printf("%s\n", moves);
        return CLI_OK;
    case BOARD_UNREACHABLE:
        report_unreachable(pos);
        return CLI_BAD_INPUT;
    case BOARD_REACH_UNKNOWN:
        break;
    }
    cli_error(
        "cannot find out whether an order of moves leads to this position%s",
        board_suffix(pos.board, suffix));
    return CLI_UNFINISHED;
}

static enum cli_status convert(enum format format, struct position pos)
{
    char diagram[BOARD_DIAGRAM_SIZE], list[BOARD_CONNECTX_SIZE];
    char key[CLI_COUNT_SIZE];

    switch (format) {
    case MOVES:
        return print_moves(pos);
    case DIAGRAM:
        board_diagram(pos, diagram);
        fputs(diagram, stdout);
        return CLI_OK;
    case CONNECTX:
        board_connectx(pos, list);
        puts(list);
        return CLI_OK;
    case KEY:
        puts(cli_format_count(board_key(pos), key));
        return CLI_OK;
    case SCORES:
        break;
    }
    return CLI_BAD_USAGE;
}

/* Print a remark if no order of moves leads to a position given as cells. */
static void warn_if_unreachable(const char *text, struct position pos)
{
    char moves[BOARD_MAX_CELLS + 1];
    if (board_is_cells(text[strspn(text, " \t\r\n")]) &&
        board_moves(pos, moves) == BOARD_UNREACHABLE)
        report_unreachable(pos);
}

static enum cli_status show(const struct request *request, const char *text,
                            struct position pos)
{
    enum format format = request->format;
    if (format != MOVES)
        warn_if_unreachable(text, pos);
    if (format != SCORES)
        return convert(format, pos);
    if (board_is_won(pos)) {
        print_board(pos);
        printf("\n%c has won with stone %d\n", player(pos.ply), pos.ply);
        return CLI_OK;
    }
    if (pos.ply == board_cells(pos.board)) {
        print_board(pos);
        printf("\nthe board is full: a draw\n");
        return CLI_OK;
    }
    return solve(&request->options, text, pos);
}

/* Report an error with the line and column of its byte. */
static void report(const char *name, const char *text,
                   const struct board_error *error)
{
    size_t line = 1, start = 0;
    for (size_t i = 0; i < error->at; i++)
        if (text[i] == '\n') {
            line++;
            start = i + 1;
        }
    cli_note("%s:%zu:%zu: %s", name, line, error->at - start + 1,
             error->reason);
}

static enum cli_status show_text(const struct request *request,
                                 const char *name, const char *text,
                                 size_t length)
{
    struct position pos;
    struct board_error error;
    struct board board = request->options.board;
    if (board_read(board, text, length, &pos, &error) == BOARD_OK)
        return show(request, text, pos);
    report(name, text, &error);
    return CLI_BAD_INPUT;
}

/* Read a position from stdin, without the last line end. */
static enum cli_status show_stdin(const struct request *request)
{
    enum { MAX = 1 << 16 };
    static char text[MAX + 2];
    size_t length = fread(text, 1, MAX + 1, stdin);

    if (ferror(stdin))
        return cli_read_error("stdin");
    if (length > MAX) {
        cli_error("stdin: no position is longer than %d bytes", MAX);
        return CLI_BAD_INPUT;
    }
    if (length > 0 && text[length - 1] == '\n')
        length--;
    if (length > 0 && text[length - 1] == '\r')
        length--;
    text[length] = '\0';
    size_t mark = lines_mark(text, length);
    if (strcmp(text + mark, lines_moves("")) == 0)
        return show_text(request, "stdin", "", 0);
    return show_text(request, "stdin", text + mark, length - mark);
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    static const char *const of_formats[] = {"format", "board", NULL};
    struct request *request = context;
    const char *text = arguments->operands[0];

    if (command_given(arguments, "format")) {
        const char *of_scores = command_given_other(arguments, of_formats);
        if (of_scores != NULL)
            return cli_usage_error("--%s: --format does not search", of_scores);
    } else {
        request->format = SCORES;
    }
    if (strcmp(text, "-") == 0)
        return show_stdin(request);
    return show_text(request, "POSITION", text, strlen(text));
}

static const char *format_name(int index)
{
    static const char *const names[] = {
        [MOVES] = "moves",
        [DIAGRAM] = "diagram",
        [CONNECTX] = "connectx",
        [KEY] = "key",
        NULL,
    };
    return names[index];
}

static const struct command_option options[] = {
    {"format", "NAME",
     "do not search; print POSITION in another form (the key is an integer "
     "that identifies it)",
     VALUE_INDEX(struct request, format, format_name)},
    {0},
};

const struct command cmd_show = {
    .name = "show",
    .summary = "draw a position with the score of each move, or convert it",
    .operands = "POSITION",
    .min_operands = 1,
    .max_operands = 1,
    .missing = "POSITION is missing; '' is the empty board",
    .about = "Draw the board (x is the first player, o the second), with the "
             "score of a move under each column, and say whose turn it is.\n\n"
             "POSITION is one of:\n"
             "  the columns played, such as 4453; '' is the empty board\n"
             "  a diagram: the rows, top row first, separated by line ends or "
             "/; '.' is an\n"
             "    empty cell\n"
             "  a list of cells in brackets as in Kaggle's ConnectX: 0 is "
             "empty, 1 the first\n"
             "    player, 2 the second\n"
             "  -, to read any of these from stdin; an empty line or - is the "
             "empty board",
    .groups =
        {
            {.options = options},
            OPTIONS_GROUP(limits, struct request),
            OPTIONS_GROUP(board, struct request),
            OPTIONS_GROUP(table, struct request),
            OPTIONS_GROUP(engine, struct request),
            OPTIONS_GROUP(books, struct request),
            OPTIONS_GROUP(progress, struct request),
        },
    .request_bytes = sizeof(struct request),
    .run = run,
};
