/*
 * board_ scores: the relation of scores to plies.
 *
 * Stones of both sides are numbered together from 1 in the order of play; the
 * last stone of a full board has the number board_cells().  The score of a
 * position, for the side to move, with best play of both sides:
 *
 *   +k  it wins with k - 1 stones left, counted as if the board were filled;
 *       k = 1 is a win with its last stone
 *    0  draw
 *   -k  the opponent wins with k - 1 stones left
 *
 * Source: part 2 of the tutorial.
 */
#ifndef BITBOARD_SCORE_H
#define BITBOARD_SCORE_H

#include "bitboard/geometry.h"

/* The score of the side that wins with stone number 'stone', from 1 to
 * board_cells() + 2; 0 if the stone is beyond the last. */
static inline int board_win_score(struct board board, int stone)
{
    return (board_cells(board) + 2 - stone) / 2;
}

/* The largest and the smallest score of a position of 'ply' stones whose game
 * is not over: a win with the next stone, and a loss to the one after it. */
static inline int board_max_score(struct board board, int ply)
{
    return board_win_score(board, ply + 1);
}

static inline int board_min_score(struct board board, int ply)
{
    return -board_win_score(board, ply + 2);
}

/* The weak score: the sign of the score. */
static inline int board_weak_score(int score)
{
    return (score > 0) - (score < 0);
}

/* The number of the stone that ends the game, with best play, from a position
 * of 'ply' stones with 'score'. */
static inline int board_last_stone(struct board board, int ply, int score)
{
    if (score == 0)
        return board_cells(board);
    int next = score > 0 ? ply + 1 : ply + 2; /* the winner's next stone */
    int stone = board_cells(board) + 2 - 2 * (score > 0 ? score : -score);
    return (stone - next) % 2 == 0 ? stone : stone - 1;
}

#endif
