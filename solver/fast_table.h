/*
 * fast_ tables: what the engine fast keeps of the positions it has searched,
 * and where.  Internal to the engine fast.
 */
#ifndef SOLVER_FAST_TABLE_H
#define SOLVER_FAST_TABLE_H

#include "bitboard/position.h"
#include "solver/fast_node.h"
#include "solver/search_control.h"
#include "solver/tables.h"

enum {
    /*
     * Positions with at least so many plies to look ahead are kept in the large
     * table, those with fewer in the near table, the last not at all.
     */
    FAST_FAR_DEPTH = 18,
    FAST_NEAR_DEPTH = 4,
    /* Results that took so many nodes are high-effort; see tt/buckets.h. */
    FAST_HIGH_EFFORT_NODES = 1000,
    /* Mirror images share an entry up to this ply; later they hardly meet. */
    FAST_MIRRORED_PLIES = BOARD_CELLS / 3,

    /* What looks so many plies ahead, threads take apart.  More than
     * FAST_FAR_DEPTH, for it is the large table that they have in common. */
    FAST_PARALLEL_DEPTH = 20,
    FAST_MARKS = 4096,

    FAST_NO_PLY = BOARD_CELLS + 1,
    FAST_ALL_PLIES = -1,
};

/* What the threads of a team have in common. */
struct fast_team {
    struct tt_buckets far;
    _Atomic int members; /* states that use it */
    unsigned clears;     /* how often it has been emptied */
    /* Of positions that are being searched; see fast_parallel.h. */
    _Atomic uint64_t marks[FAST_MARKS];
};

struct fast {
    struct fast_team *team;
    struct search_control *control;
    struct tt_near *near;
    unsigned clears; /* the team's, when 'near' was emptied */

    /* Questions that look so many plies ahead are searched together. */
    int parallel_depth;
    int root_ply;
    struct tt_place path[BOARD_CELLS]; /* of such nodes, by ply */
    bool cuts[BOARD_CELLS]; /* whether one child is expected to decide it */

    /*
     * Return at once from all nodes beyond this ply, and at this ply with
     * 'unwind_score'.  FAST_NO_PLY if nothing is to be returned from,
     * FAST_ALL_PLIES if the search has been stopped.
     */
    int unwind_ply;
    int unwind_score;
};

/*
 * How many plies ahead a win has to come to matter for the question whether the
 * score is at least beta.
 */
static inline int fast_depth(int ply, int beta)
{
    return BOARD_CELLS + 2 - 2 * (beta > 0 ? beta : 1 - beta) - ply;
}

/*
 * Table values: 1 (0 is an empty entry) and up, a bound and whether it is a
 * lower one.
 */
static inline int fast_encode(int bound, bool lower)
{
    return 2 * (bound + BOARD_CELLS / 2 + 1) + lower + 1;
}

static inline bool fast_is_lower(int value)
{
    return (value - 1) % 2;
}

static inline int fast_decode(int value)
{
    return (value - 1) / 2 - BOARD_CELLS / 2 - 1;
}
_Static_assert(2 * (BOARD_CELLS + 2) + 2 <= 255, "a value has 8 bits");

/* A key that a position shares with its mirror image near the root. */
static inline board_bits fast_shared_key(board_bits key, int ply)
{
    return ply > FAST_MIRRORED_PLIES ? key : board_shared_key(BOARD, key);
}

/* Keys of the children, and their places in the large table where that is the
 * one to look into. */
struct fast_lookup {
    union lanes_columns keys;
    struct tt_place places[BOARD_WIDTH];
};

static inline void fast_start_lookup(const struct fast *fast,
                                     const struct node *node,
                                     const struct children *children, int depth,
                                     struct fast_lookup *lookup)
{
    if (depth < FAST_NEAR_DEPTH)
        return;
    board_bits opponent = node->mover ^ node->stones;
    for (int part = 0; part < LANES_PARTS; part++)
        lookup->keys.part[part] = lanes_sum(lanes_all(opponent + node->stones),
                                            children->cells.part[part]);
    if (depth < FAST_FAR_DEPTH)
        return;
    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        board_bits *key = &lookup->keys.column[lane];
        *key = fast_shared_key(*key, node->ply + 1);
        lookup->places[lane] = tt_place(fast->team->far.count, *key);
        tt_buckets_prefetch(&fast->team->far, lookup->places[lane]);
    }
}

/*
 * Look the children up.  Return a score that one of them has for the mover, of
 * at least beta; or the highest of those that are known to fail, whose lanes
 * are then no longer active.
 */
static inline int fast_finish_lookup(const struct fast *fast,
                                     struct children *children, int depth,
                                     const struct fast_lookup *lookup, int beta)
{
    int best = -BOARD_CELLS;
    if (depth < FAST_NEAR_DEPTH)
        return best;
    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        int value =
            depth < FAST_FAR_DEPTH
                ? tt_near_get(fast->near, lookup->keys.column[lane])
                : tt_buckets_get(&fast->team->far, lookup->places[lane]);
        if (value == 0)
            continue;
        int score = -fast_decode(value);
        if (!fast_is_lower(value)) {
            if (score >= beta)
                return score;
        } else if (score < beta) {
            children->active &= ~(1u << lane);
            best = score > best ? score : best;
        }
    }
    return best;
}

/* Where the large table keeps a node. */
static inline struct tt_place fast_place(const struct fast *fast,
                                         const struct node *node)
{
    board_bits key = fast_shared_key(node->mover + node->stones, node->ply);
    return tt_place(fast->team->far.count, key);
}

static inline void fast_store(struct fast *fast, const struct node *node,
                              int depth, int score, bool lower, uint64_t nodes)
{
    int value = fast_encode(score, lower);

    if (depth >= FAST_FAR_DEPTH)
        tt_buckets_put(&fast->team->far, fast_place(fast, node), value,
                       nodes >= FAST_HIGH_EFFORT_NODES);
    else if (depth >= FAST_NEAR_DEPTH)
        tt_near_put(fast->near, node->mover + node->stones, value);
}

#endif
