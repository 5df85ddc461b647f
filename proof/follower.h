/*
 * follower_: plays the side P of a certificate, without a search.
 *
 * P plays what the check has found in the file, and what proves the claim by
 * itself.  After the move of a static proof, P follows the proof: it answers in
 * pairs, as solver/proof.h describes, until M has to play below a
 * threat of P or the board is full.
 *
 * Thread safety: any number of threads may use a follower at the same time.
 */
#ifndef PROOF_FOLLOWER_H
#define PROOF_FOLLOWER_H

#include "proof/certificate.h"

struct follower;

/* Check a certificate, as certificate_check() does, and set '*follower', to be
 * freed with follower_free(), or to NULL on failure.  The bytes of the
 * certificate are not used later. */
MUST_CHECK enum certificate_status
follower_new(struct follower **follower, const struct certificate *certificate,
             struct certificate_result *result);
void follower_free(struct follower *follower);

/* A game that P plays. */
struct follower_game {
    struct position pos;
    board_bits answered; /* the cell that was played last, or 0 */
    board_bits in_play;  /* of the static proof that P follows; 0: none */
};

struct follower_reply {
    enum theory_reason reason;
    board_bits cell;    /* that P plays */
    board_bits in_play; /* after the reply, as above */
};

/* The game on the empty board of the certificate, and whether P is to move. */
struct follower_game follower_begin(const struct follower *follower);
bool follower_is_to_move(const struct follower *follower,
                         const struct follower_game *game);

/* What P, who is to move, plays.  The game must not be over. */
struct follower_reply follower_find(const struct follower *follower,
                                    const struct follower_game *game);

/* Play a cell.  Before a move of P, '*reply' is that of follower_find(); before
 * a move of M, 'reply' is NULL. */
void follower_play(struct follower_game *game, board_bits cell,
                   const struct follower_reply *reply);

#endif
