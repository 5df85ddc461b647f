/* /v1/puzzle: candidates are searched until one is a puzzle. */
#include <string.h>

#include "lib/json/json.h"
#include "tools/serve/respond.h"
#include "tools/serve/route.h"

/* ------------------------------------------------------------ what is asked */

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

/* ---------------------------------------------------------------- the route */

/* At most so many positions are searched for a request. */
enum { TRIES = 1000 };

/* Set '*position' to the next candidate.  Returns false if there is none. */
static bool next_candidate(struct server_puzzle *puzzle,
                           fourscore_position *position)
{
    while (puzzle->next < TRIES) {
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

/* Whether the answer about the candidate shows that it is a puzzle. */
static bool learn(struct server_puzzle *puzzle,
                  const struct fourscore_answer *answer)
{
    return fourscore_judge_puzzle(answer, &puzzle->config, &puzzle->found) ==
               FOURSCORE_OK &&
           puzzle->found.move != 0;
}

static json_t *json_of(const struct server_puzzle *puzzle,
                       const struct fourscore_answer *answer)
{
    json_t *object = json_object();
    json_add(&object, "position", json_string(puzzle->moves));
    json_add_answer(&object, FOURSCORE_STRONG,
                    FOURSCORE_ALL_MOVES | FOURSCORE_PV, answer);
    json_add_puzzle(&object, &puzzle->found, NULL);
    return object;
}

static enum MHD_Result send_puzzle(struct server_request *request)
{
    const struct server_puzzle *puzzle = request->state;
    const struct fourscore_answer *answer = &request->search.answer;
    server_route_release_board(request);
    if (!answer->finished)
        return server_respond_refusal(
            request, MHD_HTTP_SERVICE_UNAVAILABLE,
            "no puzzle was found within the time limit; try again");
    if (puzzle->found.move == 0)
        return server_respond_refusal(
            request, MHD_HTTP_NOT_FOUND,
            "no such puzzle was found; try another seed");
    return server_respond_json(request, server_cache_of(request, true),
                               json_of(puzzle, answer));
}

static enum MHD_Result judge(struct server_request *request)
{
    const struct fourscore_answer *answer = &request->search.answer;
    if (!answer->finished || learn(request->state, answer) ||
        !next_candidate(request->state, &request->position))
        return send_puzzle(request);
    return server_route_search_in_turn(request, judge);
}

static bool puzzle_argument(struct server_request *request, const char *name,
                            struct server_text value,
                            struct server_error *error)
{
    return server_puzzle_argument(request->state, &request->ask, name, value,
                                  error);
}

enum MHD_Result server_route_puzzle(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct server_error error;
    struct server_puzzle *puzzle = server_route_keep(request, sizeof *puzzle);
    if (puzzle == NULL)
        return server_respond_no_memory(request);
    server_puzzle_open(puzzle);
    if (!server_route_read_arguments(request, puzzle_argument, &error) ||
        !server_puzzle_check(puzzle, ask, &error))
        return server_respond_error(request, &error);
    ask->find = FOURSCORE_ALL_MOVES | FOURSCORE_PV;
    request->search.answer.finished = 1;
    enum MHD_Result result = server_route_use_board(request);
    if (request->board == NULL)
        return result;
    return next_candidate(puzzle, &request->position)
               ? server_route_search_in_turn(request, judge)
               : send_puzzle(request);
}
