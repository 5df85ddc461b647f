/* fourscore show: draw a position, with the score of each move. */
#include <getopt.h>
#include <string.h>

#include "bitboard/notation.h"
#include "tools/cli.h"

static const char help[] =
    "Usage: fourscore show [OPTION]... POSITION\n"
    "Draw the board (x is the first player, o the second), whose turn it is "
    "and\n"
    "under each column the score of playing there.  '' is the empty board.\n"
    "\n" CLI_SOLVER_HELP "      --help         show this help\n";

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

static void print_scores(struct solver *solver, struct position pos)
{
    int scores[BOARD_WIDTH];
    int score = solver_move_scores(solver, pos, SOLVER_STRONG, scores);

    for (int column = 0; column < BOARD_WIDTH; column++)
        if (scores[column] == SOLVER_NO_MOVE)
            printf("%*c", CELL_WIDTH, '-');
        else
            printf("%*d", CELL_WIDTH, scores[column]);
    int last = solver_last_stone(pos.ply, score);
    printf("\n\n%c to move, score %d: ", player(pos.ply + 1), score);
    if (score == 0)
        printf("a draw\n");
    else
        printf("%c wins with stone %d\n", player(last), last);
}

static enum cli_status show(const struct solver_config *config,
                            const char *text)
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

    struct solver *solver;
    enum cli_status status = cli_solver(&solver, config);
    if (status != CLI_OK)
        return status;
    print_board(pos);
    cli_flush(); /* the scores may take a while */
    print_scores(solver, pos);
    solver_free(solver);
    return CLI_OK;
}

static enum cli_status run(int argc, char **argv)
{
    enum { ENGINE = 256, TABLE, HELP };
    static const struct option options[] = {
        {"engine", required_argument, NULL, ENGINE},
        {"table", required_argument, NULL, TABLE},
        {"help", no_argument, NULL, HELP},
        {0},
    };
    struct solver_config config = {0};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case ENGINE:
            config.engine = optarg;
            break;
        case TABLE:
            if (!cli_size("--table", optarg, &config.table_bytes))
                return cli_bad_option();
            break;
        case HELP:
            fputs(help, stdout);
            return CLI_OK;
        default:
            return cli_bad_option();
        }
    }
    if (optind == argc)
        return cli_usage_error("POSITION is missing; '' is the empty board");
    if (argc - optind > 1)
        return cli_no_operands(argc - optind - 1, argv + optind + 1);
    return show(&config, argv[optind]);
}

const struct cli_command cmd_show = {
    "show", "draw a position with the score of each move", run};
