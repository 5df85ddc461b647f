/*
 * evidence_: the static proofs of solver/proof.h with the cells that carry
 * them, for one position.
 *
 * P is the side that has just moved, M the side to move.  The proofs are
 * described in fourscore-certificate(5).
 *
 * Thread safety: any thread may call these functions.
 */
#ifndef PROOF_EVIDENCE_H
#define PROOF_EVIDENCE_H

#include "bitboard/position.h"

enum evidence_rule {
    EVIDENCE_NONE,     /* nothing is proven */
    EVIDENCE_FOLLOWUP, /* M's reach has no four */
    EVIDENCE_LATE,     /* each four in M's reach lies above a four of P */
    EVIDENCE_ZUGZWANG, /* M must play below a threat of P at last */
};

struct evidence {
    enum evidence_rule rule;
    int score;             /* P's score is at least this */
    board_bits reach;      /* the cells that M has or may get */
    board_bits guarded;    /* the cells that P has or will get */
    board_bits entries;    /* the cells below the threats of stalled columns */
    board_bits stalled;    /* these, and all cells above them */
    board_bits threats;    /* the threats of P above the entries */
    board_bits parity_row; /* the stalled column whose rows change parity */
};

/* The strongest proof for a position without a four. */
struct evidence evidence_find(struct position pos);

#endif
