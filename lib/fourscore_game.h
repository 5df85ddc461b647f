/*
 * fourscore_game: what exact scores mean to somebody who plays.
 *
 * Opponents, reviews of games, explanations and puzzles: part of libfourscore,
 * computed from what the functions of fourscore.h answer.  The rules of
 * fourscore.h on errors, structures with a size, memory and threads hold here.
 */
#ifndef FOURSCORE_GAME_H
#define FOURSCORE_GAME_H

#include "fourscore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------- opponents */

/* ----------------------------------------------------------------- reviews */

/* ------------------------------------------------------------ explanations */

/* ----------------------------------------------------------------- puzzles */

#ifdef __cplusplus
}
#endif

#endif
