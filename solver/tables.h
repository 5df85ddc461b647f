/*
 * The tables of tt/, for the keys of this board.  Internal to the engines.
 */
#ifndef SOLVER_TABLES_H
#define SOLVER_TABLES_H

#include "bitboard/geometry.h"

#define TT_KEY_BITS BOARD_BITS
#include "tt/buckets.h"
#include "tt/near.h"
#include "tt/table.h"

#endif
