#include <stdlib.h>

#include "lib/internal.h"
#include "os/os.h"

enum { DEFAULT_CAPACITY = 256, MAX_CAPACITY = 1 << 20 };

/* In steps of nice(2): a tenth of the time of a thread that is not in the
 * background, if both want the same core. */
enum { BACKGROUND_STEPS = 10 };

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
    bool idle;            /* in solver_help() and not woken yet */
    int running;          /* the slot, or -1 */
    _Atomic double began; /* os_seconds(); 0: it is not searched (yet) */
    uint64_t nodes_before;
};

struct fourscore_pool {
    struct fourscore_pool_config config;
    struct board board;

    os_mutex lock;          /* of all that follows */
    os_condition room;      /* for those that submit */
    os_condition delivered; /* for those that wait for answers */
    os_condition end;       /* for workers after a cancellation */
    os_condition submitted; /* for workers that do not help */
    struct slot *slots;
    struct queue empty;   /* slots without a query */
    struct queue waiting; /* to be searched */
    struct queue order;   /* all in order of delivery, or only answered */
    bool delivering;      /* a thread is calling answered() */
    bool cancelled, closing;

    int idle_count;
    int worker_count;
    struct worker workers[];
};

/* ------------------------------------------------------------------- queues */

/* The place of a slot in a queue, whose first slot has the index 0. */
static int *place_of(const struct fourscore_pool *pool,
                     const struct queue *queue, int index)
{
    return &queue->slots[(queue->first + index) % pool->config.capacity];
}

/* Put a slot at the end of a queue. */
static void push(const struct fourscore_pool *pool, struct queue *queue,
                 int slot)
{
    *place_of(pool, queue, queue->count++) = slot;
}

/* Take the first slot of a queue. */
static int pop(const struct fourscore_pool *pool, struct queue *queue)
{
    int slot = queue->slots[queue->first];
    if (++queue->first == pool->config.capacity)
        queue->first = 0;
    queue->count--;
    return slot;
}

/* --------------------------------------------------------------- submission */

/* Wake one of the workers that have nothing to do. */
static void wake_one(struct fourscore_pool *pool)
{
    if (pool->config.no_help)
        os_condition_signal(&pool->submitted);
    if (pool->idle_count == 0)
        return;
    struct worker *worker = pool->workers;
    while (!worker->idle)
        worker++;
    worker->idle = false;
    pool->idle_count--;
    solver_stop(worker->solver->solver);
}

/* Let those go on that wait for room, once half of the queries have begun: to
 * wake a thread takes longer than to answer an easy query. */
static void offer_room(struct fourscore_pool *pool)
{
    if (pool->empty.count > 0 &&
        pool->waiting.count <= pool->config.capacity / 2)
        os_condition_broadcast(&pool->room);
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
        os_condition_wait(&pool->room, &pool->lock);
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

/* ----------------------------------------------------------------- delivery */

/* The number of answers that can be delivered now.  Requires the lock. */
static int count_ready(const struct fourscore_pool *pool)
{
    int ready = 0;
    while (ready < pool->order.count &&
           pool->slots[*place_of(pool, &pool->order, ready)].answered)
        ready++;
    return ready;
}

/* The slot to be delivered next, or -1.  Requires the lock. */
static int next_answer(const struct fourscore_pool *pool)
{
    int slot = *place_of(pool, &pool->order, 0);
    return pool->order.count > 0 && pool->slots[slot].answered ? slot : -1;
}

/* Remove the query that was delivered. */
static void release(struct fourscore_pool *pool)
{
    int slot = pop(pool, &pool->order);
    pool->slots[slot].answered = false;
    push(pool, &pool->empty, slot);
    offer_room(pool);
}

/* Call answered() for this number of answers, without the lock: no other thread
 * changes the beginning of 'order'. */
static void call_answered(struct fourscore_pool *pool, int count)
{
    os_mutex_unlock(&pool->lock);
    for (int i = 0; i < count; i++)
        pool->config.answered(
            pool->config.context,
            &pool->slots[*place_of(pool, &pool->order, i)].answer);
    os_mutex_lock(&pool->lock);
}

/* Call answered() for all answers that can be delivered.  Requires the lock,
 * which is released during the calls. */
static void deliver(struct fourscore_pool *pool)
{
    int ready;
    if (pool->config.answered == NULL) {
        if (next_answer(pool) >= 0)
            os_condition_broadcast(&pool->delivered);
        return;
    }
    if (pool->delivering)
        return; /* that thread will deliver them */
    pool->delivering = true;
    while ((ready = count_ready(pool)) > 0) {
        call_answered(pool, ready);
        while (ready-- > 0)
            release(pool);
    }
    pool->delivering = false;
    if (pool->empty.count == pool->config.capacity)
        os_condition_broadcast(&pool->delivered);
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
        os_condition_wait(&pool->delivered, &pool->lock);
    if (slot >= 0) {
        lib_write_structure(answer, answer->size, &pool->slots[slot].answer,
                            sizeof pool->slots[slot].answer);
        release(pool);
        status = FOURSCORE_OK;
    } else if (pool->empty.count == pool->config.capacity) {
        status = FOURSCORE_IDLE;
    }
    if (pool->empty.count == pool->config.capacity)
        os_condition_broadcast(&pool->delivered);
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
    while (pool->empty.count < pool->config.capacity)
        os_condition_wait(&pool->delivered, &pool->lock);
    os_mutex_unlock(&pool->lock);
}

/* ------------------------------------------------------------------- search */

static bool is_cancelled(const struct fourscore_pool *pool,
                         const struct slot *slot)
{
    return pool->cancelled ||
           (slot->query.cancel != NULL && slot->query.cancel->cancelled);
}

/* See lib_answer().  A query that takes a search is shown as running. */
static void answer(struct worker *worker, struct slot *slot, double began)
{
    int score;
    if (!lib_is_finished(slot->pos, slot->query.goal, &score)) {
        solver_reset_progress(worker->solver->solver, slot->pos);
        worker->began = began;
    }
    lib_answer(worker->solver, &slot->query, slot->pos, began, &slot->answer);
}

/* Answer the first waiting query, and deliver what can be delivered.  Requires
 * the lock, which is released meanwhile. */
static void work(struct worker *worker)
{
    struct fourscore_pool *pool = worker->pool;
    int index = pop(pool, &pool->waiting);
    struct slot *slot = &pool->slots[index];
    bool late = is_cancelled(pool, slot);

    worker->running = index;
    worker->began = 0;
    worker->nodes_before = solver_nodes(worker->solver->solver);
    offer_room(pool);
    os_mutex_unlock(&pool->lock);
    if (slot->query.fresh)
        solver_clear(worker->solver->solver);
    double began = os_seconds();
    if (lib_begin_answer(&slot->query, pool->board, &slot->pos, &slot->answer))
        answer(worker, slot, began);
    if (late)
        slot->answer.status = FOURSCORE_CANCELLED;
    os_mutex_lock(&pool->lock);
    worker->running = -1;
    slot->answered = true;
    if (pool->config.unordered)
        push(pool, &pool->order, index);
    deliver(pool);
}

/* ------------------------------------------------------------------ threads */

/* Help other workers until a query is submitted, which stops this solver. */
static void help(struct worker *worker)
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
static void rest(struct worker *worker)
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
    struct worker *worker = argument;
    struct fourscore_pool *pool = worker->pool;

    if (pool->config.background)
        os_thread_lower_priority(BACKGROUND_STEPS);
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

/* ------------------------------------------------------------------ opening */

static bool make_queue(struct queue *queue, int capacity)
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
    if (all->solver != NULL &&
        (all->width != 0 || all->height != 0 || all->engine ||
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
        struct worker *worker = &pool->workers[i];
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
    return lib_write_structure(info, info->size, &all, sizeof all);
}

/* ----------------------------------------------------------------- progress */

static const struct worker *longest_running(const struct fourscore_pool *pool)
{
    const struct worker *longest = NULL;
    for (int i = 0; i < pool->worker_count; i++) {
        const struct worker *worker = &pool->workers[i];
        if (worker->running >= 0 && worker->began > 0 &&
            (longest == NULL || worker->began < longest->began))
            longest = worker;
    }
    return longest;
}

static struct fourscore_progress progress_of(const struct worker *worker)
{
    const struct slot *slot = &worker->pool->slots[worker->running];
    struct solver_progress found = solver_progress(worker->solver->solver);
    return (struct fourscore_progress){
        .size = sizeof(struct fourscore_progress),
        .position = slot->query.position,
        .user = slot->query.user,
        .score = lib_bounds(found.bounds),
        .nodes = found.nodes > worker->nodes_before
                     ? found.nodes - worker->nodes_before
                     : 0,
        .seconds = os_seconds() - worker->began,
    };
}

EXPORT enum fourscore_status
fourscore_pool_progress(fourscore_pool *pool,
                        struct fourscore_progress *progress)
{
    if (progress->size < sizeof progress->size)
        return FOURSCORE_BAD_ARGUMENT;
    os_mutex_lock(&pool->lock);
    const struct worker *worker = longest_running(pool);
    if (worker != NULL) {
        struct fourscore_progress all = progress_of(worker);
        lib_write_structure(progress, progress->size, &all, sizeof all);
    }
    os_mutex_unlock(&pool->lock);
    return worker != NULL ? FOURSCORE_OK : FOURSCORE_IDLE;
}
