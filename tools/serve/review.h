/*
 * server_review: a game, whose positions are searched one after the other, the
 * last one first, and its review as JSON.
 */
#ifndef TOOLS_SERVE_REVIEW_H
#define TOOLS_SERVE_REVIEW_H

#include "lib/fourscore_game.h"
#include "tools/serve/ask.h"

struct server_review {
    int width, height;
    char moves[FOURSCORE_MAX_CELLS + 1];
    int ply; /* of the position to be searched; -1: all are searched */
    bool unfinished;
    struct fourscore_point points[FOURSCORE_MAX_CELLS + 1];
};

/* Begin a review of the one game that is asked for.  Returns false and sets
 * '*error' if it is not a game. */
bool server_review_begin(struct server_review *review,
                         const struct server_ask *ask,
                         struct server_error *error);

/* The position to be searched, for FOURSCORE_STRONG and FOURSCORE_BEST. */
fourscore_position server_review_position(const struct server_review *review);

/* Note the answer about it, and go to the next position. */
void server_review_learn(struct server_review *review,
                         const struct fourscore_answer *answer);

/* The text of a review as JSON, to be freed, and its length; NULL if memory
 * runs out.  All positions must be searched. */
char *server_review_text(const struct server_review *review, size_t *length);

#endif
