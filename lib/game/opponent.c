#include "lib/fourscore_game.h"

#include "lib/game/answer.h"
#include "lib/game/lookahead.h"
#include "lib/structure.h"

static const struct game_level levels[] = {
    {"beginner", .depth = 2, .straight = 25, .diagonal = 70, .doubt = 16},
    {"casual", .depth = 3, .straight = 3, .diagonal = 25, .doubt = 6},
    {"club player", .depth = 5, .straight = 0, .diagonal = 5, .doubt = 4},
    {"expert", .depth = 10, .straight = 0, .diagonal = 0, .doubt = 2},
    {"perfect", .depth = 0, .straight = 0, .diagonal = 0, .doubt = 0},
};

_Static_assert(sizeof levels / sizeof *levels == FOURSCORE_LEVELS,
               "all levels are described");

static bool is_level(int level)
{
    return level >= 1 && level <= FOURSCORE_LEVELS;
}

EXPORT enum fourscore_status
fourscore_level_info(int level, struct fourscore_level_info *info)
{
    if (!is_level(level))
        return FOURSCORE_BAD_ARGUMENT;
    const struct game_level *found = &levels[level - 1];
    const struct fourscore_level_info all = {
        .size = sizeof all,
        .name = found->name,
        .depth = found->depth,
        .straight = found->straight,
        .diagonal = found->diagonal,
        .doubt = found->doubt,
    };
    return lib_write_structure(info, info->size, &all, sizeof all)
               ? FOURSCORE_OK
               : FOURSCORE_BAD_ARGUMENT;
}

/* Whether the side to move has a move. */
static enum fourscore_status check(const fourscore_position *position,
                                   int level)
{
    int cells = fourscore_width(position) * fourscore_height(position);
    if (!is_level(level) || cells == 0)
        return FOURSCORE_BAD_ARGUMENT;
    return fourscore_winner(position) != 0 || fourscore_ply(position) == cells
               ? FOURSCORE_GAME_OVER
               : FOURSCORE_OK;
}

/* One of the best moves of an answer. */
static int pick_best(const fourscore_position *position, uint64_t seed,
                     const struct fourscore_answer *answer)
{
    struct game_random random = game_random_at(position, seed);
    return answer->best[game_random_below(&random, answer->best_count)];
}

EXPORT enum fourscore_status
fourscore_choose_move(const fourscore_position *position, int level,
                      uint64_t seed, const struct fourscore_answer *answer,
                      int *column)
{
    struct fourscore_answer read = FOURSCORE_ANSWER_INIT;
    enum fourscore_status status = check(position, level);
    if (status != FOURSCORE_OK)
        return status;
    if (level < FOURSCORE_LEVELS) {
        *column = game_look_ahead(position, &levels[level - 1],
                                  GAME_ALL_COLUMNS, seed);
        return FOURSCORE_OK;
    }
    if (answer == NULL ||
        !lib_read_structure(&read, sizeof read, answer, answer->size) ||
        read.best_count < 1 ||
        !game_are_moves(position, read.best, read.best_count))
        return FOURSCORE_BAD_ARGUMENT;
    *column = pick_best(position, seed, &read);
    return FOURSCORE_OK;
}

/* Ask for the best moves, or for those that keep the result. */
static enum fourscore_status ask(fourscore_solver *solver,
                                 const fourscore_position *position, int goal,
                                 double seconds, fourscore_cancel *cancel,
                                 struct fourscore_answer *answer)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = *position;
    query.goal = goal;
    query.find = FOURSCORE_BEST;
    query.seconds = seconds;
    query.cancel = cancel;
    *answer = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    return fourscore_ask(solver, &query, answer);
}

/* The level below the perfect one chooses among the moves of an answer; among
 * all if it has none. */
static int choose_among(const fourscore_position *position, uint64_t seed,
                        const struct fourscore_answer *answer)
{
    unsigned columns = answer->best_count > 0 ? 0 : GAME_ALL_COLUMNS;
    for (int i = 0; i < answer->best_count; i++)
        columns |= 1u << (answer->best[i] - 1);
    return game_look_ahead(position, &levels[FOURSCORE_LEVELS - 2], columns,
                           seed);
}

/* The limit for finding the best moves; 0: none. */
static double best_seconds(const struct fourscore_opponent *opponent)
{
    double limit = opponent->best_seconds > 0 ? opponent->best_seconds
                                              : opponent->seconds / 2;
    return opponent->seconds > 0 && limit > opponent->seconds
               ? opponent->seconds
               : limit;
}

static enum fourscore_status
find_perfect(fourscore_solver *solver, const fourscore_position *position,
             const struct fourscore_opponent *opponent,
             struct fourscore_move *move)
{
    struct fourscore_answer answer;
    enum fourscore_status status =
        ask(solver, position, FOURSCORE_STRONG, best_seconds(opponent),
            opponent->cancel, &answer);
    if (status != FOURSCORE_OK)
        return status;
    move->nodes = answer.nodes;
    if (answer.best_count > 0) {
        move->column = pick_best(position, opponent->seed, &answer);
        move->proof = FOURSCORE_MOVE_BEST;
        return FOURSCORE_OK;
    }

    double left = opponent->seconds - answer.seconds;
    if (opponent->seconds == 0 || left > 0) {
        status =
            ask(solver, position, FOURSCORE_WEAK,
                opponent->seconds == 0 ? 0 : left, opponent->cancel, &answer);
        if (status != FOURSCORE_OK)
            return status;
        move->nodes += answer.nodes;
    }
    move->column = choose_among(position, opponent->seed, &answer);
    move->proof =
        answer.best_count > 0 ? FOURSCORE_MOVE_KEEPS : FOURSCORE_MOVE_CHOSEN;
    return FOURSCORE_OK;
}

EXPORT enum fourscore_status fourscore_find_move(
    fourscore_solver *solver, const fourscore_position *position,
    const struct fourscore_opponent *opponent, struct fourscore_move *move)
{
    struct fourscore_opponent read = FOURSCORE_OPPONENT_INIT;
    struct fourscore_move found = FOURSCORE_MOVE_INIT;
    if (!lib_read_structure(&read, sizeof read, opponent, opponent->size) ||
        !(read.seconds >= 0) || !(read.best_seconds >= 0) ||
        move->size < sizeof move->size)
        return FOURSCORE_BAD_ARGUMENT;

    enum fourscore_status status = check(position, read.level);
    if (status != FOURSCORE_OK)
        return status;
    if (read.level < FOURSCORE_LEVELS)
        status = fourscore_choose_move(position, read.level, read.seed, NULL,
                                       &found.column);
    else if (solver == NULL)
        return FOURSCORE_BAD_ARGUMENT;
    else
        status = find_perfect(solver, position, &read, &found);
    if (status == FOURSCORE_OK)
        lib_write_structure(move, move->size, &found, sizeof found);
    return status;
}
