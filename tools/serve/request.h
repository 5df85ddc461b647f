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
#include "tools/serve/listen.h"
#include "tools/serve/log.h"
#include "tools/serve/metrics.h"
#include "tools/serve/respond.h"
#include "tools/serve/route.h"
#include "tools/serve/scan.h"
#include "tools/serve/search.h"
#include "tools/serve/server.h"
#include "tools/serve/sockets.h"
#include "tools/serve/workers.h"

/* What all requests share. */
struct server {
    struct server_config config;
    struct server_headers headers;
    struct server_boards *boards;
    struct server_queue *queue;
    struct server_metrics *metrics;
    struct server_sockets *sockets;
    struct server_clients *clients;
    struct server_workers *workers; /* that take steps of requests */
    struct server_workers *readers; /* one, that reads large bodies */
    struct server_files *files;     /* NULL: none */
    struct server_log *log;         /* NULL: none */

    pthread_mutex_t lock;         /* of the next */
    struct server_request *heads; /* requests whose head is being read */

    _Atomic int active;        /* requests that are being answered */
    _Atomic size_t body_bytes; /* memory of all bodies */
    _Atomic bool stopping;     /* no more connections are accepted */
    _Atomic bool refusing;     /* what has not begun is refused */

    fourscore_book *book;              /* these are of server_run() */
    struct MHD_Daemon *daemon, *admin; /* 'admin' may be NULL */
    struct server_listener listener, admin_listener;
    double started; /* seconds since 1970 */
};

struct server_request {
    struct server *server;
    struct MHD_Connection *connection;
    struct server_socket *socket;
    struct server_address address; /* of the client, as far as is known */
    struct server_client *client;
    bool is_forwarded; /* behind a proxy: it counts as a connection */
    _Atomic int users; /* server_request_release() of the last one frees it */

    int route; /* an index of server_routes */
    bool is_path_cut, is_started, is_post, is_json, is_active;
    bool is_head, is_preflight;
    bool is_over; /* it is answered, and the library must not go on with it */
    bool closes;  /* the answer ends the connection */
    const char *url_end; /* as it was sent; until the head is read */
    const char *path;    /* once the head is read */
    pthread_t thread;    /* that reads the head */
    struct server_request *next_head, **link_head; /* internal */
    double began;
    double deadline;
    /* If there is an access log. */
    char *log_method, *log_url, *log_version, *log_referer, *log_agent;

    char *body;
    size_t body_length, body_room;
    struct server_ask ask;
    struct server_scan scan;   /* of a body that is JSON */
    struct server_error error; /* of the body; status 0: none */

    server_step *next;     /* to be taken */
    struct server_job job; /* to take it */
    /* The search of one position, before that step. */
    fourscore_position position;
    struct server_search search;
    bool has_search;        /* it is to be begun */
    bool is_searched;       /* it is over */
    _Atomic bool has_place; /* in the queue */
    bool keeps_place;       /* until the route gives it back */

    bool is_answered;
    bool is_list;                  /* 'bytes' grow while they are sent */
    struct MHD_Response *response; /* NULL: close the connection */
    bool is_shared;                /* other requests use it, too */

    /* What the route knows of the request, or NULL; how to free it; and how to
     * end its searches when the connection is closed, or NULL. */
    void *state;
    void (*free_state)(void *state);
    void (*abandon)(void *state);

    int status;
    _Atomic size_t bytes; /* of the answer, without its headers */
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

/* ---------------------------------------------------------- for its steps */

/* Memory that the request keeps as its state, all bytes 0; NULL if there is
 * none. */
void *server_request_keep(struct server_request *request, size_t bytes);

/* Read the arguments of the URL and the body into 'ask', and check them.  Sets
 * '*error' and returns false if something is wrong. */
bool server_request_read(struct server_request *request,
                         struct server_error *error);

#endif
