/*
 * play_: a game of a person against an opponent, and what is said about it.
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

    fourscore_position position;
    int moves[FOURSCORE_MAX_CELLS]; /* columns, from 1 */
    int count;                      /* of moves */

    bool has_scores; /* of the moves in this position */
    struct fourscore_bounds scores[FOURSCORE_MAX_WIDTH];
};

/* Start a game at the empty board. */
void play_start(struct play *play);

/* Play moves from the start, as fourscore_read_game() reads them. */
enum fourscore_status play_load(struct play *play, const char *moves,
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
bool play_undo(struct play *play);

/* Let the person play the other side. */
void play_flip(struct play *play);

/* The number of the column that a character names, from 1: '1' to '9', then
 * 'a' to 'c'; 0 if the board has no such column. */
int play_column_of(const struct play *play, char name);

/* The index of the cell of the last move, in the order of fourscore_cells(); -1
 * if there is none.  Sets 'fours' to whether a cell is part of a line of four.
 */
int play_last_cell(const struct play *play);
void play_find_fours(const struct play *play, bool fours[FOURSCORE_MAX_CELLS]);

/* --------------------------------------------------------------- sentences */

enum { PLAY_TEXT_SIZE = 160, PLAY_HELP_SIZE = 1024 };

/* The commands, for a sentence. */
extern const char play_commands[];

/* "Red", "Yellow" */
const char *play_colour(int player);

/* The name of the opponent's level. */
const char *play_level_name(const struct play *play);

/* Which side the person has, and who the opponent is. */
void play_describe_players(const struct play *play, char text[PLAY_TEXT_SIZE]);

/* The question to the person, whose stones look like 'stone'. */
void play_describe_turn(const struct play *play, const char *stone,
                        char text[PLAY_TEXT_SIZE]);

/* The rules and the commands, in lines. */
void play_describe_help(const struct play *play, char text[PLAY_HELP_SIZE]);

/* "Level 3: club player" */
void play_describe_level(const struct play *play, char text[PLAY_TEXT_SIZE]);

/* That a column is full, and which ones have room. */
void play_describe_full(const struct play *play, int column,
                        char text[PLAY_TEXT_SIZE]);

/* Who has won, or that it is a draw.  Requires that the game is over. */
void play_describe_end(const struct play *play, char text[PLAY_TEXT_SIZE]);

/* The move that the opponent has made, and how good it is known to be. */
void play_describe_reply(const struct play *play,
                         const struct fourscore_move *move,
                         char text[PLAY_TEXT_SIZE]);

void play_describe_hint(const struct fourscore_move *move,
                        char text[PLAY_TEXT_SIZE]);

/* ------------------------------------------------------------ the opponent */

/* Who finds the moves of the opponent or, if 'hints', hints: the limits of time
 * are such that a person waits for it. */
struct fourscore_opponent play_opponent(const struct play *play, bool hints);

#endif
