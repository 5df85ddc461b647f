/*
 * game_ answers and scores that the caller hands back.
 */
#ifndef LIB_GAME_ANSWER_H
#define LIB_GAME_ANSWER_H

#include "bitboard/board.h"
#include "lib/fourscore.h"

/* Whether the bounds are in order, and no larger than those of any board. */
bool game_is_score(struct fourscore_bounds score);

/* The moves of the side to move; 0 if the game is over. */
board_bits game_moves(struct position pos);

static inline bool game_is_over(struct position pos)
{
    return game_moves(pos) == 0;
}

/* Whether these are different moves, columns from 1, that can be played. */
bool game_are_moves(struct position pos, const int *columns, int count);

/*
 * Set '*read' to the caller's answer, and '*pos' to its position.  Returns
 * false unless it has a position, a score, and moves that can be played there:
 * the best ones and a variation.
 */
bool game_read_answer(const struct fourscore_answer *answer,
                      struct fourscore_answer *read, struct position *pos);

#endif
