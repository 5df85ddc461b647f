/*
 * theory_: what a certificate claims, and the positions that need no entry in
 * it.  fourscore-certificate(5) describes them and the static proofs.
 *
 * P is the side whose result is claimed, M the other side.
 *
 * Thread safety: any thread may call these functions.
 */
#ifndef PROOF_THEORY_H
#define PROOF_THEORY_H

#include "bitboard/board.h"

/* P's score is at least 'score'. */
struct claim {
    struct position pos;
    bool mover; /* P is the side to move in 'pos' */
    int score;
    bool statics; /* static proofs are allowed */
};

/* Whether a four of P with stone number 'stone' is in time for the claim. */
bool theory_in_time(const struct claim *claim, int stone);

/* Whether a four of M with stone number 'stone' comes late enough for the
 * claim, which is then below 0. */
bool theory_may_lose(const struct claim *claim, int stone);

/* Whether a full board, or any other draw, satisfies the claim. */
static inline bool theory_draw_suffices(const struct claim *claim)
{
    return claim->score <= 0;
}

/* Why P plays a cell. */
enum theory_reason {
    THEORY_NONE,          /* no cell is known */
    THEORY_CHOICE,        /* the file says so */
    THEORY_FOUR,          /* it completes a four */
    THEORY_DOUBLE_THREAT, /* M cannot prevent a four of P's next stone */
    THEORY_STATIC_PROOF,  /* a static proof holds, or is followed */
    THEORY_LATE,          /* no four of M can come too early any more */
};

/*
 * P is to move in 'pos', and the board is not full.  If the claim needs no
 * further choice, returns why, and sets '*cell' to what P plays: the first move
 * that proves the claim by itself, in the order of the reasons above, then from
 * left to right.  Otherwise returns THEORY_NONE.
 */
enum theory_reason theory_leaf(const struct claim *claim, struct position pos,
                               board_bits *cell);

/*
 * The moves of P that do not lose at once: the cell that M threatens to fill,
 * or else the playable cells that are not below a threat of M.  Requires that P
 * cannot win at once.
 */
board_bits theory_moves(struct position pos);

/*
 * A static proof, as those of solver/proof.h, with the cells that carry it.  P
 * is the side that has just moved.  Zugzwang is simpler here: a column counts
 * only with its lowest threat, which files of certificates rely on.
 */
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

/* The strongest static proof for a position without a four. */
struct evidence theory_evidence(struct position pos);

#endif
