/*
 * play_: a game of a person against an opponent.
 * draw_: how it looks on a terminal, or in lines.
 *
 * On a terminal the players, the board, what was said since the last prompt and
 * the prompt are drawn as one picture, at the place of the picture before, by
 * escape sequences.  The terminal keeps its modes, so that nothing has to be
 * restored.  Otherwise everything is printed as it comes.
 */
#ifndef TOOLS_PLAY_PLAY_H
#define TOOLS_PLAY_PLAY_H

#include "lib/fourscore_game.h"
#include "tools/command.h"
#include "tools/lines.h"

/* A game, who plays it, and what the terminal shows of it. */
struct play {
    struct value_board board;
    int level;  /* of the opponent, from 1 */
    int person; /* the player that the person is: 1 moves first, or 2 */
    uint64_t seed;
    int first;         /* the number of the leftmost column, 1 or 0 */
    bool shows_scores; /* of the moves of the person */
    fourscore_solver *solver;
    bool quits;

    fourscore_position empty, position;
    int moves[FOURSCORE_MAX_CELLS]; /* columns, from 1 */
    int count;                      /* of moves */

    bool has_scores; /* of the moves in this position */
    struct fourscore_bounds scores[FOURSCORE_MAX_WIDTH];

    /* Of play_draw.c: */
    bool on_terminal;
    bool has_colours, has_unicode; /* of the terminal */
    int columns, lines;            /* of the terminal at the last picture */
    int rows;        /* above the cursor that the next picture replaces */
    int prompt;      /* columns of the prompt; 0 if its place is not known */
    char said[2048]; /* since the last prompt, in lines */
};

/* The name of a column, from 1, as it is shown and typed. */
char play_column_name(const struct play *play, int column);

/* "Red", "Yellow" */
const char *play_colour(int player);

/* The name of the opponent's level. */
const char *play_level_name(const struct play *play);

/* Prepare to draw a game: in lines, unless stdin and stdout are a terminal and
 * TERM is set, but not to "dumb".  NO_COLOR is honoured. */
void draw_open(struct play *play);

/* Say what happened, in a line or several. */
void draw_say(struct play *play, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* In lines print who plays, or the board; a picture has both. */
void draw_players(struct play *play);
void draw_board(struct play *play);

/* On a terminal show the board, and what the person waits for. */
void draw_wait(struct play *play, const char *text);

/* Ask the person for a line.  Call draw_typed() with it before anything is
 * said. */
void draw_ask(struct play *play);
void draw_typed(struct play *play, const struct line *line);

#endif
