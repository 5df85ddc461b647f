#include "tools/serve/search.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "os/clock.h"

/* The nodes of a search on the thread that speaks HTTP, the same past the
 * deadline, and the nodes in the first pool.  A core searches about ten million
 * a second. */
enum { QUICK_NODES = 8192, LATE_NODES = 256, MEDIUM_NODES = 2 << 20 };

struct server_queue {
    pthread_mutex_t lock;
    int limit;
    _Atomic int length;             /* is changed under the lock */
    struct server_search *searches; /* in the pools */
    struct pollfd *sockets;         /* room for all of them */
    _Atomic bool cancelled;
};

struct server_queue *server_queue_open(int limit)
{
    struct server_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return NULL;
    queue->limit = limit;
    queue->sockets = calloc((size_t)limit, sizeof *queue->sockets);
    if (queue->sockets == NULL) {
        free(queue);
        return NULL;
    }
    pthread_mutex_init(&queue->lock, NULL);
    return queue;
}

void server_queue_close(struct server_queue *queue)
{
    if (queue == NULL)
        return;
    pthread_mutex_destroy(&queue->lock);
    free(queue->sockets);
    free(queue);
}

/* ------------------------------------------------------------------ answers */

static void narrow(struct fourscore_bounds *known,
                   struct fourscore_bounds found)
{
    if (found.lower > known->lower)
        known->lower = found.lower;
    if (found.upper < known->upper)
        known->upper = found.upper;
}

/* Add what a part of the search has found to what is known. */
static void merge(struct fourscore_answer *known,
                  const struct fourscore_answer *found)
{
    struct fourscore_answer before = *known;
    *known = *found;
    known->nodes += before.nodes;
    known->seconds += before.seconds;
    known->book_hits += before.book_hits;
    if (found->finished)
        return;
    narrow(&known->score, before.score);
    for (int i = 0; i < FOURSCORE_MAX_WIDTH; i++)
        narrow(&known->move_scores[i], before.move_scores[i]);
}

/* --------------------------------------------------------------- the search */

/* Set the limits of a part of the search; returns false if no nodes are left.
 */
static bool limit(const struct server_search *search, uint64_t nodes,
                  struct fourscore_query *query)
{
    static const double shortest = 1e-6; /* 0 is no limit */
    *query = search->query;
    if (query->nodes != 0 && query->nodes <= search->answer.nodes)
        return false;
    uint64_t left = query->nodes - search->answer.nodes;
    query->nodes =
        query->nodes == 0 || (nodes != 0 && nodes < left) ? nodes : left;
    query->seconds = search->deadline - os_seconds();
    if (query->seconds < shortest)
        query->seconds = shortest;
    return true;
}

bool server_search_begin(struct server_queue *queue,
                         struct server_search *search)
{
    struct fourscore_query query;
    search->answer = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    bool is_late = os_seconds() >= search->deadline;
    limit(search, QUICK_NODES, &query);
    if (is_late || queue->cancelled) {
        query.nodes = queue->cancelled ? 1 : LATE_NODES;
        query.seconds = 0;
    }
    if (server_board_ask(search->board, &query, &search->answer) !=
        FOURSCORE_OK)
        return false;
    return search->answer.finished || is_late || queue->cancelled ||
           (search->query.nodes != 0 &&
            search->answer.nodes >= search->query.nodes);
}

/* Returns false if the pool did not take the search. */
static bool submit(struct server_search *search, enum server_effort effort,
                   uint64_t nodes)
{
    struct fourscore_query query;
    if (!limit(search, nodes, &query))
        return false;
    query.cancel = search->cancel;
    query.user = search;
    return fourscore_pool_try(server_board_pool(search->board, effort),
                              &query) == FOURSCORE_OK;
}

/* These two require the lock. */
static void link_search(struct server_queue *queue,
                        struct server_search *search)
{
    search->next = queue->searches;
    search->link = &queue->searches;
    if (search->next != NULL)
        search->next->link = &search->next;
    queue->searches = search;
    queue->length += !search->has_place;
}

static void unlink_search(struct server_queue *queue,
                          struct server_search *search)
{
    *search->link = search->next;
    if (search->next != NULL)
        search->next->link = search->link;
    queue->length -= !search->has_place;
}

static bool enter(struct server_queue *queue, struct server_search *search)
{
    pthread_mutex_lock(&queue->lock);
    bool has_room = search->has_place || queue->length < queue->limit;
    if (has_room)
        link_search(queue, search);
    if (queue->cancelled)
        fourscore_cancel_now(search->cancel);
    pthread_mutex_unlock(&queue->lock);
    return has_room;
}

static void leave(struct server_queue *queue, struct server_search *search)
{
    pthread_mutex_lock(&queue->lock);
    unlink_search(queue, search);
    fourscore_cancel_free(search->cancel);
    search->cancel = NULL;
    pthread_mutex_unlock(&queue->lock);
}

bool server_search_continue(struct server_queue *queue,
                            struct server_search *search)
{
    if (fourscore_cancel_new(&search->cancel) != FOURSCORE_OK)
        return false;
    if (!enter(queue, search)) {
        fourscore_cancel_free(search->cancel);
        search->cancel = NULL;
        return false;
    }
    if (submit(search, SERVER_MEDIUM, MEDIUM_NODES))
        return true;
    leave(queue, search);
    return false;
}

static void finish(struct server_queue *queue, struct server_search *search)
{
    leave(queue, search);
    search->done(search);
}

void server_search_answered_medium(void *context,
                                   const struct fourscore_answer *answer)
{
    struct server_search *search = answer->user;
    bool is_limited = answer->nodes >= MEDIUM_NODES;
    merge(&search->answer, answer);
    if (answer->finished || !is_limited || !submit(search, SERVER_LONG, 0))
        finish(context, search);
}

void server_search_answered_long(void *context,
                                 const struct fourscore_answer *answer)
{
    struct server_search *search = answer->user;
    merge(&search->answer, answer);
    finish(context, search);
}

void server_search_abandon(struct server_queue *queue,
                           struct server_search *search)
{
    pthread_mutex_lock(&queue->lock);
    search->socket = -1;
    if (search->cancel != NULL)
        fourscore_cancel_now(search->cancel);
    pthread_mutex_unlock(&queue->lock);
}

/* ---------------------------------------------------------------- the queue */

bool server_queue_enter(struct server_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    bool has_room = queue->length < queue->limit;
    queue->length += has_room;
    pthread_mutex_unlock(&queue->lock);
    return has_room;
}

void server_queue_leave(struct server_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->length--;
    pthread_mutex_unlock(&queue->lock);
}

int server_queue_length(struct server_queue *queue)
{
    return queue->length;
}

/* Cancel searches whose client has closed its end of the connection.  Requires
 * the lock. */
static void cancel_gone(struct server_queue *queue)
{
    nfds_t count = 0;
    for (const struct server_search *search = queue->searches; search != NULL;
         search = search->next)
        queue->sockets[count++] =
            (struct pollfd){.fd = search->socket, .events = POLLRDHUP};
    if (count == 0 || poll(queue->sockets, count, 0) <= 0)
        return;
    const struct pollfd *about = queue->sockets;
    for (struct server_search *search = queue->searches; search != NULL;
         search = search->next)
        if ((about++)->revents != 0) {
            search->gone = true;
            fourscore_cancel_now(search->cancel);
        }
}

void server_queue_tick(struct server_queue *queue)
{
    double now = os_seconds();
    pthread_mutex_lock(&queue->lock);
    for (struct server_search *search = queue->searches; search != NULL;
         search = search->next)
        if (now > search->deadline)
            fourscore_cancel_now(search->cancel);
    cancel_gone(queue);
    pthread_mutex_unlock(&queue->lock);
}

void server_queue_cancel(struct server_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->cancelled = true;
    for (struct server_search *search = queue->searches; search != NULL;
         search = search->next)
        fourscore_cancel_now(search->cancel);
    pthread_mutex_unlock(&queue->lock);
}
