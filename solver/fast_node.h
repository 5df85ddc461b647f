/*
 * node_: a position in the search, and all its children.  Internal to the
 * engine fast.
 */
#ifndef SOLVER_FAST_NODE_H
#define SOLVER_FAST_NODE_H

#include "solver/lanes.h"

/*
 * A position in which the side to move cannot win at once and has a safe move,
 * with at least three empty cells.
 */
struct node {
    cells mover, stones;
    cells threats; /* of the opponent */
    cells moves;   /* the safe ones, as cells */
    int ply;
};

/* The children of a node, one in each lane. */
struct children {
    union lanes_sets cells;    /* the move; 0 if the lane has none */
    union lanes_sets threats;  /* of the side that made the move */
    union lanes_sets playable; /* cells in which the opponent can answer */
    union lanes_sets moves;    /* the safe answers */
    int parts;                 /* vectors that have children */
    unsigned active;           /* lanes still to be searched, as bits */
    unsigned decided; /* lanes in which the opponent has no safe move */
};

/* Compute the children that the node's moves lead to. */
static inline void node_children(const struct geometry *g,
                                 const struct node *node,
                                 struct children *children)
{
    lanes full = lanes_all(g->full);
    children->parts = lanes_spread(g, node->moves, &children->cells);
    children->active = children->decided = 0;

    for (int part = 0; part < children->parts; part++) {
        lanes move = children->cells.part[part];
        lanes stones = lanes_all(node->stones) | move;
        lanes threats = lanes_completions(g, lanes_all(node->mover) | move) &
                        full & ~stones;
        lanes playable = lanes_sum(stones, lanes_all(g->bottom)) & full;

        /* The opponent must block a playable threat, cannot block two threats,
         * and must not play below a threat. */
        lanes now = threats & playable;
        lanes two = lanes_filled(now & lanes_difference(now, lanes_all(1)));
        lanes any = lanes_filled(now);
        lanes moves =
            (now | (playable & ~any)) & ~two & ~lanes_down(threats, 1);

        children->threats.part[part] = threats;
        children->playable.part[part] = playable;
        children->moves.part[part] = moves;
        unsigned active = lanes_mask(move);
        children->active |= active << part * LANES;
        children->decided |= (active & ~lanes_mask(moves)) << part * LANES;
    }
}

/* Children to be searched, as numbers: 256 * rank + 16 * (15 - place) + lane,
 * in any order. */
struct node_order {
    int count;
    int moves[LANES_ALL];
};
_Static_assert(LANES_ALL <= 16 && BOARD_MAX_WIDTH <= 16,
               "a lane and a place have four bits each");

/*
 * Rank the active lanes by the number of useful threats after the move.  Of
 * moves with equal rank the one nearest to the centre comes first.  A threat
 * directly above a threat of the opponent is useless, because neither side will
 * play below it.  A playable threat counts half, because the opponent blocks it
 * at once.
 */
static inline void node_rank(const struct geometry *g, const struct node *node,
                             const struct children *children,
                             struct node_order *order)
{
    cells useless = node->threats << 1;
    order->count = 0;

    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        cells useful = children->threats.set[lane] & ~useless;
        int rank = 2 * cells_count(useful) -
                   cells_count(useful & children->playable.set[lane]);
        int place = variant_place(g, children->cells.set[lane]);
        order->moves[order->count++] = (16 * rank + 15 - place) * 16 + lane;
    }
}

/* Remove the first move, and return its lane.  Sorting all moves would take
 * longer: most nodes search one or two. */
static inline int node_next(struct node_order *order)
{
    int first = order->moves[0], at = 0;
    for (int i = 1; i < order->count; i++) {
        at = order->moves[i] > first ? i : at;
        first = order->moves[i] > first ? order->moves[i] : first;
    }
    order->moves[at] = order->moves[--order->count];
    return first % 16;
}

#endif
