/*
 * Engine tutorial-11: the solver as the tutorial's part 11 leaves it.  The
 * table keeps upper bounds only.
 */
#include "solver/tutorial.h"

/* An upper bound as a table value: at least 1, since 0 is an empty slot. */
static int encode(const struct tutorial *search, int upper)
{
    return upper - search->min_score + 1;
}

static int decode(const struct tutorial *search, int value)
{
    return value + search->min_score - 1;
}

/* See 'negamax' in struct tutorial. */
static int negamax_11(struct tutorial *search, struct variant_position pos,
                      int alpha, int beta)
{
    assert(alpha < beta);
    if (!tutorial_enter(search))
        return 0;

    const struct geometry *g = geometry_of(&search->geometry);
    cells moves = variant_safe_moves(g, pos);
    if (moves == 0)
        return -variant_win_score(g, pos.ply + 2);
    if (pos.ply >= g->cell_count - 2)
        return 0; /* each side has one stone left, and neither wins */

    /* After a safe move the opponent wins with its second stone at the
     * earliest. */
    int lower = -variant_win_score(g, pos.ply + 4);
    if (alpha < lower) {
        alpha = lower;
        if (alpha >= beta)
            return alpha;
    }

    /* The side to move wins with its second stone at the earliest; the table
     * may have a lower upper bound. */
    int upper = variant_win_score(g, pos.ply + 3);
    cells key = tutorial_key(pos);
    uint64_t slot = tutorial_slot(search, key);
    int value = tt_get(&search->table, slot, key);
    if (value != 0)
        upper = decode(search, value);
    if (beta > upper) {
        beta = upper;
        if (alpha >= beta)
            return beta;
    }

    struct tutorial_moves ordered = tutorial_order(g, pos, moves);
    for (int i = 0; i < ordered.count; i++) {
        struct variant_position child = tutorial_play(pos, ordered.cells[i]);
        int score = -negamax_11(search, child, -beta, -alpha);
        if (search->stopped)
            return 0;
        if (score >= beta)
            return score;
        if (score > alpha)
            alpha = score;
    }

    tt_put(&search->table, slot, key, encode(search, alpha));
    return alpha;
}

static enum solver_status open_11(void **state, struct board board,
                                  uint64_t table_bytes, int threads,
                                  struct search_control *control)
{
    (void)threads; /* one */
    return tutorial_open(state, board, table_bytes, control, negamax_11);
}

const struct engine VARIANT_NAME(engine_tutorial_11) = {
    .name = "tutorial-11",
    .open = open_11,
    .close = tutorial_close,
    .clear = tutorial_clear,
    .solve_window = tutorial_solve_window,
    .default_table_bytes = tutorial_default_table_bytes,
    .min_table_bytes = tutorial_min_table_bytes,
    .table = tutorial_table,
};
