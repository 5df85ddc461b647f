/*
 * proof_dead_lines_: static proof 4, by dead lines.
 *
 * A line of four cells is dead for a side if the other side has a stone on it.
 * If all lines are dead for a side, it cannot win: its score is at most 0.
 */
#ifndef SOLVER_PROOF_DEAD_LINES_H
#define SOLVER_PROOF_DEAD_LINES_H

#include "solver/lanes.h"

/* The lanes in which some line is not dead for a side; 'other' are the stones
 * of the other side. */
static inline unsigned proof_live_lines(const struct geometry *g, lanes other)
{
    lanes free = lanes_all(g->full) & ~other;
    return lanes_mask(lanes_fours(free, 1) |
                      lanes_fours(free, g->column_bits - 1) |
                      lanes_fours(free, g->column_bits) |
                      lanes_fours(free, g->column_bits + 1));
}

#endif
