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
    int place;                    /* in 'kept' */
    enum fourscore_status status; /* of opening it */
    int users;                    /* these two under the lock of all boards */
    uint64_t last_used;

    fourscore_solver *origin; /* owns the table, and the threads that help; it
                                 never searches: others are made from it */
    pthread_mutex_t lock;     /* of what follows, and of 'origin' */
    int idle_count;
    fourscore_solver *idle[]; /* that nobody uses now */
};

enum { FIRST, PLACES = 1 + BOARDS_KEPT };

static struct {
    int threads;
    uint64_t table_bytes;
    fourscore_book *book;
} config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static struct board *kept[PLACES]; /* the first one stays */
static uint64_t uses;

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
    fourscore_solver_free(board->origin);
    pthread_mutex_destroy(&board->lock);
    free(board);
}

static struct fourscore_config settings_of(int width, int height)
{
    struct fourscore_config settings = FOURSCORE_CONFIG_INIT;
    settings.width = width;
    settings.height = height;
    settings.threads = config.threads;
    settings.workers = BOARD_SOLVERS * config.threads;
    settings.table_bytes = config.table_bytes;
    return settings;
}

uint64_t boards_min_table_bytes(void)
{
    struct fourscore_config settings = settings_of(FIRST_WIDTH, FIRST_HEIGHT);
    return fourscore_min_table_bytes(&settings);
}

/* Make the solver of a board, on a thread of its own: on Linux the threads of
 * the solver inherit its low priority. */
static void *open_solver(void *argument)
{
    struct board *board = argument;
    struct fourscore_config settings = settings_of(board->width, board->height);
    bool is_first = board->place == FIRST;
    if (!is_first) {
        settings.table_bytes = OTHER_TABLE_BYTES;
        uint64_t smallest = fourscore_min_table_bytes(&settings);
        if (settings.table_bytes < smallest)
            settings.table_bytes = smallest;
    }
    boards_lower_priority();
    board->status = fourscore_solver_new(&board->origin, &settings);
    if (board->status == FOURSCORE_OK && is_first && config.book != NULL)
        board->status = fourscore_set_book(board->origin, config.book);
    return NULL;
}

/* Open a board at a place that is empty. */
static enum fourscore_status open_board(int place, int width, int height)
{
    size_t solvers = BOARD_SOLVERS * (size_t)config.threads;
    struct board *board =
        calloc(1, sizeof *board + solvers * sizeof(fourscore_solver *));
    os_thread thread;
    if (board == NULL)
        return FOURSCORE_NO_MEMORY;
    board->width = width;
    board->height = height;
    board->place = place;
    board->status = FOURSCORE_NO_THREAD;
    pthread_mutex_init(&board->lock, NULL);
    if (os_thread_start(&thread, open_solver, board))
        os_thread_join(thread);
    enum fourscore_status status = board->status;
    if (status == FOURSCORE_OK)
        kept[place] = board;
    else
        close_board(board);
    return status;
}

enum fourscore_status boards_open(int threads, uint64_t table_bytes,
                                  fourscore_book *book)
{
    config.threads = threads;
    config.table_bytes = table_bytes;
    config.book = book;
    return open_board(FIRST, FIRST_WIDTH, FIRST_HEIGHT);
}

void boards_close(void)
{
    for (int place = 0; place < PLACES; place++)
        close_board(kept[place]);
}

/* ---------------------------------------------------------------- using one */

/* The place of a board besides the first; or else one where there is room for
 * it: an empty one, or that of the board which no one uses and which was not
 * used for longest.  Returns FIRST if there is none. */
static int find_place(int width, int height)
{
    int found = FIRST;
    uint64_t oldest = UINT64_MAX;
    for (int place = FIRST + 1; place < PLACES; place++) {
        const struct board *board = kept[place];
        if (board != NULL && board->width == width && board->height == height)
            return place;
        if (board != NULL && board->users > 0)
            continue;
        uint64_t used = board != NULL ? board->last_used : 0;
        if (used < oldest) {
            found = place;
            oldest = used;
        }
    }
    return found;
}

static bool may_use(const int used[BOARDS_KEPT], int place)
{
    int count = 0;
    for (int i = 0; i < BOARDS_KEPT; i++)
        count += used[i] > 0;
    return used[place - 1] > 0 || count < BOARDS_OF_CLIENT;
}

/* Requires the lock. */
static enum fourscore_status use_other(int used[BOARDS_KEPT], int width,
                                       int height, struct board **found)
{
    enum fourscore_status status = FOURSCORE_OK;
    int place = find_place(width, height);
    if (place == FIRST || !may_use(used, place))
        return FOURSCORE_BUSY;
    struct board *board = kept[place];
    if (board == NULL || board->width != width || board->height != height) {
        close_board(board);
        kept[place] = NULL;
        status = open_board(place, width, height);
        board = kept[place];
    }
    if (status == FOURSCORE_OK) {
        used[place - 1]++;
        board->users++;
        board->last_used = ++uses;
        *found = board;
    }
    return status;
}

enum fourscore_status boards_use(int used[BOARDS_KEPT], int width, int height,
                                 struct board **board)
{
    *board = kept[FIRST];
    if (width == FIRST_WIDTH && height == FIRST_HEIGHT)
        return FOURSCORE_OK;
    pthread_mutex_lock(&lock);
    enum fourscore_status status = use_other(used, width, height, board);
    pthread_mutex_unlock(&lock);
    return status;
}

void boards_release(int used[BOARDS_KEPT], struct board *board)
{
    if (board->place == FIRST)
        return;
    pthread_mutex_lock(&lock);
    used[board->place - 1]--;
    board->users--;
    pthread_mutex_unlock(&lock);
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

/* ------------------------------------------------------------------- gauges */

uint64_t boards_bytes(void)
{
    uint64_t bytes = 0;
    pthread_mutex_lock(&lock);
    for (int place = 0; place < PLACES; place++) {
        struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
        if (kept[place] != NULL)
            fourscore_solver_info(kept[place]->origin, &info);
        bytes += info.table_bytes;
    }
    pthread_mutex_unlock(&lock);
    return bytes;
}
