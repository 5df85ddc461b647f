/*
 * Engine tutorial-11: the solver as the tutorial's part 11 leaves it.  The
 * table keeps upper bounds only.
 */
#include "solver/tutorial.h"

/* An upper bound as a table value: at least 1, since 0 is an empty slot. */
static int encode_11(int upper)
{
    return upper - TUTORIAL_MIN_SCORE + 1;
}

static int decode_11(int value)
{
    return value + TUTORIAL_MIN_SCORE - 1;
}

/* See struct tutorial for what it promises. */
static int negamax_11(struct tutorial *search, struct position pos, int alpha,
                      int beta)
{
    assert(alpha < beta);
    if (!tutorial_enter(search))
        return 0;

    board_bits moves = board_safe_moves(pos);
    if (moves == 0)
        return -board_win_score(BOARD, pos.ply + 2);
    if (pos.ply >= BOARD_CELLS - 2)
        return 0; /* one stone each is left, and neither wins */

    /* A safe move puts off any loss to the opponent's next stone but one. */
    int lower = -board_win_score(BOARD, pos.ply + 4);
    if (alpha < lower) {
        alpha = lower;
        if (alpha >= beta)
            return alpha;
    }

    /* The side to move cannot win at once; with its next stone but one at the
     * earliest, unless the table knows better. */
    int upper = board_win_score(BOARD, pos.ply + 3);
    struct tt_place place = tt_place(search->table.entries, board_key(pos));
    int value = tt_get(&search->table, place);
    if (value != 0)
        upper = decode_11(value);
    if (beta > upper) {
        beta = upper;
        if (alpha >= beta)
            return beta;
    }

    struct tutorial_moves ordered = tutorial_order(pos, moves);
    for (int i = 0; i < ordered.count; i++) {
        struct position child = board_play_cell(pos, ordered.cells[i]);
        int score = -negamax_11(search, child, -beta, -alpha);
        if (search->stopped)
            return 0;
        if (score >= beta)
            return score;
        if (score > alpha)
            alpha = score;
    }

    tt_put(&search->table, place, encode_11(alpha));
    return alpha;
}

static enum solver_status open_11(void **state, uint64_t table_bytes,
                                  int threads, struct search_control *control)
{
    (void)threads; /* one alone */
    return tutorial_open(state, table_bytes, control, negamax_11);
}

static const struct engine engine_tutorial_11 = {
    .name = "tutorial-11",
    .open = open_11,
    .close = tutorial_close,
    .clear = tutorial_clear,
    .solve_window = tutorial_solve_window,
    .default_table_bytes = tutorial_default_table_bytes,
    .min_table_bytes = tutorial_min_table_bytes,
    .table = tutorial_table,
};
