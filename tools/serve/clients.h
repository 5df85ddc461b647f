/*
 * server_clients: who asks, and the share of the server that each may have.  A
 * client is an address of IPv4, or a network of 64 bits of IPv6.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_CLIENTS_H
#define TOOLS_SERVE_CLIENTS_H

#include "tools/serve/address.h"
#include "tools/serve/turns.h"

/* Boards besides 7x6 that are kept, and those of them that a client may use at
 * a time. */
enum { SERVER_BOARDS = 8, SERVER_CLIENT_BOARDS = 3 };

/* What each client may have. */
struct server_share {
    int connections;
    int rate;  /* requests per second, on average */
    int burst; /* requests at once */
};

struct server_client {
    struct server_address address;
    struct server_line lines[SERVER_LINES]; /* under the lock of the turns */
    int boards[SERVER_BOARDS]; /* uses of each, under the lock of boards */
    int places;   /* in the queue; under the lock of places, too: */
    double quick; /* see server_search_try() */
    _Atomic size_t body_bytes; /* memory of the bodies of its requests */

    /* These are internal. */
    int users, connections;
    double full; /* when a whole burst is allowed, of os_seconds() */
    TAILQ_ENTRY(server_client) next;
};

struct server_clients;

struct server_clients *server_clients_open(const struct server_share *share);
void server_clients_close(struct server_clients *clients);

/* The client of an address, which stays until server_client_release().  Returns
 * NULL if memory runs out. */
struct server_client *server_client_use(struct server_clients *clients,
                                        struct server_address address);
void server_client_release(struct server_clients *clients,
                           struct server_client *client);

/* Count one more connection.  Returns whether the client may have it; the
 * connection is counted anyhow. */
bool server_client_connect(struct server_clients *clients,
                           struct server_client *client);
void server_client_disconnect(struct server_clients *clients,
                              struct server_client *client);

/* Count a request; one that is wrong counts, too.  Returns 0, or, if the client
 * must not ask now, the seconds after which it may; then the request is not
 * counted. */
double server_client_ask(struct server_clients *clients,
                         struct server_client *client);

/* The clients that have a connection or have asked a short time ago. */
int server_clients_count(struct server_clients *clients);

/* Forget clients.  Called every few hundredths of a second. */
void server_clients_tick(struct server_clients *clients);

#endif
