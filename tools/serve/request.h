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
#include "tools/serve/route.h"
#include "tools/serve/search.h"
#include "tools/serve/server.h"

/* What all requests share. */
struct server {
    struct server_config config;
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

    fourscore_book *book; /* these are of server_run() */
    struct MHD_Daemon *daemon;
    int socket; /* that listens */
};

struct server_request {
    struct server *server;
    struct MHD_Connection *connection;
    struct server_client *client;
    _Atomic int users; /* server_request_release() of the last one frees it */

    int route; /* an index of server_routes */
    bool is_path_cut, is_started, is_post, is_active;
    bool is_over; /* it is answered, and the library must not go on with it */
    bool closes;  /* the answer ends the connection */
    const char *url_end; /* as it was sent; until the head is read */
    const char *path;    /* once the head is read */
    pthread_t thread;    /* that reads the head */
    struct server_request *next_head, **link_head; /* internal */
    double began;
    double deadline;
    char *log_method, *log_url, *log_version; /* if there is an access log */

    char *body;
    size_t body_length, body_room;
    struct server_ask ask;
    struct server_board *board; /* NULL: none is in use */

    /* The search of one position, and the step after it. */
    fourscore_position position;
    struct server_search search;
    server_step *next;
    bool is_found;    /* it ended on this thread */
    bool is_searched; /* it ended, and the connection is resumed */
    bool is_refused;  /* no place for the search, or for the body */

    /* What the route knows of the request, or NULL; how to free it; and how to
     * end its searches when the connection is closed, or NULL. */
    void *state;
    void (*free_state)(void *state);
    void (*abandon)(void *state);

    int status;
    _Atomic size_t bytes; /* of the answer */
};

/* NULL if memory runs out. */
struct server_request *server_request_open(struct server *server,
                                           struct MHD_Connection *connection,
                                           const char *url);

/* What the library calls with each part of a request: with the headers, with
 * parts of the body, when it is complete, and after the search. */
enum MHD_Result server_request_handle(struct server_request *request,
                                      const char *url, const char *method,
                                      const char *version, const char *bytes,
                                      size_t *count);

/* The answer is sent; or, if not 'sent', the connection is closed. */
void server_request_complete(struct server_request *request, bool sent);

/* The library has something to report, about a request whose head this thread
 * reads: answer those that it would answer twice. */
void server_request_report(struct server *server);

void server_request_release(struct server_request *request);

/* ------------------------------------------------------ parts of the steps */

/* The time after which other connections of the thread have their turn. */
#define SERVER_TURN_SECONDS 0.002

/* Memory that the request keeps as its state, all bytes 0; NULL if there is
 * none. */
void *server_request_keep(struct server_request *request, size_t bytes);

/* Read the arguments of the URL and the body into 'ask', and check them.  Sets
 * '*error' and returns false if something is wrong. */
bool server_request_read(struct server_request *request,
                         struct server_error *error);

/* Use the board that is asked for.  If there is none to use, sets '*error' and
 * returns false. */
bool server_request_use_board(struct server_request *request,
                              struct server_error *error);

/* The search that the request asks for of a position, to be begun. */
struct server_search server_request_search_of(
    const struct server_request *request, const fourscore_position *position,
    void (*done)(struct server_search *search), void *user);

/* Search 'position' on the board that is asked for, and then take the step
 * 'next'.  Responds if there is no board to use. */
enum MHD_Result server_request_search(struct server_request *request,
                                      server_step *next);

#endif
