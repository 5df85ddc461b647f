/*
 * theory_: what a certificate claims, and the positions that need no entry in
 * it.  See fourscore-certificate(5).
 *
 * P is the side whose result is claimed, M the other side.
 */
#ifndef PROOF_THEORY_H
#define PROOF_THEORY_H

#include "bitboard/position.h"

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

/*
 * P is to move in 'pos', and the board is not full.  Whether the claim needs no
 * further choice: no four of M can come too early any more, or P has a move
 * that proves the claim by itself: a four, a double threat, or a move after
 * which a static proof holds.  Sets '*cell' to the first such move, in this
 * order, then from left to right; to any move if none is needed.
 */
bool theory_closes(const struct claim *claim, struct position pos,
                   board_bits *cell);

/*
 * The moves of P that do not lose at once: the cell that M threatens to fill,
 * or else the playable cells that are not below a threat of M.  Requires that P
 * cannot win at once.
 */
board_bits theory_moves(struct position pos);

#endif
