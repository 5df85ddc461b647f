/*
 * game_ answers and scores that the caller hands back.
 */
#ifndef LIB_GAME_ANSWER_H
#define LIB_GAME_ANSWER_H

#include <stdbool.h>

#include "lib/fourscore.h"

/* Whether the bounds are in order, and no larger than those of any board. */
bool game_is_score(struct fourscore_bounds score);

/* The result of a score for the side to move: 1, 0 or -1. */
static inline int game_sign(int score)
{
    return (score > 0) - (score < 0);
}

bool game_is_over(const fourscore_position *position);

/* The number of columns that are not full; 0 if the game is over. */
int game_count_moves(const fourscore_position *position);

/* Whether these are different moves that can be played. */
bool game_are_moves(const fourscore_position *position, const int *columns,
                    int count);

/*
 * Set '*read' to the caller's answer.  Returns false unless it has a position,
 * a score, and moves that can be played there: the best ones and a variation.
 */
bool game_read_answer(const struct fourscore_answer *answer,
                      struct fourscore_answer *read);

#endif
