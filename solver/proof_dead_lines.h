/*
 * proof_dead_lines_: static proof 4, by the lack of room.
 *
 * A side needs four cells in a row that the other has no stone on.  Where there
 * are none left, it cannot win any more: its score is at most 0.
 */
#ifndef SOLVER_PROOF_DEAD_LINES_H
#define SOLVER_PROOF_DEAD_LINES_H

#include "solver/lanes.h"

/* Lanes where a side has room for a four, 'theirs' being the other's stones. */
static inline unsigned proof_live_lines(lanes theirs)
{
    lanes room = lanes_all(BOARD_FULL) & ~theirs;
    return lanes_mask(lanes_fours(room, 1) |
                      lanes_fours(room, BOARD_COLUMN_BITS) |
                      lanes_fours(room, BOARD_COLUMN_BITS - 1) |
                      lanes_fours(room, BOARD_COLUMN_BITS + 1));
}

#endif
