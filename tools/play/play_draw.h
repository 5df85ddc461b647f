/*
 * draw_: a game on the whole screen, by ncurses.
 */
#ifndef TOOLS_PLAY_PLAY_DRAW_H
#define TOOLS_PLAY_PLAY_DRAW_H

#include "tools/play/play.h"

/* What is shown besides the game. */
struct draw_view {
    const struct play *play;
    int selected; /* column, from 1 */
    int hint;     /* column, or 0 */
    bool has_scores;
    struct fourscore_bounds scores[FOURSCORE_MAX_WIDTH];
    bool helps; /* the list of keys is shown instead of the game */
    char said[PLAY_TEXT_SIZE]; /* what happened */
    char turn[PLAY_TEXT_SIZE]; /* what is next */
};

/* Choose colours and shapes.  Call this once, after ncurses has started. */
void draw_open(void);

/* Draw everything, or say that the window is too small. */
void draw(const struct draw_view *view);

#endif
