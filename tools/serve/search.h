/*
 * server_search: the search of one position.
 *
 * It begins on the thread that speaks HTTP, for 0.2 ms.  Most positions take
 * less.  The others are searched by a worker, for about a millisecond, and then
 * by two pools: one ends searches after a fifth of a second, the other
 * continues those that take longer; its threads help others if they have
 * nothing else to do.  All use the same table, so little is searched twice, and
 * a hard position does not delay easy ones.
 *
 * Each pool takes as many searches as it has threads; the others wait, by turns
 * of the clients.  A search that takes long for its pool gives way to that of
 * another client.
 */
#ifndef TOOLS_SERVE_SEARCH_H
#define TOOLS_SERVE_SEARCH_H

#include <stdbool.h>

#include "tools/serve/boards.h"

struct server_search {
    /* Set by the caller; the rest is 0. */
    struct server_client *client;
    struct fourscore_query query; /* what to find, and the limit of nodes */
    double deadline;              /* of os_seconds() */
    int socket;                   /* of the client: the search is cancelled when
                                     it closes */
    void (*done)(struct server_search *search); /* called by another thread */
    void *user;

    struct fourscore_answer answer; /* what is known */
    enum fourscore_status status;   /* not FOURSCORE_OK: there is no answer, for
                                       the reasons of server_board_use() and
                                       server_board_ask() */
    bool gone;                      /* the client has closed its socket */

    bool has_answer; /* these are internal */
    bool is_ended, is_running, is_long, gives_way;
    double began, patience; /* in a pool */
    struct server_board *board;
    fourscore_cancel *cancel;
    struct server_turn turn;
    TAILQ_ENTRY(server_search) next;
};

struct server_queue;

/* At most 'limit' requests have a place in the queue, and at most
 * 'client_limit' of a client; each pool has this number of threads. */
struct server_queue *server_queue_open(int limit, int client_limit,
                                       int threads);
void server_queue_close(struct server_queue *queue);

/* The boards, whose pools answer to the queue; before any search. */
void server_queue_set_boards(struct server_queue *queue,
                             struct server_boards *boards);

/*
 * Search for at most 0.2 ms; if there is no room in the queue, or such searches
 * of the client take more than its share of a thread that speaks HTTP, only
 * look the position up.  Returns whether the search is over: the answer is
 * finished, or a limit was reached, or it failed.
 */
bool server_search_try(struct server_queue *queue,
                       struct server_search *search);

/* Search for about a millisecond.  Same result. */
bool server_search_begin(struct server_queue *queue,
                         struct server_search *search);

/* Continue in the pools, after server_search_begin().  'done' is called later,
 * once. */
void server_search_continue(struct server_queue *queue,
                            struct server_search *search);

/* Do not continue, after server_search_begin(). */
void server_search_give_up(struct server_queue *queue,
                           struct server_search *search);

/* End the search soon if it is in the pools.  Its socket is not used any more.
 */
void server_search_abandon(struct server_queue *queue,
                           struct server_search *search);

/* Whether there is a place in the queue for a request of a client: the queue is
 * not full, or the client has none in it; and the client has not all that it
 * may have. */
enum server_room { SERVER_ROOM, SERVER_QUEUE_FULL, SERVER_CLIENT_FULL };

/* Take a place for the searches of a request, if there is one. */
enum server_room server_queue_enter(struct server_queue *queue,
                                    struct server_client *client);
void server_queue_leave(struct server_queue *queue,
                        struct server_client *client);

/* End searches past their deadline, and those whose client has gone; let others
 * have their turn.  Called every few hundredths of a second. */
void server_queue_tick(struct server_queue *queue);

/* End all searches now, and later ones at once. */
void server_queue_cancel(struct server_queue *queue);

/* The number of places taken. */
int server_queue_length(struct server_queue *queue);

/* For struct server_boards_config: the context is the queue. */
void server_search_answered_medium(void *context,
                                   const struct fourscore_answer *answer);
void server_search_answered_long(void *context,
                                 const struct fourscore_answer *answer);

#endif
