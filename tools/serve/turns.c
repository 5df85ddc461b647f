#include "tools/serve/turns.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "os/os.h"
#include "os/program/program.h"

/* The nodes of the first part of a search.  A core searches about ten million a
 * second on 7x6, and three million on 12x9. */
enum { FIRST_NODES = 512 };

/* Seconds of each further part; to begin again takes less than 1% of them. */
static const double part_seconds = 0.1;

/* Seconds after which a question that waits looks whether its asker is gone. */
static const double look_seconds = 0.5;

enum part { FIRST, FURTHER, PARTS };

/* A question that waits for its turn, or has it. */
struct question {
    const struct asker *asker;
    bool has_turn, had_turn; /* this and what follows under the lock of its
                                queue */
    pthread_cond_t changed;
    TAILQ_ENTRY(question) next; /* that waits, of its client */
};

/* The questions of one client that wait in a queue. */
struct line {
    TAILQ_HEAD(questions, question) questions;
    TAILQ_ENTRY(line) next;
};

struct queue {
    enum part part;
    pthread_mutex_t lock; /* of all that follows */
    int free;             /* questions that may have a turn now */
    TAILQ_HEAD(lines, line)
    lines; /* that are not empty, whose turn it is first */
};

struct client {
    struct line lines[PARTS]; /* under the locks of the queues */
    int boards[BOARDS_KEPT];  /* uses of each, under the lock of the boards */
    struct in6_addr network;  /* all 0: a Unix socket */
    int connections;
    _Atomic size_t bodies; /* bytes */
    TAILQ_ENTRY(client) next;
};

static struct queue queues[PARTS];
static _Atomic int questions; /* that are not easy */
static _Atomic bool is_stopped;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static int most_connections;                             /* of a client */
static TAILQ_HEAD(clients, client) clients = TAILQ_HEAD_INITIALIZER(clients);

static void open_queue(enum part part, int turns)
{
    struct queue *queue = &queues[part];
    queue->part = part;
    pthread_mutex_init(&queue->lock, NULL);
    queue->free = turns;
    TAILQ_INIT(&queue->lines);
}

void turns_open(int threads, int connections)
{
    /* Two first parts for each thread: others may have been interrupted by the
     * system. */
    open_queue(FIRST, (BOARD_SOLVERS - 1) * threads);
    open_queue(FURTHER, threads);
    most_connections = connections;
}

void turns_stop(void)
{
    is_stopped = true;
}

/* ------------------------------------------------------------------ clients */

static struct in6_addr network_of(const struct sockaddr *address)
{
    enum { NETWORK_BYTES = 8, MAPPED_BYTES = 12 };
    struct in6_addr network = {0};
    if (address->sa_family == AF_INET6) {
        network = ((const struct sockaddr_in6 *)address)->sin6_addr;
        if (!IN6_IS_ADDR_V4MAPPED(&network))
            memset(network.s6_addr + NETWORK_BYTES, 0,
                   sizeof network.s6_addr - NETWORK_BYTES);
    } else if (address->sa_family == AF_INET) {
        memset(network.s6_addr + MAPPED_BYTES - 2, 0xff, 2);
        memcpy(network.s6_addr + MAPPED_BYTES,
               &((const struct sockaddr_in *)address)->sin_addr,
               sizeof network.s6_addr - MAPPED_BYTES);
    }
    return network;
}

/* Requires the lock. */
static struct client *find_client(struct in6_addr network)
{
    struct client *client = NULL;
    TAILQ_FOREACH(client, &clients, next)
    {
        if (memcmp(&client->network, &network, sizeof network) == 0)
            break;
    }
    return client;
}

bool turns_may_connect(const struct sockaddr *address)
{
    if (address->sa_family == AF_UNIX)
        return true;
    pthread_mutex_lock(&lock);
    const struct client *client = find_client(network_of(address));
    bool may_connect = client == NULL || client->connections < most_connections;
    pthread_mutex_unlock(&lock);
    return may_connect;
}

struct client *turns_connect(const struct sockaddr *address)
{
    struct in6_addr network = network_of(address);
    pthread_mutex_lock(&lock);
    struct client *client = find_client(network);
    if (client == NULL && (client = calloc(1, sizeof *client)) != NULL) {
        client->network = network;
        for (int i = 0; i < PARTS; i++)
            TAILQ_INIT(&client->lines[i].questions);
        TAILQ_INSERT_TAIL(&clients, client, next);
    }
    if (client != NULL)
        client->connections++;
    pthread_mutex_unlock(&lock);
    return client;
}

void turns_disconnect(struct client *client)
{
    pthread_mutex_lock(&lock);
    if (--client->connections == 0) {
        TAILQ_REMOVE(&clients, client, next);
        free(client);
    }
    pthread_mutex_unlock(&lock);
}

_Atomic size_t *client_bodies(struct client *client)
{
    return &client->bodies;
}

/* ------------------------------------------------------------------- queues */

static bool is_over(const struct asker *asker)
{
    return is_stopped || os_seconds() >= asker->deadline ||
           os_is_closed(asker->socket);
}

/* These require the lock of the queue. */

/* Wait in the line of the client, before those that have had a turn, unless the
 * question has, too. */
static void line_up(struct queue *queue, struct question *question)
{
    struct line *line = &question->asker->client->lines[queue->part];
    struct question *older =
        question->had_turn ? NULL : TAILQ_FIRST(&line->questions);
    while (older != NULL && !older->had_turn)
        older = TAILQ_NEXT(older, next);
    if (TAILQ_EMPTY(&line->questions))
        TAILQ_INSERT_TAIL(&queue->lines, line, next);
    if (older != NULL)
        TAILQ_INSERT_BEFORE(older, question, next);
    else
        TAILQ_INSERT_TAIL(&line->questions, question, next);
}

static void leave(struct queue *queue, struct question *question)
{
    struct line *line = &question->asker->client->lines[queue->part];
    TAILQ_REMOVE(&line->questions, question, next);
    if (TAILQ_EMPTY(&line->questions))
        TAILQ_REMOVE(&queue->lines, line, next);
}

/* Give turns to those that wait, as long as some are free: to the first
 * question of each client, whose line is the last one then. */
static void give_turns(struct queue *queue)
{
    while (queue->free > 0 && !TAILQ_EMPTY(&queue->lines)) {
        struct line *line = TAILQ_FIRST(&queue->lines);
        struct question *question = TAILQ_FIRST(&line->questions);
        TAILQ_REMOVE(&queue->lines, line, next);
        TAILQ_INSERT_TAIL(&queue->lines, line, next);
        leave(queue, question);
        queue->free--;
        question->has_turn = true;
        pthread_cond_signal(&question->changed);
    }
}

/* Wait for a turn.  Returns whether the question has it: one whose first part
 * was searched leaves the queue when it is over. */
static bool begin_turn(struct queue *queue, struct question *question)
{
    const struct asker *asker = question->asker;
    bool is_first = queue->part == FIRST;
    pthread_mutex_lock(&queue->lock);
    line_up(queue, question);
    give_turns(queue);
    while (!question->has_turn && (is_first || !is_over(asker))) {
        double left = is_first ? look_seconds : asker->deadline - os_seconds();
        os_timed_wait(&question->changed, &queue->lock,
                      left < look_seconds ? left : look_seconds);
    }
    if (!question->has_turn)
        leave(queue, question);
    bool has_turn = question->has_turn;
    pthread_mutex_unlock(&queue->lock);
    return has_turn;
}

static void end_turn(struct queue *queue, struct question *question)
{
    pthread_mutex_lock(&queue->lock);
    question->has_turn = false;
    question->had_turn = queue->part == FURTHER;
    queue->free++;
    give_turns(queue);
    pthread_mutex_unlock(&queue->lock);
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

/* Whether a part has found less of this than those before. */
static bool is_less(unsigned found, int count, unsigned known, int known_count)
{
    return found == 0 && (known != 0 || count < known_count);
}

/* Add what a part has found to what is known. */
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
    if (is_less(found->found & FOURSCORE_BEST, found->best_count,
                before.found & FOURSCORE_BEST, before.best_count)) {
        memcpy(known->best, before.best, sizeof known->best);
        known->best_count = before.best_count;
    }
    if (is_less(found->found & FOURSCORE_PV, found->pv_length,
                before.found & FOURSCORE_PV, before.pv_length)) {
        memcpy(known->pv, before.pv, sizeof known->pv);
        known->pv_length = before.pv_length;
    }
    known->found |= before.found;
}

static bool is_done(const struct fourscore_query *query,
                    const struct fourscore_answer *answer)
{
    return answer->finished ||
           (query->nodes > 0 && answer->nodes >= query->nodes);
}

/* Search a part of a question that has a turn, which ends. */
static enum fourscore_status
search_part(struct queue *queue, struct question *question, struct board *board,
            const struct fourscore_query *part, struct fourscore_answer *found)
{
    enum fourscore_status status = FOURSCORE_NO_MEMORY;
    fourscore_solver *solver = board_take(board);
    *found = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    if (solver != NULL) {
        status = fourscore_ask(solver, part, found);
        board_give(board, solver);
    }
    end_turn(queue, question);
    return status;
}

/* Search what the first part has left, part by part: add it to '*answer'. */
static enum fourscore_status search_further(struct question *question,
                                            struct board *board,
                                            const struct fourscore_query *query,
                                            struct fourscore_answer *answer)
{
    struct queue *queue = &queues[FURTHER];
    const struct asker *asker = question->asker;
    enum fourscore_status status = FOURSCORE_OK;
    while (status == FOURSCORE_OK && !is_done(query, answer) &&
           !is_over(asker) && begin_turn(queue, question)) {
        struct fourscore_query part = *query;
        struct fourscore_answer found;
        double left = asker->deadline - os_seconds();
        part.seconds = left < 1e-6           ? 1e-6 /* 0 is no limit */
                       : left < part_seconds ? left
                                             : part_seconds;
        if (query->nodes > 0)
            part.nodes = query->nodes - answer->nodes;
        boards_lower_priority();
        status = search_part(queue, question, board, &part, &found);
        if (status == FOURSCORE_OK)
            merge(answer, &found);
    }
    return status == FOURSCORE_OK && !is_done(query, answer) &&
                   os_is_closed(asker->socket)
               ? FOURSCORE_CANCELLED
               : status;
}

/* Search a question on its board: the first part, and what that leaves. */
static enum fourscore_status search(const struct asker *asker,
                                    struct board *board,
                                    const struct fourscore_query *query,
                                    struct fourscore_answer *answer)
{
    struct queue *queue = &queues[FIRST];
    struct question question = {.asker = asker};
    struct fourscore_query part = *query;
    if (part.nodes == 0 || part.nodes > FIRST_NODES)
        part.nodes = FIRST_NODES;
    os_timed_open(&question.changed);
    begin_turn(queue, &question);
    enum fourscore_status status =
        search_part(queue, &question, board, &part, answer);
    if (status == FOURSCORE_OK && !is_done(query, answer)) {
        questions++;
        status = search_further(&question, board, query, answer);
        questions--;
    }
    pthread_cond_destroy(&question.changed);
    return status;
}

enum fourscore_status turns_search(const struct asker *asker,
                                   const struct fourscore_query *query,
                                   struct fourscore_answer *answer)
{
    int *used = asker->client->boards;
    struct board *board;
    enum fourscore_status status =
        boards_use(used, fourscore_width(&query->position),
                   fourscore_height(&query->position), &board);
    if (status != FOURSCORE_OK)
        return status;
    status = search(asker, board, query, answer);
    boards_release(used, board);
    return status;
}

enum fourscore_status turns_open_board(struct client *client, int width,
                                       int height)
{
    struct board *board;
    enum fourscore_status status =
        boards_use(client->boards, width, height, &board);
    if (status == FOURSCORE_OK)
        boards_release(client->boards, board);
    return status;
}

/* ------------------------------------------------------------------- gauges */

int turns_clients(void)
{
    int count = 0;
    const struct client *client = NULL;
    pthread_mutex_lock(&lock);
    TAILQ_FOREACH(client, &clients, next)
    {
        count++;
    }
    pthread_mutex_unlock(&lock);
    return count;
}

int turns_questions(void)
{
    return questions;
}
