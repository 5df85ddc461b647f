/*
 * fast_: whether the engine 'fast' can be compiled for this board.  Internal to
 * solver/.
 */
#ifndef SOLVER_FAST_H
#define SOLVER_FAST_H

#include "solver/lanes.h"

/* Fours in every direction, sets of cells in 64 bits, and keys that leave a
 * near table room for a value. */
#define FAST_FITS (BOARD_WIDTH >= 4 && LANES_FIT && BOARD_BITS <= 56)

#endif
