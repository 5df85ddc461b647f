/* Positions of games as people play them, among which puzzles are found. */
#include <string.h>

#include "lib/game/puzzle.h"
#include "lib/structure.h"

/* A puzzle has at most so many empty cells, on a large board fewer: positions
 * with more take too long to solve. */
enum { MAX_EMPTY = 32, MAX_EMPTY_LARGE = 24, LARGE_BOARD = 49 };

/* Games that are played for a candidate: most of them end too early. */
enum { GAMES = 20 };

/* How much more than a move at the edge a move that makes a threat attracts. */
enum { THREAT_WEIGHT = 4 };

static const char column_names[] = "123456789abc";

/* The plies of candidates. */
struct plies {
    int min, max;
};

static struct plies plies_of(const struct fourscore_puzzle_config *config)
{
    int cells = config->width * config->height;
    int left = config->win_in > 0 ? 2 * config->win_in - 1 : cells / 6;
    struct plies plies = {cells / 6, cells - left};
    int min = cells - (cells > LARGE_BOARD ? MAX_EMPTY_LARGE : MAX_EMPTY);
    if (plies.min > plies.max)
        plies.min = plies.max > 0 ? plies.max : 0; /* on a small board */
    if (plies.min < min)
        plies.min = min;
    return plies;
}

EXPORT int fourscore_puzzle_max_win_in(int width, int height)
{
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    fourscore_position empty;
    if (fourscore_from_moves(&empty, width, height, "", NULL) != FOURSCORE_OK)
        return 0;
    config.width = width;
    config.height = height;
    for (config.win_in = FOURSCORE_MAX_CELLS; config.win_in > 0;
         config.win_in--) {
        struct plies plies = plies_of(&config);
        if (plies.min <= plies.max)
            break;
    }
    return config.win_in;
}

/* The cell that a move into a column takes; none if the column is full. */
static game_bits cell_of(const struct game_view *view,
                         struct game_stones stones, int column)
{
    return game_playable(view, stones) & game_column(view, column);
}

/* Whether the other side can win with the stone after this one. */
static bool is_blunder(const struct game_view *view, struct game_stones stones,
                       game_bits cell)
{
    struct game_stones after = game_play(stones, cell);
    return (game_threats(view, after.own, after.other) &
            game_playable(view, after)) != 0;
}

/* What attracts people to a move. */
static int weight_of(const struct game_view *view, struct game_stones stones,
                     int column)
{
    int other_edge = view->width - 1 - column;
    int weight = 1 + (column < other_edge ? column : other_edge);
    return game_makes_threat(view, stones, cell_of(view, stones, column))
               ? weight + THREAT_WEIGHT
               : weight;
}

/* A random move, or -1 if there is none; a careful one does not lose to the
 * next stone. */
static int choose(const struct game_view *view, struct game_stones stones,
                  bool careful, struct game_random *random)
{
    int weights[FOURSCORE_MAX_WIDTH] = {0}, sum = 0;
    for (int column = 0; column < view->width; column++) {
        game_bits cell = cell_of(view, stones, column);
        if (cell != 0 && !(careful && is_blunder(view, stones, cell)))
            weights[column] = weight_of(view, stones, column);
        sum += weights[column];
    }
    if (sum == 0)
        return -1;
    int drawn = game_random_below(random, sum), column = 0;
    while (drawn >= weights[column])
        drawn -= weights[column++];
    return column;
}

/* Play one more move, and write it to 'moves'.  Returns false if there is none.
 */
static bool play(const struct game_view *view, struct game_stones *stones,
                 bool careful, struct game_random *random, char *moves)
{
    int column = choose(view, *stones, careful, random);
    if (column < 0)
        return false;
    moves[stones->ply] = column_names[column];
    *stones = game_play(*stones, cell_of(view, *stones, column));
    moves[stones->ply] = '\0';
    return true;
}

/* The stones after a game. */
static struct game_stones replay(const struct game_view *view,
                                 const char *moves, int ply)
{
    struct game_stones stones = {0};
    for (int i = 0; i < ply; i++) {
        int column = (int)(strchr(column_names, moves[i]) - column_names);
        stones = game_play(stones, cell_of(view, stones, column));
    }
    return stones;
}

/* Play a game, and draw one of its positions.  The last move of a puzzle that
 * is won at once is the only one that may overlook this.  Returns false if the
 * game has no position of these plies. */
static bool play_game(const struct fourscore_puzzle_config *config,
                      struct plies plies, struct game_random *random,
                      char *moves)
{
    struct game_view view;
    struct game_stones stones = {0};
    game_view_open(&view, config->width, config->height);
    moves[0] = '\0';
    while (stones.ply < plies.max && play(&view, &stones, true, random, moves))
        ;
    if (stones.ply < plies.min)
        return false;
    int ply = plies.min + game_random_below(random, stones.ply - plies.min + 1);
    moves[ply] = '\0';
    if (config->win_in != 1 || ply == 0)
        return true;
    stones = replay(&view, moves, ply - 1);
    return play(&view, &stones, false, random, moves);
}

EXPORT enum fourscore_status
fourscore_puzzle_candidate(const struct fourscore_puzzle_config *config,
                           uint64_t number, char *moves)
{
    struct fourscore_puzzle_config wanted;
    fourscore_position empty;
    if (game_read_puzzle_config(config, &wanted) != FOURSCORE_OK)
        return FOURSCORE_BAD_ARGUMENT;
    if (fourscore_from_moves(&empty, wanted.width, wanted.height, "", NULL) !=
        FOURSCORE_OK)
        return FOURSCORE_NO_BOARD;
    if (wanted.win_in > FOURSCORE_MAX_CELLS)
        return FOURSCORE_BAD_ARGUMENT;
    struct plies plies = plies_of(&wanted);
    if (plies.min > plies.max)
        return FOURSCORE_BAD_ARGUMENT;
    struct game_random random = {wanted.seed};
    random.state = game_random_next(&random) + number;
    for (int i = 0; i < GAMES; i++)
        if (play_game(&wanted, plies, &random, moves))
            return FOURSCORE_OK;
    moves[0] = '\0';
    return FOURSCORE_OK;
}
