#include "server/puzzle.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

enum argument { SEED, WIN_IN, ONLY_MOVE, DIFFICULTY, ARGUMENTS };

static const char *const names[ARGUMENTS] = {"seed", "win_in", "only_move",
                                             "difficulty"};

static const struct grade {
    const char *name;
    int min; /* difficulty; up to that of the next */
} grades[] = {
    {"easy", 0},
    {"medium", FOURSCORE_PUZZLE_MEDIUM},
    {"hard", FOURSCORE_PUZZLE_HARD},
    {"expert", FOURSCORE_PUZZLE_EXPERT},
};

enum { GRADES = sizeof grades / sizeof *grades };

void server_puzzle_open(struct server_puzzle *puzzle)
{
    *puzzle = (struct server_puzzle){.config = FOURSCORE_PUZZLE_CONFIG_INIT,
                                     .found = FOURSCORE_PUZZLE_INIT};
    puzzle->config.seed = 1;
}

/* Read a number of at most 18 digits; -1 if it is none. */
static int64_t read_number(struct server_text value)
{
    int64_t number = 0;
    if (value.length == 0 || value.length > 18)
        return -1;
    for (size_t i = 0; i < value.length; i++) {
        if (value.bytes[i] < '0' || value.bytes[i] > '9')
            return -1;
        number = 10 * number + (value.bytes[i] - '0');
    }
    return number;
}

static bool set_grade(struct server_puzzle *puzzle, struct server_text value)
{
    for (int i = 0; i < GRADES; i++) {
        if (strlen(grades[i].name) != value.length ||
            memcmp(grades[i].name, value.bytes, value.length) != 0)
            continue;
        puzzle->config.min_difficulty = grades[i].min;
        puzzle->config.max_difficulty =
            i + 1 < GRADES ? grades[i + 1].min - 1 : 0;
        return true;
    }
    return false;
}

static bool set_argument(struct server_puzzle *puzzle, enum argument argument,
                         struct server_text value, struct server_error *error)
{
    int64_t number = read_number(value);
    switch (argument) {
    case SEED:
        puzzle->config.seed = (uint64_t)number;
        return number >= 0 ||
               server_refuse(error, 400, "seed: expected up to 18 digits");
    case WIN_IN:
        puzzle->config.win_in = (int)number;
        return (number >= 1 && number <= FOURSCORE_MAX_CELLS) ||
               server_refuse(error, 400, "win_in: expected 1 to %d",
                             FOURSCORE_MAX_CELLS);
    case ONLY_MOVE:
        puzzle->config.only_move = (int)number;
        return number == 0 || number == 1 ||
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

/* --------------------------------------------------------------------- JSON */

static const char *grade_of(int difficulty)
{
    int grade = 0;
    while (grade + 1 < GRADES && difficulty >= grades[grade + 1].min)
        grade++;
    return grades[grade].name;
}

static json_t *scores_of(const struct fourscore_answer *answer, int width)
{
    json_t *scores = json_array();
    for (int i = 0; i < width; i++) {
        int score = answer->move_scores[i].lower;
        json_array_append_new(scores, score == FOURSCORE_NO_MOVE
                                          ? json_null()
                                          : json_integer(score));
    }
    return scores;
}

size_t server_puzzle_text(const struct server_puzzle *puzzle,
                          const struct fourscore_answer *answer, char *json,
                          size_t size)
{
    static const char columns[] = "123456789abc";
    const struct fourscore_puzzle *found = &puzzle->found;
    char pv[FOURSCORE_MAX_CELLS + 1];
    for (int i = 0; i < answer->pv_length; i++)
        pv[i] = columns[answer->pv[i] - 1];
    pv[answer->pv_length] = '\0';
    json_t *object = json_pack(
        "{s:s, s:i, s:i, s:o, s:s, s:s, s:i, s:o, s:b, s:s, s:i, s:i, s:i, "
        "s:b}",
        "position", puzzle->moves, "score", found->score, "last_stone",
        fourscore_last_stone(&found->position, found->score), "move_scores",
        scores_of(answer, puzzle->config.width), "pv", pv, "to_move",
        strlen(puzzle->moves) % 2 == 0 ? "x" : "o", "solution", found->move,
        "win_in", found->score > 0 ? json_integer(found->win_in) : json_null(),
        "only_move", found->only_move, "grade", grade_of(found->difficulty),
        "difficulty", found->difficulty, "depth", found->depth, "lures",
        found->lures, "quiet", found->quiet);
    size_t length =
        object == NULL ? 0 : json_dumpb(object, json, size, JSON_COMPACT);
    json_decref(object);
    return length <= size ? length : 0;
}
