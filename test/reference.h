/*
 * reference_: what the tests hold the program against: slow, obvious code.  Of
 * the program it uses struct position, board_play(), board_key() and
 * board_has_four(), which test_bitboard.c holds against reference_four().
 */
#ifndef TEST_REFERENCE_H
#define TEST_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitboard/position.h"

/* Random numbers from a printed seed; FOURSCORE_SEED in the environment sets
 * another. */
struct reference_random {
    uint64_t state;
};
struct reference_random reference_seed(uint64_t seed);
int reference_below(struct reference_random *random, int count);

/*
 * A random position of 'ply' stones in which nobody has four in a row; false if
 * the random moves ran into one, or on large boards into many.
 */
bool reference_position(struct reference_random *random, struct board board,
                        int ply, struct position *pos);

/* The cell of a column and row, and whether 'own' has four in a row, looked up
 * cell by cell. */
board_bits reference_cell(struct board board, int column, int row);
bool reference_four(struct board board, board_bits own);

/* The empty cells where one more stone of 'own' makes a four; and the cells
 * that the side to move can play without the opponent winning at once. */
board_bits reference_threats(struct board board, board_bits own,
                             board_bits stones);
board_bits reference_safe_moves(struct position pos);

/* The score by plain minimax: no window, no table, no order, no threats. */
int reference_minimax(struct position pos);

/* A set of keys. */
struct reference_set {
    board_bits *keys; /* key + 1, or 0 where there is none */
    size_t count, room;
};
void reference_set_free(struct reference_set *set);
/* Whether the key was new. */
bool reference_set_add(struct reference_set *set, board_bits key);
/* The index of a key in 'keys', or of the empty place where it would belong. */
size_t reference_set_find(const struct reference_set *set, board_bits key);

/* The position that has a key. */
struct position reference_of_key(struct board board, board_bits key);

/*
 * Replace 'level', the keys of all positions of one ply, by those of the next;
 * finished games are positions, but have no successors.
 */
void reference_next_level(struct board board, struct reference_set *level);

/* All positions that can be reached, of all plies. */
void reference_all(struct board board, struct reference_set *all);

#endif
