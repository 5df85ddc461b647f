/*
 * fast_: whether the engine 'fast' can be compiled for this board.  Internal to
 * solver/.
 */
#ifndef SOLVER_FAST_H
#define SOLVER_FAST_H

#include "solver/lanes.h"

/* Sets of cells in 64 bits, and keys that leave a near table room for a value.
 */
#define FAST_FITS (LANES_FIT && BOARD_BITS <= 56)

#endif
