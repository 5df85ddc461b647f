/*
 * review_: how 'review' prints what it has found.
 */
#ifndef TOOLS_REVIEW_REVIEW_H
#define TOOLS_REVIEW_REVIEW_H

#include "lib/fourscore_game.h"
#include "tools/cli.h"
#include "tools/lines.h"
#include "tools/value.h"

struct review_game {
    const char *file;     /* NULL: an argument */
    unsigned long number; /* of the line, or of the argument, from 1 */
    size_t length;        /* of 'text' */
    char text[LINES_KEPT + 1];

    char moves[FOURSCORE_MAX_CELLS + 1]; /* those before the error, if any */
    char reason[192];                    /* an error; "" if it is a game */

    struct fourscore_point points[FOURSCORE_MAX_CELLS + 1];
    struct review_position {
        struct review_game *game;
        int ply;
    } positions[FOURSCORE_MAX_CELLS + 1]; /* the users of queries */
    bool unfinished; /* the score of a position is not known */
};

/* The name of a game for messages: "games.txt:3" or "'4453'". */
enum { REVIEW_NAME_SIZE = 320 };
const char *review_name(const struct review_game *game,
                        char name[REVIEW_NAME_SIZE]);

/* Print the review of a game. */
void review_print_text(const struct review_game *game,
                       const struct fourscore_review *found);
void review_print_short(const struct review_game *game,
                        const struct fourscore_review *found);

/* The same as JSON, or what is wrong with a game, as output_json() does. */
enum cli_status review_print_json(const struct review_game *game,
                                  const struct fourscore_review *found);
enum cli_status review_print_json_error(const struct review_game *game);

#endif
