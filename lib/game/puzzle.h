/*
 * game_ puzzles: what the sources of puzzles share.
 */
#ifndef LIB_GAME_PUZZLE_H
#define LIB_GAME_PUZZLE_H

#include "lib/fourscore_game.h"
#include "lib/game/view.h"

enum { GAME_PUZZLE_TRIES = 10000 };

/* Set '*wanted' to the caller's configuration, with the defaults in place of 0,
 * or to the defaults for NULL.  Fails with FOURSCORE_BAD_ARGUMENT. */
enum fourscore_status
game_read_puzzle_config(const struct fourscore_puzzle_config *config,
                        struct fourscore_puzzle_config *wanted);

/* Whether a move of the side to move makes a threat that was none before. */
static inline bool game_makes_threat(const struct game_view *view,
                                     struct game_stones stones, game_bits cell)
{
    return (game_threats(view, stones.own | cell, stones.other) &
            ~game_threats(view, stones.own, stones.other)) != 0;
}

#endif
