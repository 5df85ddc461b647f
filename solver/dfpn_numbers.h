/*
 * dfpn_ numbers: proof and disproof numbers of a node and its children, see
 * solver/dfpn.c.  Internal to that engine.
 */
#ifndef SOLVER_DFPN_NUMBERS_H
#define SOLVER_DFPN_NUMBERS_H

#include "solver/dfpn_team.h"

/* The number of what cannot be proven, or disproven.  Estimates are less. */
#define DFPN_INFINITE ((uint32_t)1 << 30)

/* A node, its place in the table, and what is known about it. */
struct dfpn_branch {
    struct node node;
    struct tt_proofs_place place;
    struct tt_proof known;
};

/* A node is searched until one of its numbers reaches its limit. */
struct dfpn_limits {
    uint32_t proof, disproof;
};

static inline bool dfpn_is_solved(struct tt_proof known)
{
    return known.proof == 0 || known.disproof == 0;
}

static inline void dfpn_set_solved(struct tt_proof *known, bool proven)
{
    known->proof = proven ? 0 : DFPN_INFINITE;
    known->disproof = proven ? DFPN_INFINITE : 0;
}

static inline void dfpn_add_work(struct tt_proof *known, uint64_t nodes)
{
    uint64_t work = known->work + nodes;
    known->work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
}

/* What is known about a node that was never searched.  To disprove it, all of
 * its moves must fail. */
static inline struct tt_proof dfpn_first_guess(const struct node *node)
{
    return (struct tt_proof){1, (uint32_t)cells_count(node->moves), 0};
}

/* Estimates of unsolved nodes are less than DFPN_INFINITE. */
static inline uint32_t dfpn_estimate(uint64_t number)
{
    return number < DFPN_INFINITE ? (uint32_t)number : DFPN_INFINITE - 1;
}

/* Compute a node's numbers from those of its children. */
static inline void dfpn_combine(const struct dfpn_branch list[], int count,
                                struct tt_proof *known)
{
    uint32_t least = DFPN_INFINITE;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        least = list[i].known.disproof < least ? list[i].known.disproof : least;
        sum += list[i].known.proof;
    }
    if (least == 0 || sum == 0) {
        dfpn_set_solved(known, least == 0);
        return;
    }
    known->proof = dfpn_estimate(least);
    known->disproof = dfpn_estimate(sum);
}

#endif
