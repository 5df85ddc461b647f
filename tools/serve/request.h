/*
 * server_request: one request, from its first line to the end of its answer.
 */
#ifndef TOOLS_SERVE_REQUEST_H
#define TOOLS_SERVE_REQUEST_H

#include <pthread.h>
#include <stdatomic.h>

#include <microhttpd.h>

#include "tools/serve/ask.h"
#include "tools/serve/clients.h"
#include "tools/serve/files.h"
#include "tools/serve/log.h"
#include "tools/serve/metrics.h"
#include "tools/serve/search.h"

struct server_request;

/* A step of a request: see tools/serve/route.h. */
typedef enum MHD_Result server_step(struct server_request *request);

/* What is answered at a path. */
struct server_path {
    const char *path; /* NULL: any other one; the last of a table */
    server_step *first;
    enum server_route route;
    bool takes_post;
};

/* What all requests share. */
struct server_context {
    const struct server_path *paths;
    double time_limit; /* of the search for a request, in seconds */
    double timeout;    /* for a request to arrive, and an answer to be taken */
    int queue_limit;
    const char *allow_origin;

    struct server_boards *boards;
    struct server_queue *queue;
    struct server_metrics *metrics;
    struct server_clients *clients;
    struct server_files *files; /* NULL: none */
    struct server_log *log;     /* NULL: none */

    pthread_mutex_t lock;         /* of the next */
    struct server_request *heads; /* requests whose head is being read */

    _Atomic int active;        /* requests that are being answered */
    _Atomic size_t body_bytes; /* memory of all bodies */
    _Atomic bool stopping;
};

struct server_request {
    struct server_context *context;
    struct MHD_Connection *connection;
    struct server_client *client;
    _Atomic int users; /* server_request_release() of the last one frees it */

    enum server_route route;
    bool is_path_cut, is_started, is_post, takes_post, is_active;
    bool is_over; /* it is answered, and the library must not go on with it */
    bool closes;  /* the answer ends the connection */
    const char *url_end; /* as it was sent; until the head is read */
    const char *path;    /* once the head is read */
    pthread_t thread;    /* that reads the head */
    struct server_request *next_head, **link_head; /* internal */
    server_step *next;
    double began;
    double deadline;
    char *log_method, *log_url, *log_version; /* if there is an access log */

    char *body;
    size_t body_length, body_room;
    struct server_ask ask;
    struct server_board *board;

    /* Of one position. */
    fourscore_position position;
    struct server_search search;
    bool is_searched, is_refused;

    /* What the route knows of the request, or NULL; how to free it; and how to
     * end its searches when the connection is closed, or NULL. */
    void *state;
    void (*free_state)(void *state);
    void (*abandon)(void *state);

    int status;
    _Atomic size_t bytes; /* of the answer */
};

/* NULL if memory runs out. */
struct server_request *server_request_open(struct server_context *context,
                                           struct MHD_Connection *connection,
                                           const char *url);

/* What the library calls with each part of a request: with the headers, with
 * parts of the body, when it is complete, and after the search. */
enum MHD_Result server_request_handle(struct server_request *request,
                                      const char *url, const char *method,
                                      const char *version, const char *bytes,
                                      size_t *count);

/* Take the next step, after a search; or close the connection if the client has
 * gone. */
enum MHD_Result server_request_go_on(struct server_request *request);

/* Whether the body is said to be of this type. */
bool server_request_is_type(const struct server_request *request,
                            const char *type);

/* The search that the request asks for of a position, to be begun. */
struct server_search
server_request_search(const struct server_request *request,
                      const fourscore_position *position,
                      void (*done)(struct server_search *search), void *user);

/* The answer is sent; or, if not 'sent', the connection is closed. */
void server_request_complete(struct server_request *request, bool sent);

/* The library has something to report, about a request whose head this thread
 * reads: answer those that it would answer twice. */
void server_request_report(struct server_context *context);

void server_request_release(struct server_request *request);

#endif
