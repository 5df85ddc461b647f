/*
 * clients_: who is connected, and what each may have.
 *
 * A client is an address of IPv4, or a network of 64 bits of IPv6.  All that
 * come through a Unix socket are one client.
 *
 * Any thread may call these functions, except clients_open() and
 * clients_close().
 */
#ifndef TOOLS_SERVE_CLIENTS_H
#define TOOLS_SERVE_CLIENTS_H

#include <netinet/in.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/queue.h>
#include <sys/socket.h>

#include "os/os.h"
#include "tools/serve/boards.h"

struct question; /* of turns.h */

/* The questions of one client that wait in a queue. */
struct client_line {
    TAILQ_HEAD(questions, question) questions;
    TAILQ_ENTRY(client_line) next;
};

enum { CLIENT_LINES = 2 };

struct client {
    struct client_line lines[CLIENT_LINES]; /* under the locks of the queues */
    int boards[BOARDS_KEPT]; /* uses of each, under the lock of the boards */

    /* These are internal. */
    struct in6_addr network; /* all 0: a Unix socket */
    int connections;
    _Atomic size_t reserved; /* bytes */
    TAILQ_ENTRY(client) next;
};

struct clients;

/* Each client may have so many connections.  Returns NULL if memory runs out.
 */
struct clients *clients_open(int connections);

/* Nobody may be connected. */
void clients_close(struct clients *clients);

/* Whether an address may connect once more.  Unix sockets always may: who comes
 * through them is a proxy. */
bool clients_may_connect(struct clients *clients,
                         const struct sockaddr *address);

/* The client of an address, with one more connection, until
 * clients_disconnect(); NULL if memory runs out. */
struct client *clients_connect(struct clients *clients,
                               const struct sockaddr *address);
void clients_disconnect(struct clients *clients, struct client *client);

/* Reserve memory for bodies of requests, at most 'most' bytes for all of the
 * client; returns false if that is not possible. */
MUST_CHECK bool client_reserve(struct client *client, size_t bytes,
                               size_t most);
void client_unreserve(struct client *client, size_t bytes);

int clients_count(struct clients *clients);

#endif
