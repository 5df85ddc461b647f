/*
 * board_ scores: what a score means, in plies.
 *
 * Stones are counted from 1 on the empty board, so a game lasts at most as many
 * as there are cells.  The score of a position, for the side to move:
 *
 *   +k  it wins with the k-th stone from the end of its supply, both sides
 *       playing best: k = 1 for its last stone, 2 for the last but one ...
 *    0  draw
 *   -k  the opponent wins so
 *
 * A supply is half the board.  Source: part 2 of the tutorial.
 */
#ifndef BITBOARD_SCORE_H
#define BITBOARD_SCORE_H

#include "bitboard/geometry.h"

/* The score for the side that wins with stone number 'stone' of the game, which
 * may be one or two past the board's last: 0 then. */
static inline int board_win_score(struct board board, int stone)
{
    return (board_cells(board) + 2 - stone) / 2;
}

/* The weak score that belongs to a score. */
static inline int board_weak_score(int score)
{
    return (score > 0) - (score < 0);
}

/*
 * The number of the stone that ends the game when a position of 'ply' stones
 * has 'score'.  The winner follows from the sign, and its stones are the odd or
 * the even ones.
 */
static inline int board_last_stone(struct board board, int ply, int score)
{
    if (score == 0)
        return board_cells(board);
    int winner = score > 0 ? ply + 1 : ply + 2; /* of the same parity */
    int stone = board_cells(board) + 2 - 2 * (score > 0 ? score : -score);
    return (stone - winner) % 2 == 0 ? stone : stone - 1;
}

#endif
