/*
 * proof_late_: static proof 3, by fours that come too late.
 *
 * As in proofs 1 and 2, but M has fours in its reach.  Suppose that each of
 * them lies above a four of cells that P gets: in the same columns and the same
 * direction, of cells in play out of M's reach and stones of P.  Columns fill
 * from below, so P's four is complete before M's.  M does not win.
 *
 * If P is certain of any four in this way, M has lost by the time the board is
 * full: its score is at most -1.
 *
 * A vertical four of M has no such four below it.
 */
#ifndef SOLVER_PROOF_LATE_H
#define SOLVER_PROOF_LATE_H

#include "solver/lanes.h"

struct proof_late {
    unsigned in_time; /* lanes where M has a four that may come in time */
    unsigned winning; /* lanes where P is certain of a four */
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
