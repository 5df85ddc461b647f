/*
 * node_weights_: the order of moves on 7x6, in positions that take many nodes.
 *
 * solver/tune/tune_order.c found the weights by what counts, the nodes that the
 * search takes.  Whatever is not a threat weighs less than one, and the centre
 * comes first among near equals: then searches meet in the same positions.  A
 * side that leaves few safe answers has less to search.
 *
 * Nodes of positions that took no part in the tuning, by the least depth at
 * which weights are used, with those of an earlier run; 'none' is node_rank().
 * docs/search.md has the nodes of the test sets.
 *
 *                                     none       10        8        6        0
 *   10 positions of Begin-Hard     8956745  8507721  8284925  8153846  8147794
 *   40 positions of Begin-Medium   8902609  8717614  8352720  8118619  8110176
 *   80 positions of Middle-Medium   690926   694521   673928   659703   659620
 *
 * Below depth 6 the time that they take is worth more than the nodes.
 */
#ifndef SOLVER_NODE_WEIGHTS_H
#define SOLVER_NODE_WEIGHTS_H

#include <stdbool.h>
#include <stdint.h>

/* Only the tuner changes the weights. */
#ifndef NODE_WEIGHTS_CONST
#define NODE_WEIGHTS_CONST const
#endif

enum {
    NODE_WEIGHTS_WIDTH = 7,
    NODE_WEIGHTS_HEIGHT = 6,
    NODE_WEIGHTS_BITS = NODE_WEIGHTS_WIDTH * (NODE_WEIGHTS_HEIGHT + 1),

    NODE_WEIGHTS_BEGIN = 6,     /* the least depth */
    NODE_WEIGHTS_LATE_PLY = 24, /* there are weights for plies from here */
    NODE_WEIGHTS_THREAT = 2048, /* the weight of a useful threat */
};

struct node_weights {
    int16_t playable; /* in addition, if the threat is playable */
    int16_t answer;   /* of each safe answer of the opponent */
    /* Of the cell of the move, as in bitboard/geometry.h.  The last three bits
     * are 7 - place, so that no two moves are equal. */
    int16_t cells[NODE_WEIGHTS_BITS];
};

static NODE_WEIGHTS_CONST struct node_weights node_weights[] = {
#include "solver/node_weights.inc"
};

/* Whether there are weights for nodes of this depth. */
static inline bool node_weights_apply(int width, int height, int depth)
{
    return width == NODE_WEIGHTS_WIDTH && height == NODE_WEIGHTS_HEIGHT &&
           depth >= NODE_WEIGHTS_BEGIN;
}

/* The weights for the null window at 'beta' of a position. */
static inline const struct node_weights *node_weights_at(int ply, int beta)
{
    int late = ply >= NODE_WEIGHTS_LATE_PLY;
    return &node_weights[4 * late + 2 * (ply % 2) + (beta > 0)];
}

#endif
