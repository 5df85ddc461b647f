/*
 * ask_: what a request asks, read from the arguments of its URL and from its
 * body, and why it is refused.  Knows nothing of HTTP but statuses.
 */
#ifndef TOOLS_SERVE_ASK_H
#define TOOLS_SERVE_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fourscore_game.h"
#include "os/os.h"

/* The limits of a request. */
enum {
    ASK_MAX_BODY = 2 << 20,           /* bytes */
    ASK_MAX_GAME_BODY = 8 << 10,      /* of one game */
    ASK_MAX_BODIES = 64 << 20,        /* of all requests together */
    ASK_MAX_CLIENT_BODIES = 16 << 20, /* of those of one client */
    ASK_MAX_POSITIONS = 10000,
    ASK_MAX_DEPTH = 4,       /* of JSON: a row of cells, in a list of boards */
    ASK_MAX_LISTS = 140000,  /* and objects, in JSON */
    ASK_MAX_POSITION = 1024, /* bytes of the text of a position */
};

/* Bytes of a request; not terminated. */
struct text {
    const char *bytes;
    size_t length;
};

/* Why a request, or a position of a list, is refused. */
struct refusal {
    int status; /* of HTTP; 0: it is not refused */
    bool has_at;
    size_t at; /* the byte of the position or of the body that is wrong */
    char reason[192]; /* one line of English */
};

/* Set '*refusal', and return false. */
bool refuse(struct refusal *refusal, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with the status 400 and the byte that is wrong. */
bool refuse_at(struct refusal *refusal, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with 503, if a search failed with this status. */
bool refuse_status(struct refusal *refusal, enum fourscore_status status);

/* What is asked for, and so which members may be given. */
enum ask_question {
    ASK_NOTHING,
    ASK_SOLVE,
    ASK_EXPLAIN,
    ASK_REVIEW,
    ASK_MOVE,
    ASK_PUZZLE,
    ASK_SITE,      /* as of the tutorial's site */
    ASK_SUCCESSOR, /* as of the site that has followed it */
    ASK_QUESTIONS
};

struct ask {
    enum ask_question question;
    int width, height;
    int notation;           /* of positions */
    int goal;               /* FOURSCORE_STRONG or FOURSCORE_WEAK */
    unsigned find;          /* a sum of FOURSCORE_ALL_MOVES, ... */
    double seconds;         /* limit of each search; 0: none */
    uint64_t nodes;         /* same */
    bool many;              /* a list was given: answer with a list */
    bool full_is_null;      /* the score of a full column */
    struct text *positions; /* owned */
    size_t count;
    fourscore_position position;         /* unless 'many' or a review; and */
    char moves[FOURSCORE_MAX_CELLS + 1]; /* as fourscore_read() sets them */

    struct fourscore_puzzle_config puzzle;
    int level; /* of a move, whose seed is that of 'puzzle' */

    char *storage;  /* of texts; owned */
    unsigned given; /* the members that were given, a bit for each */
};

/* The defaults of a question, and no position yet. */
void ask_open(struct ask *ask, enum ask_question question);
void ask_close(struct ask *ask);

/*
 * Read one argument of the URL, or the body as JSON or as lines of text, which
 * are one position for /v1/explain, and otherwise one each, or comments.  They
 * set '*refusal' and return false if something is wrong.  The bytes must stay
 * until ask_close(); those of a JSON body need not.
 */
MUST_CHECK bool ask_argument(struct ask *ask, struct text name,
                             struct text value, struct refusal *refusal);
MUST_CHECK bool ask_json(struct ask *ask, struct text body,
                         struct refusal *refusal);
MUST_CHECK bool ask_lines(struct ask *ask, struct text body,
                          struct refusal *refusal);

/* Check what was read as a whole; and read the position, unless there is a list
 * of them. */
MUST_CHECK bool ask_check(struct ask *ask, struct refusal *refusal);

/* Read one of the positions, and 'moves' as fourscore_read() does. */
MUST_CHECK bool ask_read_position(const struct ask *ask, struct text text,
                                  fourscore_position *position,
                                  char moves[FOURSCORE_MAX_CELLS + 1],
                                  struct refusal *refusal);

#endif
