/*
 * http_: requests and responses, with libmicrohttpd.
 * files_: the files of the page, as they are on the disk when they are asked
 * for.  A file NAME.gz is NAME compressed, for clients that accept it.
 * metrics_: what the server counts, as text for Prometheus.
 *
 * Each connection has a thread.  When a request has arrived, the thread reads
 * what is asked, and calls the function of its route (routes.c), which may take
 * its time, and says what the answer is.  Then the thread sends it.
 */
#ifndef TOOLS_SERVE_HTTP_H
#define TOOLS_SERVE_HTTP_H

#include <limits.h>
#include <stdatomic.h>

#include <microhttpd.h>

#include "lib/json/json.h"
#include "tools/serve/ask.h"
#include "tools/serve/turns.h"

struct request;

struct route {
    const char *path; /* or, of the page and of unknown paths, a name */
    /* Say what the answer is; or set the refusal of request->ask, and return
     * false. */
    bool (*answer)(struct request *request);
    enum ask_question question;
    size_t max_body; /* of a POST; 0: it takes none */
};

enum { ROUTES = 12 };
extern const struct route routes[ROUTES]; /* that of unknown paths is the last
                                             one */

/* What the options of the command say. */
struct settings {
    const char *listen;       /* HOST:PORT, unix:PATH or systemd */
    int threads;              /* that search */
    uint64_t table_bytes;     /* of 7x6; 0: the default of the library */
    const char *book;         /* file, or NULL for the built-in one */
    double time_limit;        /* to answer a request, in seconds */
    int timeout;              /* of a client that does nothing, in seconds */
    int connections;          /* that may be open */
    int client_connections;   /* that a client may have */
    const char *allow_origin; /* whose pages may read answers; NULL: none */
    const char *web;          /* folder of the page; NULL: none */
    char root[PATH_MAX];      /* its whole path */
    char book_path[PATH_MAX], web_path[PATH_MAX]; /* of what was found */
};

/* What all requests share. */
struct server {
    const struct settings *settings; /* of the caller, until http_stop() */

    struct MHD_Daemon *daemon; /* these are set by http.c */
    _Atomic int connections;   /* that are open */
    _Atomic int active;        /* requests that are being answered */
    _Atomic size_t bodies;     /* bytes of all that are kept */
    _Atomic bool is_stopping;
};

/* Start to answer requests at a socket that listens.  Returns false, with
 * errno, on failure. */
MUST_CHECK bool http_start(struct server *server, int listener);

/* Accept no more connections, and let the last answers end them. */
void http_close_door(struct server *server);

/* Close all connections, and end the threads.  No search may be running. */
void http_stop(struct server *server);

/* How long others may keep an answer. */
enum cache {
    CACHE_NOT,   /* not at all */
    CACHE_CHECK, /* ask again whether it is still the same */
    CACHE_DAY,   /* unless it was asked by POST */
};

struct request {
    struct server *server;
    struct MHD_Connection *connection;
    const struct route *route;
    const char *path;   /* without the query */
    struct asker asker; /* the deadline: that of the whole request */
    struct ask ask;     /* what is asked, which was checked */

    /* The answer of the route: JSON, or in place of that a response; with
     * neither, memory has run out. */
    struct json json;
    struct MHD_Response *response;
    const char *type; /* application/json, unless the route sets it */
    enum cache cache; /* CACHE_NOT, unless the route sets it */
    int status;       /* 200, unless the route sets it */
    bool is_file;     /* of the page: no other origin may read it */
    bool is_frame;    /* any page may embed it */

    /* These are internal. */
    bool is_post, is_json, is_preflight, is_active, is_answered;
    double began;
    char *body;
    size_t body_length, body_reserved;
};

/* Add a header to the response, if there is one; if memory runs out, none is
 * left. */
void http_add_header(struct request *request, const char *name,
                     const char *value);

/* Add the members of a refusal to an object. */
void http_put_refusal(struct json *json, const struct refusal *refusal);

/* Whether the time that passes from now on is not that of the client. */
void http_hold_timeout(const struct request *request, bool is_held);

/* -------------------------------------------------------------------- files */

/* Write the whole path of the folder of the page to 'root'.  Returns false,
 * with errno, if there is no such folder. */
MUST_CHECK bool files_open(const char *folder, char root[PATH_MAX]);

/* Answer with the file of the page at the path of the request; 304 if the
 * client has it.  Returns false, having refused, if there is none.  '/' at the
 * end stands for index.html. What is outside of the folder, or has a name or is
 * in a folder that begins with a dot, is not served, also not by a symbolic
 * link. */
MUST_CHECK bool files_answer(struct request *request);

/* ------------------------------------------------------------------ metrics */

/* Any thread may call these functions. */

/* The limits at which clients are refused. */
enum metrics_limit {
    METRICS_CLIENT_CONNECTIONS,
    METRICS_CLIENT_BODIES,
    METRICS_BODIES,
    METRICS_LIMITS
};

/* Count a request to a route, from 0, that was answered with this status. */
void metrics_count_request(int route, int status, double seconds);

/* Count a request, or a connection, that was refused at a limit. */
void metrics_count_refusal(enum metrics_limit limit);

/* Count the position of an answer: its nodes, the scores found in the book, and
 * whether it has exact scores or only bounds. */
void metrics_count_answer(const struct fourscore_answer *answer);

/* Answer with what was counted, and what is measured now. */
MUST_CHECK bool metrics_answer(struct request *request);

#endif
