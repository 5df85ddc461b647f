/*
 * proof_followup_: static proof 1, by answering in the same column.
 *
 * Let P be the side that is not to move, and let M be to move with an even
 * number of empty cells.  P answers each stone of M in the same column.  Where
 * a column has an even number of empty cells, P thereby gets the top cell, and
 * every second one below it.  The columns with an odd number, of which there is
 * an even number, are made even by the first stone that falls into them: M's,
 * and then P's answer in another odd column; M chooses, so each of these lowest
 * cells may become M's.
 *
 * All cells that M can get that way are its reach: its stones, the empty cells
 * at an odd distance from the top, and the playable ones.  If that has no four,
 * M does not win: its score is at most 0.  The cells out of M's reach are P's
 * when the board is full.
 *
 * Rows count from the top, so the height of the board does not matter.
 * Source: claimeven and baseinverse in L. V. Allis, A Knowledge-based Approach
 * of Connect-Four, 1988.
 */
#ifndef SOLVER_PROOF_FOLLOWUP_H
#define SOLVER_PROOF_FOLLOWUP_H

#include "solver/lanes.h"

/*
 * What M can get of the cells 'in_play', 'playable' being the lowest empty cell
 * of each column and 'odd_rows' those at an odd distance from the top of what
 * is in play.
 */
static inline lanes proof_followup_reach(lanes in_play, lanes playable,
                                         lanes odd_rows)
{
    return in_play & (odd_rows | playable);
}

#endif
