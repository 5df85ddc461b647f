#include <stdlib.h>

#include "lib/internal.h"
#include "os/clock.h"
#include "os/machine.h"
#include "os/thread.h"

enum { DEFAULT_CAPACITY = 256, MAX_CAPACITY = 1 << 20 };

/* A query in the pool. */
struct slot {
    struct fourscore_query query;
    struct position pos;
    struct fourscore_answer answer;
    bool answered;
};

/* A queue of slots, by index. */
struct queue {
    int *slots;
    int first, count;
};

struct worker {
    struct fourscore_pool *pool;
    fourscore_solver *solver;
    os_thread thread;
    bool started;
    bool idle;   /* in solver_help() and not woken yet */
    int running; /* the slot, or -1 */
    double began;
    uint64_t nodes_before;
};

struct fourscore_pool {
    struct fourscore_pool_config config;
    struct board board;

    os_mutex lock; /* of all that follows */
    os_condition change;
    os_condition tick; /* wakes the thread that reports progress */
    struct slot *slots;
    struct queue empty;   /* slots without a query */
    struct queue waiting; /* to be searched */
    struct queue order;   /* all in order of delivery, or only answered ones */
    bool delivering;      /* a thread is calling answered() */
    bool cancelled, closing;

    os_thread reporter;
    bool reports;
    int worker_count;
    struct worker workers[];
};

static bool make_queue(struct queue *queue, int capacity)
{
    queue->slots = calloc((size_t)capacity, sizeof *queue->slots);
    return queue->slots != NULL;
}

static void push(const struct fourscore_pool *pool, struct queue *queue,
                 int slot)
{
    int end = (queue->first + queue->count++) % pool->config.capacity;
    queue->slots[end] = slot;
}

static int pop(const struct fourscore_pool *pool, struct queue *queue)
{
    int slot = queue->slots[queue->first];
    queue->first = (queue->first + 1) % pool->config.capacity;
    queue->count--;
    return slot;
}

/* The slot to be delivered next, or -1.  Requires the lock. */
static int next_answer(const struct fourscore_pool *pool)
{
    if (pool->order.count == 0)
        return -1;
    int slot = pool->order.slots[pool->order.first];
    return pool->slots[slot].answered ? slot : -1;
}

/* Remove this slot from the pool. */
static void release(struct fourscore_pool *pool, int slot)
{
    pop(pool, &pool->order);
    pool->slots[slot].answered = false;
    push(pool, &pool->empty, slot);
    os_condition_broadcast(&pool->change);
}

/* Call answered() for all answers that can be delivered.  Requires the lock,
 * which is released during the calls. */
static void deliver(struct fourscore_pool *pool)
{
    int slot;
    if (pool->config.answered == NULL || pool->delivering)
        return; /* another thread will deliver them */
    pool->delivering = true;
    while ((slot = next_answer(pool)) >= 0) {
        os_mutex_unlock(&pool->lock);
        pool->config.answered(pool->config.context, &pool->slots[slot].answer);
        os_mutex_lock(&pool->lock);
        release(pool, slot);
    }
    pool->delivering = false;
    os_condition_broadcast(&pool->change);
}

static bool is_cancelled(const struct slot *slot)
{
    return slot->query.cancel != NULL && slot->query.cancel->cancelled;
}

/* Answer a query.  Requires the lock, which is released during the search. */
static void work(struct worker *worker)
{
    struct fourscore_pool *pool = worker->pool;
    int index = pop(pool, &pool->waiting);
    struct slot *slot = &pool->slots[index];
    bool late = pool->cancelled || is_cancelled(slot);

    worker->running = index;
    worker->began = os_seconds();
    worker->nodes_before = fourscore_nodes(worker->solver);
    os_mutex_unlock(&pool->lock);
    if (slot->query.fresh)
        solver_clear(worker->solver->solver);
    lib_answer(worker->solver, &slot->query, slot->pos, &slot->answer);
    if (late && !slot->answer.finished)
        slot->answer.status = FOURSCORE_CANCELLED;
    os_mutex_lock(&pool->lock);
    worker->running = -1;
    slot->answered = true;
    if (pool->config.unordered)
        push(pool, &pool->order, index);
    os_condition_broadcast(&pool->change);
    deliver(pool);
}

/* Help other workers until a query is submitted, which stops this solver. */
static void help(struct worker *worker)
{
    struct fourscore_pool *pool = worker->pool;

    worker->idle = true;
    os_mutex_unlock(&pool->lock);
    solver_help(worker->solver->solver);
    os_mutex_lock(&pool->lock);
    worker->idle = false;
    if (!pool->cancelled && !pool->closing)
        solver_resume(worker->solver->solver);
}

/* Wait without helping: after a cancellation the solver stays stopped. */
static void rest(struct worker *worker)
{
    struct fourscore_pool *pool = worker->pool;
    if (pool->cancelled)
        os_condition_wait(&pool->change, &pool->lock);
    else
        help(worker);
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    struct fourscore_pool *pool = worker->pool;

    os_mutex_lock(&pool->lock);
    while (!pool->closing) {
        if (pool->waiting.count > 0)
            work(worker);
        else
            rest(worker);
    }
    os_mutex_unlock(&pool->lock);
    return NULL;
}

/* ------------------------------------------------------------------ progress
 */

static const struct worker *longest_running(const struct fourscore_pool *pool)
{
    const struct worker *longest = NULL;
    for (int i = 0; i < pool->worker_count; i++) {
        const struct worker *worker = &pool->workers[i];
        if (worker->running >= 0 &&
            (longest == NULL || worker->began < longest->began))
            longest = worker;
    }
    return longest;
}

static struct fourscore_progress progress_of(const struct worker *worker)
{
    const struct slot *slot = &worker->pool->slots[worker->running];
    struct solver_progress found = solver_progress(worker->solver->solver);
    double seconds = os_seconds() - worker->began;
    uint64_t nodes = found.nodes > worker->nodes_before
                         ? found.nodes - worker->nodes_before
                         : 0;
    return (struct fourscore_progress){
        .size = sizeof(struct fourscore_progress),
        .position = slot->query.position,
        .user = slot->query.user,
        .score = {found.bounds.lower, found.bounds.upper},
        .nodes = nodes,
        .nodes_per_second = seconds > 0 ? (double)nodes / seconds : 0,
        .seconds = seconds,
    };
}

static void *run_reporter(void *argument)
{
    struct fourscore_pool *pool = argument;
    double seconds = pool->config.progress_seconds;

    os_mutex_lock(&pool->lock);
    while (!pool->closing) {
        os_condition_wait_for(&pool->tick, &pool->lock, seconds);
        const struct worker *worker = longest_running(pool);
        if (pool->closing || worker == NULL)
            continue;
        struct fourscore_progress progress = progress_of(worker);
        os_mutex_unlock(&pool->lock);
        pool->config.progress(pool->config.context, &progress);
        os_mutex_lock(&pool->lock);
    }
    os_mutex_unlock(&pool->lock);
    return NULL;
}

/* ------------------------------------------------------- opening and closing
 */

/* Fill in the defaults. */
static enum fourscore_status
read_config(struct fourscore_pool_config *all,
            const struct fourscore_pool_config *config)
{
    *all = (struct fourscore_pool_config)FOURSCORE_POOL_INIT;
    if (config != NULL &&
        !lib_read_structure(all, sizeof *all, config, config->size))
        return FOURSCORE_BAD_ARGUMENT;
    if (all->threads < 0 || all->threads > FOURSCORE_MAX_THREADS ||
        all->capacity < 0 || all->capacity > MAX_CAPACITY ||
        !(all->progress_seconds >= 0))
        return FOURSCORE_BAD_ARGUMENT;
    bool is_shared = all->solver != NULL;
    if (is_shared && (all->width != 0 || all->height != 0 || all->engine ||
                      all->table_bytes != 0 || all->together || all->no_book ||
                      all->book != NULL))
        return FOURSCORE_BAD_ARGUMENT;
    if (all->threads == 0) {
        int cores = os_machine("").cores;
        all->threads = !solver_is_parallel(all->engine) ? 1
                       : cores < FOURSCORE_MAX_THREADS  ? cores
                                                        : FOURSCORE_MAX_THREADS;
    }
    if (all->capacity == 0)
        all->capacity = DEFAULT_CAPACITY;
    if (all->progress_seconds == 0)
        all->progress_seconds = 1;
    return FOURSCORE_OK;
}

static enum fourscore_status
open_solver(const struct fourscore_pool_config *config, int workers,
            fourscore_solver **solver)
{
    struct fourscore_config settings = FOURSCORE_CONFIG_INIT;
    settings.width = config->width;
    settings.height = config->height;
    settings.engine = config->engine;
    settings.table_bytes = config->table_bytes;
    settings.threads = config->threads / workers;
    settings.workers = workers - 1;
    enum fourscore_status status = fourscore_solver_new(solver, &settings);
    if (status == FOURSCORE_OK && (config->no_book || config->book != NULL))
        status =
            fourscore_set_book(*solver, config->no_book ? NULL : config->book);
    return status;
}

static enum fourscore_status open_workers(struct fourscore_pool *pool,
                                          int workers)
{
    fourscore_solver *shared = pool->config.solver;
    enum fourscore_status status =
        shared != NULL
            ? fourscore_solver_worker(&pool->workers[0].solver, shared)
            : open_solver(&pool->config, workers, &pool->workers[0].solver);
    for (int i = 1; i < workers && status == FOURSCORE_OK; i++)
        status = fourscore_solver_worker(&pool->workers[i].solver,
                                         pool->workers[0].solver);
    return status;
}

static bool start_threads(struct fourscore_pool *pool)
{
    for (int i = 0; i < pool->worker_count; i++) {
        struct worker *worker = &pool->workers[i];
        worker->started = os_thread_start(&worker->thread, run_worker, worker);
        if (!worker->started)
            return false;
    }
    if (pool->config.progress == NULL)
        return true;
    pool->reports = os_thread_start(&pool->reporter, run_reporter, pool);
    return pool->reports;
}

static enum fourscore_status open_pool(struct fourscore_pool *pool, int workers)
{
    int capacity = pool->config.capacity;
    pool->slots = calloc((size_t)capacity, sizeof *pool->slots);
    if (pool->slots == NULL || !make_queue(&pool->empty, capacity) ||
        !make_queue(&pool->waiting, capacity) ||
        !make_queue(&pool->order, capacity))
        return FOURSCORE_NO_MEMORY;
    for (int i = 0; i < capacity; i++)
        push(pool, &pool->empty, i);
    for (int i = 0; i < workers; i++) {
        pool->workers[i].pool = pool;
        pool->workers[i].running = -1;
    }
    pool->worker_count = workers;
    enum fourscore_status status = open_workers(pool, workers);
    if (status != FOURSCORE_OK)
        return status;
    pool->board = pool->workers[0].solver->board;
    return start_threads(pool) ? FOURSCORE_OK : FOURSCORE_NO_THREAD;
}

EXPORT enum fourscore_status
fourscore_pool_new(fourscore_pool **pool,
                   const struct fourscore_pool_config *config)
{
    struct fourscore_pool_config all;
    *pool = NULL;
    enum fourscore_status status = read_config(&all, config);
    if (status != FOURSCORE_OK)
        return status;
    int workers = all.together ? 1 : all.threads;
    struct fourscore_pool *made =
        calloc(1, sizeof *made + (size_t)workers * sizeof *made->workers);
    if (made == NULL)
        return FOURSCORE_NO_MEMORY;
    made->config = all;
    os_mutex_init(&made->lock);
    os_condition_init(&made->change);
    os_condition_init(&made->tick);
    status = open_pool(made, workers);
    if (status == FOURSCORE_OK)
        *pool = made;
    else
        fourscore_pool_free(made);
    return status;
}

/* Stop all searches, those of helpers included.  Requires the lock. */
static void stop_workers(struct fourscore_pool *pool)
{
    for (int i = 0; i < pool->worker_count; i++)
        if (pool->workers[i].solver != NULL)
            solver_stop(pool->workers[i].solver->solver);
    os_condition_broadcast(&pool->change);
    os_condition_broadcast(&pool->tick);
}

EXPORT void fourscore_pool_free(fourscore_pool *pool)
{
    if (pool == NULL)
        return;
    os_mutex_lock(&pool->lock);
    pool->closing = true;
    stop_workers(pool);
    os_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->worker_count; i++)
        if (pool->workers[i].started)
            os_thread_join(pool->workers[i].thread);
    if (pool->reports)
        os_thread_join(pool->reporter);
    for (int i = 0; i < pool->worker_count; i++)
        fourscore_solver_free(pool->workers[i].solver);
    os_condition_destroy(&pool->tick);
    os_condition_destroy(&pool->change);
    os_mutex_destroy(&pool->lock);
    free(pool->order.slots);
    free(pool->waiting.slots);
    free(pool->empty.slots);
    free(pool->slots);
    free(pool);
}

EXPORT void fourscore_pool_cancel(fourscore_pool *pool)
{
    os_mutex_lock(&pool->lock);
    pool->cancelled = true;
    stop_workers(pool);
    os_mutex_unlock(&pool->lock);
}

/* --------------------------------------------------------- queries, answers */

static void wake_one(struct fourscore_pool *pool)
{
    for (int i = 0; i < pool->worker_count; i++) {
        if (!pool->workers[i].idle)
            continue;
        pool->workers[i].idle = false;
        solver_stop(pool->workers[i].solver->solver);
        return;
    }
}

static enum fourscore_status
submit(fourscore_pool *pool, const struct fourscore_query *query, bool wait)
{
    struct fourscore_query read;
    struct position pos;
    enum fourscore_status status =
        lib_read_query(query, pool->board, &read, &pos);
    if (status != FOURSCORE_OK)
        return status;
    bool is_shared = pool->worker_count > 1 || pool->config.solver != NULL;
    if (read.fresh && is_shared) /* others use the table */
        return FOURSCORE_BAD_ARGUMENT;
    os_mutex_lock(&pool->lock);
    while (wait && pool->empty.count == 0 && !pool->cancelled)
        os_condition_wait(&pool->change, &pool->lock);
    if (pool->cancelled) {
        status = FOURSCORE_CANCELLED;
    } else if (pool->empty.count == 0) {
        status = FOURSCORE_BUSY;
    } else {
        int slot = pop(pool, &pool->empty);
        pool->slots[slot].query = read;
        pool->slots[slot].pos = pos;
        push(pool, &pool->waiting, slot);
        if (!pool->config.unordered)
            push(pool, &pool->order, slot);
        wake_one(pool);
    }
    os_mutex_unlock(&pool->lock);
    return status;
}

EXPORT enum fourscore_status
fourscore_pool_submit(fourscore_pool *pool, const struct fourscore_query *query)
{
    return submit(pool, query, true);
}

EXPORT enum fourscore_status
fourscore_pool_try(fourscore_pool *pool, const struct fourscore_query *query)
{
    return submit(pool, query, false);
}

static enum fourscore_status take(fourscore_pool *pool,
                                  struct fourscore_answer *answer, bool wait)
{
    if (pool->config.answered != NULL || answer->size < sizeof answer->size)
        return FOURSCORE_BAD_ARGUMENT;
    enum fourscore_status status = FOURSCORE_BUSY;
    int slot;
    os_mutex_lock(&pool->lock);
    while ((slot = next_answer(pool)) < 0 && wait &&
           pool->empty.count < pool->config.capacity)
        os_condition_wait(&pool->change, &pool->lock);
    if (slot >= 0) {
        lib_write_structure(answer, answer->size, &pool->slots[slot].answer,
                            sizeof pool->slots[slot].answer);
        release(pool, slot);
        status = FOURSCORE_OK;
    }
    os_mutex_unlock(&pool->lock);
    return status;
}

EXPORT enum fourscore_status
fourscore_pool_next(fourscore_pool *pool, struct fourscore_answer *answer)
{
    return take(pool, answer, true);
}

EXPORT enum fourscore_status
fourscore_pool_poll(fourscore_pool *pool, struct fourscore_answer *answer)
{
    return take(pool, answer, false);
}

EXPORT void fourscore_pool_wait(fourscore_pool *pool)
{
    os_mutex_lock(&pool->lock);
    while (pool->empty.count < pool->config.capacity || pool->delivering)
        os_condition_wait(&pool->change, &pool->lock);
    os_mutex_unlock(&pool->lock);
}

EXPORT uint64_t fourscore_pool_table_bytes(const fourscore_pool *pool)
{
    return fourscore_table_bytes(pool->workers[0].solver);
}

EXPORT const char *fourscore_pool_engine(const fourscore_pool *pool)
{
    return fourscore_engine(pool->workers[0].solver);
}

EXPORT const char *fourscore_pool_isa(const fourscore_pool *pool)
{
    return fourscore_isa(pool->workers[0].solver);
}

EXPORT int fourscore_pool_threads(const fourscore_pool *pool)
{
    return pool->config.threads;
}
