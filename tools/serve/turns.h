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
 * Any thread may call these functions, but turns_open().
 */
#ifndef TOOLS_SERVE_TURNS_H
#define TOOLS_SERVE_TURNS_H

#include <sys/socket.h>

#include "tools/serve/boards.h"

/* So many questions are searched at a time, on boards that are open, and each
 * client may have so many connections. */
void turns_open(int threads, int connections);

/* ------------------------------------------------------------------ clients */

struct client;

/* Whether an address may connect once more.  Unix sockets always may: who comes
 * through them is a proxy. */
bool turns_may_connect(const struct sockaddr *address);

/* The client of an address, with one more connection, until
 * turns_disconnect(); NULL if memory runs out. */
struct client *turns_connect(const struct sockaddr *address);
void turns_disconnect(struct client *client);

/* The bytes of the bodies of its requests that are kept. */
_Atomic size_t *client_bodies(struct client *client);

/* ---------------------------------------------------------------- questions */

/* Who asks. */
struct asker {
    struct client *client;
    int socket;      /* when it is closed, the search is cancelled */
    double deadline; /* of os_seconds() */
};

/* Open a board, if it is not there yet.  Fails as boards_use() does. */
MUST_CHECK enum fourscore_status turns_open_board(struct client *client,
                                                  int width, int height);

/*
 * Set '*answer' to the answer of a query: with the narrowest bounds that are
 * known once a limit is reached, which is the nodes of the query, the deadline
 * of the asker or the end of the server.  Fails with FOURSCORE_CANCELLED if the
 * asker is gone, or as boards_use() and fourscore_ask() do.
 */
MUST_CHECK enum fourscore_status
turns_search(const struct asker *asker, const struct fourscore_query *query,
             struct fourscore_answer *answer);

/* End all searches, and later ones after their first part. */
void turns_stop(void);

/* ------------------------------------------------------------------- gauges */

int turns_clients(void);
int turns_questions(void); /* that are not easy */

#endif
