/*
 * turns_: who asks, and whose question is searched next.
 *
 * A client is an address of IPv4, or a network of 64 bits of IPv6.  All that
 * come through a Unix socket are one client.
 *
 * A question is searched on the thread that asks, in parts.  The first part
 * takes a few hundred nodes, at most 0.2 ms, which is enough for positions in
 * the book and easy ones.  What is left is searched 0.1 s at a time, with the
 * same table, until the time limit, as many questions at a time as there are
 * threads; other threads of its board help a question that takes long.
 *
 * For each part a question waits in a queue, whose turns go round the clients:
 * a client waits for one question of each other client, however many those
 * ask.  Of one client, which may be a proxy, questions that have not had a turn
 * go first.
 *
 * Any thread may call these functions, except turns_open() and turns_close().
 */
#ifndef TOOLS_SERVE_TURNS_H
#define TOOLS_SERVE_TURNS_H

#include <sys/socket.h>

#include "tools/serve/boards.h"

struct turns;

/* Each client may have so many connections.  Fails as boards_open() does. */
MUST_CHECK enum fourscore_status turns_open(struct turns **turns,
                                            const struct boards_config *config,
                                            int connections);

/* No client may be connected. */
void turns_close(struct turns *turns);

/* ------------------------------------------------------------------ clients */

struct client;

/* Whether an address may connect once more.  Unix sockets always may: who comes
 * through them is a proxy. */
bool turns_may_connect(struct turns *turns, const struct sockaddr *address);

/* The client of an address, with one more connection, until
 * turns_disconnect(); NULL if memory runs out. */
struct client *turns_connect(struct turns *turns,
                             const struct sockaddr *address);
void turns_disconnect(struct turns *turns, struct client *client);

/* Reserve memory for bodies of requests, at most 'most' bytes for all of the
 * client; returns false if that is not possible. */
MUST_CHECK bool client_reserve(struct client *client, size_t bytes,
                               size_t most);
void client_unreserve(struct client *client, size_t bytes);

/* ---------------------------------------------------------------- questions */

/* Who asks. */
struct asker {
    struct client *client;
    int socket;      /* when it is closed, the search is cancelled */
    double deadline; /* of os_seconds() */
};

/* Whether the client has closed the connection, or its sending side. */
bool turns_is_gone(const struct asker *asker);

/* Open a board, if it is not there yet.  Fails as boards_use() does. */
MUST_CHECK enum fourscore_status turns_open_board(struct turns *turns,
                                                  struct client *client,
                                                  int width, int height);

/*
 * Set '*answer' to the answer of a query: with the narrowest bounds that are
 * known once a limit is reached, which is the nodes of the query, the deadline
 * of the asker or the end of the server.  Fails with FOURSCORE_CANCELLED if the
 * asker is gone, or as boards_use() and fourscore_ask() do.
 */
MUST_CHECK enum fourscore_status
turns_search(struct turns *turns, const struct asker *asker,
             const struct fourscore_query *query,
             struct fourscore_answer *answer);

/* End all searches, and later ones after their first part. */
void turns_stop(struct turns *turns);

/* ------------------------------------------------------------------- gauges */

int turns_clients(struct turns *turns);
int turns_questions(struct turns *turns); /* that are not easy */
struct boards *turns_boards(struct turns *turns);

#endif
