/* fourscore show: draw a position, with the score of each move, or write it in
 * another notation. */
#include <string.h>

#include "tools/options.h"
#include "tools/output.h"
#include "tools/positions.h"

enum format { MOVES, DIAGRAM, CONNECTX, KEY, SCORES };

struct request {
    struct options options;
    enum format format;
};

static enum cli_status print_answer(const fourscore_position *position,
                                    const struct fourscore_answer *answer)
{
    struct fourscore_bounds score = answer->score;
    int last = fourscore_last_stone(position, score.lower);
    monitor_hide();
    positions_print_scores(answer->move_scores, fourscore_width(position));
    printf("\n%c to move, score ",
           fourscore_stone_name(fourscore_ply(position) + 1));
    if (score.lower != score.upper)
        printf("%d..%d, not finished\n", score.lower, score.upper);
    else if (score.lower == 0)
        printf("0: a draw\n");
    else
        printf("%d: %c wins on move %d\n", score.lower,
               fourscore_stone_name(last), last);
    return cli_unfinished(!answer->finished, "position", false);
}

/* Compute and print the scores under a board. */
static enum cli_status solve(const struct options *options, const char *text,
                             const fourscore_position *position)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    char name[MONITOR_TEXT_SIZE]; /* for progress, which is one line */
    if (strchr(text, '\n') != NULL)
        text = "this position";
    monitor_name(name, text, strlen(text));
    query.position = *position;
    query.find = FOURSCORE_ALL_MOVES;
    query.seconds = options->seconds;
    query.nodes = options->nodes;
    query.user = name;
    config.together = 1;
    search_start_monitor(options);
    fourscore_pool *pool = search_open_pool(options, config, NULL, NULL);
    positions_print(position, options->first_column);
    output_flush();                          /* the scores may take a while */
    enum cli_status status = CLI_UNFINISHED; /* if a signal has ended it */
    if (fourscore_pool_submit(pool, &query) == FOURSCORE_OK &&
        fourscore_pool_next(pool, &answer) == FOURSCORE_OK)
        status = print_answer(position, &answer);
    search_close_pool(pool);
    return status;
}

/* Print the moves that lead to a position; say so if there are none, for any
 * format. */
static enum cli_status print_moves(const struct request *request,
                                   const fourscore_position *position)
{
    char moves[FOURSCORE_MAX_CELLS + 1], suffix[POSITIONS_SUFFIX_SIZE];
    bool wanted = request->format == MOVES;
    positions_suffix(request->options.board, suffix);
    switch (fourscore_write(position, FOURSCORE_MOVES, moves, sizeof moves)) {
    case FOURSCORE_OK:
        if (wanted)
            puts(moves);
        return CLI_OK;
    case FOURSCORE_UNREACHABLE:
        return cli_fail(CLI_BAD_INPUT,
                        "no order of moves leads to this position%s", suffix);
    default:
        break;
    }
    return !wanted ? CLI_OK
                   : cli_fail(CLI_UNFINISHED,
                              "cannot find out whether an order of moves leads "
                              "to this position%s",
                              suffix);
}

static enum cli_status show(const struct request *request, const char *text,
                            const fourscore_position *position)
{
    char written[FOURSCORE_TEXT_SIZE];
    uint64_t key[2];
    int ply = fourscore_ply(position);
    enum cli_status status = print_moves(request, position);
    switch (request->format) {
    case MOVES:
        return status;
    case DIAGRAM:
        fputs(positions_text(position, FOURSCORE_DIAGRAM, written), stdout);
        return CLI_OK;
    case CONNECTX:
        puts(positions_text(position, FOURSCORE_CONNECTX, written));
        return CLI_OK;
    case KEY:
        fourscore_key(position, key);
        puts(cli_format_count((cli_count)key[1] << 64 | key[0], written));
        return CLI_OK;
    case SCORES:
        break;
    }
    if (!positions_is_over(position))
        return solve(&request->options, text, position);
    positions_print(position, request->options.first_column);
    if (fourscore_winner(position) != 0)
        printf("\n%c has won with move %d\n", fourscore_stone_name(ply), ply);
    else
        printf("\nthe board is full: a draw\n");
    return CLI_OK;
}

/* Report an error with the line and column of its byte. */
static void report(const char *name, const char *text,
                   const struct fourscore_error *error)
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
    fourscore_position position;
    struct fourscore_error error;
    struct value_board board = request->options.board;
    if (fourscore_read(&position, NULL, board.width, board.height,
                       options_notation(&request->options), text, length,
                       &error) == FOURSCORE_OK)
        return show(request, text, &position);
    positions_name_option(error.reason, POSITIONS_FROM_0);
    report(name, text, &error);
    return CLI_BAD_INPUT;
}

/* Read a position from stdin. */
static enum cli_status show_stdin(const struct request *request)
{
    enum { MAX = 1 << 16 };
    static char text[MAX + 2];
    size_t length;
    enum cli_status status = lines_read_bytes("-", text, MAX + 1, &length);
    if (status != CLI_OK)
        return status;
    if (length > MAX)
        return cli_fail(CLI_BAD_INPUT,
                        "stdin: no position is longer than %d bytes", MAX);
    return show_text(request, "stdin", text, length);
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    static const char *const of_formats[] = {"format", "board", "first-column",
                                             NULL};
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

static const char *const format_names[] = {
    [MOVES] = "moves",
    [DIAGRAM] = "diagram",
    [CONNECTX] = "connectx",
    [KEY] = "key",
    NULL,
};

static const struct command_option options[] = {
    {"format", "NAME",
     "do not search; print POSITION in another form (the key is an integer "
     "that identifies it)",
     VALUE(struct request, format), .words = format_names},
    {0},
};

const struct command cmd_show = {
    .name = "show",
    .summary = "draw a position with the score of each move, or convert it",
    .operands = "POSITION",
    .missing = "POSITION is missing; '' is the empty board",
    .about = "Draw the board (x is the first player, o the second), with the "
             "score of a move under each column, and say whose turn it is.\n\n"
             "POSITION is one of:\n"
             "  the columns played, such as 4453, or a game, such as '1. d1 d2 "
             "2. e1'; '' is\n"
             "    the empty board\n"
             "  a board: the rows, top row first, separated by line ends or /; "
             "or a list of\n"
             "    cells\n"
             "  JSON with a member position, moves or board; a link\n"
             "  -, to read any of these from stdin",
    .options = {options, options_limits, options_board, options_first_column,
                options_table, options_engine, options_books, options_progress},
    .request_bytes = sizeof(struct request),
    .run = run,
};
