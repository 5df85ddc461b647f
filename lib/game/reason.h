/*
 * game_reason_: where a line of play is decided, and by what.
 *
 * P is the player whose result is explained, M the other one.
 */
#ifndef LIB_GAME_REASON_H
#define LIB_GAME_REASON_H

#include "lib/fourscore_game.h"
#include "lib/game/grid.h"

/* A position whose game is not over, and a line of play from it: the principal
 * variation, or nothing. */
struct game_play {
    fourscore_position position;
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
                      struct fourscore_evidence *evidence);

/* The position after the line of a reason. */
fourscore_position game_reason_end(const fourscore_position *position,
                                   const struct fourscore_reason *reason);

#endif
