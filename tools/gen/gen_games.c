/* The games from which positions are drawn. */
#include <search.h>
#include <stdlib.h>

#include "lib/fourscore_game.h"
#include "lib/internal.h"
#include "tools/gen/gen.h"
#include "tt/random.h"

/* A board with more cells is a large board. */
enum { LARGE_BOARD = 49 };

int gen_below(struct gen *gen, int count)
{
    return (int)tt_random_below(&gen->random, (uint32_t)count);
}

static void begin(const struct gen *gen, struct gen_game *game)
{
    *game = (struct gen_game){.pos = board_empty(gen->board)};
}

static void play(struct gen_game *game, int column)
{
    game->moves[game->pos.ply] = board_column_name(column);
    game->pos = board_play(game->pos, column);
    game->moves[game->pos.ply] = '\0';
}

static bool wins(struct position pos, int column)
{
    return (board_winning_moves(pos) & board_column(pos.board, column)) != 0;
}

bool gen_play(struct gen *gen, int ply, struct gen_game *game)
{
    int cells = board_cells(gen->board);
    int misses = cells > LARGE_BOARD ? cells : 0;
    begin(gen, game);
    while (game->pos.ply < ply) {
        int column = gen_below(gen, gen->board.width);
        if (!board_can_play(game->pos, column))
            continue;
        if (wins(game->pos, column)) {
            if (misses-- == 0)
                return false;
            continue;
        }
        play(game, column);
    }
    return true;
}

/* A random move, or that of an opponent. */
static int choose(struct gen *gen, struct position pos, uint64_t seed)
{
    fourscore_position position = lib_pack(pos);
    struct fourscore_opponent opponent = FOURSCORE_OPPONENT_INIT;
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    int column;
    opponent.level = gen->level;
    opponent.seed = seed;
    if (gen->sampling == GEN_LEVEL &&
        fourscore_find_move(gen->player, &position, &opponent, &move) ==
            FOURSCORE_OK)
        return move.column - 1;
    do
        column = gen_below(gen, gen->board.width);
    while (!board_can_play(pos, column));
    return column;
}

/* Cut a game to its first moves. */
static void cut(const struct gen *gen, int ply, struct gen_game *game)
{
    struct gen_game whole = *game;
    begin(gen, game);
    for (int i = 0; i < ply; i++)
        play(game, board_column_named(gen->board, whole.moves[i]));
}

/* Play a game to its end, or to the last ply that is wanted, and draw one of
 * the positions that are wanted. */
static bool draw_from_game(struct gen *gen, struct gen_game *game)
{
    uint64_t seed = tt_random(&gen->random);
    begin(gen, game);
    while (game->pos.ply < gen->max_ply) {
        int column = choose(gen, game->pos, seed);
        if (wins(game->pos, column))
            break;
        play(game, column);
    }
    if (game->pos.ply < gen->min_ply)
        return false;
    cut(gen, gen->min_ply + gen_below(gen, game->pos.ply - gen->min_ply + 1),
        game);
    return true;
}

static bool is_wanted(const struct gen *gen, const struct gen_game *game)
{
    return !gen->no_wins_at_once || board_winning_moves(game->pos) == 0;
}

bool gen_draw(struct gen *gen, struct gen_game *game)
{
    if (gen->sampling != GEN_UNIFORM)
        return draw_from_game(gen, game) && is_wanted(gen, game);
    int ply = gen->min_ply + gen_below(gen, gen->max_ply - gen->min_ply + 1);
    for (int i = 0; i < GEN_MAX_MISSES; i++)
        if (gen_play(gen, ply, game) && is_wanted(gen, game))
            return true;
    return false;
}

/* --------------------------------------------------------- positions so far */

static int compare_keys(const void *a, const void *b)
{
    board_bits x = *(const board_bits *)a;
    board_bits y = *(const board_bits *)b;
    return (x > y) - (x < y);
}

bool gen_was_seen(struct gen *gen, struct position pos)
{
    board_bits key = board_canonical_key(pos.board, board_key(pos));
    return tfind(&key, &gen->seen, compare_keys) != NULL;
}

void gen_remember(struct gen *gen, struct position pos)
{
    board_bits *key = &gen->keys[gen->key_count++];
    *key = board_canonical_key(pos.board, board_key(pos));
    gen_need_memory(gen, tsearch(key, &gen->seen, compare_keys));
}

void gen_need_memory(const struct gen *gen, const void *memory)
{
    if (memory == NULL)
        command_stop(cli_fail(CLI_FAILURE, "out of memory after %zu position%s",
                              gen->key_count, CLI_S(gen->key_count)));
}

void gen_forget_keys(struct gen *gen)
{
    while (gen->seen != NULL)
        tdelete(*(board_bits **)gen->seen, &gen->seen, compare_keys);
    free(gen->keys);
}
