/*
 * reference_: slow and simple implementations, with which the tests compare the
 * program.  From the program they use only struct position, board_play(),
 * board_key() and board_has_four(); test_bitboard.c compares the last of these
 * with reference_four().
 */
#ifndef TEST_UNIT_REFERENCE_H
#define TEST_UNIT_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitboard/board.h"

/* A random number generator.  reference_seed() prints the seed; FOURSCORE_SEED
 * in the environment overrides it. */
struct reference_random {
    uint64_t state;
};
struct reference_random reference_seed(uint64_t seed);

/* Returns a random number from 0 to count - 1. */
int reference_below(struct reference_random *random, int count);

/*
 * Set '*pos' to a random position of 'ply' stones without four in a row.
 * Returns false if a random move made four in a row; boards of more than 49
 * cells allow as many such moves as there are cells.
 */
bool reference_position(struct reference_random *random, struct board board,
                        int ply, struct position *pos);

/* A random position of 'least' to 'most' stones without four in a row. */
struct position reference_some(struct reference_random *random,
                               struct board board, int least, int most);

/* The cell at a column and row. */
board_bits reference_cell(struct board board, int column, int row);

/* The column of a cell, or -1 if 'cell' is not one cell of the board. */
int reference_column(struct board board, board_bits cell);

/* Whether 'own' has four in a row, found cell by cell. */
bool reference_four(struct board board, board_bits own);

/* The empty cells that complete four in a row for 'own'. */
board_bits reference_threats(struct board board, board_bits own,
                             board_bits stones);

/* The moves after which the opponent cannot win at once. */
board_bits reference_safe_moves(struct position pos);

/* The score by plain minimax, without window, table, move ordering or threats.
 */
int reference_minimax(struct position pos);

/* A set of keys: a hash table. */
struct reference_set {
    board_bits *keys; /* key + 1; 0 marks an empty slot */
    size_t count, capacity;
};
void reference_set_free(struct reference_set *set);

/* Returns whether the key is new. */
bool reference_set_add(struct reference_set *set, board_bits key);

/* The index of a key in 'keys', or of the empty slot where it belongs. */
size_t reference_set_find(const struct reference_set *set, board_bits key);

/* The position with a key. */
struct position reference_from_key(struct board board, board_bits key);

/*
 * Replace 'level', the keys of all positions of one ply, by those of the next.
 * Positions with four in a row are included, but have no successors.
 */
void reference_next_level(struct board board, struct reference_set *level);

/* Set 'all' to the keys of all reachable positions. */
void reference_all(struct board board, struct reference_set *all);

#endif
