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
    struct client *client;
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
    _Atomic size_t reserved; /* bytes */
    TAILQ_ENTRY(client) next;
};

struct turns {
    struct boards *boards;
    struct queue queues[PARTS];
    _Atomic int questions; /* that are not easy */
    _Atomic bool is_stopped;

    pthread_mutex_t lock; /* of what follows */
    int most;             /* connections of a client */
    TAILQ_HEAD(clients, client) clients;
};

/* --------------------------------------------------------- opening, closing */

static void open_queue(struct queue *queue, enum part part, int turns)
{
    queue->part = part;
    pthread_mutex_init(&queue->lock, NULL);
    queue->free = turns;
    TAILQ_INIT(&queue->lines);
}

enum fourscore_status turns_open(struct turns **turns,
                                 const struct boards_config *config,
                                 int connections)
{
    struct turns *made = calloc(1, sizeof *made);
    *turns = NULL;
    if (made == NULL)
        return FOURSCORE_NO_MEMORY;
    enum fourscore_status status = boards_open(&made->boards, config);
    if (status != FOURSCORE_OK) {
        free(made);
        return status;
    }
    /* Two first parts for each thread: others may have been interrupted by the
     * system. */
    open_queue(&made->queues[FIRST], FIRST,
               (BOARD_SOLVERS - 1) * config->threads);
    open_queue(&made->queues[FURTHER], FURTHER, config->threads);
    pthread_mutex_init(&made->lock, NULL);
    made->most = connections;
    TAILQ_INIT(&made->clients);
    *turns = made;
    return FOURSCORE_OK;
}

void turns_close(struct turns *turns)
{
    if (turns == NULL)
        return;
    boards_close(turns->boards);
    for (int i = 0; i < PARTS; i++)
        pthread_mutex_destroy(&turns->queues[i].lock);
    pthread_mutex_destroy(&turns->lock);
    free(turns);
}

void turns_stop(struct turns *turns)
{
    turns->is_stopped = true;
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
static struct client *find_client(struct turns *turns, struct in6_addr network)
{
    struct client *client = NULL;
    TAILQ_FOREACH(client, &turns->clients, next)
    {
        if (memcmp(&client->network, &network, sizeof network) == 0)
            break;
    }
    return client;
}

bool turns_may_connect(struct turns *turns, const struct sockaddr *address)
{
    if (address->sa_family == AF_UNIX)
        return true;
    pthread_mutex_lock(&turns->lock);
    const struct client *client = find_client(turns, network_of(address));
    bool may_connect = client == NULL || client->connections < turns->most;
    pthread_mutex_unlock(&turns->lock);
    return may_connect;
}

static struct client *add_client(struct turns *turns, struct in6_addr network)
{
    struct client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return NULL;
    client->network = network;
    for (int i = 0; i < PARTS; i++)
        TAILQ_INIT(&client->lines[i].questions);
    TAILQ_INSERT_TAIL(&turns->clients, client, next);
    return client;
}

struct client *turns_connect(struct turns *turns,
                             const struct sockaddr *address)
{
    struct in6_addr network = network_of(address);
    pthread_mutex_lock(&turns->lock);
    struct client *client = find_client(turns, network);
    if (client == NULL)
        client = add_client(turns, network);
    if (client != NULL)
        client->connections++;
    pthread_mutex_unlock(&turns->lock);
    return client;
}

void turns_disconnect(struct turns *turns, struct client *client)
{
    pthread_mutex_lock(&turns->lock);
    if (--client->connections == 0) {
        TAILQ_REMOVE(&turns->clients, client, next);
        free(client);
    }
    pthread_mutex_unlock(&turns->lock);
}

bool client_reserve(struct client *client, size_t bytes, size_t most)
{
    bool fits = atomic_fetch_add(&client->reserved, bytes) + bytes <= most;
    if (!fits)
        client_unreserve(client, bytes);
    return fits;
}

void client_unreserve(struct client *client, size_t bytes)
{
    atomic_fetch_sub(&client->reserved, bytes);
}

/* ------------------------------------------------------------------- queues */

bool turns_is_gone(const struct asker *asker)
{
    return os_is_closed(asker->socket);
}

static bool is_over(const struct turns *turns, const struct asker *asker)
{
    return turns->is_stopped || os_seconds() >= asker->deadline ||
           turns_is_gone(asker);
}

/* These require the lock of the queue. */

/* The first question of a line that has had a turn, or NULL. */
static struct question *find_older(const struct line *line)
{
    struct question *question = TAILQ_FIRST(&line->questions);
    while (question != NULL && !question->had_turn)
        question = TAILQ_NEXT(question, next);
    return question;
}

/* Wait in the line of the client, before those that have had a turn, unless the
 * question has, too. */
static void line_up(struct queue *queue, struct question *question)
{
    struct line *line = &question->client->lines[queue->part];
    struct question *older = question->had_turn ? NULL : find_older(line);
    if (TAILQ_EMPTY(&line->questions))
        TAILQ_INSERT_TAIL(&queue->lines, line, next);
    if (older != NULL)
        TAILQ_INSERT_BEFORE(older, question, next);
    else
        TAILQ_INSERT_TAIL(&line->questions, question, next);
}

static void leave(struct queue *queue, struct question *question)
{
    struct line *line = &question->client->lines[queue->part];
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

static void open_question(struct question *question, struct client *client)
{
    *question = (struct question){.client = client};
    os_timed_open(&question->changed);
}

static void close_question(struct question *question)
{
    pthread_cond_destroy(&question->changed);
}

/* Wait until the question has changed, for so long, or until it is time to look
 * whether its asker is gone. */
static void wait_for_change(struct queue *queue, struct question *question,
                            double seconds)
{
    if (seconds > look_seconds)
        seconds = look_seconds;
    os_timed_wait(&question->changed, &queue->lock, seconds);
}

/* Wait for a turn.  Returns whether the question has it: one with an asker
 * leaves the queue when it is over. */
static bool begin_turn(struct turns *turns, struct queue *queue,
                       struct question *question, const struct asker *asker)
{
    pthread_mutex_lock(&queue->lock);
    line_up(queue, question);
    give_turns(queue);
    while (!question->has_turn && (asker == NULL || !is_over(turns, asker)))
        wait_for_change(queue, question,
                        asker == NULL ? look_seconds
                                      : asker->deadline - os_seconds());
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
    question->had_turn = true;
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

static enum fourscore_status ask(struct board *board,
                                 const struct fourscore_query *query,
                                 struct fourscore_answer *answer)
{
    *answer = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    fourscore_solver *solver = board_take(board);
    if (solver == NULL)
        return FOURSCORE_NO_MEMORY;
    enum fourscore_status status = fourscore_ask(solver, query, answer);
    board_give(board, solver);
    return status;
}

/* Search the first part: set '*answer'. */
static enum fourscore_status search_first(struct turns *turns,
                                          struct board *board,
                                          const struct asker *asker,
                                          const struct fourscore_query *query,
                                          struct fourscore_answer *answer)
{
    struct queue *queue = &turns->queues[FIRST];
    struct question question;
    struct fourscore_query first = *query;
    if (first.nodes == 0 || first.nodes > FIRST_NODES)
        first.nodes = FIRST_NODES;
    open_question(&question, asker->client);
    begin_turn(turns, queue, &question, NULL);
    enum fourscore_status status = ask(board, &first, answer);
    end_turn(queue, &question);
    close_question(&question);
    return status;
}

/* Search what is left, part by part: add it to '*answer'. */
static enum fourscore_status search_further(struct turns *turns,
                                            struct board *board,
                                            const struct asker *asker,
                                            const struct fourscore_query *query,
                                            struct fourscore_answer *answer)
{
    struct queue *queue = &turns->queues[FURTHER];
    struct question question;
    enum fourscore_status status = FOURSCORE_OK;
    open_question(&question, asker->client);
    turns->questions++;
    while (status == FOURSCORE_OK && !is_done(query, answer) &&
           !is_over(turns, asker) &&
           begin_turn(turns, queue, &question, asker)) {
        struct fourscore_query part = *query;
        struct fourscore_answer found;
        double left = asker->deadline - os_seconds();
        part.seconds = left < 1e-6           ? 1e-6 /* 0 is no limit */
                       : left < part_seconds ? left
                                             : part_seconds;
        if (query->nodes > 0)
            part.nodes = query->nodes - answer->nodes;
        boards_lower_priority();
        status = ask(board, &part, &found);
        end_turn(queue, &question);
        if (status == FOURSCORE_OK)
            merge(answer, &found);
    }
    turns->questions--;
    close_question(&question);
    return status == FOURSCORE_OK && !is_done(query, answer) &&
                   turns_is_gone(asker)
               ? FOURSCORE_CANCELLED
               : status;
}

enum fourscore_status turns_open_board(struct turns *turns,
                                       struct client *client, int width,
                                       int height)
{
    struct board *board;
    enum fourscore_status status =
        boards_use(turns->boards, client->boards, width, height, &board);
    if (status == FOURSCORE_OK)
        boards_release(turns->boards, client->boards, board);
    return status;
}

enum fourscore_status turns_search(struct turns *turns,
                                   const struct asker *asker,
                                   const struct fourscore_query *query,
                                   struct fourscore_answer *answer)
{
    int *used = asker->client->boards;
    struct board *board;
    enum fourscore_status status =
        boards_use(turns->boards, used, fourscore_width(&query->position),
                   fourscore_height(&query->position), &board);
    if (status != FOURSCORE_OK)
        return status;
    status = search_first(turns, board, asker, query, answer);
    if (status == FOURSCORE_OK && !is_done(query, answer))
        status = search_further(turns, board, asker, query, answer);
    boards_release(turns->boards, used, board);
    return status;
}

/* ------------------------------------------------------------------- gauges */

int turns_clients(struct turns *turns)
{
    int count = 0;
    const struct client *client = NULL;
    pthread_mutex_lock(&turns->lock);
    TAILQ_FOREACH(client, &turns->clients, next)
    {
        count++;
    }
    pthread_mutex_unlock(&turns->lock);
    return count;
}

int turns_questions(struct turns *turns)
{
    return turns->questions;
}

struct boards *turns_boards(struct turns *turns)
{
    return turns->boards;
}
