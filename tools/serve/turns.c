#include "tools/serve/turns.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "os/os.h"
#include "os/program/program.h"

/* The nodes of the first part of a search.  A core searches about ten million a
 * second on 7x6, and three million on 12x9. */
enum { FIRST_NODES = 512 };

/* First parts that are searched at a time, for each thread: others may have
 * been interrupted by the system. */
enum { FIRST_PARTS = 2 };

/* Seconds that a search goes on while another question waits: the first time,
 * and twice as many each time, up to the last. */
static const double first_patience = 0.05, last_patience = 0.2;

enum part { FIRST, SECOND, PARTS };

/* A question that waits for its turn, or has it. */
struct question {
    struct client *client;
    int socket;
    double deadline;
    enum part part;

    /* Under the lock of its queue: */
    bool waits, runs, had_turn;
    bool is_ended, is_gone; /* it has no more turns; the socket was closed */
    bool gives_way;
    double began, patience;
    fourscore_cancel *cancel;
    pthread_cond_t changed;
    TAILQ_ENTRY(question) next; /* that waits, of its client */
    TAILQ_ENTRY(question) other;
};

struct queue {
    pthread_mutex_t lock; /* of all that follows */
    int free;             /* questions that may have a turn now */
    TAILQ_HEAD(lines, client_line)
    lines;                /* that are not empty, whose turn it is first */
    struct questions all; /* of the second part */
    int count;            /* of them */
};

struct turns {
    struct boards *boards;
    struct queue queues[PARTS];
    struct pollfd *sockets; /* room for so many */
    int socket_room;
    _Atomic bool is_stopped;
};

/* --------------------------------------------------------- opening, closing */

static struct boards_config boards_of(const struct turns_config *config)
{
    return (struct boards_config){
        .threads = config->threads,
        .solvers = (FIRST_PARTS + 1) * config->threads,
        .table_bytes = config->table_bytes,
        .book = config->book,
    };
}

static void open_queue(struct queue *queue, int turns)
{
    pthread_mutex_init(&queue->lock, NULL);
    queue->free = turns;
    TAILQ_INIT(&queue->lines);
    TAILQ_INIT(&queue->all);
}

enum fourscore_status turns_open(struct turns **turns,
                                 const struct turns_config *config)
{
    const struct boards_config boards = boards_of(config);
    struct turns *made = calloc(1, sizeof *made);
    *turns = NULL;
    if (made == NULL)
        return FOURSCORE_NO_MEMORY;
    enum fourscore_status status = boards_open(&made->boards, &boards);
    if (status != FOURSCORE_OK) {
        free(made);
        return status;
    }
    open_queue(&made->queues[FIRST], FIRST_PARTS * config->threads);
    open_queue(&made->queues[SECOND], config->threads);
    *turns = made;
    return FOURSCORE_OK;
}

uint64_t turns_min_table_bytes(const struct turns_config *config)
{
    const struct boards_config boards = boards_of(config);
    return boards_min_table_bytes(&boards);
}

void turns_close(struct turns *turns)
{
    if (turns == NULL)
        return;
    boards_close(turns->boards);
    for (int i = 0; i < PARTS; i++)
        pthread_mutex_destroy(&turns->queues[i].lock);
    free(turns->sockets);
    free(turns);
}

/* ------------------------------------------------------------------- queues */

/* These require the lock of the queue. */

/* Take the first question of the client whose turn it is. */
static struct question *take(struct queue *queue)
{
    struct client_line *line = TAILQ_FIRST(&queue->lines);
    struct question *question = TAILQ_FIRST(&line->questions);
    TAILQ_REMOVE(&line->questions, question, next);
    TAILQ_REMOVE(&queue->lines, line, next);
    if (!TAILQ_EMPTY(&line->questions))
        TAILQ_INSERT_TAIL(&queue->lines, line, next);
    question->waits = false;
    return question;
}

/* Give turns to those that wait, as long as some are free. */
static void give_turns(struct queue *queue)
{
    while (queue->free > 0 && !TAILQ_EMPTY(&queue->lines)) {
        struct question *question = take(queue);
        question->began = os_seconds();
        question->runs = true;
        queue->free--;
        pthread_cond_signal(&question->changed);
    }
}

/* The first question of a line that has had a turn, or NULL. */
static struct question *find_older(const struct client_line *line)
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
    struct client_line *line = &question->client->lines[question->part];
    struct question *older = question->had_turn ? NULL : find_older(line);
    if (TAILQ_EMPTY(&line->questions))
        TAILQ_INSERT_TAIL(&queue->lines, line, next);
    if (older != NULL)
        TAILQ_INSERT_BEFORE(older, question, next);
    else
        TAILQ_INSERT_TAIL(&line->questions, question, next);
    question->waits = true;
}

/* Leave the line without a turn. */
static void leave(struct queue *queue, struct question *question)
{
    struct client_line *line = &question->client->lines[question->part];
    TAILQ_REMOVE(&line->questions, question, next);
    if (TAILQ_EMPTY(&line->questions))
        TAILQ_REMOVE(&queue->lines, line, next);
    question->waits = false;
}

/* Wait for a turn.  Returns whether the question has it. */
static bool begin_turn(struct queue *queue, struct question *question)
{
    pthread_mutex_lock(&queue->lock);
    if (!question->is_ended) {
        line_up(queue, question);
        give_turns(queue);
    }
    while (question->waits)
        pthread_cond_wait(&question->changed, &queue->lock);
    bool has_turn = question->runs;
    pthread_mutex_unlock(&queue->lock);
    return has_turn;
}

/* Returns whether the question gave way, and so may go on later. */
static bool end_turn(struct queue *queue, struct question *question)
{
    pthread_mutex_lock(&queue->lock);
    bool gave_way = question->gives_way;
    question->gives_way = false;
    question->runs = false;
    question->had_turn = true;
    queue->free++;
    if (question->patience < last_patience)
        question->patience *= 2;
    give_turns(queue);
    pthread_mutex_unlock(&queue->lock);
    return gave_way;
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

/* Add what was found by a turn to what is known. */
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

static bool has_nodes(const struct fourscore_query *query,
                      const struct fourscore_answer *answer)
{
    return query->nodes == 0 || answer->nodes < query->nodes;
}

/* -------------------------------------------------------------- first parts */

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

static enum fourscore_status search_first(struct board *board,
                                          const struct fourscore_query *query,
                                          struct fourscore_answer *answer)
{
    struct fourscore_query first = *query;
    fourscore_solver *solver = board_take(board);
    if (solver == NULL)
        return FOURSCORE_NO_MEMORY;
    if (first.nodes == 0 || first.nodes > FIRST_NODES)
        first.nodes = FIRST_NODES;
    first.seconds = 0;
    enum fourscore_status status = fourscore_ask(solver, &first, answer);
    board_give(board, solver);
    return status;
}

enum fourscore_status turns_try(struct turns *turns, const struct asker *asker,
                                const struct fourscore_query *query,
                                struct fourscore_answer *answer)
{
    struct queue *queue = &turns->queues[FIRST];
    struct question question = {.client = asker->client, .part = FIRST};
    struct board *board;
    enum fourscore_status status = boards_use(
        turns->boards, asker->client->boards, fourscore_width(&query->position),
        fourscore_height(&query->position), &board);
    if (status != FOURSCORE_OK)
        return status;
    pthread_cond_init(&question.changed, NULL);
    begin_turn(queue, &question);
    status = search_first(board, query, answer);
    end_turn(queue, &question);
    pthread_cond_destroy(&question.changed);
    boards_release(turns->boards, asker->client->boards, board);
    return status;
}

/* ------------------------------------------------------------- second parts */

/* Search while the question has its turn. */
static enum fourscore_status search_second(struct board *board,
                                           const struct question *question,
                                           const struct fourscore_query *query,
                                           struct fourscore_answer *answer)
{
    static const double least = 1e-6; /* 0 is no limit */
    struct fourscore_query part = *query;
    struct fourscore_answer found = FOURSCORE_ANSWER_INIT;
    fourscore_solver *solver = board_take(board);
    if (solver == NULL)
        return FOURSCORE_NO_MEMORY;
    boards_lower_priority();
    double left = question->deadline - os_seconds();
    part.seconds = left > least ? left : least;
    part.cancel = question->cancel;
    if (query->nodes > 0)
        part.nodes = query->nodes - answer->nodes;
    enum fourscore_status status = fourscore_ask(solver, &part, &found);
    board_give(board, solver);
    if (status == FOURSCORE_OK)
        merge(answer, &found);
    return status;
}

/* Wait for a turn, search, and again as long as that gives way to others. */
static enum fourscore_status
take_turns(struct queue *queue, struct board *board, struct question *question,
           const struct fourscore_query *query, struct fourscore_answer *answer)
{
    enum fourscore_status status = FOURSCORE_OK;
    bool goes_on = true;
    while (goes_on && status == FOURSCORE_OK && !answer->finished &&
           has_nodes(query, answer)) {
        status = fourscore_cancel_new(&question->cancel);
        if (status != FOURSCORE_OK)
            break;
        goes_on = begin_turn(queue, question);
        if (goes_on) {
            status = search_second(board, question, query, answer);
            goes_on = end_turn(queue, question);
        }
        fourscore_cancel_free(question->cancel);
    }
    return status;
}

static void enter(struct turns *turns, struct question *question)
{
    struct queue *queue = &turns->queues[SECOND];
    pthread_cond_init(&question->changed, NULL);
    pthread_mutex_lock(&queue->lock);
    question->is_ended = turns->is_stopped;
    TAILQ_INSERT_TAIL(&queue->all, question, other);
    queue->count++;
    pthread_mutex_unlock(&queue->lock);
}

static void exit_from(struct turns *turns, struct question *question)
{
    struct queue *queue = &turns->queues[SECOND];
    pthread_mutex_lock(&queue->lock);
    TAILQ_REMOVE(&queue->all, question, other);
    queue->count--;
    pthread_mutex_unlock(&queue->lock);
    pthread_cond_destroy(&question->changed);
}

enum fourscore_status turns_go_on(struct turns *turns,
                                  const struct asker *asker,
                                  const struct fourscore_query *query,
                                  struct fourscore_answer *answer)
{
    struct question question = {
        .client = asker->client,
        .socket = asker->socket,
        .deadline = asker->deadline,
        .part = SECOND,
        .patience = first_patience,
    };
    struct board *board;
    if (!has_nodes(query, answer))
        return FOURSCORE_OK;
    enum fourscore_status status = boards_use(
        turns->boards, asker->client->boards, fourscore_width(&query->position),
        fourscore_height(&query->position), &board);
    if (status != FOURSCORE_OK)
        return status;
    enter(turns, &question);
    status =
        take_turns(&turns->queues[SECOND], board, &question, query, answer);
    exit_from(turns, &question);
    boards_release(turns->boards, asker->client->boards, board);
    return question.is_gone ? FOURSCORE_CANCELLED : status;
}

/* -------------------------------------------------------------------- ticks */

/* These require the lock of the second queue. */

static bool make_room(struct turns *turns, int count)
{
    if (count <= turns->socket_room)
        return true;
    struct pollfd *sockets =
        realloc(turns->sockets, 2 * (size_t)count * sizeof *sockets);
    if (sockets == NULL)
        return false;
    turns->sockets = sockets;
    turns->socket_room = 2 * count;
    return true;
}

/* Note whose socket was closed. */
static void find_gone(struct turns *turns)
{
    const struct queue *queue = &turns->queues[SECOND];
    struct question *question = NULL;
    nfds_t count = 0;
    if (queue->count == 0 || !make_room(turns, queue->count))
        return;
    TAILQ_FOREACH(question, &queue->all, other)
    {
        turns->sockets[count++] = (struct pollfd){.fd = question->socket};
    }
    if (os_find_closed(turns->sockets, count) <= 0)
        return;
    const struct pollfd *socket = turns->sockets;
    TAILQ_FOREACH(question, &queue->all, other)
    {
        if ((socket++)->revents != 0)
            question->is_gone = true;
    }
}

static void end_question(struct queue *queue, struct question *question)
{
    question->is_ended = true;
    if (question->waits) {
        leave(queue, question);
        pthread_cond_signal(&question->changed);
    } else {
        fourscore_cancel_now(question->runs ? question->cancel : NULL);
    }
}

static void end_questions(struct turns *turns, double now)
{
    struct queue *queue = &turns->queues[SECOND];
    struct question *question = NULL;
    TAILQ_FOREACH(question, &queue->all, other)
    {
        if (!question->is_ended && (question->is_gone || turns->is_stopped ||
                                    now > question->deadline))
            end_question(queue, question);
    }
}

/* Let the search that has run for longest give way to one that waits. */
static void change_turns(struct queue *queue, double now)
{
    struct question *question = NULL, *longest = NULL;
    if (TAILQ_EMPTY(&queue->lines))
        return;
    TAILQ_FOREACH(question, &queue->all, other)
    {
        if (!question->runs || question->is_ended)
            continue;
        if (question->gives_way)
            return; /* one at a time */
        if (now - question->began >= question->patience &&
            (longest == NULL || question->began < longest->began))
            longest = question;
    }
    if (longest != NULL) {
        longest->gives_way = true;
        fourscore_cancel_now(longest->cancel);
    }
}

void turns_tick(struct turns *turns)
{
    struct queue *queue = &turns->queues[SECOND];
    double now = os_seconds();
    pthread_mutex_lock(&queue->lock);
    find_gone(turns);
    end_questions(turns, now);
    change_turns(queue, now);
    pthread_mutex_unlock(&queue->lock);
}

void turns_stop(struct turns *turns)
{
    turns->is_stopped = true;
    turns_tick(turns);
}

/* ------------------------------------------------------------------- gauges */

int turns_questions(struct turns *turns)
{
    struct queue *queue = &turns->queues[SECOND];
    pthread_mutex_lock(&queue->lock);
    int count = queue->count;
    pthread_mutex_unlock(&queue->lock);
    return count;
}

uint64_t turns_table_bytes(struct turns *turns)
{
    return boards_bytes(turns->boards);
}

uint64_t turns_first_table_bytes(struct turns *turns)
{
    return boards_first_bytes(turns->boards);
}
