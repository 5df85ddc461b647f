#include "tools/serve/boards.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "os/os.h"

enum {
    /* Steps of nice(2) by which the priority of searches is lower than that of
     * threads that speak HTTP. */
    PRIORITY_STEPS = 5,

    /* The board that is there from the start. */
    FIRST_WIDTH = 7,
    FIRST_HEIGHT = 6,

    OTHER_TABLE_BYTES = 32 << 20,
};

struct board {
    int width, height;
    int place; /* of the boards that are kept; -1: the first one */
    int users; /* these two under the lock of all boards */
    uint64_t last_used;

    fourscore_solver *origin; /* owns the table, and the threads that help; it
                                 never searches: others are made from it */
    pthread_mutex_t lock;     /* of what follows, and of 'origin' */
    int idle_count;
    fourscore_solver **idle; /* that nobody uses now */
};

/* Where a board is kept. */
struct place {
    int width, height;   /* 0: it is empty */
    struct board *board; /* NULL: it is being opened */
};

struct boards {
    struct boards_config config;
    struct board *first;

    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t opened;
    struct place places[BOARDS_KEPT];
    uint64_t uses;
};

/* ------------------------------------------------------------------ opening */

void boards_lower_priority(void)
{
    static _Thread_local bool is_low;
    if (!is_low)
        os_thread_lower_priority(PRIORITY_STEPS);
    is_low = true;
}

static void close_board(struct board *board)
{
    if (board == NULL)
        return;
    while (board->idle_count > 0)
        fourscore_solver_free(board->idle[--board->idle_count]);
    free(board->idle);
    fourscore_solver_free(board->origin);
    pthread_mutex_destroy(&board->lock);
    free(board);
}

static struct fourscore_config settings_of(const struct boards_config *config,
                                           int width, int height)
{
    struct fourscore_config settings = FOURSCORE_CONFIG_INIT;
    settings.width = width;
    settings.height = height;
    settings.threads = config->threads;
    settings.workers = config->solvers;
    settings.table_bytes = config->table_bytes;
    return settings;
}

uint64_t boards_min_table_bytes(const struct boards_config *config)
{
    struct fourscore_config settings =
        settings_of(config, FIRST_WIDTH, FIRST_HEIGHT);
    return fourscore_min_table_bytes(&settings);
}

static enum fourscore_status open_solver(const struct boards_config *config,
                                         struct board *board)
{
    struct fourscore_config settings =
        settings_of(config, board->width, board->height);
    bool is_first = board->place < 0;
    if (!is_first) {
        settings.table_bytes = OTHER_TABLE_BYTES;
        uint64_t smallest = fourscore_min_table_bytes(&settings);
        if (settings.table_bytes < smallest)
            settings.table_bytes = smallest;
    }
    enum fourscore_status status =
        fourscore_solver_new(&board->origin, &settings);
    if (status == FOURSCORE_OK && is_first && config->book != NULL)
        status = fourscore_set_book(board->origin, config->book);
    return status;
}

/* A board that is to be opened by a thread. */
struct opening {
    const struct boards_config *config;
    struct board *board;
    enum fourscore_status status;
};

static void *open_low(void *argument)
{
    struct opening *opening = argument;
    boards_lower_priority();
    opening->status = open_solver(opening->config, opening->board);
    return NULL;
}

/* Opened by a thread of its own: on Linux the threads of the solver inherit its
 * low priority. */
static enum fourscore_status open_board(struct board **board,
                                        const struct boards_config *config,
                                        int width, int height, int place)
{
    struct board *made = calloc(1, sizeof *made);
    struct opening opening = {config, made, FOURSCORE_NO_THREAD};
    os_thread thread;
    *board = NULL;
    if (made != NULL)
        made->idle =
            calloc((size_t)config->solvers, sizeof(fourscore_solver *));
    if (made == NULL || made->idle == NULL) {
        free(made);
        return FOURSCORE_NO_MEMORY;
    }
    made->width = width;
    made->height = height;
    made->place = place;
    pthread_mutex_init(&made->lock, NULL);
    if (os_thread_start(&thread, open_low, &opening))
        os_thread_join(thread);
    if (opening.status == FOURSCORE_OK)
        *board = made;
    else
        close_board(made);
    return opening.status;
}

enum fourscore_status boards_open(struct boards **boards,
                                  const struct boards_config *config)
{
    struct boards *made = calloc(1, sizeof *made);
    *boards = NULL;
    if (made == NULL)
        return FOURSCORE_NO_MEMORY;
    made->config = *config;
    enum fourscore_status status =
        open_board(&made->first, &made->config, FIRST_WIDTH, FIRST_HEIGHT, -1);
    if (status != FOURSCORE_OK) {
        free(made);
        return status;
    }
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->opened, NULL);
    *boards = made;
    return FOURSCORE_OK;
}

void boards_close(struct boards *boards)
{
    if (boards == NULL)
        return;
    for (int i = 0; i < BOARDS_KEPT; i++)
        close_board(boards->places[i].board);
    close_board(boards->first);
    pthread_cond_destroy(&boards->opened);
    pthread_mutex_destroy(&boards->lock);
    free(boards);
}

/* ---------------------------------------------------------------- using one */

static struct place *find_board(struct boards *boards, int width, int height)
{
    for (int i = 0; i < BOARDS_KEPT; i++)
        if (boards->places[i].width == width &&
            boards->places[i].height == height)
            return &boards->places[i];
    return NULL;
}

/* An empty place, or that of the board which no one uses and which was not used
 * for longest; or NULL. */
static struct place *find_room(struct boards *boards)
{
    struct place *found = NULL;
    for (int i = 0; i < BOARDS_KEPT; i++) {
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

static bool may_use_more(const int used[BOARDS_KEPT])
{
    int count = 0;
    for (int i = 0; i < BOARDS_KEPT; i++)
        count += used[i] > 0;
    return count < BOARDS_OF_CLIENT;
}

/* Use the board of a place.  Returns NULL if the client uses too many others.
 */
static struct board *use(struct boards *boards, int used[BOARDS_KEPT],
                         const struct place *place)
{
    struct board *board = place->board;
    if (used[board->place] == 0 && !may_use_more(used))
        return NULL;
    used[board->place]++;
    board->users++;
    board->last_used = ++boards->uses;
    return board;
}

/* Open a board in the place of another one.  Requires the lock, which is
 * released meanwhile. */
static enum fourscore_status replace(struct boards *boards, struct place *place,
                                     int width, int height)
{
    struct board *before = place->board, *made;
    *place = (struct place){width, height, NULL};
    pthread_mutex_unlock(&boards->lock);
    close_board(before);
    enum fourscore_status status = open_board(
        &made, &boards->config, width, height, (int)(place - boards->places));
    pthread_mutex_lock(&boards->lock);
    place->board = made;
    if (made == NULL)
        *place = (struct place){0};
    pthread_cond_broadcast(&boards->opened);
    return status;
}

static enum fourscore_status use_other(struct boards *boards,
                                       int used[BOARDS_KEPT], int width,
                                       int height, struct board **board)
{
    struct place *place;
    while ((place = find_board(boards, width, height)) != NULL &&
           place->board == NULL)
        pthread_cond_wait(&boards->opened, &boards->lock);
    if (place == NULL) {
        place = may_use_more(used) ? find_room(boards) : NULL;
        if (place == NULL)
            return FOURSCORE_BUSY;
        enum fourscore_status status = replace(boards, place, width, height);
        if (status != FOURSCORE_OK)
            return status;
    }
    *board = use(boards, used, place);
    return *board != NULL ? FOURSCORE_OK : FOURSCORE_BUSY;
}

enum fourscore_status boards_use(struct boards *boards, int used[BOARDS_KEPT],
                                 int width, int height, struct board **board)
{
    *board = boards->first;
    if (width == FIRST_WIDTH && height == FIRST_HEIGHT)
        return FOURSCORE_OK;
    *board = NULL;
    pthread_mutex_lock(&boards->lock);
    enum fourscore_status status =
        use_other(boards, used, width, height, board);
    pthread_mutex_unlock(&boards->lock);
    return status;
}

void boards_release(struct boards *boards, int used[BOARDS_KEPT],
                    struct board *board)
{
    if (board == boards->first)
        return;
    pthread_mutex_lock(&boards->lock);
    used[board->place]--;
    board->users--;
    pthread_mutex_unlock(&boards->lock);
}

/* ------------------------------------------------------------------ solvers */

fourscore_solver *board_take(struct board *board)
{
    fourscore_solver *solver = NULL;
    pthread_mutex_lock(&board->lock);
    if (board->idle_count > 0)
        solver = board->idle[--board->idle_count];
    else if (fourscore_solver_worker(&solver, board->origin) != FOURSCORE_OK)
        solver = NULL;
    pthread_mutex_unlock(&board->lock);
    return solver;
}

void board_give(struct board *board, fourscore_solver *solver)
{
    pthread_mutex_lock(&board->lock);
    board->idle[board->idle_count++] = solver;
    pthread_mutex_unlock(&board->lock);
}

static uint64_t bytes_of(const struct board *board)
{
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    fourscore_solver_info(board->origin, &info);
    return info.table_bytes;
}

uint64_t boards_bytes(struct boards *boards)
{
    uint64_t bytes = boards_first_bytes(boards);
    pthread_mutex_lock(&boards->lock);
    for (int i = 0; i < BOARDS_KEPT; i++)
        if (boards->places[i].board != NULL)
            bytes += bytes_of(boards->places[i].board);
    pthread_mutex_unlock(&boards->lock);
    return bytes;
}

uint64_t boards_first_bytes(const struct boards *boards)
{
    return bytes_of(boards->first);
}
