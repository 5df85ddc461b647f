/*
 * game_tale_: reasons as sentences and marked cells.
 *
 * P is the player of the reason, M the other one.
 */
#ifndef LIB_GAME_TALE_H
#define LIB_GAME_TALE_H

#include "lib/fourscore_game.h"
#include "lib/game/words.h"

/* A reason, and the board after its line. */
struct game_tale {
    struct fourscore_reason *reason;
    fourscore_position end;
    struct game_grid grid;
    char p, m; /* the letters of the players */
};

/* Append to the sentences. */
#define GAME_TALE_SAY(tale, ...)                                               \
    game_words_add((tale)->reason->text, FOURSCORE_REASON_TEXT, __VA_ARGS__)

void game_tale_mark(struct game_tale *tale, int cell, unsigned mark);

/* Mark the cells of a line of four: stones of P, and empty cells. */
void game_tale_mark_four(struct game_tale *tale, const int four[4]);

enum { GAME_TALE_THREAT = 48 };

/* Mark a threat of P and its line, write it to 'text', "d3 (a3 b3 c3 d3)", and
 * return it. */
const char *game_tale_threat(struct game_tale *tale, int cell,
                             char text[GAME_TALE_THREAT]);

/* Tell a static proof. */
void game_tale_proof(struct game_tale *tale);

/* Set the marks and the text of a reason for a position.  The moves that the
 * reason 'before' has told are not told again; it may be NULL. */
void game_tale_tell(const fourscore_position *position,
                    const struct fourscore_reason *before,
                    struct fourscore_reason *reason);

#endif
