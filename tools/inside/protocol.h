/*
 * protocol_: the six test sets of the test protocol.
 *
 * The stage of a set is the number of stones on the board.  The difficulty is
 * the number of stones still to be played with best play.  The limits are
 * thirds of the board: 14 and 28 of 42 cells.  Source: part 2 of the tutorial.
 */
#ifndef INSIDE_PROTOCOL_H
#define INSIDE_PROTOCOL_H

#include "bitboard/geometry.h"

enum { PROTOCOL_SETS = 6 };

/* "end-easy"; a set's file adds ".txt". */
extern const char *const protocol_names[PROTOCOL_SETS];

struct protocol_set {
    int min_ply;
    int max_ply;
    int min_remaining; /* stones still to be played */
    int max_remaining;
};

/* Set number 'index', from 0, for a board. */
struct protocol_set protocol_set(struct board board, int index);

#endif
