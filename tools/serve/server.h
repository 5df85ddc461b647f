/*
 * server_: an HTTP server that answers questions about positions, with the
 * public library only.
 *
 *     struct server_config config = {.listen = "127.0.0.1:8080", ...};
 *     struct server *server = server_open(&config, &failure);
 *     while (...)
 *         server_tick(server, &failure);
 *     server_close(server, &failure);
 *
 * server_open() starts threads; they block the signals that the caller blocks.
 * One thread at a time may call these functions.
 */
#ifndef TOOLS_SERVE_SERVER_H
#define TOOLS_SERVE_SERVER_H

#include <stdbool.h>
#include <stdint.h>

enum { SERVER_TEXT_SIZE = 512, SERVER_URL_SIZE = 128 };

/* Why a server cannot start: what is at fault, and one line of English. */
enum server_fault { SERVER_BAD_SYSTEM, SERVER_BAD_CONFIG, SERVER_BAD_FILE };
struct server_failure {
    enum server_fault fault;
    char reason[SERVER_TEXT_SIZE];
};

struct server_config {
    const char *listen;   /* HOST:PORT; port 0: chosen by the system */
    int threads;          /* that speak HTTP, and of each pool; 0: one for
                             each core */
    uint64_t table_bytes; /* 0: the default of the library */
    const char *book;     /* file, or NULL for the built-in one */
    double time_limit;    /* of the search for a request, in seconds */
    double timeout;  /* for a request to arrive, and an answer to be taken */
    int queue;       /* questions that may wait */
    int connections; /* that may be open; 0: 4000, or what the limit of open
                        files allows */
    const char *allow_origin; /* of pages that may ask; NULL: none */
    const char *web;          /* folder of the page, or NULL */
    const char *access_log;   /* file, "-" or NULL */
};

struct server;

/* Returns NULL and sets '*failure' if the server cannot start. */
struct server *server_open(const struct server_config *config,
                           struct server_failure *failure);

/* Write the address of the page, "http://127.0.0.1:8080/", and what the server
 * searches with. */
void server_url(const struct server *server, char url[SERVER_URL_SIZE]);
void server_describe(const struct server *server, char text[SERVER_TEXT_SIZE]);

/*
 * The next three functions set '*failure' and return false if the access log
 * cannot be written or opened; they do the rest nevertheless.
 */

/* Apply time limits.  Must be called every few hundredths of a second.  Reports
 * a log that cannot be written once, until it can be written again. */
bool server_tick(struct server *server, struct server_failure *failure);

/* Open the access log again, after another program has renamed it. */
bool server_reopen_log(struct server *server, struct server_failure *failure);

/* Accept no more connections, finish what is running within two seconds or end
 * it with bounds, and free the server.  Takes at most five seconds. */
bool server_close(struct server *server, struct server_failure *failure);

#endif
