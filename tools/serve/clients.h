/*
 * server_clients: who asks.  A client is an address of IPv4, or a network of 64
 * bits of IPv6.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_CLIENTS_H
#define TOOLS_SERVE_CLIENTS_H

#include "tools/serve/address.h"
#include "tools/serve/turns.h"

/* Boards besides 7x6 that are kept, and those of them that a client may use at
 * a time. */
enum { SERVER_BOARDS = 4, SERVER_CLIENT_BOARDS = 3 };

struct server_client {
    struct server_address address;
    struct server_line lines[SERVER_LINES]; /* under the lock of the turns */
    int boards[SERVER_BOARDS]; /* uses of each, under the lock of boards */
    int users;                 /* internal */
};

struct server_clients;

struct server_clients *server_clients_open(void);
void server_clients_close(struct server_clients *clients);

/* The client of an address, which stays until server_client_release().  Returns
 * NULL if memory runs out. */
struct server_client *server_client_use(struct server_clients *clients,
                                        struct server_address address);
void server_client_release(struct server_clients *clients,
                           struct server_client *client);

#endif
