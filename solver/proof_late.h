/*
 * proof_late_: static proof 3, by fours that come too late.
 *
 * Same as proofs 1 and 2, but M's reach has fours.  Suppose that each of them
 * lies above a four of P, in the same columns and the same direction.  A four
 * of P here consists of stones of P and of cells in play outside M's reach,
 * which P will get.  Columns fill from below, so P's four is complete before
 * M's.  M does not win.
 *
 * If P gets any four in this way, M has lost when the board is full: its score
 * is at most -1.
 *
 * A vertical four of M is never above such a four.
 */
#ifndef SOLVER_PROOF_LATE_H
#define SOLVER_PROOF_LATE_H

#include "solver/lanes.h"

struct proof_late {
    unsigned in_time; /* lanes in which M may complete a four first */
    unsigned winning; /* lanes in which P will get a four */
};

/* 'reach' are the cells that M may get, 'guarded' those that P will get. */
static inline struct proof_late proof_late_find(const struct geometry *g,
                                                lanes reach, lanes guarded)
{
    lanes in_time = lanes_fours(reach, 1);
    lanes winning = lanes_all(0);

    for (int i = -1; i <= 1; i++) {
        int step = g->column_bits + i;
        lanes fours = lanes_fours(guarded, step);
        in_time |= lanes_fours(reach, step) & ~lanes_from_lowest(g, fours);
        winning |= fours;
    }
    return (struct proof_late){lanes_mask(in_time), lanes_mask(winning)};
}

#endif
