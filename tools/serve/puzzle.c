#include "tools/serve/puzzle.h"

#include <string.h>

#include "lib/json/json.h"

enum argument { SEED, WIN_IN, ONLY_MOVE, DIFFICULTY, ARGUMENTS };

#define MAX_SEED INT64_C(999999999999999999)

static const char *const names[ARGUMENTS] = {"seed", "win_in", "only_move",
                                             "difficulty"};

void server_puzzle_open(struct server_puzzle *puzzle)
{
    *puzzle = (struct server_puzzle){.config = FOURSCORE_PUZZLE_CONFIG_INIT,
                                     .found = FOURSCORE_PUZZLE_INIT};
    puzzle->config.seed = 1;
}

static bool set_grade(struct server_puzzle *puzzle, struct server_text value)
{
    for (int i = 0; json_grade(i) != NULL; i++)
        if (server_text_is(value, json_grade(i))) {
            json_grade_set(&puzzle->config, i);
            return true;
        }
    return false;
}

static bool set_argument(struct server_puzzle *puzzle, enum argument argument,
                         struct server_text value, struct server_error *error)
{
    int64_t number = server_text_number(value, MAX_SEED);
    switch (argument) {
    case SEED:
        puzzle->config.seed = (uint64_t)number;
        return number >= 0 ||
               server_refuse(error, 400,
                             "seed: expected a whole number of up to 18 "
                             "digits");
    case WIN_IN:
        puzzle->config.win_in = (int)number;
        return (number >= 1 && number <= FOURSCORE_MAX_CELLS) ||
               server_refuse(error, 400, "win_in: expected 1 to %d",
                             FOURSCORE_MAX_CELLS);
    case ONLY_MOVE:
        puzzle->config.only_move = server_text_flag(value);
        return puzzle->config.only_move >= 0 ||
               server_refuse(error, 400, "only_move: expected 1 or 0");
    default:
        return set_grade(puzzle, value) ||
               server_refuse(error, 400,
                             "difficulty: expected easy, medium, hard or "
                             "expert");
    }
}

bool server_puzzle_argument(struct server_puzzle *puzzle,
                            struct server_ask *ask, const char *name,
                            struct server_text value,
                            struct server_error *error)
{
    enum argument argument = 0;
    if (strcmp(name, "board") == 0)
        return server_ask_argument(ask, name, value, error);
    while (argument < ARGUMENTS && strcmp(names[argument], name) != 0)
        argument++;
    if (argument == ARGUMENTS)
        return server_refuse(error, 400,
                             "an argument of the URL is unknown, expected "
                             "board, seed, win_in, only_move or difficulty");
    if ((puzzle->given & 1u << argument) != 0)
        return server_refuse(error, 400, "%s is given twice", name);
    puzzle->given |= 1u << argument;
    return set_argument(puzzle, argument, value, error);
}

bool server_puzzle_check(struct server_puzzle *puzzle,
                         const struct server_ask *ask,
                         struct server_error *error)
{
    int max = fourscore_puzzle_max_win_in(ask->width, ask->height);
    puzzle->config.width = ask->width;
    puzzle->config.height = ask->height;
    return puzzle->config.win_in <= max ||
           server_refuse(error, 400,
                         "win_in: a puzzle on a board of %dx%d has at most a "
                         "win in %d",
                         ask->width, ask->height, max);
}

bool server_puzzle_next(struct server_puzzle *puzzle,
                        fourscore_position *position)
{
    while (puzzle->next < SERVER_PUZZLE_TRIES) {
        if (fourscore_puzzle_candidate(&puzzle->config, puzzle->next++,
                                       puzzle->moves) != FOURSCORE_OK)
            return false;
        if (puzzle->moves[0] != '\0')
            return fourscore_from_moves(position, puzzle->config.width,
                                        puzzle->config.height, puzzle->moves,
                                        NULL) == FOURSCORE_OK;
    }
    return false;
}

bool server_puzzle_learn(struct server_puzzle *puzzle,
                         const struct fourscore_answer *answer)
{
    return fourscore_judge_puzzle(answer, &puzzle->config, &puzzle->found) ==
               FOURSCORE_OK &&
           puzzle->found.move != 0;
}
