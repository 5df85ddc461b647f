/*
 * Engine tutorial-12: the solver as the tutorial's part 12 leaves it.  To
 * tutorial-11 it adds lower bounds in the table, stored at each cut-off.
 */
#include "solver/tutorial.h"

/*
 * Table values: upper bounds from 1 on (0 is an empty slot), as in tutorial-11;
 * then the lower bounds.
 */
_Static_assert(2 * (BOARD_MAX_CELLS + 1) <= 255, "a value has 8 bits");

static int upper_bounds(const struct tutorial *search)
{
    return search->max_score - search->min_score + 1;
}

static int encode_upper(const struct tutorial *search, int upper)
{
    return upper - search->min_score + 1;
}

static int encode_lower(const struct tutorial *search, int lower)
{
    return encode_upper(search, lower) + upper_bounds(search);
}

static bool is_lower(const struct tutorial *search, int value)
{
    return value > upper_bounds(search);
}

static int decode(const struct tutorial *search, int value)
{
    return (is_lower(search, value) ? value - upper_bounds(search) : value) +
           search->min_score - 1;
}

/* See 'negamax' in struct tutorial. */
static int negamax_12(struct tutorial *search, struct variant_position pos,
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

    /* The side to move wins with its second stone at the earliest. */
    int upper = variant_win_score(g, pos.ply + 3);
    if (beta > upper) {
        beta = upper;
        if (alpha >= beta)
            return beta;
    }

    cells key = tutorial_key(pos);
    uint64_t slot = tutorial_slot(search, key);
    int value = tt_get(&search->table, slot, key);
    if (value != 0) {
        int bound = decode(search, value);
        if (is_lower(search, value)) {
            if (alpha < bound) {
                alpha = bound;
                if (alpha >= beta)
                    return alpha;
            }
        } else if (beta > bound) {
            beta = bound;
            if (alpha >= beta)
                return beta;
        }
    }

    struct tutorial_moves ordered = tutorial_order(g, pos, moves);
    for (int i = 0; i < ordered.count; i++) {
        struct variant_position child = tutorial_play(pos, ordered.cells[i]);
        int score = -negamax_12(search, child, -beta, -alpha);
        if (search->stopped)
            return 0;
        if (score >= beta) {
            tt_put(&search->table, slot, key, encode_lower(search, score));
            return score;
        }
        if (score > alpha)
            alpha = score;
    }

    tt_put(&search->table, slot, key, encode_upper(search, alpha));
    return alpha;
}

static enum solver_status open_12(void **state, struct board board,
                                  uint64_t table_bytes, int threads,
                                  struct search_control *control)
{
    (void)threads; /* one */
    return tutorial_open(state, board, table_bytes, control, negamax_12);
}

const struct engine VARIANT_NAME(engine_tutorial_12) = {
    .name = "tutorial-12",
    .open = open_12,
    .close = tutorial_close,
    .clear = tutorial_clear,
    .solve_window = tutorial_solve_window,
    .default_table_bytes = tutorial_default_table_bytes,
    .min_table_bytes = tutorial_min_table_bytes,
    .table = tutorial_table,
};
