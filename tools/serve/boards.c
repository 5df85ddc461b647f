#include "tools/serve/boards.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "os/os.h"

enum {
    /* Steps of nice(2) by which the priority of threads that have searched for
     * long is lower than that of the others. */
    PRIORITY_STEPS = 5,

    /* The board that is there from the start. */
    FIRST_WIDTH = 7,
    FIRST_HEIGHT = 6,

    OTHER_TABLE_BYTES = 32 << 20,
};

struct board {
    int width, height;
    int place; /* in 'kept'; -1: the first one */
    int users; /* these two under the lock of all boards */
    uint64_t last_used;

    fourscore_solver *origin; /* owns the table, and the threads that help; it
                                 never searches: others are made from it */
    pthread_mutex_t lock;     /* of what follows, and of 'origin' */
    int idle_count;
    fourscore_solver **idle; /* that nobody uses now */
};

struct boards {
    struct boards_config config;
    struct board *first;

    pthread_mutex_t lock; /* of all that follows */
    struct board *kept[BOARDS_KEPT];
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
    settings.workers = BOARD_SOLVERS * config->threads;
    settings.table_bytes = config->table_bytes;
    return settings;
}

uint64_t boards_min_table_bytes(const struct boards_config *config)
{
    struct fourscore_config settings =
        settings_of(config, FIRST_WIDTH, FIRST_HEIGHT);
    return fourscore_min_table_bytes(&settings);
}

/* A board that is opened by a thread of its own: on Linux the threads of the
 * solver inherit its low priority. */
struct opening {
    const struct boards_config *config;
    struct board *board;
    enum fourscore_status status;
};

static void *open_solver(void *argument)
{
    struct opening *opening = argument;
    const struct boards_config *config = opening->config;
    struct board *board = opening->board;
    struct fourscore_config settings =
        settings_of(config, board->width, board->height);
    bool is_first = board->place < 0;
    if (!is_first) {
        settings.table_bytes = OTHER_TABLE_BYTES;
        uint64_t smallest = fourscore_min_table_bytes(&settings);
        if (settings.table_bytes < smallest)
            settings.table_bytes = smallest;
    }
    boards_lower_priority();
    opening->status = fourscore_solver_new(&board->origin, &settings);
    if (opening->status == FOURSCORE_OK && is_first && config->book != NULL)
        opening->status = fourscore_set_book(board->origin, config->book);
    return NULL;
}

static enum fourscore_status open_board(struct board **board,
                                        const struct boards_config *config,
                                        int width, int height, int place)
{
    struct board *made = calloc(1, sizeof *made);
    struct opening opening = {config, made, FOURSCORE_NO_THREAD};
    os_thread thread;
    *board = NULL;
    if (made != NULL)
        made->idle = calloc(BOARD_SOLVERS * (size_t)config->threads,
                            sizeof(fourscore_solver *));
    if (made == NULL || made->idle == NULL) {
        free(made);
        return FOURSCORE_NO_MEMORY;
    }
    made->width = width;
    made->height = height;
    made->place = place;
    pthread_mutex_init(&made->lock, NULL);
    if (os_thread_start(&thread, open_solver, &opening))
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
    *boards = made;
    return FOURSCORE_OK;
}

void boards_close(struct boards *boards)
{
    if (boards == NULL)
        return;
    for (int i = 0; i < BOARDS_KEPT; i++)
        close_board(boards->kept[i]);
    close_board(boards->first);
    pthread_mutex_destroy(&boards->lock);
    free(boards);
}

/* ---------------------------------------------------------------- using one */

/* Where the board is kept, or else where there is room for it: an empty place,
 * or that of the board which no one uses and which was not used for longest.
 * Returns -1 if there is none. */
static int find_place(const struct boards *boards, int width, int height)
{
    int found = -1;
    for (int i = 0; i < BOARDS_KEPT; i++) {
        const struct board *board = boards->kept[i];
        if (board != NULL && board->width == width && board->height == height)
            return i;
    }
    for (int i = 0; i < BOARDS_KEPT; i++) {
        const struct board *board = boards->kept[i];
        if (board == NULL)
            return i;
        if (board->users == 0 &&
            (found < 0 || board->last_used < boards->kept[found]->last_used))
            found = i;
    }
    return found;
}

static bool may_use(const int used[BOARDS_KEPT], int place)
{
    int count = 0;
    for (int i = 0; i < BOARDS_KEPT; i++)
        count += used[i] > 0;
    return used[place] > 0 || count < BOARDS_OF_CLIENT;
}

/* Requires the lock. */
static enum fourscore_status use_other(struct boards *boards,
                                       int used[BOARDS_KEPT], int width,
                                       int height, struct board **found)
{
    int place = find_place(boards, width, height);
    if (place < 0 || !may_use(used, place))
        return FOURSCORE_BUSY;
    struct board *board = boards->kept[place];
    if (board == NULL || board->width != width || board->height != height) {
        close_board(board);
        enum fourscore_status status = open_board(
            &boards->kept[place], &boards->config, width, height, place);
        if (status != FOURSCORE_OK)
            return status;
        board = boards->kept[place];
    }
    used[place]++;
    board->users++;
    board->last_used = ++boards->uses;
    *found = board;
    return FOURSCORE_OK;
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
        if (boards->kept[i] != NULL)
            bytes += bytes_of(boards->kept[i]);
    pthread_mutex_unlock(&boards->lock);
    return bytes;
}

uint64_t boards_first_bytes(const struct boards *boards)
{
    return bytes_of(boards->first);
}
