/*
 * proof_followup_: static proof 1, by follow-up: answering in the same column.
 *
 * Let M be to move with an even number of empty cells, and P be the other side.
 * P answers each stone of M: in the same column if that had an even number of
 * empty cells before M's stone.  The number of columns with an odd number of
 * empty cells is even; when M plays into such a column, P answers in another
 * one, and both then have an even number.  So, in a column with an even number
 * of empty cells, P gets the top cell and every second cell below it.  M
 * chooses among the odd columns, so M may get the lowest empty cell of any of
 * them.
 *
 * The cells that M can get this way are its reach: its stones, the empty cells
 * at an odd distance from the top, and the playable cells.  If the reach has no
 * four, M does not win: its score is at most 0.  All other cells are P's when
 * the board is full.
 *
 * Rows are counted from the top, so the proof holds for every height.
 * Source: claimeven and baseinverse in L. V. Allis, A Knowledge-based Approach
 * of Connect-Four, 1988.
 */
#ifndef SOLVER_PROOF_FOLLOWUP_H
#define SOLVER_PROOF_FOLLOWUP_H

#include "solver/lanes.h"

/*
 * The cells of 'in_play' that M can get.  'playable' are the lowest empty
 * cells, 'odd_rows' the cells at an odd distance from the top of the cells in
 * play.
 */
static inline lanes proof_followup_reach(lanes in_play, lanes playable,
                                         lanes odd_rows)
{
    return in_play & (odd_rows | playable);
}

#endif
