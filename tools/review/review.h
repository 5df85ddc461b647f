/*
 * review_: games of arguments and files, reviewed by a pool of threads and
 * printed in their order.
 *
 * A thread reads games into a queue.  Of each game one position at a time is in
 * the pool, the last one first: so a search finds in the table what was found
 * about the positions after it.  Several games are in the pool at a time.
 */
#ifndef TOOLS_REVIEW_REVIEW_H
#define TOOLS_REVIEW_REVIEW_H

#include "lib/fourscore_game.h"
#include "lib/json/json.h"
#include "tools/lines.h"
#include "tools/value.h"

/* Games between the reader and the printer. */
enum { REVIEW_GAMES = 64 };

struct review_game {
    const char *file;     /* NULL: an argument */
    unsigned long number; /* of the line, or of the argument, from 1 */
    size_t length;        /* of 'text' */
    char text[LINES_KEPT + 1];

    char moves[FOURSCORE_MAX_CELLS + 1]; /* those before the error, if any */
    char reason[192];                    /* an error; "" if it is a game */

    struct fourscore_point points[FOURSCORE_MAX_CELLS + 1];
    int ply;         /* of the position that is asked for; -1: all are */
    bool unfinished; /* the score of a position is not known */
    bool extra;      /* not reviewed */
};

/* ------------------------------------------------------------------ reading */

struct review_reader;

/* Start a thread that reads games; NULL if there is no memory or thread. */
struct review_reader *review_reader_start(struct value_board board, int count,
                                          char **operands);

/* Set '*game' to the next game.  Returns 1; 0 if there is none yet, without
 * 'wait'; -1 after the last one. */
int review_reader_next(struct review_reader *reader, struct review_game *game,
                       bool wait);

/* Wait for the end of the thread.  Returns the worst status of all reads. */
enum cli_status review_reader_finish(struct review_reader *reader);

/* ----------------------------------------------------------------- printing */

/* The name of a game for messages: "games.txt:3" or "'4453'". */
enum { REVIEW_NAME_SIZE = 320 };
const char *review_name(const struct review_game *game,
                        char name[REVIEW_NAME_SIZE]);

/* Print the review of a game. */
void review_print_text(const struct review_game *game,
                       const struct fourscore_review *found);
void review_print_short(const struct review_game *game,
                        const struct fourscore_review *found);
json_t *review_json(const struct review_game *game,
                    const struct fourscore_review *found);
json_t *review_json_error(const struct review_game *game);
void review_print_svg(const struct review_game *game,
                      const struct fourscore_review *found);

#endif
