/*
 * Engine tutorial-12: the solver as the tutorial's part 12 leaves it.  To
 * tutorial-11 it adds lower bounds in the table, stored at each cut-off.
 */
#include "solver/tutorial.h"

/*
 * Table values: upper bounds from 1 on (0 is an empty slot), as in tutorial-11,
 * and after the last of them the lower bounds.
 */
enum { UPPER_BOUNDS = TUTORIAL_MAX_SCORE - TUTORIAL_MIN_SCORE + 1 };
_Static_assert(2 * UPPER_BOUNDS <= 255, "a value has 8 bits");

static int encode_upper(int upper)
{
    return upper - TUTORIAL_MIN_SCORE + 1;
}

static int encode_lower(int lower)
{
    return encode_upper(lower) + UPPER_BOUNDS;
}

static bool is_lower(int value)
{
    return value > UPPER_BOUNDS;
}

static int decode_12(int value)
{
    return (is_lower(value) ? value - UPPER_BOUNDS : value) +
           TUTORIAL_MIN_SCORE - 1;
}

/* See struct tutorial for what it promises. */
static int negamax_12(struct tutorial *search, struct position pos, int alpha,
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

    /* The side to move cannot win before its next stone but one. */
    int upper = board_win_score(BOARD, pos.ply + 3);
    if (beta > upper) {
        beta = upper;
        if (alpha >= beta)
            return beta;
    }

    struct tt_place place = tt_place(search->table.entries, board_key(pos));
    int value = tt_get(&search->table, place);
    if (value != 0) {
        int bound = decode_12(value);
        if (is_lower(value)) {
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

    struct tutorial_moves ordered = tutorial_order(pos, moves);
    for (int i = 0; i < ordered.count; i++) {
        struct position child = board_play_cell(pos, ordered.cells[i]);
        int score = -negamax_12(search, child, -beta, -alpha);
        if (search->stopped)
            return 0;
        if (score >= beta) {
            tt_put(&search->table, place, encode_lower(score));
            return score;
        }
        if (score > alpha)
            alpha = score;
    }

    tt_put(&search->table, place, encode_upper(alpha));
    return alpha;
}

static enum solver_status open_12(void **state, uint64_t table_bytes,
                                  int threads, struct search_control *control)
{
    (void)threads; /* one alone */
    return tutorial_open(state, table_bytes, control, negamax_12);
}

static const struct engine engine_tutorial_12 = {
    .name = "tutorial-12",
    .open = open_12,
    .close = tutorial_close,
    .clear = tutorial_clear,
    .solve_window = tutorial_solve_window,
    .default_table_bytes = tutorial_default_table_bytes,
    .min_table_bytes = tutorial_min_table_bytes,
    .table = tutorial_table,
};
