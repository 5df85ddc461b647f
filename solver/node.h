/*
 * node_: a position in the search, and all its children.  Internal to the
 * engines fast and dfpn.
 */
#ifndef SOLVER_NODE_H
#define SOLVER_NODE_H

#include "solver/lanes.h"
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
        lanes threats =
            lanes_completions(lanes_all(node->mover) | move, g->column_bits) &
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

/* -------------------------------------------- moves that cannot win in time */

/*
 * Whether a side can make a double threat with its next stone.
 *
 * In each lane W is to move, has no playable threat, and needs a double threat
 * to win in time: after W's stone the other side, H, has no safe answer.  That
 * is so in three cases only, where 'threats' are those after the stone:
 *
 *   - two threats are playable,
 *   - one is, and the cell above it is a threat, too, or
 *   - none is, and all playable cells are below threats.
 *
 * For all cells x at once, hold_doubles() counts the threats that a stone at x
 * makes playable, or makes in a playable cell or one above a playable cell.  In
 * the first two cases there are two of them, if a playable cell below an old
 * threat counts twice.
 *
 * In a direction, a stone at x makes at most one threat on each side: if it
 * makes one at distance 2 or 3, the cells in between hold stones of W.  Of the
 * vertical direction only a threat directly above x matters.  It counts as an
 * old threat at that cell does.
 *
 * In the third case each playable cell is below a threat, an old one or a
 * counted one.  Call a playable cell safe if it is not below an old threat.
 * x is safe; otherwise the old threat above x is now playable.  The cell above
 * x, if there is one, is below an old threat: x and a cell two above it are on
 * no line that a stone at x can make a threat, because the cell in between is
 * empty.  The other safe cells take one counted threat each.  If fewer than two
 * are counted, there is at most one other safe cell; and if there is one, one
 * is counted.
 */

/*
 * The playable cells in which a stone of W may make a double threat; a stone in
 * another one does not.  'w' are the stones of W, 'threats' its threats, none
 * of which is playable, 'empty' the empty cells and 'playable' the lowest one
 * of each column.
 */
static inline lanes hold_doubles(const struct geometry *g, lanes w, lanes empty,
                                 lanes playable, lanes threats)
{
    lanes low = (playable | lanes_up(playable, 1)) & empty;
    lanes below = lanes_down(threats, 1);
    lanes weak = playable & below; /* W wins above if H plays there */

    /* The cells for which one is counted, and two. */
    lanes once =
        below | (lanes_up(w, 1) & lanes_up(w, 2) & lanes_down(empty, 1));
    lanes twice = once & lanes_down(threats, 2);

    for (int i = -1; i <= 1; i++) {
        int step = g->column_bits + i;
        lanes up1 = lanes_up(w, step), down1 = lanes_down(w, step);
        lanes up2 = lanes_up(w, 2 * step), down2 = lanes_down(w, 2 * step);
        lanes up3 = lanes_up(w, 3 * step), down3 = lanes_down(w, 3 * step);

        /* The cells that make a threat 1, 2 or 3 steps further up or down. */
        lanes above1 = (up1 & (up2 | down2)) | (down2 & down3);
        lanes above2 = down1 & (up1 | down3);
        lanes above3 = down1 & down2;
        lanes below1 = (down1 & (down2 | up2)) | (up2 & up3);
        lanes below2 = up1 & (down1 | up3);
        lanes below3 = up1 & up2;

        lanes above = (lanes_down(low, step) & above1) |
                      (lanes_down(low, 2 * step) & above2) |
                      (lanes_down(low, 3 * step) & above3);
        lanes under = (lanes_up(low, step) & below1) |
                      (lanes_up(low, 2 * step) & below2) |
                      (lanes_up(low, 3 * step) & below3);
        twice |= (once & (above | under)) | (above & under) |
                 (lanes_down(weak, step) & above1) |
                 (lanes_down(weak, 2 * step) & above2) |
                 (lanes_down(weak, 3 * step) & above3) |
                 (lanes_up(weak, step) & below1) |
                 (lanes_up(weak, 2 * step) & below2) |
                 (lanes_up(weak, 3 * step) & below3);
        once |= above | under;
    }

    lanes safe = playable & ~weak;
    lanes all_but_one = safe & lanes_difference(safe, lanes_all(1));
    lanes all_but_two =
        all_but_one & lanes_difference(all_but_one, lanes_all(1));
    lanes closed =
        ~lanes_down(empty & ~below, 1); /* none, or a weak one above */
    twice |= safe & closed &
             (~lanes_filled(all_but_one) | (once & ~lanes_filled(all_but_two)));
    return twice & playable;
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

/* ------------------------------------------------------------- null windows */

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
