/*
 * Sets of the test protocol.
 *
 * The positions depend only on the seed, not on the engine or the table.  A
 * shorter set is the beginning of a longer one.
 */
#include <string.h>

#include "tools/gen/gen.h"
#include "tools/output.h"

struct maker {
    struct gen *gen;
    struct protocol_set limits; /* of the set */
    struct inside_search search;
};

/*
 * A random number of stones.  The first plies have few positions, which take
 * the longest, so there the probability of a ply is proportional to its square.
 * Later plies are equally likely.
 */
static int random_ply(struct maker *maker)
{
    int min = maker->limits.min_ply;
    int max = maker->limits.max_ply;
    if (min > 1)
        return min + gen_below(maker->gen, max - min + 1);

    int weights = 0;
    for (int ply = min; ply <= max; ply++)
        weights += ply * ply;
    int drawn = gen_below(maker->gen, weights);
    int ply = min;
    while (drawn >= ply * ply) {
        drawn -= ply * ply;
        ply++;
    }
    return ply;
}

/* Whether the game ends within 'stones' more stones, with best play. */
static bool ends_within(struct maker *maker, struct position pos, int stones)
{
    int stone = pos.ply + stones;
    if (stone >= board_cells(pos.board))
        return true;
    bool own = stone % 2 != pos.ply % 2;
    int win = board_win_score(pos.board, own ? stone : stone - 1);
    int loss = -board_win_score(pos.board, own ? stone - 1 : stone);
    struct solver *solver = maker->search.solver;
    return solver_solve_window(solver, pos, win - 1, win).lower >= win ||
           solver_solve_window(solver, pos, loss, loss + 1).upper <= loss;
}

static bool fits_set(struct maker *maker, struct position pos)
{
    return !ends_within(maker, pos, maker->limits.min_remaining - 1) &&
           ends_within(maker, pos, maker->limits.max_remaining);
}

/* Find the score of a position if it fits the set. */
static bool solve_if_fit(struct maker *maker, struct position pos,
                         const char *moves, struct solver_bounds *score)
{
    inside_begin(&maker->search, moves, strlen(moves));
    bool fits = fits_set(maker, pos);
    if (fits)
        *score = solver_solve(maker->search.solver, pos, SOLVER_STRONG);
    inside_end();
    return fits;
}

/* Draw a position of the set.  Returns false if it does not fit. */
static bool draw(struct maker *maker, struct gen_game *game,
                 struct solver_bounds *score)
{
    struct gen *gen = maker->gen;
    return gen_play(gen, random_ply(maker), game) &&
           board_winning_moves(game->pos) == 0 &&
           !gen_was_seen(gen, game->pos) &&
           solve_if_fit(maker, game->pos, game->moves, score);
}

static enum cli_status generate(struct maker *maker)
{
    struct gen *gen = maker->gen;
    size_t done = 0, count = gen->count;
    int misses = 0;

    monitor_job(protocol_names[gen->set], count);
    while (done < count && misses < GEN_MAX_MISSES && !output_failed() &&
           monitor_signal() == 0) {
        struct gen_game game;
        struct solver_bounds score;
        if (!draw(maker, &game, &score)) {
            misses++;
            continue;
        }
        misses = 0;
        if (!gen_remember(gen, game.pos))
            return cli_fail(CLI_FAILURE, "out of memory after %zu %s", done,
                            cli_plural(done, "position", "positions"));
        if (monitor_signal() != 0)
            break;
        monitor_hide();
        printf("%s %d\n", game.moves, score.lower);
        output_flush();
        monitor_done(++done);
    }
    return gen_report(gen, done, misses < GEN_MAX_MISSES);
}

enum cli_status gen_test_set(struct gen *gen)
{
    struct maker maker = {.gen = gen,
                          .limits = protocol_set(gen->board, gen->set)};
    gen->options.no_book = true;
    enum cli_status status = inside_open(&maker.search, &gen->options,
                                         options_threads(&gen->options));
    if (status == CLI_OK)
        status = generate(&maker);
    inside_close(&maker.search);
    return status;
}
