/* The life of a pool, and its threads. */
#include <stdlib.h>

#include "lib/pool.h"

enum { DEFAULT_CAPACITY = 256, MAX_CAPACITY = 1 << 20 };

/* In steps of nice(2): a tenth of the time of a thread that is not in the
 * background, if both want the same core. */
enum { BACKGROUND_STEPS = 10 };

/* ----------------------------------------------------------------- threads */

/* Help other workers until a query is submitted, which stops this solver. */
static void help(struct lib_worker *worker)
{
    struct fourscore_pool *pool = worker->pool;

    worker->idle = true;
    pool->idle_count++;
    os_mutex_unlock(&pool->lock);
    solver_help(worker->solver->solver);
    os_mutex_lock(&pool->lock);
    if (worker->idle) /* not woken, but cancelled */
        pool->idle_count--;
    worker->idle = false;
    if (!pool->cancelled && !pool->closing)
        solver_resume(worker->solver->solver);
}

/* Wait for a query.  After a cancellation the solver stays stopped, and cannot
 * help. */
static void rest(struct lib_worker *worker)
{
    struct fourscore_pool *pool = worker->pool;
    if (pool->cancelled)
        os_condition_wait(&pool->end, &pool->lock);
    else if (pool->config.no_help)
        os_condition_wait(&pool->submitted, &pool->lock);
    else
        help(worker);
}

static void *run_worker(void *argument)
{
    struct lib_worker *worker = argument;
    struct fourscore_pool *pool = worker->pool;

    if (pool->config.background)
        os_thread_lower_priority(BACKGROUND_STEPS);
    os_mutex_lock(&pool->lock);
    while (!pool->closing) {
        if (pool->waiting.count > 0)
            lib_pool_work(worker);
        else
            rest(worker);
    }
    os_mutex_unlock(&pool->lock);
    return NULL;
}

/* ------------------------------------------------------------------ opening */

static bool make_queue(struct lib_queue *queue, int capacity)
{
    queue->slots = calloc((size_t)capacity, sizeof *queue->slots);
    return queue->slots != NULL;
}

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
        all->capacity < 0 || all->capacity > MAX_CAPACITY)
        return FOURSCORE_BAD_ARGUMENT;
    bool is_shared = all->solver != NULL;
    if (is_shared && (all->width != 0 || all->height != 0 || all->engine ||
                      all->table_bytes != 0 || all->together || all->no_book ||
                      all->book != NULL))
        return FOURSCORE_BAD_ARGUMENT;
    if (all->capacity == 0)
        all->capacity = DEFAULT_CAPACITY;
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
        struct lib_worker *worker = &pool->workers[i];
        worker->started = os_thread_start(&worker->thread, run_worker, worker);
        if (!worker->started)
            return false;
    }
    return true;
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
        lib_queue_push(pool, &pool->empty, i);
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

static enum fourscore_status make_pool(fourscore_pool **pool,
                                       const struct fourscore_pool_config *all)
{
    int workers = all->together ? 1 : all->threads;
    struct fourscore_pool *made =
        calloc(1, sizeof *made + (size_t)workers * sizeof *made->workers);
    if (made == NULL)
        return FOURSCORE_NO_MEMORY;
    made->config = *all;
    os_mutex_init(&made->lock);
    os_condition_init(&made->room);
    os_condition_init(&made->delivered);
    os_condition_init(&made->end);
    os_condition_init(&made->submitted);
    enum fourscore_status status = open_pool(made, workers);
    if (status == FOURSCORE_OK)
        *pool = made;
    else
        fourscore_pool_free(made);
    return status;
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
    if (all.threads > 0)
        return make_pool(pool, &all);
    all.threads = fourscore_default_threads(all.engine);
    while ((status = make_pool(pool, &all)) != FOURSCORE_OK &&
           all.threads > 1 &&
           (status == FOURSCORE_NO_THREAD || status == FOURSCORE_NO_MEMORY))
        all.threads /= 2;
    return status;
}

/* Stop all searches, those of helpers included.  Requires the lock. */
static void stop_workers(struct fourscore_pool *pool)
{
    for (int i = 0; i < pool->worker_count; i++)
        if (pool->workers[i].solver != NULL)
            solver_stop(pool->workers[i].solver->solver);
    os_condition_broadcast(&pool->room);
    os_condition_broadcast(&pool->end);
    os_condition_broadcast(&pool->submitted);
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
    for (int i = 0; i < pool->worker_count; i++)
        fourscore_solver_free(pool->workers[i].solver);
    os_condition_destroy(&pool->submitted);
    os_condition_destroy(&pool->end);
    os_condition_destroy(&pool->delivered);
    os_condition_destroy(&pool->room);
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

EXPORT enum fourscore_status
fourscore_pool_info(const fourscore_pool *pool,
                    struct fourscore_solver_info *info)
{
    struct fourscore_solver_info all = FOURSCORE_SOLVER_INFO_INIT;
    fourscore_solver_info(pool->workers[0].solver, &all);
    all.threads = pool->config.threads;
    return lib_write_structure(info, info->size, &all, sizeof all)
               ? FOURSCORE_OK
               : FOURSCORE_BAD_ARGUMENT;
}
