/* fourscore move: answer each position by the move of an opponent. */
#include <stdlib.h>

#include "lib/fourscore_game.h"
#include "tools/lines.h"
#include "tools/options.h"
#include "tools/positions.h"

struct request {
    struct options options;
    int level;
    uint64_t seed;
};

struct mover {
    const struct request *request;
    fourscore_solver *solver; /* NULL below the perfect level */
    struct fourscore_opponent opponent;
};

static enum cli_status answer(void *context, const struct line *line)
{
    const struct mover *mover = context;
    const struct options *options = &mover->request->options;
    fourscore_position position;
    struct fourscore_error error;
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    if (!positions_read(line, options->board, options_notation(options), NULL,
                        &position, &error) ||
        !positions_check_winner(options->board, line->length, &position,
                                &error))
        return lines_report(line, &error);
    enum fourscore_status status =
        fourscore_find_move(mover->solver, &position, &mover->opponent, &move);
    if (status != FOURSCORE_OK)
        return lines_refuse(line, 0, "%s", fourscore_strstatus(status));
    printf("%c\n", positions_column(move.column, options->first_column));
    return CLI_OK;
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct request *request = context;
    const struct options *options = &request->options;
    struct mover mover = {.request = request,
                          .opponent = FOURSCORE_OPPONENT_INIT};
    mover.opponent.level = request->level;
    mover.opponent.seconds = options->seconds;
    mover.opponent.seed =
        command_given(arguments, "seed") ? request->seed : search_new_seed();
    search_start_monitor(options);
    if (request->level == FOURSCORE_LEVELS)
        mover.solver = search_open_solver(options, &mover.opponent.cancel);
    enum cli_status status = lines_answer("-", answer, &mover);
    search_close_solver(mover.solver, mover.opponent.cancel);
    return status;
}

static const struct command_option options[] = {
    {"level", "N",
     "the opponent: 1 beginner, 2 casual, 3 club player, 4 expert, 5 perfect",
     VALUE(struct request, level), .min = 1, .max = FOURSCORE_LEVELS,
     .initial = "5"},
    {"seed", "N", "seed of the random numbers (differs each time)",
     VALUE(struct request, seed), .max = UINT64_MAX},
    {"time-limit", "SECONDS",
     "at level 5, play a move that may not be the best after SECONDS",
     VALUE(struct options, seconds)},
    {0},
};

const struct command cmd_move = {
    .name = "move",
    .summary = "answer each position by the move of an opponent",
    .about =
        "Read one position per line from stdin, and print the column that an "
        "opponent plays there, before the next line is read.  Positions are "
        "read as by 'fourscore solve'; a line that starts with # is a "
        "comment.",
    .notes =
        "An invalid line, or a game that is over, is reported on stderr as "
        "stdin:LINE:COLUMN: REASON, and an empty line is printed for it; the "
        "exit status is then 1.\n\n"
        "Examples:\n"
        "  echo 4453 | fourscore move --level 2\n"
        "  echo 33331 | fourscore move --first-column 0",
    .options = {options, options_board, options_first_column, options_table,
                options_engine, options_books},
    .request_bytes = sizeof(struct request),
    .run = run,
};
