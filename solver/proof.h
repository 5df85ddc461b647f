/*
 * proof_: upper bounds on scores without a search, for LANES positions at once.
 *
 * Each lane is a position in which P has just moved and M is to move.  The
 * bound is an upper bound on the score of M.  The proofs are in
 * proof_followup.h, proof_zugzwang.h and proof_late.h; the strongest proof that
 * applies is used.  The proof in proof_dead_lines.h is separate.
 */
#ifndef SOLVER_PROOF_H
#define SOLVER_PROOF_H

#include "solver/proof_followup.h"
#include "solver/proof_late.h"
#include "solver/proof_zugzwang.h"

struct proof {
    unsigned lanes;    /* for which a bound is proven, as bits */
    unsigned zugzwang; /* of these, where M loses by zugzwang */
    unsigned winning;  /* of these, where P will get a four */
    lanes out_of_play;
};

/*
 * 'p' and 'm' are the stones of P and M, 'wins' the threats of P, 'playable'
 * the lowest empty cell of each column, and 'empty_count' the number of empty
 * cells.  Requires that no lane has a four.
 */
static inline struct proof proof_find(const struct geometry *g, lanes p,
                                      lanes m, lanes wins, lanes playable,
                                      int empty_count)
{
    lanes empty = lanes_all(g->full) & ~(p | m);
    struct proof_zugzwang zugzwang =
        proof_zugzwang_find(g, empty, wins, empty_count);
    if (zugzwang.parity_ok == 0) /* often, with an odd number of empty cells */
        return (struct proof){.lanes = 0};
    lanes in_play = empty & ~zugzwang.out_of_play;
    lanes got = proof_followup_reach(in_play, playable, zugzwang.odd_rows);
    struct proof_late late = proof_late_find(g, m | got | zugzwang.entry_cells,
                                             p | (in_play & ~got));

    unsigned proven = zugzwang.parity_ok & ~late.in_time;
    return (struct proof){
        .lanes = proven,
        .zugzwang = proven & lanes_mask(zugzwang.entry_cells),
        .winning = proven & late.winning,
        .out_of_play = zugzwang.out_of_play,
    };
}

/* The lower bound of P's score in a lane of proof->lanes. */
static inline int proof_score(const struct proof *proof, int lane)
{
    if (proof->zugzwang >> lane & 1)
        return cells_count(lanes_get(proof->out_of_play, lane)) / 2;
    return proof->winning >> lane & 1;
}

#endif
