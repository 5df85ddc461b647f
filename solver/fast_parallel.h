/*
 * fast_ parallel: how threads that search the same null window share the work.
 * Internal to the engine fast.
 *
 * Every thread searches the whole tree and shares the far table with the
 * others.  Near the root a thread marks the child that it searches.  A thread
 * that reaches a marked child defers it and takes the next one.  At each poll a
 * thread looks up the nodes on its path from the root; if another thread has
 * decided one of them, the search returns to that node.
 *
 * Scores stay exact: marks change only the order of moves, and every table
 * entry is a proven bound, whichever thread stored it.
 *
 * Measured on 40 positions of Begin-Hard (seed 2), two threads against one:
 *
 *   as described                                      1.83 times, 4% more nodes
 *   no marks, another order of moves in each thread   1.46 times, 37% more
 *   another window in each thread                     1.18 times
 *   never deferring the first child                   1.73 times, 10% more
 *   deferring the first child at every node, too      the same nodes here; 11%
 *     instead of 6% more on the first 100 positions of Begin-Hard
 *
 * Source of deferring: Weill, The ABDADA Distributed Minimax-Search Algorithm,
 * 1996, and Kerrigan's simplification of it, which keeps the marks apart.
 */
#ifndef SOLVER_FAST_PARALLEL_H
#define SOLVER_FAST_PARALLEL_H

#include "solver/fast_table.h"

static inline _Atomic uint64_t *fast_mark_of(struct fast *fast, cells key)
{
    return &fast_team(fast)->marks[near_table_slot(key) % FAST_MARKS];
}

/* A mark is the low part of the key.  Two keys can have the same mark; this
 * costs time, but does not change scores. */
static inline bool fast_is_marked(struct fast *fast, cells key)
{
    return atomic_load_explicit(fast_mark_of(fast, key),
                                memory_order_relaxed) == (uint64_t)key;
}

static inline void fast_mark(struct fast *fast, cells key)
{
    atomic_store_explicit(fast_mark_of(fast, key), (uint64_t)key,
                          memory_order_relaxed);
}

static inline void fast_unmark(struct fast *fast, cells key)
{
    if (fast_is_marked(fast, key))
        atomic_store_explicit(fast_mark_of(fast, key), 0, memory_order_relaxed);
}

/* Returns whether the table decides the null window at beta for a position; if
 * so, sets '*score' to the bound. */
static inline bool fast_is_decided(const struct fast *fast,
                                   struct fast_place place, int beta,
                                   int *score)
{
    int value = fast_get(fast, place);
    if (value == 0)
        return false;
    *score = near_decode(value);
    return near_is_lower(value) ? *score >= beta : *score < beta;
}

/*
 * If another thread has decided a node on the path from the root to 'ply',
 * unwind to the decided node that is nearest to the root.  'beta' is the null
 * window at 'ply'.
 */
static inline void fast_check_path(const struct geometry *g, struct fast *fast,
                                   int ply, int beta)
{
    for (int i = fast->near.root_ply;
         i < ply && node_depth(g, i, beta) >= fast->near.parallel_depth; i++) {
        int there = (ply - i) % 2 == 0 ? beta : 1 - beta;
        if (fast_is_decided(fast, fast->path[i], there,
                            &fast->near.unwind_score)) {
            fast->near.unwind_ply = i;
            return;
        }
    }
}

#endif
