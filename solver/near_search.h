/*
 * near_: the search of null windows of small depth, for the nodes near the
 * leaves, which are most of all nodes.
 *
 * Its results are in a near table (tt/near.h), one for each thread, which fits
 * into a cache.  Threads that search the same window share another one for the
 * uppermost of these nodes, where they meet most often.  The engines fast and
 * dfpn differ only in the nodes of greater depth.
 */
#ifndef SOLVER_NEAR_SEARCH_H
#define SOLVER_NEAR_SEARCH_H

#include "solver/control.h"
#include "solver/order.h"
#include "tt/near.h"

enum {
    /*
     * Depths of null windows, see node_depth().  From NEAR_END on the engine
     * fast searches itself, with its far table; dfpn leaves a little more to
     * near_search(), see DFPN_LEAF_DEPTH.
     *
     * If the opponent is to win, nodes of less than NEAR_BEGIN take no static
     * proofs, look-ups and stores: one or two children decide them.
     * If the mover is to win, nodes of NEAR_BEGIN and less, whose children
     * these are, take node_drop_held() instead of proofs and look-ups; their
     * results are stored.
     */
    NEAR_BEGIN = 6,
    NEAR_END = 18,

    /*
     * Results of this depth and more are in 'shared'.  Two threads on positions
     * of 10 to 100 ms take 13% more nodes than one on Begin-Hard, where they
     * would take 20% more with tables of their own, and 24% more on
     * Begin-Medium instead of 54%.  Below, other threads' results would save
     * less than they cost: they are in the cache of another core.
     */
    NEAR_SHARED_DEPTH = 15,

    /* Values of unwind_ply. */
    NEAR_NO_PLY = VARIANT_MAX_CELLS + 1,
    NEAR_ALL_PLIES = -1,
};

#if VARIANT_BITS <= 64
typedef struct tt_near near_table;
enum { NEAR_CAN_SHARE = true };
#define near_table_slot tt_near_slot
#define near_table_get tt_near_get
#define near_table_put tt_near_put
#else
typedef struct tt_near_wide near_table;
enum { NEAR_CAN_SHARE = false }; /* see tt/near.h */
#define near_table_slot tt_near_wide_slot
#define near_table_get tt_near_wide_get
#define near_table_put tt_near_wide_put
#endif

/* The state of a search.  Engines have it as the first member of theirs. */
struct near {
    struct near_team *team;   /* solver/windows.h */
    unsigned clears;          /* the team's, when 'table' was cleared */
    struct geometry geometry; /* read by geometry_of() */
    struct node_weights weights[NODE_WEIGHTS_SITUATIONS];
    struct board board;
    struct search_control *control;
    near_table *table;
    near_table *shared; /* among the threads of a window; 'table' if alone */

    /* Called when 'control->nodes' reaches 'control->poll_at', at a node and
     * its null window.  Sets 'unwind_ply' if the search has to return. */
    void (*poll)(struct near *near, const struct node *node, int beta);

    /* Threads share the search of null windows of at least this depth. */
    int parallel_depth;

    int root_ply;

    /*
     * Return at once from all nodes beyond this ply, and at this ply with
     * 'unwind_score'.  NEAR_NO_PLY: no unwinding.  NEAR_ALL_PLIES: the search
     * was stopped.
     */
    int unwind_ply;
    int unwind_score;
};

static inline void near_clear(struct near *near)
{
    memset(near->table, 0, sizeof *near->table);
}

/* Whether so many threads share a table. */
static inline bool near_do_share(int threads)
{
    return NEAR_CAN_SHARE && threads > 1;
}

/* The bytes of the tables of 'threads' searches, and of the one they share. */
static inline uint64_t near_bytes(int threads)
{
    return ((uint64_t)threads + near_do_share(threads)) * sizeof(near_table);
}

/* The table of results of a depth. */
static inline near_table *near_table_at(const struct near *near, int depth)
{
    return depth < NEAR_SHARED_DEPTH ? near->table : near->shared;
}

/*
 * Encode a bound, and whether it is a lower bound, as a table value of at least
 * 1; 0 is an empty entry.
 */
enum { NEAR_MAX_BOUND = VARIANT_MAX_CELLS / 2 + 1 };
_Static_assert(2 * (2 * NEAR_MAX_BOUND) + 2 <= 255, "a value has 8 bits");

static inline int near_encode(int bound, bool lower)
{
    return 2 * (bound + NEAR_MAX_BOUND) + lower + 1;
}

static inline bool near_is_lower(int value)
{
    return (value - 1) % 2;
}

static inline int near_decode(int value)
{
    return (value - 1) / 2 - NEAR_MAX_BOUND;
}

/*
 * Apply the value that a table has for the child in 'lane', or 0.  If it proves
 * a score of at least beta for the mover, returns true and sets '*best' to it.
 * If it shows that the child fails low, makes the lane inactive and raises
 * '*best'.
 */
static inline bool near_apply(struct children *children, int lane, int value,
                              int beta, int *best)
{
    if (value == 0)
        return false;
    int score = -near_decode(value);
    if (!near_is_lower(value)) {
        if (score < beta)
            return false;
        *best = score;
        return true;
    }
    if (score < beta) {
        children->active &= ~(1u << lane);
        *best = score > *best ? score : *best;
    }
    return false;
}

/* Look up the children of a node of this depth; see near_apply(). */
static inline bool near_look_up(const struct near *near,
                                const struct node *node,
                                struct children *children, int depth, int beta,
                                int *best)
{
    const near_table *table = near_table_at(near, depth - 1);
    cells key = (node->mover ^ node->stones) + node->stones;
    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        int value = near_table_get(table, key + children->cells.set[lane]);
        if (near_apply(children, lane, value, beta, best))
            return true;
    }
    return false;
}

/*
 * Count a node, and poll if it is time.  Returns false if the search has to
 * return from the node, with any value.
 */
static inline bool near_enter(struct near *near, const struct node *node,
                              int beta)
{
    struct search_control *control = near->control;
    if (control->nodes >= control->poll_at) {
        near->poll(near, node, beta);
        if (near->unwind_ply < node->ply)
            return false;
    }
    control->nodes++;
    return true;
}

/*
 * Decide a node by its children alone.  Returns true and sets '*score' if that
 * is enough.  'empty' is the number of empty cells of the children.
 */
static inline bool near_is_decided(const struct geometry *g,
                                   const struct node *node,
                                   const struct children *children, int empty,
                                   int beta, int *score)
{
    if (children->decided != 0) { /* a double threat */
        *score = variant_win_score(g, node->ply + 3);
        return true;
    }
    *score = 0;
    if (empty <= 2)
        return true;
    /* Without a double threat the earliest win is two plies later. */
    *score = variant_win_score(g, node->ply + 5);
    return *score < beta;
}

/* Returns the value of a node after its search was interrupted. */
static inline int near_unwound(struct near *near, const struct node *node)
{
    if (near->unwind_ply == node->ply)
        near->unwind_ply = NEAR_NO_PLY;
    return near->unwind_score;
}

/*
 * Search the null window [beta - 1, beta], with the near table only.  The
 * result r is a bound: if r >= beta, the score is at least r; otherwise it is
 * at most r.
 *
 * Requires -win_score(ply + 4) < beta <= win_score(ply + 3): other values are
 * decided without a search.  The result is undefined if unwind_ply <= ply.
 */
static int near_search(struct near *near, const struct node *node, int beta)
{
    if (!near_enter(near, node, beta))
        return 0;
    const struct geometry *g = geometry_of(&near->geometry);
    int empty = g->cell_count - node->ply - 1;
    struct children children;
    node_children(g, node, &children);
    int score;
    if (near_is_decided(g, node, &children, empty, beta, &score))
        return score;

    int depth = node_depth(g, node->ply, beta);
    bool late = depth < NEAR_BEGIN + (beta > 0);
    int best = -VARIANT_MAX_CELLS;
    if (!late) {
        int proven = node_prove(g, node, &children, empty, beta);
        if (proven >= beta)
            return proven;
        if (near_look_up(near, node, &children, depth, beta, &best))
            return best;
    } else if (beta > 0) {
        node_drop_held(g, node, &children);
        best = beta - 1;
    }

    struct node_order order;
    node_order_moves(g, near->weights, node, &children, beta, &order);
    while (order.count > 0 && best < beta) {
        struct node child = node_child(node, &children, node_next(&order));
        score = -near_search(near, &child, 1 - beta);
        if (near->unwind_ply <= node->ply)
            return near_unwound(near, node);
        best = score > best ? score : best;
    }
    if (!late || beta > 0)
        near_table_put(near_table_at(near, depth), node->mover + node->stones,
                       near_encode(best, best >= beta));
    return best;
}

#endif
