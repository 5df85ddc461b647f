/*
 * play_: a game of a person against an opponent.
 */
#ifndef TOOLS_PLAY_PLAY_H
#define TOOLS_PLAY_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fourscore_game.h"
#include "tools/value.h"

struct play {
    struct value_board board;
    int level;  /* of the opponent, from 1 */
    int person; /* the player that the person is: 1 moves first, or 2 */
    uint64_t seed;
    bool shows_scores; /* of the moves of the person */

    fourscore_position empty, position;
    int moves[FOURSCORE_MAX_CELLS]; /* columns, from 1 */
    int count;                      /* of moves */

    bool has_scores; /* of the moves in this position */
    struct fourscore_bounds scores[FOURSCORE_MAX_WIDTH];
};

/* Start a game at the empty board, after play_load(). */
void play_start(struct play *play);

/* Play moves from the start, as fourscore_read_game() reads them. */
MUST_CHECK enum fourscore_status play_load(struct play *play, int notation,
                                           const char *moves,
                                           struct fourscore_error *error);

/* The player to move, 1 or 2. */
int play_mover(const struct play *play);
bool play_is_over(const struct play *play);
bool play_awaits_opponent(const struct play *play);

/* Whether a column, from 1, has room, and the game is not over. */
bool play_can(const struct play *play, int column);

/* Play a column.  Requires play_can(). */
void play_move(struct play *play, int column);

/* Take back moves, to the last one of the person.  Returns false if there is
 * none. */
MUST_CHECK bool play_undo(struct play *play);

/* The number of the column that a character names, from 1: '1' to '9', then
 * 'a' to 'c'; 0 if the board has no such column. */
int play_column_of(const struct play *play, char name);

/* The index of the cell of the last move, in the order of fourscore_cells(); -1
 * if there is none.  Sets 'fours' to whether a cell is part of a line of four.
 */
int play_last_cell(const struct play *play);
void play_find_fours(const struct play *play, bool fours[FOURSCORE_MAX_CELLS]);

/* "Red", "Yellow" */
const char *play_colour(int player);

/* The name of the opponent's level. */
const char *play_level_name(const struct play *play);

#endif
