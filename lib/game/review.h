/*
 * game_ reviews: what the sources of reviews share.
 */
#ifndef LIB_GAME_REVIEW_H
#define LIB_GAME_REVIEW_H

#include "lib/fourscore_game.h"

/* The sign of a score: 1, 0, -1; GAME_NO_SIGN if the bounds do not tell. */
enum { GAME_NO_SIGN = 2 };
int game_sign(struct fourscore_bounds score);

/* Whether a move has changed the result: 1, 0; -1 if that is not known. */
int game_changes_result(const struct fourscore_judged_move *move);

/* The player who makes move number 'i', from 0: 1 or 2. */
static inline int game_player(int i)
{
    return i % 2 + 1;
}

/* Write the summary of a review whose other members are set. */
void game_summarize(struct fourscore_review *review);

#endif
