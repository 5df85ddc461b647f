/* fourscore puzzle: find positions with one good move. */
#include <stdlib.h>

#include "lib/json/puzzle.h"
#include "tools/puzzle/puzzle.h"

static enum cli_status set_wanted(struct puzzles *puzzles)
{
    struct fourscore_puzzle_config *wanted = &puzzles->wanted;
    struct value_board board = puzzles->options.board;
    int max = fourscore_puzzle_max_win_in(board.width, board.height);
    uint64_t seed = wanted->seed;
    *wanted = (struct fourscore_puzzle_config)FOURSCORE_PUZZLE_CONFIG_INIT;
    wanted->seed = seed;
    wanted->width = board.width;
    wanted->height = board.height;
    wanted->win_in = puzzles->win_in;
    wanted->only_move = puzzles->only_move;
    if (puzzles->grade != PUZZLE_ANY_GRADE)
        json_grade_set(wanted, puzzles->grade);
    if (puzzles->win_in <= max)
        return CLI_OK;
    cli_error("--win-in: a puzzle on a board of %dx%d has at most a win in "
              "%d, got %d",
              board.width, board.height, max, puzzles->win_in);
    return CLI_BAD_INPUT;
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct puzzles *puzzles = request;
    if (!command_given(arguments, "difficulty"))
        puzzles->grade = PUZZLE_ANY_GRADE;
    if (puzzles->json && puzzles->solutions)
        return cli_usage_error("--solutions: --json has the solutions anyway");
    enum cli_status status = set_wanted(puzzles);
    if (status == CLI_OK)
        status = open_monitor(&puzzles->options);
    if (status != CLI_OK)
        return status;
    puzzles->list = calloc(puzzles->count, sizeof *puzzles->list);
    if (puzzles->list == NULL) {
        cli_error("out of memory");
        status = CLI_FAILURE;
    } else {
        status = puzzle_find(puzzles);
        status = cli_worse(status, puzzle_print(puzzles));
    }
    free(puzzles->list);
    monitor_finish();
    return status;
}

static const struct command_option options[] = {
    {"win-in", "N",
     "only wins with the N-th stone of the side to move, the good move "
     "included",
     VALUE_NUMBER(struct puzzles, win_in, 1, FOURSCORE_MAX_CELLS)},
    {"only-move", NULL, "only positions in which every other move loses",
     VALUE_FLAG(struct puzzles, only_move)},
    {"difficulty", "NAME", "only puzzles of this difficulty",
     VALUE_INDEX(struct puzzles, grade, json_grade)},
    {"count", "N", "the number of puzzles",
     VALUE_NUMBER(struct puzzles, count, 1, 100000), .initial = "1",
     .letter = 'n'},
    {"seed", "N", "seed of the random games",
     VALUE_NUMBER(struct puzzles, wanted.seed, 0, UINT64_MAX), .initial = "1"},
    {"solutions", NULL, "print the solutions after all puzzles",
     VALUE_FLAG(struct puzzles, solutions)},
    {"json", NULL, "print one JSON object per line, with the solution",
     VALUE_FLAG(struct puzzles, json)},
    {"total-time-limit", "SECONDS",
     "stop after SECONDS with the puzzles found so far; exit status 4",
     VALUE_SECONDS(struct puzzles, options.total_seconds)},
    {0},
};

const struct command cmd_puzzle = {
    .name = "puzzle",
    .summary = "find puzzles: positions with one good move only",
    .about = "Print positions of random games, played as people play, in "
             "which one move only keeps a win or a draw: every other move "
             "loses at least half a result.  No two are equal or mirror "
             "images; the easiest comes first.  The same seed gives the same "
             "puzzles.\n\n"
             "The difficulty is the number of stones to look ahead, plus 2 for "
             "each wrong move that makes a threat, plus 2 if the good move "
             "makes none.",
    .notes = "Examples:\n"
             "  fourscore puzzle --win-in 4 --solutions\n"
             "  fourscore puzzle --only-move --difficulty hard --count 10 "
             "--seed 7\n"
             "  fourscore puzzle --board 8x7 --count 5 --json",
    .groups =
        {
            {.options = options},
            OPTIONS_GROUP(board, struct puzzles),
            OPTIONS_GROUP(table, struct puzzles),
            OPTIONS_GROUP(engine, struct puzzles),
            OPTIONS_GROUP(books, struct puzzles),
            OPTIONS_GROUP(progress, struct puzzles),
        },
    .request_bytes = sizeof(struct puzzles),
    .run = run,
};
