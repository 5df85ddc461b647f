/*
 * http_: requests and responses, with libmicrohttpd.
 *
 * Each connection has a thread.  When a request has arrived, the thread reads
 * what is asked, and calls the function of its route (routes.c), which may take
 * its time, and responds by one of the functions below before it returns.
 */
#ifndef TOOLS_SERVE_HTTP_H
#define TOOLS_SERVE_HTTP_H

#include <limits.h>
#include <stdatomic.h>

#include <microhttpd.h>

#include "lib/json/json.h"
#include "tools/serve/ask.h"
#include "tools/serve/metrics.h"
#include "tools/serve/turns.h"

struct request;

struct route {
    const char *path; /* or, of the page and of unknown paths, a name */
    enum MHD_Result (*answer)(struct request *request);
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

/* What all requests share.  The caller sets the first members; they must stay
 * until http_stop(). */
struct server {
    const struct settings *settings;
    struct turns *turns;

    struct MHD_Daemon *daemon; /* these are set by http.c */
    _Atomic int connections;   /* that are open */
    _Atomic int active;        /* requests that are being answered */
    _Atomic size_t body_bytes; /* memory of all bodies */
    _Atomic bool is_stopping;
};

/* Start to answer requests at a socket that listens.  Returns false, with
 * errno, on failure. */
MUST_CHECK bool http_start(struct server *server, int listener);

/* Accept no more connections, and let the last answers end them. */
void http_close_door(struct server *server);

/* Close all connections, and end the threads.  No search may be running. */
void http_stop(struct server *server);

/* ----------------------------------------------------------------- requests */

struct request {
    struct server *server;
    struct MHD_Connection *connection;
    const struct route *route;
    const char *path;   /* without the query */
    struct asker asker; /* the deadline: that of the whole request */
    struct ask ask;     /* what is asked, which was checked */
    bool is_post;

    /* These are internal. */
    bool is_json, is_preflight, is_active, is_answered;
    double began;
    char *body;
    size_t body_length, body_room;
    struct refusal refusal;
    int status; /* of the response; 0: none */
};

/* ---------------------------------------------------------------- responses */

/* How long others may keep a response. */
enum cache {
    CACHE_NOT,   /* not at all */
    CACHE_CHECK, /* ask again whether it is still the same */
    CACHE_DAY,
};

/*
 * Each of these responds.  They return what a route returns: whether the
 * connection goes on.
 */

/* With a copy of these bytes. */
enum MHD_Result http_respond(struct request *request, const char *type,
                             enum cache cache, const char *bytes,
                             size_t length);

/* With JSON, which is freed.  Others may keep it if the answer is 'finished'
 * and was asked by GET. */
enum MHD_Result http_respond_json(struct request *request, bool finished,
                                  struct json *json);

/* With what 'read' writes, called by the thread of the connection until it
 * returns MHD_CONTENT_READER_END_OF_STREAM or _END_WITH_ERROR; then 'context'
 * is released by 'release'. */
enum MHD_Result http_respond_stream(struct request *request, const char *type,
                                    MHD_ContentReaderCallback read,
                                    void *context,
                                    void (*release)(void *context));

/* The time until http_restart_timeout() is not that of the client. */
void http_hold_timeout(const struct request *request);
void http_restart_timeout(const struct request *request);

/* With an error. */
enum MHD_Result http_refuse(struct request *request, int status,
                            const char *reason);

/* Add the members of a refusal to an object. */
void http_put_refusal(struct json *json, const struct refusal *refusal);

/* With the reason why a search or another function of the library failed; if it
 * was cancelled because the connection is closed, does not respond. */
enum MHD_Result http_refuse_status(struct request *request,
                                   enum fourscore_status status);

/* With a response of the caller's, which is released; if it is NULL, the
 * connection is closed. */
enum MHD_Result http_send(struct request *request, int status,
                          struct MHD_Response *response);

/* Add a header to a new response.  Returns the response, or NULL, having
 * destroyed it, if memory runs out.  NULL is returned as it is. */
struct MHD_Response *http_add_header(struct MHD_Response *response,
                                     const char *name, const char *value);

/* Add the headers that all responses have.  Same result.  'policy' says which
 * pages may embed a page. */
struct MHD_Response *http_add_headers(struct MHD_Response *response,
                                      const char *policy, const char *type,
                                      enum cache cache);

/* The Content-Security-Policy: not to be embedded, or by any page. */
extern const char http_policy[], http_policy_of_frames[];

#endif
