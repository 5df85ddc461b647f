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

/* Why a request fails: a status of HTTP, one line of English, and the byte of
 * the position or the body that is wrong, if there is one. */
struct server_error {
    int status;
    bool has_at;
    size_t at;
    char reason[192];
};

struct server_text {
    const char *bytes; /* not terminated */
    size_t length;
};

/* The bytes at the start of a text that are UTF-8. */
size_t server_text_utf8(struct server_text text);

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

/* What is known of a body of JSON, from its first bytes on; all 0 at first. */
struct server_scan {
    size_t at;       /* the bytes read */
    int depth;       /* of objects and lists */
    bool is_in_text; /* between quotes, and there behind a backslash */
    bool is_escaped;
    /* Of the object, of the list of positions, and of the list of cells. */
    size_t members, elements, numbers;
};

/* Read more bytes of the body.  Sets '*error' and returns false as soon as it
 * has a list of more numbers than any board has cells, or more members or
 * positions than a request may have, or is nested too deep. */
bool server_scan_json(struct server_scan *scan, const char *bytes, size_t count,
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

/* Set '*error' and return false. */
bool server_refuse(struct server_error *error, int status, const char *format,
                   ...) __attribute__((format(printf, 3, 4)));

/* The same for a body that is longer than 'max' bytes; if there is no room in
 * the queue or for a body; if the client asks more than its share; and if a
 * search fails with this status. */
bool server_refuse_body(struct server_error *error, size_t max);
bool server_refuse_busy(struct server_error *error);
bool server_refuse_client(struct server_error *error, const char *what);
bool server_refuse_search(struct server_error *error,
                          enum fourscore_status status);

/* The same with the status 400 and the byte that is wrong. */
bool server_refuse_at(struct server_error *error, size_t at, const char *format,
                      ...) __attribute__((format(printf, 3, 4)));

#endif
