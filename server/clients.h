/*
 * server_clients: the open connections, and when each has to be done with what
 * it is doing.
 *
 * Any thread may call these functions.
 */
#ifndef SERVER_CLIENTS_H
#define SERVER_CLIENTS_H

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

int server_client_socket(const struct server_client *client);
int server_clients_count(struct server_clients *clients);

/* Shut down the connections whose time is over, or all. */
void server_clients_tick(struct server_clients *clients);
void server_clients_shut_down(struct server_clients *clients);

#endif
