/*
 * game_tactic_: wins within the next moves, and sequences of forced replies.
 *
 * No function looks at a grid that has a four.
 */
#ifndef LIB_GAME_TACTIC_H
#define LIB_GAME_TACTIC_H

#include "lib/game/grid.h"

/* Whether a player completes a four with a stone in a column, now. */
bool game_tactic_wins(const struct game_grid *grid, int player, int column);

/* The number of columns in which a player wins at once.  Sets '*first' to the
 * leftmost, unless it is NULL. */
int game_tactic_count_wins(const struct game_grid *grid, int player,
                           int *first);

/* The moves of the side to move after which the other side cannot win at once.
 * Sets '*only' to the leftmost, unless it is NULL.  Returns their number. */
int game_tactic_count_safe(const struct game_grid *grid, int *only);

/*
 * Who wins at once or with the next stone, whatever the other side plays.
 * Returns FOURSCORE_BY_WIN, _DOUBLE_THREAT, _NO_DEFENCE or _NOTHING, and sets
 * '*winner' unless it is the last of these.
 */
int game_tactic_find(const struct game_grid *grid, int *winner);

/* Whether a move of the side to move is forced: the only one after which the
 * other side cannot win at once. */
bool game_tactic_is_forced(const struct game_grid *grid, int column);

/*
 * The shortest sequence, of at most 'max' moves, in which the side to move
 * leaves the other side one safe move at a time and at last none.  Sets 'line'
 * to it, columns from 0, and returns its length; 0 if none was found.
 */
int game_tactic_force(const struct game_grid *grid, int max,
                      int line[FOURSCORE_MAX_CELLS]);

#endif
