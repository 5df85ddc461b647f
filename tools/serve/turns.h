/*
 * turns_: whose question is searched next.
 *
 * A question is searched on the thread that asks, in two parts.  The first part
 * takes a few hundred nodes, at most 0.2 ms, which is enough for positions in
 * the book and easy ones.  What is left is searched until the time limit, as
 * many questions at a time as there are threads; other threads of its board
 * help a question that takes long.
 *
 * For either part questions wait in a queue, whose turns go round the clients:
 * a client waits for one question of each other client, however many those
 * ask.  A search of the second part gives way to another question after a
 * while, and continues with the same table when it has its turn again.  Of one
 * client, which may be a proxy, questions that have not had a turn go first.
 *
 * Any thread may call these functions, except turns_open() and turns_close().
 */
#ifndef TOOLS_SERVE_TURNS_H
#define TOOLS_SERVE_TURNS_H

#include "tools/serve/clients.h"

struct turns;

struct turns_config {
    int threads;          /* that search */
    uint64_t table_bytes; /* of 7x6; 0: the default of the library */
    fourscore_book *book; /* of 7x6; NULL: the built-in one */
};

/* Fails as boards_open() does.  turns_min_table_bytes() is the smallest
 * table_bytes with which it does not fail with FOURSCORE_UNSAFE_TABLE. */
MUST_CHECK enum fourscore_status turns_open(struct turns **turns,
                                            const struct turns_config *config);
uint64_t turns_min_table_bytes(const struct turns_config *config);

/* No question may be asked. */
void turns_close(struct turns *turns);

/* ---------------------------------------------------------------- questions */

/* Who asks. */
struct asker {
    struct client *client;
    int socket;      /* when it is closed, the search is cancelled */
    double deadline; /* of os_seconds() */
};

/* Open a board, if it is not there yet.  Fails as boards_use() does. */
MUST_CHECK enum fourscore_status turns_open_board(struct turns *turns,
                                                  struct client *client,
                                                  int width, int height);

/*
 * Search the first part of a query: set '*answer'.  Of the query's limits only
 * 'nodes' counts.  Fails as boards_use() and fourscore_ask() do.
 */
MUST_CHECK enum fourscore_status turns_try(struct turns *turns,
                                           const struct asker *asker,
                                           const struct fourscore_query *query,
                                           struct fourscore_answer *answer);

/*
 * Continue after turns_try() with an answer that is not finished, until it is,
 * or a limit is reached: the nodes of the query, the deadline of the asker, the
 * end of the server.  '*answer' has the narrowest bounds that are known.  Fails
 * with FOURSCORE_CANCELLED if the socket was closed, or as above.
 */
MUST_CHECK enum fourscore_status
turns_go_on(struct turns *turns, const struct asker *asker,
            const struct fourscore_query *query,
            struct fourscore_answer *answer);

/* End searches past their deadline and those whose socket was closed, and let
 * others have their turn.  Call this every few hundredths of a second. */
void turns_tick(struct turns *turns);

/* End all searches now, and later ones after their first part. */
void turns_stop(struct turns *turns);

/* ------------------------------------------------------------------- gauges */

int turns_questions(struct turns *turns);              /* in the second part */
uint64_t turns_table_bytes(struct turns *turns);       /* of all boards */
uint64_t turns_first_table_bytes(struct turns *turns); /* of 7x6 */

#endif
