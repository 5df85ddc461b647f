/* fourscore play: play against one of five levels. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/clock.h"
#include "os/thread.h"
#include "tools/options.h"
#include "tools/play/play.h"

enum { FIRST, SECOND };

struct request {
    struct options options;
    int level, side;
    uint64_t seed;
    bool hints, plain;
    char book[PATH_MAX];
};

/* End by a signal, now that the terminal is as it was. */
static void end_by(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

static enum cli_status play(const struct request *request, struct play *game)
{
    fourscore_solver *solver;
    enum cli_status status = open_solver(
        &request->options, open_threads(&request->options), &solver);
    if (status != CLI_OK)
        return status;
    int number = 0;
    if (request->plain || !play_on_screen(game, solver, &status, &number))
        status = play_by_line(game, solver);
    fourscore_solver_free(solver);
    if (number != 0)
        end_by(number);
    return status;
}

/* Differs from game to game. */
static uint64_t make_seed(void)
{
    return ((uint64_t)time(NULL) << 30 ^ (uint64_t)(os_seconds() * 1e9)) +
           ((uint64_t)os_process() << 48);
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct request *request = context;
    const char *moves = arguments->count > 0 ? arguments->operands[0] : "";
    struct fourscore_error error;
    struct play game = {
        .board = request->options.board,
        .level = request->level,
        .person = request->side == FIRST ? 1 : 2,
        .seed = command_given(arguments, "seed") ? request->seed : make_seed(),
        .shows_scores = request->hints,
    };
    if (play_load(&game, moves, &error) != FOURSCORE_OK) {
        cli_note("MOVES:%zu: %s", error.at + 1, error.reason);
        return CLI_BAD_INPUT;
    }
    open_choose_book(&request->options, request->book);
    return play(request, &game);
}

static const char *const side_names[] = {
    [FIRST] = "first", [SECOND] = "second", NULL};

static const struct command_option options[] = {
    {"level", "N",
     "the opponent: 1 beginner, 2 casual, 3 club player, 4 "
     "expert, 5 perfect",
     VALUE(struct request, level), .min = 1, .max = FOURSCORE_LEVELS,
     .initial = "3"},
    {"you", "SIDE", "your side; red is first and moves first",
     VALUE(struct request, side), .words = side_names, .initial = "first"},
    {"hints", NULL, "show the score of each move when it is your turn",
     VALUE(struct request, hints)},
    {"seed", "N", "seed of the opponent's random numbers (differs each time)",
     VALUE(struct request, seed), .max = UINT64_MAX},
    {"plain", NULL, play_plain_about, VALUE(struct request, plain)},
    {0},
};

const struct command cmd_play = {
    .name = "play",
    .summary = "play against one of five levels; level 5 is perfect",
    .about =
        "Play against an opponent.  You drop stones into columns; four of "
        "yours "
        "in a row, across, up or diagonally, win.  MOVES are moves that have "
        "been made, such as 4453.\n\n"
        "On the screen: a digit plays a column, or choose one with the arrows "
        "and press Enter; u takes back, h gives a hint, s shows the score of "
        "each move, f changes sides, n starts a new game, l changes the level, "
        "? helps, q quits.  In a pipe, with TERM=dumb or with --plain, the "
        "same "
        "are typed as lines.",
    .notes = "Examples:\n"
             "  fourscore play                          you move first\n"
             "  fourscore play --level 5 --you second   try to hold on\n"
             "  fourscore play 4453 --hints             from a position, with "
             "scores\n"
             "  fourscore play --board 8x7 --level 2    on a larger board",
    .options = {options, options_board, options_books, options_table,
                options_engine},
    .operands = "[MOVES]",
    .max_operands = 1,
    .request_bytes = sizeof(struct request),
    .run = run,
};
