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
};

struct ask {
    enum ask_question question;
    int goal; /* FOURSCORE_STRONG or FOURSCORE_WEAK */
    int width, height;
    int64_t first;       /* the number of the leftmost column */
    double seconds;      /* limit of each search; 0: none */
    int64_t nodes;       /* same */
    bool all, best, pv;  /* what is asked beside the score */
    unsigned find;       /* the same, as ask_check() adds it up */
    int64_t level, seed; /* of a move; the seed of a puzzle, too */
    int64_t win_in;      /* of a puzzle */
    bool only_move;      /* same */
    bool full_is_null;   /* the score of a full column */
    bool many;           /* a list was given: answer with a list */
    struct fourscore_puzzle_config puzzle; /* what a puzzle must be */
    struct text *positions;                /* owned */
    size_t count;

    /* What ask_read() has read: of a game only the moves, of a position the
     * moves as fourscore_read() sets them. */
    fourscore_position position;
    char moves[FOURSCORE_MAX_CELLS + 1];

    struct refusal refusal;

    /* These are internal. */
    unsigned given; /* the members that were given, a bit for each */
    char *storage;  /* of texts; owned */
    size_t room, used;
};

/* The defaults of a question, and no position yet. */
void ask_open(struct ask *ask, enum ask_question question);
void ask_close(struct ask *ask);

/* Each of these sets the refusal and returns false if something is wrong. */

/*
 * Read one argument of the URL, or the body as JSON or as lines of text, which
 * are one position for /v1/explain, and otherwise one each, or comments.  The
 * bytes must stay until ask_close(); those of a JSON body need not.
 */
MUST_CHECK bool ask_argument(struct ask *ask, struct text name,
                             struct text value);
MUST_CHECK bool ask_json(struct ask *ask, struct text body);
MUST_CHECK bool ask_lines(struct ask *ask, struct text body);

/* Check what was read as a whole; and read the position or game, unless there
 * is a list of them. */
MUST_CHECK bool ask_check(struct ask *ask);

/* Read one of the positions or, for a review, games. */
MUST_CHECK bool ask_read(struct ask *ask, struct text text);

/* Check the status of a function of the library; the refusal has the status
 * 503, or, if the search was cancelled, ASK_CANCELLED: of a request whose
 * connection was closed before its answer was sent. */
enum { ASK_CANCELLED = 499 };
MUST_CHECK bool ask_succeeds(struct ask *ask, enum fourscore_status status);

/* Set the refusal, and return false; with 'at', the byte that is wrong, the
 * status is 400. */
bool refuse(struct ask *ask, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool refuse_at(struct ask *ask, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
