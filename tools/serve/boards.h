/*
 * server_boards: the solvers of the boards that are asked about.
 *
 * Each board has a table, and what uses it: solvers for the threads that ask at
 * once, and two pools.  7x6 is there from the start.  Of the others a few are
 * kept, with small tables; the one that was not used for longest makes room for
 * another.  A client may use fewer of them than there are, so that there is
 * room for the board of another client.
 *
 * Any thread may call these functions, except server_boards_close().
 */
#ifndef TOOLS_SERVE_BOARDS_H
#define TOOLS_SERVE_BOARDS_H

#include "lib/fourscore.h"
#include "tools/serve/clients.h"

enum server_effort { SERVER_MEDIUM, SERVER_LONG, SERVER_EFFORTS };

struct server_boards_config {
    int threads;          /* of each pool */
    uint64_t table_bytes; /* of 7x6; 0: the default of the library */
    fourscore_book *book; /* of 7x6; NULL: the built-in one */
    /* Called by the pools' threads; the context is an enum server_effort. */
    void (*answered[SERVER_EFFORTS])(void *context,
                                     const struct fourscore_answer *answer);
    void *context;
};

struct server_boards;
struct server_board;

enum fourscore_status
server_boards_open(struct server_boards **boards,
                   const struct server_boards_config *config);

/* The smallest table_bytes with which that does not fail with
 * FOURSCORE_UNSAFE_TABLE. */
uint64_t
server_boards_min_table_bytes(const struct server_boards_config *config);

/* No query may be in a pool, and no board in use. */
void server_boards_close(struct server_boards *boards);

/*
 * Set '*board' to the board of this size, which the client uses until
 * server_board_release().  A board that is not there is opened, which takes
 * long.  Fails with FOURSCORE_BUSY if the client uses all boards that it may
 * use, or if all that are kept are in use, or as fourscore_solver_new() and
 * fourscore_pool_new() do.
 */
enum fourscore_status server_board_use(struct server_boards *boards,
                                       struct server_client *client, int width,
                                       int height, struct server_board **board);

/* The same for a board that is there; returns NULL if it is not. */
struct server_board *server_board_find(struct server_boards *boards,
                                       struct server_client *client, int width,
                                       int height);

void server_board_release(struct server_boards *boards,
                          struct server_client *client,
                          struct server_board *board);

/* Answer a query at once, on the calling thread.  Fails as fourscore_ask()
 * does, or with FOURSCORE_NO_MEMORY. */
enum fourscore_status server_board_ask(struct server_board *board,
                                       const struct fourscore_query *query,
                                       struct fourscore_answer *answer);

fourscore_pool *server_board_pool(struct server_board *board,
                                  enum server_effort effort);

/* The bytes of all tables. */
uint64_t server_boards_bytes(struct server_boards *boards);

/* The solver of 7x6, to describe it. */
const fourscore_solver *
server_boards_solver(const struct server_boards *boards);

#endif
