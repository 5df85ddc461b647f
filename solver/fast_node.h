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

/* The children of a node, a lane for each column. */
struct children {
    union lanes_columns cells;    /* the move; 0 if the column has none */
    union lanes_columns threats;  /* of the side that made the move */
    union lanes_columns playable; /* cells in which the opponent can answer */
    union lanes_columns moves;    /* the safe answers */
    unsigned active;              /* lanes still to be searched, as bits */
    unsigned decided; /* lanes in which the opponent has no safe move */
};

/* Compute the children that the node's moves lead to. */
static inline void node_children(const struct geometry *g,
                                 const struct node *node,
                                 struct children *children)
{
    lanes full = lanes_all(g->full);
    int parts = lanes_parts(g);
    children->active = children->decided = 0;

    for (int part = 0; part < parts; part++) {
        lanes move = lanes_all(node->moves) & lanes_columns(g, part);
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

        children->cells.part[part] = move;
        children->threats.part[part] = threats;
        children->playable.part[part] = playable;
        children->moves.part[part] = moves;
        unsigned active = lanes_mask(move);
        children->active |= active << part * LANES;
        children->decided |= (active & ~lanes_mask(moves)) << part * LANES;
    }
}

/*
 * Set 'lane_at' to the active lanes in search order, and return their number.
 * Moves are ranked by the number of useful threats after the move, descending;
 * of equal moves the one nearest to the centre comes first.  A threat directly
 * above a threat of the opponent is useless, because neither side will play
 * below it.  A playable threat counts half, because the opponent blocks it at
 * once.
 */
static inline int node_order(const struct geometry *g, const struct node *node,
                             const struct children *children,
                             uint8_t lane_at[LANES_ALL])
{
    cells useless = node->threats << 1;
    int ranks[LANES_ALL];
    int count = 0;

    for (int place = 0; place < g->width; place++) {
        int lane = g->centre_first[place];
        if (!(children->active >> lane & 1))
            continue;
        cells useful = children->threats.column[lane] & ~useless;
        int rank = 2 * cells_count(useful) -
                   cells_count(useful & children->playable.column[lane]);
        int at = count++;
        /* cppcheck-suppress uninitvar ; all below count are set */
        for (; at > 0 && ranks[at - 1] < rank; at--) {
            ranks[at] = ranks[at - 1];
            lane_at[at] = lane_at[at - 1];
        }
        ranks[at] = rank;
        lane_at[at] = (uint8_t)lane;
    }
    return count;
}

#endif
