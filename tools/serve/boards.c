#include "tools/serve/boards.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "os/thread.h"
#include "tools/serve/workers.h"

enum {
    /* The board that is there from the start. */
    FIRST_WIDTH = 7,
    FIRST_HEIGHT = 6,

    OTHER_TABLE_BYTES = 32 << 20,
};

/* A solver that no thread uses now. */
struct idle {
    fourscore_solver *solver;
    struct idle *next;
};

struct server_board {
    int width, height;
    fourscore_solver *solver; /* owns the table; no thread searches with it */
    fourscore_pool *pools[SERVER_EFFORTS];
    pthread_mutex_t lock; /* of 'idle' */
    struct idle *idle;

    int place; /* of the boards that are kept */
    int users; /* these two under the lock of all boards */
    uint64_t last_used;
};

/* Where a board is kept. */
struct place {
    int width, height;          /* 0: it is empty */
    struct server_board *board; /* NULL: it is being opened */
};

struct server_boards {
    struct server_boards_config config;
    struct server_board *first;

    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t opened;
    struct place places[SERVER_BOARDS];
    uint64_t uses;
};

static void close_board(struct server_board *board)
{
    if (board == NULL)
        return;
    for (int i = 0; i < SERVER_EFFORTS; i++)
        fourscore_pool_free(board->pools[i]);
    while (board->idle != NULL) {
        struct idle *idle = board->idle;
        board->idle = idle->next;
        fourscore_solver_free(idle->solver);
        free(idle);
    }
    fourscore_solver_free(board->solver);
    pthread_mutex_destroy(&board->lock);
    free(board);
}

/* The settings of a solver for the pools, the threads that speak HTTP, as many
 * workers, and the one that reads bodies. */
static struct fourscore_config
settings_of(const struct server_boards_config *config, int width, int height)
{
    struct fourscore_config settings = FOURSCORE_CONFIG_INIT;
    settings.width = width;
    settings.height = height;
    settings.workers = (SERVER_EFFORTS + 2) * config->threads + 1;
    settings.table_bytes = config->table_bytes;
    return settings;
}

uint64_t
server_boards_min_table_bytes(const struct server_boards_config *config)
{
    struct fourscore_config settings =
        settings_of(config, FIRST_WIDTH, FIRST_HEIGHT);
    return fourscore_min_table_bytes(&settings);
}

static enum fourscore_status
open_solver(const struct server_boards_config *config,
            struct server_board *board, bool is_first)
{
    struct fourscore_config settings =
        settings_of(config, board->width, board->height);
    if (!is_first) {
        settings.table_bytes = OTHER_TABLE_BYTES;
        uint64_t smallest = fourscore_min_table_bytes(&settings);
        if (settings.table_bytes < smallest)
            settings.table_bytes = smallest;
    }
    enum fourscore_status status =
        fourscore_solver_new(&board->solver, &settings);
    if (status == FOURSCORE_OK && is_first && config->book != NULL)
        status = fourscore_set_book(board->solver, config->book);
    return status;
}

static enum fourscore_status
open_pools(const struct server_boards_config *config,
           struct server_board *board)
{
    enum fourscore_status status = FOURSCORE_OK;
    for (int i = 0; i < SERVER_EFFORTS && status == FOURSCORE_OK; i++) {
        struct fourscore_pool_config settings = FOURSCORE_POOL_INIT;
        settings.solver = board->solver;
        settings.threads = config->threads;
        /* As many are searched as there are threads, and as many again are
         * delivered. */
        settings.capacity = 2 * config->threads + 1;
        settings.unordered = 1;
        settings.no_help = i == SERVER_MEDIUM;
        settings.background = i == SERVER_LONG;
        settings.answered = config->answered[i];
        settings.context = config->context;
        status = fourscore_pool_new(&board->pools[i], &settings);
    }
    return status;
}

static enum fourscore_status
open_board(struct server_board **board,
           const struct server_boards_config *config, int width, int height,
           bool is_first)
{
    struct server_board *made = calloc(1, sizeof *made);
    *board = NULL;
    if (made == NULL)
        return FOURSCORE_NO_MEMORY;
    made->width = width;
    made->height = height;
    pthread_mutex_init(&made->lock, NULL);
    enum fourscore_status status = open_solver(config, made, is_first);
    if (status == FOURSCORE_OK)
        status = open_pools(config, made);
    if (status == FOURSCORE_OK)
        *board = made;
    else
        close_board(made);
    return status;
}

struct opening {
    struct server_boards *boards;
    enum fourscore_status status;
};

/* The threads of a pool have the priority of the thread that opens it. */
static void *open_first(void *argument)
{
    struct opening *opening = argument;
    struct server_boards *boards = opening->boards;
    os_thread_lower_priority(SERVER_WORKER_STEPS);
    opening->status = open_board(&boards->first, &boards->config, FIRST_WIDTH,
                                 FIRST_HEIGHT, true);
    return NULL;
}

enum fourscore_status
server_boards_open(struct server_boards **boards,
                   const struct server_boards_config *config)
{
    struct server_boards *made = calloc(1, sizeof *made);
    struct opening opening = {made, FOURSCORE_NO_MEMORY};
    os_thread thread;
    *boards = NULL;
    if (made == NULL)
        return FOURSCORE_NO_MEMORY;
    made->config = *config;
    if (os_thread_start(&thread, open_first, &opening))
        os_thread_join(thread);
    if (opening.status != FOURSCORE_OK) {
        free(made);
        return opening.status;
    }
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->opened, NULL);
    *boards = made;
    return FOURSCORE_OK;
}

void server_boards_close(struct server_boards *boards)
{
    if (boards == NULL)
        return;
    for (int i = 0; i < SERVER_BOARDS; i++)
        close_board(boards->places[i].board);
    close_board(boards->first);
    pthread_cond_destroy(&boards->opened);
    pthread_mutex_destroy(&boards->lock);
    free(boards);
}

/* ---------------------------------------------------------------- using one */

static bool is_first(int width, int height)
{
    return width == FIRST_WIDTH && height == FIRST_HEIGHT;
}

static struct place *find_board(struct server_boards *boards, int width,
                                int height)
{
    for (int i = 0; i < SERVER_BOARDS; i++)
        if (boards->places[i].width == width &&
            boards->places[i].height == height)
            return &boards->places[i];
    return NULL;
}

/* An empty place, or that of the board which no one uses and which was not used
 * for longest; or NULL. */
static struct place *find_room(struct server_boards *boards)
{
    struct place *found = NULL;
    for (int i = 0; i < SERVER_BOARDS; i++) {
        struct place *place = &boards->places[i];
        if (place->width == 0)
            return place;
        if (place->board != NULL && place->board->users == 0 &&
            (found == NULL ||
             place->board->last_used < found->board->last_used))
            found = place;
    }
    return found;
}

static bool may_use_more(const struct server_client *client)
{
    int used = 0;
    for (int i = 0; i < SERVER_BOARDS; i++)
        used += client->boards[i] > 0;
    return used < SERVER_CLIENT_BOARDS;
}

/* Use the board of a place.  Returns NULL if the client uses too many others.
 */
static struct server_board *use(struct server_boards *boards,
                                struct server_client *client,
                                const struct place *place)
{
    struct server_board *board = place->board;
    if (client->boards[board->place] == 0 && !may_use_more(client))
        return NULL;
    client->boards[board->place]++;
    board->users++;
    board->last_used = ++boards->uses;
    return board;
}

/* Open a board in the place of another one.  Requires the lock, which is
 * released meanwhile. */
static enum fourscore_status replace(struct server_boards *boards,
                                     struct place *place, int width, int height)
{
    struct server_board *before = place->board, *made;
    *place = (struct place){width, height, NULL};
    pthread_mutex_unlock(&boards->lock);
    close_board(before);
    enum fourscore_status status =
        open_board(&made, &boards->config, width, height, false);
    if (status == FOURSCORE_OK)
        made->place = (int)(place - boards->places);
    pthread_mutex_lock(&boards->lock);
    place->board = made;
    if (made == NULL)
        *place = (struct place){0};
    pthread_cond_broadcast(&boards->opened);
    return status;
}

static enum fourscore_status use_other(struct server_boards *boards,
                                       struct server_client *client, int width,
                                       int height, struct server_board **board)
{
    struct place *place;
    while ((place = find_board(boards, width, height)) != NULL &&
           place->board == NULL)
        pthread_cond_wait(&boards->opened, &boards->lock);
    if (place == NULL) {
        place = may_use_more(client) ? find_room(boards) : NULL;
        if (place == NULL)
            return FOURSCORE_BUSY;
        enum fourscore_status status = replace(boards, place, width, height);
        if (status != FOURSCORE_OK)
            return status;
    }
    *board = use(boards, client, place);
    return *board != NULL ? FOURSCORE_OK : FOURSCORE_BUSY;
}

enum fourscore_status server_board_use(struct server_boards *boards,
                                       struct server_client *client, int width,
                                       int height, struct server_board **board)
{
    *board = boards->first;
    if (is_first(width, height))
        return FOURSCORE_OK;
    *board = NULL;
    pthread_mutex_lock(&boards->lock);
    enum fourscore_status status =
        use_other(boards, client, width, height, board);
    pthread_mutex_unlock(&boards->lock);
    return status;
}

struct server_board *server_board_find(struct server_boards *boards,
                                       struct server_client *client, int width,
                                       int height)
{
    struct server_board *board = NULL;
    if (is_first(width, height))
        return boards->first;
    pthread_mutex_lock(&boards->lock);
    const struct place *place = find_board(boards, width, height);
    if (place != NULL && place->board != NULL)
        board = use(boards, client, place);
    pthread_mutex_unlock(&boards->lock);
    return board;
}

void server_board_release(struct server_boards *boards,
                          struct server_client *client,
                          struct server_board *board)
{
    if (board == NULL || board == boards->first)
        return;
    pthread_mutex_lock(&boards->lock);
    client->boards[board->place]--;
    board->users--;
    pthread_mutex_unlock(&boards->lock);
}

/* Requires the lock: one thread at a time may use the solver. */
static struct idle *make_idle(const struct server_board *board)
{
    struct idle *idle = calloc(1, sizeof *idle);
    if (idle != NULL &&
        fourscore_solver_worker(&idle->solver, board->solver) != FOURSCORE_OK) {
        free(idle);
        idle = NULL;
    }
    return idle;
}

static struct idle *take_idle(struct server_board *board)
{
    pthread_mutex_lock(&board->lock);
    struct idle *idle = board->idle;
    if (idle != NULL)
        board->idle = idle->next;
    else
        idle = make_idle(board);
    pthread_mutex_unlock(&board->lock);
    return idle;
}

enum fourscore_status server_board_ask(struct server_board *board,
                                       const struct fourscore_query *query,
                                       struct fourscore_answer *answer)
{
    struct idle *idle = take_idle(board);
    if (idle == NULL)
        return FOURSCORE_NO_MEMORY;
    enum fourscore_status status = fourscore_ask(idle->solver, query, answer);
    pthread_mutex_lock(&board->lock);
    idle->next = board->idle;
    board->idle = idle;
    pthread_mutex_unlock(&board->lock);
    return status;
}

fourscore_pool *server_board_pool(struct server_board *board,
                                  enum server_effort effort)
{
    return board->pools[effort];
}

static uint64_t table_bytes(const fourscore_solver *solver)
{
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    fourscore_solver_info(solver, &info);
    return info.table_bytes;
}

uint64_t server_boards_bytes(struct server_boards *boards)
{
    uint64_t bytes = table_bytes(boards->first->solver);
    pthread_mutex_lock(&boards->lock);
    for (int i = 0; i < SERVER_BOARDS; i++)
        if (boards->places[i].board != NULL)
            bytes += table_bytes(boards->places[i].board->solver);
    pthread_mutex_unlock(&boards->lock);
    return bytes;
}

const fourscore_solver *server_boards_solver(const struct server_boards *boards)
{
    return boards->first->solver;
}
