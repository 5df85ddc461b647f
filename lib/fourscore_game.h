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

/*
 * Opponents of five levels.  The first four play as people do: they look some
 * moves ahead, prefer lines of four with more of their stones, overlook lines,
 * and choose at random between moves that look nearly equal.  The last one is
 * perfect.  Each beats the one below: fourscore-play(1) has a table.
 *
 * Level, seed and position determine the move, except for a perfect opponent
 * that a limit stops.
 */
#define FOURSCORE_LEVELS 5

struct fourscore_level_info {
    size_t size;      /* of this structure */
    const char *name; /* a static string */
    int depth;        /* moves that it looks ahead; 0: to the end of the game */
    int straight;     /* it overlooks so many percent of the lines in rows and
                         columns, others at each move */
    int diagonal;     /* the same of the diagonal lines */
    int doubt;        /* a move may look so much worse than another and still be
                         played; a line with 1, 2, 3 stones of one side and none
                         of the other counts 1, 5, 14 */
};
#define FOURSCORE_LEVEL_INFO_INIT FOURSCORE_SIZED(struct fourscore_level_info)

/* Describe a level, from 1.  Fails with FOURSCORE_BAD_ARGUMENT. */
enum fourscore_status fourscore_level_info(int level,
                                           struct fourscore_level_info *info);

/*
 * Set '*column' to the move of a level at a position, counted from 1.  It takes
 * at most a moment: no solver is asked.  The perfect level plays one of the
 * best moves of 'answer', which must be about this position and have at least
 * one; other levels ignore 'answer', which may be NULL.  Fails with
 * FOURSCORE_GAME_OVER or FOURSCORE_BAD_ARGUMENT.
 */
enum fourscore_status
fourscore_choose_move(const fourscore_position *position, int level,
                      uint64_t seed, const struct fourscore_answer *answer,
                      int *column);

struct fourscore_opponent {
    size_t size; /* of this structure */
    int level;   /* 1 to FOURSCORE_LEVELS */
    uint64_t seed;

    /* Of the perfect level: */
    double seconds;           /* limit; 0: none */
    double best_seconds;      /* limit for finding the best moves; after it any
                                 move will do that keeps the result: the win or
                                 the draw; 0: half of 'seconds' */
    fourscore_cancel *cancel; /* ends the search; may be NULL */
};
#define FOURSCORE_OPPONENT_INIT FOURSCORE_SIZED(struct fourscore_opponent)

/* What is known about a move.  Below the perfect level it is always
 * FOURSCORE_MOVE_CHOSEN. */
enum fourscore_move_proof {
    FOURSCORE_MOVE_CHOSEN, /* nothing */
    FOURSCORE_MOVE_KEEPS,  /* it keeps the result: win, draw or loss */
    FOURSCORE_MOVE_BEST    /* it has the score of the position */
};

struct fourscore_move {
    size_t size;    /* of this structure */
    int column;     /* from 1 */
    int proof;      /* enum fourscore_move_proof */
    uint64_t nodes; /* searched by the solver */
};
#define FOURSCORE_MOVE_INIT FOURSCORE_SIZED(struct fourscore_move)

/*
 * Set '*move' to the move of an opponent.  'solver' is asked for the perfect
 * level, and may be NULL for the others.  The perfect level plays one of the
 * best moves, chosen by the seed.  If it finds none within its limits, it plays
 * as the level below does, restricted to moves that keep the result, if those
 * are known.  Fails as fourscore_choose_move() and fourscore_ask() do.
 */
enum fourscore_status fourscore_find_move(
    fourscore_solver *solver, const fourscore_position *position,
    const struct fourscore_opponent *opponent, struct fourscore_move *move);

/* ----------------------------------------------------------------- reviews */

/* ------------------------------------------------------------ explanations */

/* ----------------------------------------------------------------- puzzles */

#ifdef __cplusplus
}
#endif

#endif
