/*
 * server_sockets: the open connections, and when each has to be done with what
 * it is doing.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_SOCKETS_H
#define TOOLS_SERVE_SOCKETS_H

#include <stdbool.h>

struct server_client;
struct server_sockets;
struct server_socket;

struct server_sockets *server_sockets_open(void);
void server_sockets_close(struct server_sockets *sockets);

/* Add the connection of a client with this descriptor, which must send a
 * request within 'seconds'. Returns NULL if memory runs out.  It must be
 * removed before that is closed. */
struct server_socket *server_sockets_add(struct server_sockets *sockets,
                                         int number,
                                         struct server_client *client,
                                         double seconds);
void server_sockets_remove(struct server_sockets *sockets,
                           struct server_socket *socket);

/* Shut the connection down unless this is called again within 'seconds'. */
void server_socket_expect(struct server_socket *socket, double seconds);

/* A request is complete, or no answer is being made or sent any more.  A client
 * that has closed its sending side is shut down where no answer is due. */
void server_socket_set_answering(struct server_socket *socket, bool answering);

/* Whether the client has closed its end of the connection. */
bool server_socket_is_gone(const struct server_socket *socket);

/* Who has opened the connection. */
struct server_client *server_socket_client(const struct server_socket *socket);

int server_socket_number(const struct server_socket *socket);
int server_sockets_count(struct server_sockets *sockets);

/* Shut down the connections whose time is over, and those that will not send
 * the rest of a request; or all. */
void server_sockets_tick(struct server_sockets *sockets);
void server_sockets_shut_down(struct server_sockets *sockets);

#endif
