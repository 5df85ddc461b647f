#include "tools/serve/boards.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    /* The board that is there from the start. */
    FIRST_WIDTH = 7,
    FIRST_HEIGHT = 6,

    /* Boards besides it that are kept, and the bytes of a table of theirs. */
    KEPT = 3,
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

    int users; /* these two under the lock of all boards */
    uint64_t last_used;
};

struct server_boards {
    struct server_boards_config config;
    struct server_board *first;

    pthread_mutex_t lock; /* of all that follows */
    struct server_board *others[KEPT];
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

/* The settings of a solver for the pools and the threads that speak HTTP. */
static struct fourscore_config
settings_of(const struct server_boards_config *config, int width, int height)
{
    struct fourscore_config settings = FOURSCORE_CONFIG_INIT;
    settings.width = width;
    settings.height = height;
    settings.workers = (SERVER_EFFORTS + 1) * config->threads;
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
        settings.capacity = config->capacity;
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

enum fourscore_status
server_boards_open(struct server_boards **boards,
                   const struct server_boards_config *config)
{
    struct server_boards *made = calloc(1, sizeof *made);
    *boards = NULL;
    if (made == NULL)
        return FOURSCORE_NO_MEMORY;
    made->config = *config;
    enum fourscore_status status = open_board(&made->first, &made->config,
                                              FIRST_WIDTH, FIRST_HEIGHT, true);
    if (status != FOURSCORE_OK) {
        free(made);
        return status;
    }
    pthread_mutex_init(&made->lock, NULL);
    *boards = made;
    return FOURSCORE_OK;
}

void server_boards_close(struct server_boards *boards)
{
    if (boards == NULL)
        return;
    for (int i = 0; i < KEPT; i++)
        close_board(boards->others[i]);
    close_board(boards->first);
    pthread_mutex_destroy(&boards->lock);
    free(boards);
}

/* ---------------------------------------------------------------- using one */

static bool is_size(const struct server_board *board, int width, int height)
{
    return board != NULL && board->width == width && board->height == height;
}

/* The place of this board, or an empty one, or that of the board which no one
 * uses and which was not used for longest; or -1. */
static int find_place(const struct server_boards *boards, int width, int height)
{
    int found = -1;
    for (int i = 0; i < KEPT; i++)
        if (is_size(boards->others[i], width, height))
            return i;
    for (int i = 0; i < KEPT; i++) {
        const struct server_board *other = boards->others[i];
        if (other == NULL)
            return i;
        if (other->users == 0 &&
            (found < 0 || other->last_used < boards->others[found]->last_used))
            found = i;
    }
    return found;
}

static enum fourscore_status use_other(struct server_boards *boards, int width,
                                       int height, struct server_board **board)
{
    int place = find_place(boards, width, height);
    if (place < 0)
        return FOURSCORE_BUSY;
    struct server_board **other = &boards->others[place];
    if (!is_size(*other, width, height)) {
        close_board(*other);
        enum fourscore_status status =
            open_board(other, &boards->config, width, height, false);
        if (status != FOURSCORE_OK)
            return status;
    }
    (*other)->users++;
    (*other)->last_used = ++boards->uses;
    *board = *other;
    return FOURSCORE_OK;
}

enum fourscore_status server_board_use(struct server_boards *boards, int width,
                                       int height, struct server_board **board)
{
    *board = boards->first;
    if (is_size(*board, width, height))
        return FOURSCORE_OK;
    pthread_mutex_lock(&boards->lock);
    enum fourscore_status status = use_other(boards, width, height, board);
    pthread_mutex_unlock(&boards->lock);
    if (status != FOURSCORE_OK)
        *board = NULL;
    return status;
}

void server_board_release(struct server_boards *boards,
                          struct server_board *board)
{
    if (board == NULL || board == boards->first)
        return;
    pthread_mutex_lock(&boards->lock);
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
    for (int i = 0; i < KEPT; i++)
        if (boards->others[i] != NULL)
            bytes += table_bytes(boards->others[i]->solver);
    pthread_mutex_unlock(&boards->lock);
    return bytes;
}

const fourscore_solver *server_boards_solver(const struct server_boards *boards)
{
    return boards->first->solver;
}
