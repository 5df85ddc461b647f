/*
 * fast_ tables: the transposition tables of the engine fast.  Internal to that
 * engine.
 */
#ifndef SOLVER_FAST_TABLE_H
#define SOLVER_FAST_TABLE_H

#include "solver/fast_node.h"
#include "solver/search_control.h"
#include "tt/buckets.h"
#include "tt/near.h"

enum {
    /* These are depths of null windows: see fast_depth(). */

    /* Results of at least this depth are stored in the far table, which is
     * large and shared; others in the near table. */
    FAST_FAR_DEPTH = 18,
    /* Results of less depth are not stored. */
    FAST_NEAR_DEPTH = 4,
    /* A result that took at least this many nodes is a high-effort result: see
     * tt/buckets.h. */
    FAST_HIGH_EFFORT_NODES = 1000,

    /* Threads share the search of nodes of at least this depth.  It is greater
     * than FAST_FAR_DEPTH, because they share results through the far table. */
    FAST_PARALLEL_DEPTH = 20,
    FAST_MARKS = 4096,

    /* Values of unwind_ply. */
    FAST_NO_PLY = VARIANT_MAX_CELLS + 1,
    FAST_ALL_PLIES = -1,
};

/* The table for results of small depth, one for each thread: tt/near.h. */
#if VARIANT_BITS <= 64
typedef struct tt_near fast_near;
#define FAST_NEAR(action) tt_near_##action
#else
typedef struct tt_near_wide fast_near;
#define FAST_NEAR(action) tt_near_wide_##action
#endif

/* What the threads of a team have in common. */
struct fast_team {
    struct tt_buckets far;
    _Atomic int members; /* number of states that use it */
    unsigned clears;     /* number of times it was cleared */
    /* Keys of positions that are being searched: fast_parallel.h. */
    _Atomic uint64_t marks[FAST_MARKS];
};

/* A key and its slot in the far table. */
struct fast_place {
    uint64_t slot;
    cells key;
};

struct fast {
    struct geometry geometry; /* read by geometry_of() */
    struct board board;
    struct fast_team *team;
    struct search_control *control;
    fast_near *near;
    unsigned clears; /* the team's, when 'near' was cleared */

    /* Nodes of this depth and more are searched in parallel. */
    int parallel_depth;
    int root_ply;
    struct fast_place path[VARIANT_MAX_CELLS]; /* of such nodes, by ply */
    bool cuts[VARIANT_MAX_CELLS]; /* the first child is expected to cut off */

    /*
     * Return at once from all nodes beyond this ply, and at this ply with
     * 'unwind_score'.  FAST_NO_PLY: no unwinding.  FAST_ALL_PLIES: the search
     * was stopped.
     */
    int unwind_ply;
    int unwind_score;
};

/*
 * The depth of the null window at beta: the number of plies up to the last
 * stone whose win can decide it.  If beta > 0, this is a win of the side to
 * move with a score of at least beta; otherwise a win of the opponent with a
 * score of at least 1 - beta.
 */
static inline int fast_depth(const struct geometry *g, int ply, int beta)
{
    return g->cell_count + 2 - 2 * (beta > 0 ? beta : 1 - beta) - ply;
}

/*
 * Encode a bound, and whether it is a lower bound, as a table value of at least
 * 1; 0 is an empty entry.
 */
enum { FAST_MAX_BOUND = VARIANT_MAX_CELLS / 2 + 1 };
_Static_assert(2 * (2 * FAST_MAX_BOUND) + 2 <= 255, "a value has 8 bits");

static inline int fast_encode(int bound, bool lower)
{
    return 2 * (bound + FAST_MAX_BOUND) + lower + 1;
}

static inline bool fast_is_lower(int value)
{
    return (value - 1) % 2;
}

static inline int fast_decode(int value)
{
    return (value - 1) / 2 - FAST_MAX_BOUND;
}

/* The key in the tables: the canonical key in the first third of the game.
 * Later, mirror images of positions are rarely searched. */
static inline cells fast_table_key(const struct geometry *g, cells key, int ply)
{
    return ply > g->cell_count / 3 ? key : variant_canonical_key(g, key);
}

static inline uint64_t fast_slot(const struct fast *fast, cells key)
{
#if VARIANT_BITS <= 64
    return tt_reduce(fast->team->far.count, key);
#else
    return tt_reduce_wide(fast->team->far.count, key);
#endif
}

/* Keys of the children, and their slots if they are looked up in the far table.
 */
struct fast_lookup {
    union lanes_sets keys;
    uint64_t slots[LANES_ALL];
};

/* Compute the keys of the children, and prefetch their slots. */
static inline void fast_start_lookup(const struct geometry *g,
                                     const struct fast *fast,
                                     const struct node *node,
                                     const struct children *children, int depth,
                                     struct fast_lookup *lookup)
{
    if (depth < FAST_NEAR_DEPTH)
        return;
    cells opponent = node->mover ^ node->stones;
    for (int part = 0; part < children->parts; part++)
        lookup->keys.part[part] = lanes_sum(lanes_all(opponent + node->stones),
                                            children->cells.part[part]);
    if (depth < FAST_FAR_DEPTH)
        return;
    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        cells *key = &lookup->keys.set[lane];
        *key = fast_table_key(g, *key, node->ply + 1);
        lookup->slots[lane] = fast_slot(fast, *key);
        tt_buckets_prefetch(&fast->team->far, lookup->slots[lane]);
    }
}

/* The value stored for a child, or 0. */
static inline int fast_child_value(const struct fast *fast, int depth,
                                   const struct fast_lookup *lookup, int lane)
{
    cells key = lookup->keys.set[lane];
    return depth < FAST_FAR_DEPTH
               ? FAST_NEAR(get)(fast->near, key)
               : tt_buckets_get(&fast->team->far, lookup->slots[lane], key);
}

/*
 * Look up the children.  If the table has a score of at least beta for the
 * mover in one of them, returns it.  Otherwise makes the lanes of children that
 * are known to fail low inactive, and returns the highest of their scores.
 */
static inline int fast_finish_lookup(const struct fast *fast,
                                     struct children *children, int depth,
                                     const struct fast_lookup *lookup, int beta)
{
    int best = -VARIANT_MAX_CELLS;
    if (depth < FAST_NEAR_DEPTH)
        return best;
    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        int value = fast_child_value(fast, depth, lookup, lane);
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

/* The key and slot of a node in the far table. */
static inline struct fast_place fast_place(const struct geometry *g,
                                           const struct fast *fast,
                                           const struct node *node)
{
    cells key = fast_table_key(g, node->mover + node->stones, node->ply);
    return (struct fast_place){fast_slot(fast, key), key};
}

static inline void fast_store(const struct geometry *g, struct fast *fast,
                              const struct node *node, int depth, int score,
                              bool lower, uint64_t nodes)
{
    int value = fast_encode(score, lower);

    if (depth >= FAST_FAR_DEPTH) {
        struct fast_place place = fast_place(g, fast, node);
        tt_buckets_put(&fast->team->far, place.slot, place.key, value,
                       nodes >= FAST_HIGH_EFFORT_NODES);
    } else if (depth >= FAST_NEAR_DEPTH) {
        FAST_NEAR(put)(fast->near, node->mover + node->stones, value);
    }
}

#endif
