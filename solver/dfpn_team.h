/*
 * dfpn_ team: the table that the threads of the engine dfpn share, and how they
 * divide the work.  Internal to that engine.
 *
 * Every thread searches from the root.  A child below which other threads
 * search looks worse than it is, so that a thread takes another one: a virtual
 * loss.  After some nodes a thread returns to the root.  At each poll a thread
 * looks up the nodes on its path from the root; if another thread has solved
 * one of them, the search returns to that node.
 */
#ifndef SOLVER_DFPN_TEAM_H
#define SOLVER_DFPN_TEAM_H

#include "solver/near_search.h"
#include "tt/proofs.h"

enum {
    DFPN_MARKS = 4096,
    DFPN_WINDOW_BITS = 7, /* of a key and its null window, which have 128 */
};
_Static_assert(2 * NEAR_MAX_BOUND < 1 << DFPN_WINDOW_BITS,
               "every null window has a number");

/* What the threads of a team have in common. */
struct dfpn_team {
    struct tt_proofs table;
    _Atomic int members;   /* number of states that use it */
    _Atomic int searching; /* number of them that search */
    unsigned clears;       /* number of times the table was cleared */
    /* How many threads search below the nodes whose hash is the index. */
    _Atomic int threads[DFPN_MARKS];
};

struct dfpn {
    struct near near;
    struct dfpn_team *team;
    unsigned clears;  /* the team's, when the near table was cleared */
    uint64_t job_end; /* return to the root then if others search, in nodes */

    /* The nodes from the root to the one that is searched, by ply. */
    struct tt_proofs_place path[VARIANT_MAX_CELLS];
    int root_ply, path_end;
};

/* The place of a node and a null window.  In the first third of the game mirror
 * images share one; see fast_table_key(). */
static inline struct tt_proofs_place dfpn_place(const struct dfpn *dfpn,
                                                const struct geometry *g,
                                                const struct node *node,
                                                int beta)
{
    cells key = node->mover + node->stones;
    if (node->ply <= g->cell_count / 3)
        key = variant_canonical_key(g, key);
    assert((tt_count)key >> (128 - DFPN_WINDOW_BITS) == 0);
    return tt_proofs_place(&dfpn->team->table,
                           (tt_count)key << DFPN_WINDOW_BITS |
                               (unsigned)(beta + NEAR_MAX_BOUND));
}

/* Whether other threads use the table at the moment. */
static inline bool dfpn_is_parallel(const struct dfpn *dfpn)
{
    return atomic_load_explicit(&dfpn->team->searching, memory_order_relaxed) >
           1;
}

static inline _Atomic int *dfpn_threads_below(struct dfpn *dfpn,
                                              struct tt_proofs_place place)
{
    return &dfpn->team->threads[place.group % DFPN_MARKS];
}

#endif
