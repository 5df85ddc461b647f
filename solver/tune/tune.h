/*
 * tune_: what the tuners have in common.
 *
 * They have the engine in them, and search with an empty table, so that nodes
 * are the same every time.  All random numbers are from one seed.
 */
#ifndef SOLVER_TUNE_TUNE_H
#define SOLVER_TUNE_TUNE_H

#include "solver/fast.c"

#include <math.h>
#include <stdio.h>

#include "tt/random.h"

static uint64_t tune_random_state = 1;

static int tune_random_below(int count)
{
    return (int)tt_random_below(&tune_random_state, (uint32_t)count);
}

/* Set 'control' and open an engine, for as long as the program runs. */
static struct fast *tune_open(struct board board,
                              struct search_control *control)
{
    void *state;
    if (board.width * (board.height + 1) > VARIANT_BITS ||
        control_open(control, NULL) != SOLVER_OK ||
        fast_open(&state, board, fast_default_table_bytes(board, 1), 1,
                  control) != SOLVER_OK) {
        fprintf(stderr, "%dx%d: the engine cannot be opened\n", board.width,
                board.height);
        exit(EXIT_FAILURE);
    }
    return state;
}

/* One of the cells, which are at least one. */
static cells tune_random_cell(cells set)
{
    for (int skip = tune_random_below(cells_count(set)); skip > 0; skip--)
        set &= set - 1;
    return set & (0 - set);
}

/* Set '*pos' to a random position, at most 5/8 full.  Seven of eight moves do
 * not lose at once.  Returns false if its score is known without a search. */
static bool tune_random_position(const struct geometry *g, struct board board,
                                 struct position *pos)
{
    struct node node;
    int score, ply = tune_random_below(5 * g->cell_count / 8 + 1);
    *pos = board_empty(board);
    while (pos->ply < ply) {
        struct variant_position at = variant_position(*pos);
        if (variant_winning_moves(g, at) != 0)
            return false;
        cells moves = tune_random_below(8) == 0 ? variant_playable(g, at)
                                                : variant_safe_moves(g, at);
        if (moves == 0)
            return false;
        cells move = tune_random_cell(moves);
        *pos = board_play(*pos, cells_lowest(move) / g->column_bits);
    }
    return !node_is_known(g, variant_position(*pos), &node, &score);
}

#endif
