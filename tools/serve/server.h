/*
 * server_: an HTTP server that answers questions about positions, with the
 * public library only.
 */
#ifndef TOOLS_SERVE_SERVER_H
#define TOOLS_SERVE_SERVER_H

#include <stdint.h>

#include "tools/cli.h"
#include "tools/serve/clients.h"
#include "tools/serve/forwarded.h"

struct server_config {
    const char *listen;   /* HOST:PORT, unix:PATH or systemd; port 0: chosen
                             by the system */
    const char *admin;    /* the same, for operators; NULL: none */
    int threads;          /* that speak HTTP, and of each pool; 0: one for
                             each core */
    uint64_t table_bytes; /* 0: the default of the library */
    const char *book;     /* file, or NULL for the built-in one */
    double time_limit;    /* of the search for a request, in seconds */
    double timeout;   /* for a request to arrive, and an answer to be taken */
    int queue;        /* questions that may wait */
    int connections;  /* that may be open; 0: 4000, or what the limit of open
                         files allows */
    int client_queue; /* questions of a client that may wait */
    struct server_share share; /* 0 connections: half of all */
    struct server_proxies proxies;
    const char *allow_origin;    /* of pages that may ask; NULL: none */
    const char *frame_ancestors; /* pages that may embed this one */
    const char *web;             /* folder of the page, or NULL */
    const char *access_log;      /* file, "-" or NULL */
    const char *log_format;      /* "combined" or "json" */
};

/*
 * Serve until SIGTERM or SIGINT, which end the server within five seconds;
 * SIGHUP opens the access log again.  Prints the address of the page, and
 * reports what fails.
 */
enum cli_status server_run(const struct server_config *config);

#endif
