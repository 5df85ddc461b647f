#include "tools/serve/search.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "os/clock.h"
#include "os/program/socket.h"

/*
 * The nodes of a search: on the thread that speaks HTTP; if there is no room in
 * the queue, which suffices for the book; by a worker; past the deadline; and
 * in the first pool.  A core searches about ten million a second on 7x6, and
 * three million on 12x9.
 */
enum {
    QUICK_NODES = 512,
    BOOK_NODES = 1,
    SHORT_NODES = 8192,
    LATE_NODES = 256,
    MEDIUM_NODES = 2 << 20
};

/* How long a search goes on while another client waits for its place in the
 * pool; twice as long after each time that it has given way, so that each
 * search is finished some time. */
static const double first_patience[SERVER_EFFORTS] = {
    [SERVER_MEDIUM] = 0.05, [SERVER_LONG] = 0.5};

/* The part of a thread's time that searches of a client may take on the threads
 * that speak HTTP, and the seconds that they may take at once. */
static const double quick_share = 0.25, quick_seconds = 0.02;

TAILQ_HEAD(list, server_search);

struct server_queue {
    struct server_boards *boards;
    int limit, client_limit, threads;

    pthread_mutex_t
        places; /* of these, and of 'places' and 'quick' of clients */
    int length; /* places taken */

    pthread_mutex_t lock; /* of all that follows */
    struct list searches; /* in the pools, or waiting for them */
    struct list over;     /* whose 'done' is to be called */
    int count;            /* of 'searches' */
    int running[SERVER_EFFORTS];
    struct server_turns turns[SERVER_EFFORTS];
    struct pollfd *sockets; /* room for so many */
    int socket_room;
    _Atomic bool cancelled;
};

struct server_queue *server_queue_open(int limit, int client_limit, int threads)
{
    struct server_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return NULL;
    queue->limit = limit;
    queue->client_limit = client_limit;
    queue->threads = threads;
    TAILQ_INIT(&queue->searches);
    TAILQ_INIT(&queue->over);
    server_turns_open(&queue->turns[SERVER_MEDIUM], SERVER_MEDIUM_LINE);
    server_turns_open(&queue->turns[SERVER_LONG], SERVER_LONG_LINE);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_mutex_init(&queue->places, NULL);
    return queue;
}

void server_queue_close(struct server_queue *queue)
{
    if (queue == NULL)
        return;
    pthread_mutex_destroy(&queue->lock);
    pthread_mutex_destroy(&queue->places);
    free(queue->sockets);
    free(queue);
}

void server_queue_set_boards(struct server_queue *queue,
                             struct server_boards *boards)
{
    queue->boards = boards;
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
static void merge(struct server_search *search,
                  const struct fourscore_answer *found)
{
    struct fourscore_answer *known = &search->answer, before = *known;
    *known = *found;
    if (!search->has_answer) {
        search->has_answer = true;
        return;
    }
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

/* Take so many places, 0 or 1, if there is room for one. */
static enum server_room look_for_room(struct server_queue *queue,
                                      struct server_client *client, int places)
{
    enum server_room room = SERVER_ROOM;
    pthread_mutex_lock(&queue->places);
    if (client->places > 0 && queue->length >= queue->limit)
        room = SERVER_QUEUE_FULL;
    else if (client->places >= queue->client_limit)
        room = SERVER_CLIENT_FULL;
    if (room == SERVER_ROOM) {
        client->places += places;
        queue->length += places;
    }
    pthread_mutex_unlock(&queue->places);
    return room;
}

/* Whether the client may search on a thread that speaks HTTP. */
static bool may_be_quick(struct server_queue *queue,
                         struct server_client *client)
{
    double most = os_seconds() + quick_seconds / quick_share;
    pthread_mutex_lock(&queue->places);
    bool may_be_quick = client->quick <= most;
    pthread_mutex_unlock(&queue->places);
    return may_be_quick;
}

/* Such a search has begun then, and is over. */
static void charge_quick(struct server_queue *queue,
                         struct server_client *client, double began)
{
    double now = os_seconds();
    pthread_mutex_lock(&queue->places);
    if (client->quick < began)
        client->quick = began;
    client->quick += (now - began) / quick_share;
    pthread_mutex_unlock(&queue->places);
}

static bool has_nodes(const struct server_search *search)
{
    return search->query.nodes == 0 ||
           search->answer.nodes < search->query.nodes;
}

/* The query of a part of the search; requires that nodes are left. */
static struct fourscore_query part_of(const struct server_search *search,
                                      uint64_t nodes)
{
    static const double shortest = 1e-6; /* 0 is no limit */
    struct fourscore_query query = search->query;
    uint64_t left = query.nodes - search->answer.nodes;
    query.nodes =
        query.nodes == 0 || (nodes != 0 && nodes < left) ? nodes : left;
    query.seconds = search->deadline - os_seconds();
    if (query.seconds < shortest)
        query.seconds = shortest;
    return query;
}

/* Search on this thread.  Returns whether the search is over. */
static bool search_here(struct server_queue *queue,
                        struct server_search *search, uint64_t nodes)
{
    struct fourscore_answer found = FOURSCORE_ANSWER_INIT;
    bool is_late = os_seconds() >= search->deadline || queue->cancelled;
    if (is_late)
        nodes = queue->cancelled ? BOOK_NODES : LATE_NODES;
    struct fourscore_query query = part_of(search, nodes);
    if (is_late)
        query.seconds = 0;
    search->status = server_board_ask(search->board, &query, &found);
    if (search->status != FOURSCORE_OK)
        return true;
    merge(search, &found);
    return found.finished || is_late || !has_nodes(search);
}

static void release_board(struct server_queue *queue,
                          struct server_search *search)
{
    server_board_release(queue->boards, search->client, search->board);
    search->board = NULL;
}

bool server_search_try(struct server_queue *queue, struct server_search *search)
{
    const fourscore_position *position = &search->query.position;
    bool is_quick = look_for_room(queue, search->client, 0) == SERVER_ROOM &&
                    may_be_quick(queue, search->client);
    double began = os_seconds();
    search->board = server_board_find(queue->boards, search->client,
                                      fourscore_width(position),
                                      fourscore_height(position));
    if (search->board == NULL)
        return false;
    bool is_over =
        search_here(queue, search, is_quick ? QUICK_NODES : BOOK_NODES);
    release_board(queue, search);
    if (is_quick)
        charge_quick(queue, search->client, began);
    return is_over;
}

bool server_search_begin(struct server_queue *queue,
                         struct server_search *search)
{
    const fourscore_position *position = &search->query.position;
    search->status = server_board_use(
        queue->boards, search->client, fourscore_width(position),
        fourscore_height(position), &search->board);
    if (search->status != FOURSCORE_OK)
        return true;
    bool is_over = search_here(queue, search, SHORT_NODES);
    if (is_over)
        release_board(queue, search);
    return is_over;
}

/* ---------------------------------------------------------------- the pools */

static struct server_search *search_of(struct server_turn *turn)
{
    return (struct server_search *)((char *)turn -
                                    offsetof(struct server_search, turn));
}

static enum server_effort effort_of(const struct server_search *search)
{
    return search->is_long ? SERVER_LONG : SERVER_MEDIUM;
}

/* These require the lock. */

static void set_over(struct server_queue *queue, struct server_search *search)
{
    TAILQ_REMOVE(&queue->searches, search, next);
    TAILQ_INSERT_TAIL(&queue->over, search, next);
    queue->count--;
}

/* Hand a search to its pool.  Returns false if memory runs out. */
static bool start(struct server_queue *queue, struct server_search *search,
                  enum server_effort effort)
{
    if (fourscore_cancel_new(&search->cancel) != FOURSCORE_OK)
        return false;
    struct fourscore_query query = part_of(
        search,
        effort == SERVER_MEDIUM ? MEDIUM_NODES - search->answer.nodes : 0);
    query.cancel = search->cancel;
    query.user = search;
    search->began = os_seconds();
    search->is_running = true;
    queue->running[effort]++;
    if (fourscore_pool_try(server_board_pool(search->board, effort), &query) ==
        FOURSCORE_OK)
        return true;
    queue->running[effort]--;
    search->is_running = false;
    fourscore_cancel_free(search->cancel);
    search->cancel = NULL;
    return false;
}

/* Hand searches to the pools that have room. */
static void start_next(struct server_queue *queue, enum server_effort effort)
{
    struct server_turn *turn;
    while (queue->running[effort] < queue->threads &&
           (turn = server_turns_take(&queue->turns[effort])) != NULL)
        if (!start(queue, search_of(turn), effort))
            set_over(queue, search_of(turn));
}

static void end_search(struct server_queue *queue, struct server_search *search)
{
    search->is_ended = true;
    if (search->is_running) {
        fourscore_cancel_now(search->cancel);
    } else {
        server_turns_remove(&queue->turns[effort_of(search)], &search->turn);
        set_over(queue, search);
    }
}

/* Call 'done' of the searches that are over, without the lock. */
static void finish(struct server_queue *queue)
{
    struct server_search *search;
    pthread_mutex_lock(&queue->lock);
    while ((search = TAILQ_FIRST(&queue->over)) != NULL) {
        TAILQ_REMOVE(&queue->over, search, next);
        pthread_mutex_unlock(&queue->lock);
        release_board(queue, search);
        search->done(search);
        pthread_mutex_lock(&queue->lock);
    }
    pthread_mutex_unlock(&queue->lock);
}

void server_search_continue(struct server_queue *queue,
                            struct server_search *search)
{
    search->turn.client = search->client;
    search->patience = first_patience[SERVER_MEDIUM];
    pthread_mutex_lock(&queue->lock);
    TAILQ_INSERT_TAIL(&queue->searches, search, next);
    queue->count++;
    server_turns_add(&queue->turns[SERVER_MEDIUM], &search->turn);
    start_next(queue, SERVER_MEDIUM);
    if (queue->cancelled)
        end_search(queue, search);
    pthread_mutex_unlock(&queue->lock);
}

void server_search_give_up(struct server_queue *queue,
                           struct server_search *search)
{
    release_board(queue, search);
}

/* A pool has answered.  Requires the lock. */
static void go_on(struct server_queue *queue, struct server_search *search,
                  enum server_effort effort,
                  const struct fourscore_answer *answer)
{
    bool goes_on = search->gives_way;
    queue->running[effort]--;
    search->is_running = false;
    fourscore_cancel_free(search->cancel);
    search->cancel = NULL;
    if (search->gives_way)
        search->patience *= 2;
    search->gives_way = false;
    if (effort == SERVER_MEDIUM && search->answer.nodes >= MEDIUM_NODES) {
        goes_on = search->is_long = true;
        search->patience = first_patience[SERVER_LONG];
    }
    if (goes_on && !answer->finished && !search->is_ended && has_nodes(search))
        server_turns_add(&queue->turns[effort_of(search)], &search->turn);
    else
        set_over(queue, search);
    start_next(queue, SERVER_MEDIUM);
    start_next(queue, SERVER_LONG);
}

static void answered(struct server_queue *queue, enum server_effort effort,
                     const struct fourscore_answer *answer)
{
    struct server_search *search = answer->user;
    merge(search, answer);
    pthread_mutex_lock(&queue->lock);
    go_on(queue, search, effort, answer);
    pthread_mutex_unlock(&queue->lock);
    finish(queue);
}

void server_search_answered_medium(void *context,
                                   const struct fourscore_answer *answer)
{
    answered(context, SERVER_MEDIUM, answer);
}

void server_search_answered_long(void *context,
                                 const struct fourscore_answer *answer)
{
    answered(context, SERVER_LONG, answer);
}

void server_search_abandon(struct server_queue *queue,
                           struct server_search *search)
{
    pthread_mutex_lock(&queue->lock);
    search->socket = -1;
    search->deadline = 0; /* server_queue_tick() ends it */
    pthread_mutex_unlock(&queue->lock);
}

/* ---------------------------------------------------------------- the queue */

enum server_room server_queue_enter(struct server_queue *queue,
                                    struct server_client *client)
{
    return look_for_room(queue, client, 1);
}

void server_queue_leave(struct server_queue *queue,
                        struct server_client *client)
{
    pthread_mutex_lock(&queue->places);
    client->places--;
    queue->length--;
    pthread_mutex_unlock(&queue->places);
}

int server_queue_length(struct server_queue *queue)
{
    pthread_mutex_lock(&queue->places);
    int length = queue->length;
    pthread_mutex_unlock(&queue->places);
    return length;
}

/* These require the lock. */

static bool make_room(struct server_queue *queue)
{
    if (queue->count <= queue->socket_room)
        return true;
    struct pollfd *sockets =
        realloc(queue->sockets, 2 * (size_t)queue->count * sizeof *sockets);
    if (sockets == NULL)
        return false;
    queue->sockets = sockets;
    queue->socket_room = 2 * queue->count;
    return true;
}

/* Note whose client has closed its end of the connection. */
static void find_gone(struct server_queue *queue)
{
    struct server_search *search;
    nfds_t count = 0;
    if (!make_room(queue))
        return;
    TAILQ_FOREACH(search, &queue->searches, next)
    {
        queue->sockets[count++] = (struct pollfd){.fd = search->socket};
    }
    if (count == 0 || os_find_closed(queue->sockets, count) <= 0)
        return;
    const struct pollfd *about = queue->sockets;
    TAILQ_FOREACH(search, &queue->searches, next)
    {
        if ((about++)->revents != 0)
            search->gone = true;
    }
}

static void end_searches(struct server_queue *queue, double now)
{
    struct server_search *search, *next;
    for (search = TAILQ_FIRST(&queue->searches); search != NULL;
         search = next) {
        next = TAILQ_NEXT(search, next);
        if (!search->is_ended &&
            (search->gone || now > search->deadline || queue->cancelled))
            end_search(queue, search);
    }
}

/* Let the search of a pool that has run for longest give way to another client,
 * if one waits. */
static void give_way(struct server_queue *queue, enum server_effort effort,
                     double now)
{
    const struct server_turns *turns = &queue->turns[effort];
    struct server_search *longest = NULL;
    for (struct server_search *search = TAILQ_FIRST(&queue->searches);
         search != NULL; search = TAILQ_NEXT(search, next)) {
        if (effort_of(search) != effort)
            continue;
        if (search->gives_way)
            return; /* one at a time */
        if (search->is_running && !search->is_ended &&
            now - search->began >= search->patience &&
            server_turns_has_other(turns, search->client) &&
            (longest == NULL || search->began < longest->began))
            longest = search;
    }
    if (longest == NULL)
        return;
    longest->gives_way = true;
    fourscore_cancel_now(longest->cancel);
}

void server_queue_tick(struct server_queue *queue)
{
    double now = os_seconds();
    pthread_mutex_lock(&queue->lock);
    find_gone(queue);
    end_searches(queue, now);
    give_way(queue, SERVER_MEDIUM, now);
    give_way(queue, SERVER_LONG, now);
    pthread_mutex_unlock(&queue->lock);
    finish(queue);
}

void server_queue_cancel(struct server_queue *queue)
{
    queue->cancelled = true;
    server_queue_tick(queue);
}
