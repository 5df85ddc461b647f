/*
 * game_reason_: where a line of play is decided, and by what.
 *
 * P is the player whose result is explained, M the other one.
 */
#ifndef LIB_GAME_REASON_H
#define LIB_GAME_REASON_H

#include "lib/fourscore_game.h"
#include "proof/theory.h"

/* A position whose game is not over, and a line of play from it: the principal
 * variation, or nothing. */
struct game_play {
    struct position pos;
    const int *line; /* columns from 1 */
    int length;
};

/*
 * Find the first position of the play in which it is decided that P wins, or
 * that P does not lose: after the play's own moves, and then perhaps other ones
 * of a forced sequence or one other move of P.  Sets '*reason' but for its
 * marks and its text, and '*evidence' if the reason is a static proof.  Returns
 * false if there is none.
 */
bool game_reason_find(const struct game_play *play, int player, bool wins,
                      struct fourscore_reason *reason,
                      struct evidence *evidence);

/* The position after the line of a reason. */
struct position game_reason_end(struct position pos,
                                const struct fourscore_reason *reason);

#endif
