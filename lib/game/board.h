/*
 * game_ boards: players and their cells.
 *
 * Players are 1 and 2; columns are counted from 0.
 */
#ifndef LIB_GAME_BOARD_H
#define LIB_GAME_BOARD_H

#include "bitboard/board.h"
#include "tt/random.h"

static inline int game_mover(struct position pos)
{
    return pos.ply % 2 + 1;
}

static inline int game_other(int player)
{
    return 3 - player;
}

static inline board_bits game_stones(struct position pos, int player)
{
    return player == game_mover(pos) ? pos.mover : pos.mover ^ pos.stones;
}

/* The cells, playable or not, that complete a four of a player. */
static inline board_bits game_threats(struct position pos, int player)
{
    return board_threats(pos.board, game_stones(pos, player), pos.stones);
}

/* The threats that a player can carry out now, to move or not. */
static inline board_bits game_wins(struct position pos, int player)
{
    return game_threats(pos, player) & board_playable(pos);
}

/* The cell that a column has next; none if it is full. */
static inline board_bits game_next_cell(struct position pos, int column)
{
    return board_playable(pos) & board_column(pos.board, column);
}

/* Remove the first cell, the lowest of the leftmost column, from a set that is
 * not empty, and return it. */
static inline board_bits game_take_cell(board_bits *set)
{
    board_bits cell = *set & (~*set + 1);
    *set ^= cell;
    return cell;
}

static inline bool game_is_one_cell(board_bits set)
{
    return set != 0 && (set & (set - 1)) == 0;
}

/* A number from 0 to 'count' - 1.  Requires count > 0. */
static inline int game_random_below(uint64_t *random, int count)
{
    return (int)tt_random_below(random, (uint32_t)count);
}

#endif
