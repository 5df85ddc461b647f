/* fourscore show: draw a position, with the score of each move. */
#include <string.h>

#include "bitboard/notation.h"
#include "tools/options.h"

static const char help[] =
    "Usage: fourscore show [OPTION]... POSITION\n"
    "Draw the board (x is the first player, o the second), whose turn it is "
    "and\n"
    "under each column the score of playing there.  '' is the empty board.\n"
    "\n" //
    OPTIONS_LIMITS_HELP OPTIONS_HELP OPTIONS_PROGRESS_HELP
    "      --help         show this help\n";

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

static void print_move_scores(const struct solver_bounds scores[BOARD_WIDTH])
{
    for (int column = 0; column < BOARD_WIDTH; column++)
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
    int last = solver_last_stone(pos.ply, score);
    if (score == 0)
        printf("a draw\n");
    else
        printf("%c wins with stone %d\n", player(last), last);
}

static enum cli_status print_scores(struct solver *solver, struct position pos)
{
    struct solver_bounds scores[BOARD_WIDTH];
    struct solver_bounds score =
        solver_move_scores(solver, pos, SOLVER_STRONG, scores);
    enum cli_status status = CLI_OK;
    for (int column = 0; column < BOARD_WIDTH; column++)
        if (!solver_is_score(scores[column]))
            status = CLI_UNFINISHED;

    monitor_hide();
    print_move_scores(scores);
    printf("\n%c to move, score ", player(pos.ply + 1));
    if (solver_is_score(score)) {
        printf("%d: ", score.lower);
        print_score(pos, score.lower);
    } else {
        printf("%d..%d, not finished\n", score.lower, score.upper);
        if (monitor_signal() != 0)
            fprintf(stderr, "score %d..%d, not finished\n", score.lower,
                    score.upper);
    }
    return status;
}

/* Look for the scores under a board. */
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
        cli_flush(); /* the scores may take a while */
        monitor_add(&search, solver);
        monitor_begin(&search, text, strlen(text));
        solver_limit(solver, options->seconds, options->nodes);
        status = print_scores(solver, pos);
        monitor_end(&search);
        monitor_remove(&search);
        solver_free(solver);
    }
    monitor_finish();
    return status;
}

static enum cli_status show(const struct options *options, const char *text)
{
    struct position pos;
    size_t bad_at;
    size_t length = strlen(text);
    enum board_status parsed = board_parse(text, length, &pos, &bad_at);

    if (parsed == BOARD_GAME_OVER && bad_at == length - 1) {
        print_board(board_play(pos, board_column_named(text[bad_at])));
        printf("\n%c has won with stone %d\n", player(pos.ply + 1),
               pos.ply + 1);
        return CLI_OK;
    }
    if (parsed != BOARD_OK) {
        char reason[BOARD_REASON_SIZE];
        board_reason(parsed, text[bad_at], pos, reason);
        cli_error("character %zu of '%s': %s", bad_at + 1, text, reason);
        return CLI_BAD_INPUT;
    }
    if (pos.ply == BOARD_CELLS) {
        print_board(pos);
        printf("\nthe board is full: a draw\n");
        return CLI_OK;
    }

    return solve(options, text, pos);
}

static enum cli_status run(int argc, char **argv)
{
    enum { HELP = 256 };
    static const struct option options[] = {
        OPTIONS_LIMITS,
        OPTIONS_COMMON,
        {"help", no_argument, NULL, HELP},
        {0},
    };
    struct options common = {0};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case HELP:
            fputs(help, stdout);
            return CLI_OK;
        default:
            if (!options_take(&common, option))
                return cli_bad_option();
        }
    }
    if (optind == argc)
        return cli_usage_error("POSITION is missing; '' is the empty board");
    if (argc - optind > 1)
        return cli_no_operands(argc - optind - 1, argv + optind + 1);
    return show(&common, argv[optind]);
}

const struct cli_command cmd_show = {
    "show", "draw a position with the score of each move", run};
