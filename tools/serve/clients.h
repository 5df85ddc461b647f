/*
 * server_clients: the open connections, and when each has to be done with what
 * it is doing.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_CLIENTS_H
#define TOOLS_SERVE_CLIENTS_H

#include <stdbool.h>

struct server_clients;
struct server_client;

struct server_clients *server_clients_open(void);
void server_clients_close(struct server_clients *clients);

/* Add the connection of a socket, which must send a request within 'seconds'.
 * Returns NULL if memory runs out.  It must be removed before the socket is
 * closed. */
struct server_client *server_clients_add(struct server_clients *clients,
                                         int socket, double seconds);
void server_clients_remove(struct server_clients *clients,
                           struct server_client *client);

/* Shut the connection down unless this is called again within 'seconds'. */
void server_client_expect(struct server_client *client, double seconds);

/* A request is complete, or no answer is being made or sent any more.  A client
 * that has closed its sending side is shut down where no answer is due. */
void server_client_set_answering(struct server_client *client, bool answering);

int server_client_socket(const struct server_client *client);
int server_clients_count(struct server_clients *clients);

/* Shut down the connections whose time is over, and those that will not send
 * the rest of a request; or all. */
void server_clients_tick(struct server_clients *clients);
void server_clients_shut_down(struct server_clients *clients);

#endif
