/* Opponents of five levels. */
#include <stdlib.h>

#include "lib/fourscore_game.h"
#include "lib/game/answer.h"
#include "lib/game/view.h"
#include "lib/structure.h"

/* What makes a level. */
struct level {
    const char *name;
    int depth;              /* moves that it looks ahead */
    int straight, diagonal; /* of these lines it overlooks so many percent */
    int doubt; /* a move may look this much worse, and still be played */
};

static const struct level levels[] = {
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
    const struct level *found = &levels[level - 1];
    const struct fourscore_level_info all = {
        .size = sizeof all,
        .name = found->name,
        .depth = found->depth,
        .straight = found->straight,
        .diagonal = found->diagonal,
        .doubt = found->doubt,
    };
    return lib_write_structure(info, info->size, &all, sizeof all);
}

/* ------------------------------------------------------------ looking ahead */

/* The state of tt_random() for a seed at a position. */
static uint64_t random_at(const fourscore_position *position, uint64_t seed)
{
    uint64_t key[2];
    fourscore_key(position, key);
    seed = tt_random(&seed) ^ key[0];
    return tt_random(&seed) ^ key[1];
}

/* Values are compared in parts of FINE, so that luck decides between equal
 * ones.
 */
enum { WON = 10000, MAX_VALUE = 2 * WON, FINE = 256 };

/* A search goes one move deeper only while it has visited fewer positions, so
 * that it takes well under a second on the largest boards. */
enum { MAX_NODES = 60000 };

struct scan {
    struct game_view view;
    game_bits columns[FOURSCORE_MAX_WIDTH]; /* centre first */
    long nodes;
};

static int max(int a, int b)
{
    return a > b ? a : b;
}

static bool is_one_cell(game_bits set)
{
    return (set & (set - 1)) == 0;
}

/*
 * What the side to move expects, looking 'depth' moves ahead: WON less the
 * number of the winning stone if it wins, the negative of that if it loses,
 * else the difference in worth of the lines.  Returns a bound, as alpha-beta
 * search does, outside of (alpha, beta).
 */
static int search(struct scan *scan, struct game_stones stones, int depth,
                  int alpha, int beta)
{
    const struct game_view *view = &scan->view;
    game_bits playable = game_playable(view, stones);
    scan->nodes++;
    if (playable == 0)
        return 0;
    if (depth == 0)
        return game_worth(view, stones.own, stones.other) -
               game_worth(view, stones.other, stones.own);
    if ((game_threats(view, stones.own, stones.other) & playable) != 0)
        return WON - (stones.ply + 1);
    if (depth >= 2) {
        game_bits forced =
            game_threats(view, stones.other, stones.own) & playable;
        if (!is_one_cell(forced))
            return -(WON - (stones.ply + 2));
        if (forced != 0)
            playable = forced;
    }

    int best = -MAX_VALUE;
    for (int i = 0; i < view->width && best < beta; i++) {
        game_bits cell = playable & scan->columns[i];
        if (cell == 0)
            continue;
        alpha = max(alpha, best);
        best = max(best, -search(scan, game_play(stones, cell), depth - 1,
                                 -beta, -alpha));
    }
    return best;
}

/* What a side expects that plays a cell. */
static int try_cell(struct scan *scan, struct game_stones stones,
                    game_bits cell, int depth, int alpha)
{
    const struct game_view *view = &scan->view;
    if ((game_threats(view, stones.own, stones.other) & cell) != 0)
        return WON - (stones.ply + 1);
    return -search(scan, game_play(stones, cell), depth - 1, -MAX_VALUE,
                   -alpha);
}

/* The column at a place in the order from the centre, both from 0. */
static int centre_first(int width, int place)
{
    return width / 2 + (place % 2 == 1 ? -(place + 1) / 2 : place / 2);
}

struct choice {
    game_bits cell;
    int column, luck;
};

/* Put the move first that is liked most: its value, and some luck. */
static void choose(struct scan *scan, struct game_stones stones,
                   struct choice *choices, int count, int depth, int doubt)
{
    int chosen = 0, best = -MAX_VALUE * FINE;
    for (int i = 0; i < count; i++) {
        int value = try_cell(scan, stones, choices[i].cell, depth,
                             best / FINE - doubt - 1);
        bool decided = abs(value) > WON / 2;
        int liking = value * FINE + (decided ? 0 : choices[i].luck);
        if (liking > best) {
            best = liking;
            chosen = i;
        }
    }
    struct choice first = choices[chosen];
    for (; chosen > 0; chosen--)
        choices[chosen] = choices[chosen - 1];
    choices[0] = first;
}

/*
 * Returns the column, from 1, that a level plays.  'columns' has a bit for each
 * column, from bit 0, that it may play; at least one that is not full.  The
 * game must not be over.
 */
static int look_ahead(const fourscore_position *position,
                      const struct level *level, unsigned columns,
                      uint64_t seed)
{
    struct scan scan = {0};
    struct choice choices[FOURSCORE_MAX_WIDTH] = {{0}};
    int count = 0;
    struct game_stones stones = game_stones_of(position);
    uint64_t random = random_at(position, seed);

    game_view_open(&scan.view, fourscore_width(position),
                   fourscore_height(position));
    game_view_blur(&scan.view, level->straight, level->diagonal, &random);

    game_bits playable = game_playable(&scan.view, stones);
    for (int i = 0; i < scan.view.width; i++) {
        int column = centre_first(scan.view.width, i);
        scan.columns[i] = game_column(&scan.view, column);
        game_bits cell = playable & scan.columns[i];
        if (cell != 0 && (columns >> column & 1) != 0)
            choices[count++] = (struct choice){cell, column + 1, 0};
    }
    for (int i = 0; i < count; i++)
        choices[i].luck = game_random_below(&random, FINE * level->doubt + 1);
    for (int depth = 1; depth <= level->depth && scan.nodes < MAX_NODES;
         depth++)
        choose(&scan, stones, choices, count, depth, level->doubt);
    return choices[0].column;
}

/* ----------------------------------------------------------------- choosing */

#define ALL_COLUMNS (~0u)

/* Whether the side to move has a move. */
static enum fourscore_status check(const fourscore_position *position,
                                   int level)
{
    if (!is_level(level) || fourscore_width(position) == 0)
        return FOURSCORE_BAD_ARGUMENT;
    return game_is_over(position) ? FOURSCORE_GAME_OVER : FOURSCORE_OK;
}

/* One of the best moves of an answer. */
static int pick_best(const fourscore_position *position, uint64_t seed,
                     const struct fourscore_answer *answer)
{
    uint64_t random = random_at(position, seed);
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
        *column = look_ahead(position, &levels[level - 1], ALL_COLUMNS, seed);
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
    unsigned columns = answer->best_count > 0 ? 0 : ALL_COLUMNS;
    for (int i = 0; i < answer->best_count; i++)
        columns |= 1u << (answer->best[i] - 1);
    return look_ahead(position, &levels[FOURSCORE_LEVELS - 2], columns, seed);
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
