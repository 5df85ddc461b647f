/*
 * server_ask: what a request asks, read from the arguments of its URL and from
 * its body.  Knows nothing of HTTP but the status of an error.
 */
#ifndef TOOLS_SERVE_ASK_H
#define TOOLS_SERVE_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fourscore_game.h"
#include "tools/serve/errors.h"
#include "tools/serve/text.h"

enum {
    /* Where a URL is longer or has more arguments, the library runs out of
     * memory without an answer. */
    SERVER_MAX_URL = 8192,
    SERVER_MAX_ARGUMENTS = 256,

    SERVER_MAX_BODY = 2 << 20,
    SERVER_MAX_GAME_BODY = 8 << 10, /* of one game */
    SERVER_SMALL_BODY = 8 << 10,    /* which takes less than a millisecond */
    SERVER_MAX_SENT = 4 * SERVER_MAX_BODY, /* of a body that is refused */
    SERVER_MAX_BODIES = 64 << 20,          /* of all requests */
    SERVER_MAX_CLIENT_BODIES = SERVER_MAX_BODIES / 4,
    SERVER_MAX_POSITIONS = 10000,
    SERVER_MAX_MEMBERS = 64,    /* of a JSON object */
    SERVER_MAX_POSITION = 1024, /* bytes of text */
};

struct server_ask {
    int width, height;
    int goal;                      /* FOURSCORE_STRONG or FOURSCORE_WEAK */
    unsigned find;                 /* a sum of FOURSCORE_ALL_MOVES, ... */
    double seconds;                /* limit of each position; 0: none */
    uint64_t nodes;                /* same */
    bool many;                     /* a list was given: answer with a list */
    struct server_text *positions; /* owned */
    size_t count;

    bool is_puzzle; /* a puzzle is asked for, and no position */
    struct fourscore_puzzle_config puzzle;

    char *storage;  /* of texts; owned */
    unsigned given; /* the members that were given */
};

/* A strong score of a position on 7x6, and no position yet; any puzzle. */
void server_ask_open(struct server_ask *ask);
void server_ask_close(struct server_ask *ask);

/*
 * Read one argument of the URL, or the body as JSON or as lines of text.  They
 * set '*error' and return false if something is wrong.  The bytes must stay
 * until server_ask_close(); the body as JSON need not.
 */
bool server_ask_argument(struct server_ask *ask, const char *name,
                         struct server_text value, struct server_error *error);
bool server_ask_json(struct server_ask *ask, struct server_text body,
                     struct server_error *error);
bool server_ask_lines(struct server_ask *ask, struct server_text body,
                      struct server_error *error);

/* Use 'text' as the one position that is asked. */
bool server_ask_position(struct server_ask *ask, struct server_text text,
                         struct server_error *error);

/* Check what was read as a whole. */
bool server_ask_check(struct server_ask *ask, struct server_error *error);

/* Whether nothing is asked but a position, its board and limits; otherwise sets
 * '*error'. */
bool server_ask_is_plain(const struct server_ask *ask,
                         struct server_error *error);

/* Check the length and the encoding of the text of 'what', such as "a
 * position".
 */
bool server_text_check(struct server_text text, const char *what,
                       struct server_error *error);

/* Read one of the positions. */
bool server_read_position(const struct server_ask *ask, struct server_text text,
                          fourscore_position *position,
                          struct server_error *error);

#endif
