/*
 * node_: a position in the search, and all its children.  Internal to the
 * engines fast and dfpn.
 */
#ifndef SOLVER_NODE_H
#define SOLVER_NODE_H

#include "solver/hold.h"
#include "solver/lanes.h"
#include "solver/node_weights.h"
#include "solver/proof.h"

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

/* The child in a lane. */
static inline struct node node_child(const struct node *node,
                                     const struct children *children, int lane)
{
    return (struct node){
        .mover = node->mover ^ node->stones,
        .stones = node->stones | children->cells.set[lane],
        .threats = children->threats.set[lane],
        .moves = children->moves.set[lane],
        .ply = node->ply + 1,
    };
}

/*
 * The static proofs.  Returns a score of at least beta if one of them proves it
 * for a child, otherwise beta - 1.  A child has 'empty' empty cells.
 */
static inline int node_prove(const struct geometry *g, const struct node *node,
                             const struct children *children, int empty,
                             int beta)
{
    lanes opponent = lanes_all(node->mover ^ node->stones);
    lanes mover = lanes_all(node->mover);
    int parts = children->parts;

    /* All parts before the next proof: which proof decides must not depend on
     * the number of lanes in a part. */
    for (int part = 0; part < parts && beta <= 0; part++) {
        unsigned active = children->active >> part * LANES & LANES_MASK;
        if ((active &
             ~proof_live_lines(g, mover | children->cells.part[part])) != 0)
            return 0;
    }
    for (int part = 0; part < parts; part++) {
        unsigned active = children->active >> part * LANES & LANES_MASK;
        lanes movers = mover | children->cells.part[part];
        struct proof proof =
            proof_find(g, movers, opponent, children->threats.part[part],
                       children->playable.part[part], empty);
        for (unsigned rest = proof.lanes & active; rest != 0;
             rest &= rest - 1) {
            int score = proof_score(&proof, __builtin_ctz(rest));
            if (score >= beta)
                return score;
        }
    }
    return beta - 1;
}

/*
 * Make the lanes inactive in which the mover cannot win with its third stone,
 * that of the child being the first, because one answer of the opponent is
 * enough: the cell above the first stone, if that is safe, otherwise the
 * leftmost safe move.  Then the mover cannot make a double threat with its
 * second stone.  It must play below no threat of the opponent, and block one
 * that becomes playable.
 *
 * Lanes may stay active in which the mover cannot win either.
 */
static inline void node_drop_held(const struct geometry *g,
                                  const struct node *node,
                                  struct children *children)
{
    lanes opponent = lanes_all(node->threats);
    for (int part = 0; part < children->parts; part++) {
        lanes move = children->cells.part[part];
        lanes moves = children->moves.part[part];
        lanes above = lanes_up(move, 1) & moves;
        lanes leftmost = moves & ~lanes_difference(moves, lanes_all(1));
        lanes answer = above | (leftmost & ~lanes_filled(above));

        lanes empty = lanes_all(g->full & ~node->stones) & ~(move | answer);
        lanes playable = empty & lanes_sum(~empty & lanes_all(g->full),
                                           lanes_all(g->bottom));
        lanes doubles =
            hold_doubles(g, lanes_all(node->mover) | move, empty, playable,
                         children->threats.part[part] & ~answer);
        lanes forced = lanes_up(answer, 1) & opponent;
        doubles &= ~lanes_down(opponent, 1) & (forced | ~lanes_filled(forced));
        children->active &=
            ~((~lanes_mask(doubles) & LANES_MASK) << part * LANES);
    }
}

/*
 * The depth of the null window at beta: the number of plies up to the last
 * stone whose win can decide it.  If beta > 0, this is a win of the side to
 * move with a score of at least beta; otherwise a win of the opponent with a
 * score of at least 1 - beta.
 */
static inline int node_depth(const struct geometry *g, int ply, int beta)
{
    return g->cell_count + 2 - 2 * (beta > 0 ? beta : 1 - beta) - ply;
}

/* Children to be searched, as numbers: 16 * rank + lane, in any order. */
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

/* Same, by weights.  Not inlined: most nodes are below the depth of weights,
 * and take longer with the code in between. */
__attribute__((noinline)) static void
node_rank_weighted(const struct node_weights *weights, const struct node *node,
                   const struct children *children, struct node_order *order)
{
    cells useless = node->threats << 1;
    order->count = 0;

    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        cells useful = children->threats.set[lane] & ~useless;
        cells playable = children->playable.set[lane];
        cells above = useful & playable << 1;
        int rank = NODE_WEIGHTS_THREAT * cells_count(useful) +
                   weights->playable * cells_count(useful & playable) +
                   weights->next * cells_count(above) +
                   weights->answer * cells_count(children->moves.set[lane]) +
                   weights->cells[cells_lowest(children->cells.set[lane])];
        order->moves[order->count++] = 16 * rank + lane;
    }
}

/* Rank the active lanes for the null window at beta.  'weights' are those of
 * the board. */
static inline void node_order_moves(const struct geometry *g,
                                    const struct node_weights *weights,
                                    const struct node *node,
                                    const struct children *children, int beta,
                                    struct node_order *order)
{
    unsigned active = children->active;
    if ((active & (active - 1)) == 0) {
        order->count = active != 0;
        order->moves[0] = active != 0 ? __builtin_ctz(active) : 0;
        return;
    }
    if (node_depth(g, node->ply, beta) >= NODE_WEIGHTS_BEGIN)
        node_rank_weighted(node_weights_at(g, weights, node->ply, beta), node,
                           children, order);
    else
        node_rank(g, node, children, order);
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
    return first & 15; /* the rank may be negative */
}

/* Returns true and sets '*score' if the score of the position is obvious.
 * Otherwise returns false and sets '*node'. */
static inline bool node_is_known(const struct geometry *g,
                                 struct variant_position pos, struct node *node,
                                 int *score)
{
    if (variant_winning_moves(g, pos) != 0) {
        *score = variant_win_score(g, pos.ply + 1);
        return true;
    }
    cells moves = variant_safe_moves(g, pos);
    if (moves == 0) {
        *score = -variant_win_score(g, pos.ply + 2);
        return true;
    }
    *score = 0;
    if (g->cell_count - pos.ply <= 2)
        return true;
    *node = (struct node){
        .mover = pos.mover,
        .stones = pos.stones,
        .threats = variant_opponent_threats(g, pos),
        .moves = moves,
        .ply = pos.ply,
    };
    return false;
}

#endif
