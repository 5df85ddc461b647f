/*
 * game_tactic_: wins within the next moves, and sequences of forced replies.
 *
 * No function looks at a position that has a four.
 */
#ifndef LIB_GAME_TACTIC_H
#define LIB_GAME_TACTIC_H

#include "lib/fourscore_game.h"
#include "lib/game/board.h"

/*
 * Who wins at once or with the next stone, whatever the other side plays.
 * Returns FOURSCORE_BY_WIN, _DOUBLE_THREAT, _NO_DEFENCE or _NOTHING, and sets
 * '*winner' unless it is the last of these.
 */
int game_tactic_find(struct position pos, int *winner);

/* Whether a move of the side to move is forced: the only one after which the
 * other side cannot win at once. */
bool game_tactic_is_forced(struct position pos, int column);

/*
 * The shortest sequence, of at most 'max' moves, in which the side to move
 * leaves the other side one safe move at a time and at last none.  Sets 'line'
 * to it, columns from 0, and returns its length; 0 if none was found.
 */
int game_tactic_force(struct position pos, int max,
                      int line[FOURSCORE_MAX_CELLS]);

#endif
