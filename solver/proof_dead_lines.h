/*
 * proof_dead_lines_: static proof 4, by the lack of room.
 *
 * A side needs four cells in a row that the other has no stone on.  Where there
 * are none left, it cannot win any more: its score is at most 0.
 */
#ifndef SOLVER_PROOF_DEAD_LINES_H
#define SOLVER_PROOF_DEAD_LINES_H

#include "solver/lanes.h"

/* Lanes where a side can still get a four, 'other' being the other side's
 * stones. */
static inline unsigned proof_live_lines(const struct geometry *g, lanes other)
{
    lanes cells_left = lanes_all(g->full) & ~other;
    return lanes_mask(lanes_fours(cells_left, 1) |
                      lanes_fours(cells_left, g->column_bits - 1) |
                      lanes_fours(cells_left, g->column_bits) |
                      lanes_fours(cells_left, g->column_bits + 1));
}

#endif
