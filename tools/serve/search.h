/*
 * server_search: the search of one position.
 *
 * It begins on the thread that speaks HTTP, which gives it a millisecond.  Most
 * positions take less.  The others wait in a queue of bounded length for two
 * pools: one ends searches after a fifth of a second, the other continues those
 * that take longer, in the background; its threads help the first one if they
 * have nothing else to do.  All use the same table, so little is searched
 * twice, and a hard position does not delay easy ones.
 */
#ifndef TOOLS_SERVE_SEARCH_H
#define TOOLS_SERVE_SEARCH_H

#include <stdbool.h>

#include "tools/serve/boards.h"

struct server_search {
    /* Set by the caller. */
    struct server_board *board;
    struct fourscore_query query; /* what to find, and the limit of nodes */
    double deadline;              /* of os_seconds() */
    int socket;                   /* of the client: the search is cancelled when
                                     it closes */
    bool has_place; /* server_queue_enter() was called for this search */
    void (*done)(struct server_search *search); /* called by a pool's thread */
    void *user;

    struct fourscore_answer answer; /* what is known */
    bool gone;                      /* the client has closed its socket */

    fourscore_cancel *cancel; /* these are internal; NULL if not in the pools */
    struct server_search *next, **link;
};

struct server_queue;

/* At most 'limit' searches are in the queue or in the pools. */
struct server_queue *server_queue_open(int limit);
void server_queue_close(struct server_queue *queue);

/* Search for about a millisecond.  Returns whether the search is over: the
 * answer is finished, or a limit was reached.  Fails with false if memory runs
 * out. */
bool server_search_begin(struct server_queue *queue,
                         struct server_search *search);

/* Continue in the pools.  'done' is called later, once, unless the queue is
 * full: then it returns false. */
bool server_search_continue(struct server_queue *queue,
                            struct server_search *search);

/* Cancel the search if it is in the pools.  Its socket is not used any more. */
void server_search_abandon(struct server_queue *queue,
                           struct server_search *search);

/* Keep a place in the queue, for the searches of a list one after the other. */
bool server_queue_enter(struct server_queue *queue);
void server_queue_leave(struct server_queue *queue);

/* Cancel searches past their deadline, and those whose client has gone.  Called
 * every few hundredths of a second. */
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
