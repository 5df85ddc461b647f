/*
 * solver_ scores: what a score means, in plies.
 *
 * Stones are counted from 1 on the empty board, so a game lasts at most
 * BOARD_CELLS of them.  The score of a position, for the side to move:
 *
 *   +k  it wins with the k-th stone from the end of its supply, both sides
 *       playing best: k = 1 for its last stone, 2 for the last but one ...
 *    0  draw
 *   -k  the opponent wins so
 *
 * A supply is half the board.  Source: part 2 of the tutorial.
 */
#ifndef SOLVER_SCORE_H
#define SOLVER_SCORE_H

#include "bitboard/geometry.h"

/* The score for the side that wins with stone number 'stone' of the game, which
 * may be one or two past the board's last: 0 then. */
static inline int solver_win_score(int stone)
{
    return (BOARD_CELLS + 2 - stone) / 2;
}

/* The weak score that belongs to a score. */
static inline int solver_sign(int score)
{
    return (score > 0) - (score < 0);
}

/* Bounds of all scores: nobody wins before its fourth stone. */
#define SOLVER_MAX_SCORE ((BOARD_CELLS + 1) / 2 - 3)
#define SOLVER_MIN_SCORE (3 - BOARD_CELLS / 2)

/*
 * The number of the stone that ends the game when a position of 'ply' stones
 * has 'score'.  The winner follows from the sign, and its stones are the odd or
 * the even ones.
 */
static inline int solver_last_stone(int ply, int score)
{
    if (score == 0)
        return BOARD_CELLS;
    int winner = score > 0 ? ply + 1 : ply + 2; /* of the same parity */
    int stone = BOARD_CELLS + 2 - 2 * (score > 0 ? score : -score);
    return (stone - winner) % 2 == 0 ? stone : stone - 1;
}

#endif
