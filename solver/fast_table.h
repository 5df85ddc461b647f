/*
 * fast_ tables: the transposition tables of the engine fast.  Internal to that
 * engine.
 */
#ifndef SOLVER_FAST_TABLE_H
#define SOLVER_FAST_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "solver/windows.h"
#include "tt/buckets.h"

/* ------------------------------------------------------------ early results */

/*
 * The first results of a search, before they go to the far table.
 *
 * They are few and lie together, while the far table has them in pages all
 * over, each of which the system must provide at the first access.  So a short
 * search touches none of these pages.  When there is no room for another
 * result, all of them go to the far table.  Unless that has about the least
 * size possible, it has room for so few: nodes are the same as without early
 * results.
 *
 * Each thread has its own, which no other thread sees; nor does it see the
 * results of others in the far table before its own have gone there.
 */

enum { FAST_EARLY_BITS = 10, FAST_EARLY_MAX = 1 << (FAST_EARLY_BITS - 1) };

struct fast_result {
    cells key;
    uint8_t value;
    bool high_effort;
};

/* Zero bytes are empty. */
struct fast_early {
    int count;
    bool ended; /* the far table is in use */
    struct fast_result results[FAST_EARLY_MAX];
    uint16_t numbers[1 << FAST_EARLY_BITS]; /* of results from 1, by hash */
};

static inline void fast_early_clear(struct fast_early *early)
{
    if (early->count > 0)
        memset(early->numbers, 0, sizeof early->numbers);
    early->count = 0;
    early->ended = false;
}

/* The place of a key in 'numbers', or the one where it would be. */
static inline unsigned fast_early_place(const struct fast_early *early,
                                        cells key)
{
    unsigned place = near_table_slot(key) % (1 << FAST_EARLY_BITS);
    while (early->numbers[place] != 0 &&
           early->results[early->numbers[place] - 1].key != key)
        place = (place + 1) % (1 << FAST_EARLY_BITS);
    return place;
}

/* Returns the value of 'key', or 0. */
static inline int fast_early_get(const struct fast_early *early, cells key)
{
    int number = early->numbers[fast_early_place(early, key)];
    return number == 0 ? 0 : early->results[number - 1].value;
}

/* Requires that there is room. */
static inline void fast_early_put(struct fast_early *early,
                                  struct fast_result result)
{
    unsigned place = fast_early_place(early, result.key);
    if (early->numbers[place] == 0)
        early->numbers[place] = (uint16_t)++early->count;
    early->results[early->numbers[place] - 1] = result;
}

/* ------------------------------------------------------------ the far table */

enum {
    /* Results of depth NEAR_END or more are stored in the far table, which is
     * large and shared.  One that took at least this many nodes is a
     * high-effort result: see tt/buckets.h. */
    FAST_HIGH_EFFORT_NODES = 1000,

    /* Threads share the search of nodes of at least this depth.  It is greater
     * than NEAR_END, because they share results through the far table. */
    FAST_PARALLEL_DEPTH = 20,
    FAST_MARKS = 4096,
};

struct fast_team {
    struct near_team team;
    struct tt_buckets far;
    /* Keys of positions that are being searched; see fast.c. */
    _Atomic uint64_t marks[FAST_MARKS];
};

/* A key and its slot in the far table. */
struct fast_place {
    uint64_t slot;
    cells key;
};

struct fast {
    struct near near;
    /* Of the nodes whose search is shared, by ply. */
    struct fast_place path[VARIANT_MAX_CELLS];
    bool cuts[VARIANT_MAX_CELLS]; /* the first child is expected to cut off */
    struct fast_early early;
};

static inline struct fast_team *fast_team(const struct fast *fast)
{
    return (struct fast_team *)fast->near.team;
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
    return tt_reduce(fast_team(fast)->far.count, key);
#else
    return tt_reduce_wide(fast_team(fast)->far.count, key);
#endif
}

/* The value of a key in the far table, or among the early results. */
static inline int fast_get(const struct fast *fast, struct fast_place place)
{
    return fast->early.ended
               ? tt_buckets_get(&fast_team(fast)->far, place.slot, place.key)
               : fast_early_get(&fast->early, place.key);
}

static void fast_put(struct fast *fast, struct fast_result result)
{
    tt_buckets_put(&fast_team(fast)->far, fast_slot(fast, result.key),
                   result.key, result.value, result.high_effort);
}

/* Move the early results to the far table. */
static void fast_end_early(struct fast *fast)
{
    for (int i = 0; i < fast->early.count && !fast->early.ended; i++)
        fast_put(fast, fast->early.results[i]);
    fast->early.ended = true;
}

/* Keys of the children, and their slots in the far table. */
struct fast_lookup {
    union lanes_sets keys;
    uint64_t slots[LANES_ALL];
};

/* Compute the keys of the children, and prefetch their slots. */
static inline void fast_start_lookup(const struct geometry *g,
                                     const struct fast *fast,
                                     const struct node *node,
                                     const struct children *children,
                                     struct fast_lookup *lookup)
{
    cells opponent = node->mover ^ node->stones;
    for (int part = 0; part < children->parts; part++)
        lookup->keys.part[part] = lanes_sum(lanes_all(opponent + node->stones),
                                            children->cells.part[part]);
    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        cells *key = &lookup->keys.set[lane];
        *key = fast_table_key(g, *key, node->ply + 1);
        lookup->slots[lane] = fast_slot(fast, *key);
        if (fast->early.ended)
            tt_buckets_prefetch(&fast_team(fast)->far, lookup->slots[lane]);
    }
}

/* Look up the children in the far table; see near_apply(). */
static inline bool fast_finish_lookup(const struct fast *fast,
                                      struct children *children,
                                      const struct fast_lookup *lookup,
                                      int beta, int *best)
{
    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        struct fast_place place = {lookup->slots[lane], lookup->keys.set[lane]};
        int value = fast_get(fast, place);
        if (near_apply(children, lane, value, beta, best))
            return true;
    }
    return false;
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
                              const struct node *node, int score, bool lower,
                              uint64_t nodes)
{
    struct fast_result result = {
        .key = fast_table_key(g, node->mover + node->stones, node->ply),
        .value = (uint8_t)near_encode(score, lower),
        .high_effort = nodes >= FAST_HIGH_EFFORT_NODES,
    };
    if (!fast->early.ended && fast->early.count == FAST_EARLY_MAX)
        fast_end_early(fast);
    if (fast->early.ended)
        fast_put(fast, result);
    else
        fast_early_put(&fast->early, result);
}

#endif
