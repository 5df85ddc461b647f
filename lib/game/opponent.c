/* Opponents of five levels. */
#include <stdlib.h>

#include "lib/game/game.h"
#include "lib/internal.h"

static const struct fourscore_level_info levels[] = {
    {.name = "beginner",
     .depth = 2,
     .straight = 60,
     .diagonal = 90,
     .doubt = 30},
    {.name = "casual", .depth = 2, .straight = 20, .diagonal = 50, .doubt = 12},
    {.name = "club player", .depth = 5, .diagonal = 5, .doubt = 4},
    {.name = "expert", .depth = 10, .doubt = 2},
    {.name = "perfect"},
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
    return lib_write_structure(info, &levels[level - 1], sizeof levels[0]);
}

/* ---------------------------------------------------------------- the lines */

/* Straight lines: columns and rows.  The others are diagonal. */
enum { COLUMN, ROW, FALLING, RISING, DIRECTIONS };

/* The lines of a board that a level sees: for each direction the distance of
 * neighbours in a line, and the lowest or leftmost cells of the lines. */
struct view {
    int steps[DIRECTIONS];
    board_bits lines[DIRECTIONS];
};

/* See each straight line and each diagonal one unless it is overlooked, with
 * these probabilities, in percent. */
static struct view view_of(struct board board,
                           const struct fourscore_level_info *level,
                           uint64_t *random)
{
    struct view view = {
        .steps = {[COLUMN] = 1,
                  [ROW] = board.height + 1,
                  [FALLING] = board.height,
                  [RISING] = board.height + 2},
    };
    for (int i = 0; i < DIRECTIONS; i++) {
        int percent =
            i == COLUMN || i == ROW ? level->straight : level->diagonal;
        board_bits left = board_bits_fours(board.full, view.steps[i]);
        view.lines[i] = left;
        while (left != 0) {
            board_bits line = game_take_cell(&left);
            if (game_random_below(random, 100) < percent)
                view.lines[i] ^= line;
        }
    }
    return view;
}

/* The lines of a direction that are seen and have no stone of 'other'. */
static inline board_bits free_lines(const struct view *view, int direction,
                                    board_bits other)
{
    int step = view->steps[direction];
    board_bits pairs = other | other >> step;
    return view->lines[direction] & ~(pairs | pairs >> 2 * step);
}

/* The cells, playable or not, that complete a line which is seen: three cells
 * of 'own' and one of neither side. */
static board_bits threats_of(const struct view *view, board_bits own,
                             board_bits other)
{
    board_bits threats = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        int step = view->steps[i];
        board_bits lines = free_lines(view, i, other);
        board_bits first = own, second = own >> step;
        board_bits third = own >> 2 * step, fourth = own >> 3 * step;
        board_bits low = first & second & lines, high = third & fourth & lines;
        threats |= (high & second) | (high & first) << step |
                   (low & fourth) << 2 * step | (low & third) << 3 * step;
    }
    return threats & ~own;
}

/* The worth of the lines that are seen and that only 'own' has stones in. */
static int worth_of(const struct view *view, board_bits own, board_bits other)
{
    enum { ONE = 1, TWO = 5, THREE = 14 }; /* stones in a line */
    int worth = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        int step = view->steps[i];
        board_bits lines = free_lines(view, i, other);
        board_bits first = own, second = own >> step;
        board_bits third = own >> 2 * step, fourth = own >> 3 * step;
        /* The number of stones of each line, in binary; at most 3. */
        board_bits low_odd = first ^ second, high_odd = third ^ fourth;
        board_bits odd = low_odd ^ high_odd;
        board_bits two =
            (first & second) ^ (third & fourth) ^ (low_odd & high_odd);
        worth += ONE * board_popcount(lines & odd & ~two) +
                 TWO * board_popcount(lines & two & ~odd) +
                 THREE * board_popcount(lines & two & odd);
    }
    return worth;
}

/* ------------------------------------------------------------ looking ahead */

/* The state of tt_random() for a seed at a position. */
static uint64_t random_at(struct position pos, uint64_t seed)
{
    board_bits key = board_key(pos);
    seed = tt_random(&seed) ^ (uint64_t)key;
    return tt_random(&seed) ^ (uint64_t)(key >> 64);
}

/* Values are compared in parts of FINE, so that luck decides between equal
 * ones.
 */
enum { WON = 10000, MAX_VALUE = 2 * WON, FINE = 256 };

/* A search goes one move deeper only while it has visited fewer positions, so
 * that it takes well under a second on the largest boards. */
enum { MAX_NODES = 60000 };

struct scan {
    struct view view;
    board_bits columns[FOURSCORE_MAX_WIDTH]; /* centre first */
    long nodes;
};

static int max(int a, int b)
{
    return a > b ? a : b;
}

/*
 * What the side to move expects, looking 'depth' moves ahead: WON less the
 * number of the winning stone if it wins, the negative of that if it loses,
 * else the difference in worth of the lines.  Returns a bound, as alpha-beta
 * search does, outside of (alpha, beta).
 */
static int search(struct scan *scan, struct position pos, int depth, int alpha,
                  int beta)
{
    const struct view *view = &scan->view;
    board_bits playable = board_playable(pos);
    board_bits mine = pos.mover, theirs = pos.mover ^ pos.stones;
    scan->nodes++;
    if (playable == 0)
        return 0;
    if (depth == 0)
        return worth_of(view, mine, theirs) - worth_of(view, theirs, mine);
    if ((threats_of(view, mine, theirs) & playable) != 0)
        return WON - (pos.ply + 1);
    if (depth >= 2) {
        board_bits forced = threats_of(view, theirs, mine) & playable;
        if (forced != 0 && !game_is_one_cell(forced))
            return -(WON - (pos.ply + 2));
        if (forced != 0)
            playable = forced;
    }

    int best = -MAX_VALUE;
    for (int i = 0; i < pos.board.width && best < beta; i++) {
        board_bits cell = playable & scan->columns[i];
        if (cell == 0)
            continue;
        alpha = max(alpha, best);
        best = max(best, -search(scan, board_play_cell(pos, cell), depth - 1,
                                 -beta, -alpha));
    }
    return best;
}

/* What a side expects that plays a cell. */
static int try_cell(struct scan *scan, struct position pos, board_bits cell,
                    int depth, int alpha)
{
    board_bits theirs = pos.mover ^ pos.stones;
    if ((threats_of(&scan->view, pos.mover, theirs) & cell) != 0)
        return WON - (pos.ply + 1);
    return -search(scan, board_play_cell(pos, cell), depth - 1, -MAX_VALUE,
                   -alpha);
}

struct choice {
    board_bits cell;
    int column, luck;
};

/* Put the move first that is liked most: its value, and some luck. */
static void choose(struct scan *scan, struct position pos,
                   struct choice *choices, int count, int depth, int doubt)
{
    int chosen = 0, best = -MAX_VALUE * FINE;
    for (int i = 0; i < count; i++) {
        int value = try_cell(scan, pos, choices[i].cell, depth,
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
static int look_ahead(struct position pos,
                      const struct fourscore_level_info *level,
                      unsigned columns, uint64_t seed)
{
    struct choice choices[FOURSCORE_MAX_WIDTH] = {{0}};
    int count = 0;
    uint64_t random = random_at(pos, seed);
    struct scan scan = {.view = view_of(pos.board, level, &random)};

    for (int i = 0; i < pos.board.width; i++) {
        int column = board_centre_first(pos.board, i);
        scan.columns[i] = board_column(pos.board, column);
        board_bits cell = game_next_cell(pos, column);
        if (cell != 0 && (columns >> column & 1) != 0)
            choices[count++] = (struct choice){cell, column + 1, 0};
    }
    for (int i = 0; i < count; i++)
        choices[i].luck = game_random_below(&random, FINE * level->doubt + 1);
    for (int depth = 1; depth <= level->depth && scan.nodes < MAX_NODES;
         depth++)
        choose(&scan, pos, choices, count, depth, level->doubt);
    return choices[0].column;
}

/* ----------------------------------------------------------------- choosing */

#define ALL_COLUMNS (~0u)

/* Set '*pos' to a position in which the side to move has a move. */
static enum fourscore_status check(const fourscore_position *position,
                                   int level, struct position *pos)
{
    if (!is_level(level) || !lib_unpack(position, pos))
        return FOURSCORE_BAD_ARGUMENT;
    return game_is_over(*pos) ? FOURSCORE_GAME_OVER : FOURSCORE_OK;
}

/* One of the best moves of an answer. */
static int pick_best(struct position pos, uint64_t seed,
                     const struct fourscore_answer *answer)
{
    uint64_t random = random_at(pos, seed);
    return answer->best[game_random_below(&random, answer->best_count)];
}

EXPORT enum fourscore_status
fourscore_choose_move(const fourscore_position *position, int level,
                      uint64_t seed, const struct fourscore_answer *answer,
                      int *column)
{
    struct fourscore_answer read = FOURSCORE_ANSWER_INIT;
    struct position pos;
    enum fourscore_status status = check(position, level, &pos);
    if (status != FOURSCORE_OK)
        return status;
    if (level < FOURSCORE_LEVELS) {
        *column = look_ahead(pos, &levels[level - 1], ALL_COLUMNS, seed);
        return FOURSCORE_OK;
    }
    if (answer == NULL || !lib_read_structure(&read, sizeof read, answer) ||
        read.best_count < 1 || !game_are_moves(pos, read.best, read.best_count))
        return FOURSCORE_BAD_ARGUMENT;
    *column = pick_best(pos, seed, &read);
    return FOURSCORE_OK;
}

/* The level below the perfect one chooses among the moves of an answer; among
 * all if it has none. */
static int choose_among(struct position pos, uint64_t seed,
                        const struct fourscore_answer *answer)
{
    unsigned columns = answer->best_count > 0 ? 0 : ALL_COLUMNS;
    for (int i = 0; i < answer->best_count; i++)
        columns |= 1u << (answer->best[i] - 1);
    return look_ahead(pos, &levels[FOURSCORE_LEVELS - 2], columns, seed);
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
find_perfect(fourscore_solver *solver, struct position pos,
             const struct fourscore_opponent *opponent,
             struct fourscore_move *move)
{
    struct fourscore_query limits = {.seconds = best_seconds(opponent),
                                     .cancel = opponent->cancel};
    struct fourscore_answer answer;
    fourscore_position position = lib_pack(pos);
    enum fourscore_status status = game_ask(solver, &position, FOURSCORE_STRONG,
                                            FOURSCORE_BEST, &limits, &answer);
    if (status != FOURSCORE_OK)
        return status;
    move->nodes = answer.nodes;
    if (answer.best_count > 0) {
        move->column = pick_best(pos, opponent->seed, &answer);
        move->proof = FOURSCORE_MOVE_BEST;
        return FOURSCORE_OK;
    }

    double left = opponent->seconds - answer.seconds;
    if (opponent->seconds == 0 || left > 0) {
        limits.seconds = opponent->seconds == 0 ? 0 : left;
        status = game_ask(solver, &position, FOURSCORE_WEAK, FOURSCORE_BEST,
                          &limits, &answer);
        if (status != FOURSCORE_OK)
            return status;
        move->nodes += answer.nodes;
    }
    move->column = choose_among(pos, opponent->seed, &answer);
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
    if (!lib_read_structure(&read, sizeof read, opponent) ||
        !(read.seconds >= 0) || !(read.best_seconds >= 0) ||
        move->size < sizeof move->size)
        return FOURSCORE_BAD_ARGUMENT;

    struct position pos;
    enum fourscore_status status = check(position, read.level, &pos);
    if (status != FOURSCORE_OK)
        return status;
    if (read.level < FOURSCORE_LEVELS)
        found.column =
            look_ahead(pos, &levels[read.level - 1], ALL_COLUMNS, read.seed);
    else if (solver == NULL)
        return FOURSCORE_BAD_ARGUMENT;
    else
        status = find_perfect(solver, pos, &read, &found);
    return status != FOURSCORE_OK
               ? status
               : lib_write_structure(move, &found, sizeof found);
}
