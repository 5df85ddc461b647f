#include <stdlib.h>

#include "lib/internal.h"
#include "os/os.h"

enum { DEFAULT_CAPACITY = 256, MAX_CAPACITY = 1 << 20 };

/* A query in the pool, and its answer. */
struct slot {
    struct fourscore_query query;
    struct position pos;
    struct fourscore_answer answer;
    enum { ASKED, ANSWERED, DELIVERED } state;
};

/* A thread, and its solver. */
struct worker {
    struct fourscore_pool *pool;
    fourscore_solver *solver;
    os_thread thread;
    bool started;
    struct worker *next_idle;
};

struct fourscore_pool {
    struct fourscore_pool_config config;
    struct board board;

    os_mutex lock;          /* of all that follows */
    os_condition room;      /* for those that submit */
    os_condition delivered; /* for those that wait for answers */

    /*
     * Queries have numbers, from 0, in the order of submission; number n is in
     * the slot n % capacity.  In the pool are those from 'oldest' on; of these
     * the ones from 'begun' on wait for a thread.
     */
    uint64_t oldest, begun, submitted;
    struct slot *slots;

    struct worker *idle; /* a list of those that help */
    bool delivering;     /* a thread is calling answered() */
    bool cancelled;      /* nothing is submitted any more */
    int worker_count;
    struct worker workers[];
};

static struct slot *slot_of(const struct fourscore_pool *pool, uint64_t number)
{
    return &pool->slots[number % (uint64_t)pool->config.capacity];
}

static bool is_empty(const struct fourscore_pool *pool)
{
    return pool->oldest == pool->submitted;
}

static bool is_full(const struct fourscore_pool *pool)
{
    return pool->submitted - pool->oldest == (uint64_t)pool->config.capacity;
}

/* --------------------------------------------------------------- submission */

/* Wake one of the workers that have nothing to do: it stops helping. */
static void wake_one(struct fourscore_pool *pool)
{
    struct worker *worker = pool->idle;
    if (worker == NULL)
        return;
    pool->idle = worker->next_idle;
    solver_stop(worker->solver->solver);
}

/* Let those go on that wait for room, once half of the queries have begun: to
 * wake a thread takes longer than to answer an easy query. */
static void offer_room(struct fourscore_pool *pool)
{
    if (!is_full(pool) &&
        pool->submitted - pool->begun <= (uint64_t)pool->config.capacity / 2)
        os_condition_broadcast(&pool->room);
}

EXPORT enum fourscore_status
fourscore_pool_submit(fourscore_pool *pool, const struct fourscore_query *query)
{
    struct fourscore_query read;
    struct position pos;
    enum fourscore_status status =
        lib_read_query(query, pool->board, &read, &pos);
    if (status != FOURSCORE_OK)
        return status;
    if (read.fresh && pool->worker_count > 1) /* others use the table */
        return FOURSCORE_BAD_ARGUMENT;
    os_mutex_lock(&pool->lock);
    while (is_full(pool) && !pool->cancelled)
        os_condition_wait(&pool->room, &pool->lock);
    if (pool->cancelled) {
        status = FOURSCORE_CANCELLED;
    } else {
        struct slot *slot = slot_of(pool, pool->submitted++);
        slot->query = read;
        slot->pos = pos;
        slot->state = ASKED;
        wake_one(pool);
    }
    os_mutex_unlock(&pool->lock);
    return status;
}

/* ----------------------------------------------------------------- delivery */

static bool is_answered(const struct fourscore_pool *pool, uint64_t number)
{
    return number < pool->begun && slot_of(pool, number)->state == ANSWERED;
}

/* The query that is delivered next, once it is answered: the oldest one or, if
 * order does not matter, the first that is answered. */
static uint64_t next_query(const struct fourscore_pool *pool)
{
    uint64_t number = pool->oldest;
    while (pool->config.unordered && number < pool->begun &&
           !is_answered(pool, number))
        number++;
    return number;
}

/* Remove the queries from 'first' to before 'end', which were delivered. */
static void release(struct fourscore_pool *pool, uint64_t first, uint64_t end)
{
    for (uint64_t number = first; number < end; number++)
        slot_of(pool, number)->state = DELIVERED;
    while (pool->oldest < pool->begun &&
           slot_of(pool, pool->oldest)->state == DELIVERED)
        pool->oldest++;
    offer_room(pool);
    if (is_empty(pool))
        os_condition_broadcast(&pool->delivered);
}

/* Pass all answers to answered() that can be delivered, without the lock. */
static void call_answered(struct fourscore_pool *pool)
{
    uint64_t first, end;
    while (is_answered(pool, first = next_query(pool))) {
        for (end = first + 1; is_answered(pool, end);)
            end++;
        os_mutex_unlock(&pool->lock);
        for (uint64_t number = first; number < end; number++)
            pool->config.answered(pool->config.context,
                                  &slot_of(pool, number)->answer);
        os_mutex_lock(&pool->lock);
        release(pool, first, end);
    }
}

/* Deliver what can be delivered.  Requires the lock. */
static void deliver(struct fourscore_pool *pool)
{
    if (pool->config.answered == NULL) {
        if (is_answered(pool, next_query(pool)))
            os_condition_broadcast(&pool->delivered);
    } else if (!pool->delivering) { /* or else that thread does it */
        pool->delivering = true;
        call_answered(pool);
        pool->delivering = false;
    }
}

static enum fourscore_status take(fourscore_pool *pool,
                                  struct fourscore_answer *answer, bool wait)
{
    if (pool->config.answered != NULL || answer->size < sizeof answer->size)
        return FOURSCORE_BAD_ARGUMENT;
    enum fourscore_status status = FOURSCORE_BUSY;
    uint64_t next;
    os_mutex_lock(&pool->lock);
    while (!is_answered(pool, next = next_query(pool)) && wait &&
           !is_empty(pool))
        os_condition_wait(&pool->delivered, &pool->lock);
    if (is_answered(pool, next)) {
        const struct fourscore_answer *found = &slot_of(pool, next)->answer;
        status = lib_write_structure(answer, found, sizeof *found);
        release(pool, next, next + 1);
    } else if (is_empty(pool)) {
        status = FOURSCORE_IDLE;
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
    while (!is_empty(pool))
        os_condition_wait(&pool->delivered, &pool->lock);
    os_mutex_unlock(&pool->lock);
}

/* ------------------------------------------------------------------ workers */

/* Answer the first query that waits, and deliver what can be delivered.
 * Requires the lock, which is released meanwhile. */
static void work(struct worker *worker)
{
    struct fourscore_pool *pool = worker->pool;
    struct slot *slot = slot_of(pool, pool->begun++);
    const fourscore_cancel *cancel = slot->query.cancel;
    bool late = pool->cancelled || (cancel != NULL && cancel->cancelled);

    offer_room(pool);
    os_mutex_unlock(&pool->lock);
    lib_answer(worker->solver, &slot->query, slot->pos, &slot->answer);
    if (late)
        slot->answer.status = FOURSCORE_CANCELLED;
    os_mutex_lock(&pool->lock);
    slot->state = ANSWERED;
    deliver(pool);
}

/* Help other workers until this one is woken, or the pool is cancelled.
 * Requires the lock, which is released meanwhile. */
static void help(struct worker *worker)
{
    struct fourscore_pool *pool = worker->pool;
    worker->next_idle = pool->idle;
    pool->idle = worker;
    os_mutex_unlock(&pool->lock);
    solver_help(worker->solver->solver);
    os_mutex_lock(&pool->lock);
    if (!pool->cancelled)
        solver_resume(worker->solver->solver);
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    struct fourscore_pool *pool = worker->pool;

    os_mutex_lock(&pool->lock);
    while (pool->begun < pool->submitted || !pool->cancelled) {
        if (pool->begun < pool->submitted)
            work(worker);
        else
            help(worker);
    }
    os_mutex_unlock(&pool->lock);
    return NULL;
}

/* ------------------------------------------------------------------ opening */

/* Fill in the defaults, but for the threads. */
static enum fourscore_status
read_config(struct fourscore_pool_config *all,
            const struct fourscore_pool_config *config)
{
    *all = (struct fourscore_pool_config)FOURSCORE_POOL_INIT;
    if (!lib_read_structure(all, sizeof *all, config))
        return FOURSCORE_BAD_ARGUMENT;
    if (all->threads < 0 || all->threads > FOURSCORE_MAX_THREADS ||
        all->capacity < 0 || all->capacity > MAX_CAPACITY)
        return FOURSCORE_BAD_ARGUMENT;
    if (all->capacity == 0)
        all->capacity = DEFAULT_CAPACITY;
    return FOURSCORE_OK;
}

static enum fourscore_status open_solvers(struct fourscore_pool *pool)
{
    const struct fourscore_pool_config *config = &pool->config;
    struct fourscore_config settings = FOURSCORE_CONFIG_INIT;
    struct worker *workers = pool->workers;
    settings.width = config->width;
    settings.height = config->height;
    settings.engine = config->engine;
    settings.table_bytes = config->table_bytes;
    settings.threads = config->threads / pool->worker_count;
    settings.workers = pool->worker_count - 1;
    enum fourscore_status status =
        fourscore_solver_new(&workers[0].solver, &settings);
    if (status == FOURSCORE_OK && (config->no_book || config->book != NULL))
        status = fourscore_set_book(workers[0].solver,
                                    config->no_book ? NULL : config->book);
    for (int i = 1; i < pool->worker_count && status == FOURSCORE_OK; i++)
        status = fourscore_solver_worker(&workers[i].solver, workers[0].solver);
    return status;
}

static bool start_threads(struct fourscore_pool *pool)
{
    for (int i = 0; i < pool->worker_count; i++) {
        struct worker *worker = &pool->workers[i];
        worker->pool = pool;
        worker->started = os_thread_start(&worker->thread, run_worker, worker);
        if (!worker->started)
            return false;
    }
    return true;
}

static enum fourscore_status open_pool(struct fourscore_pool *pool)
{
    pool->slots = calloc((size_t)pool->config.capacity, sizeof *pool->slots);
    if (pool->slots == NULL)
        return FOURSCORE_NO_MEMORY;
    enum fourscore_status status = open_solvers(pool);
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
    made->worker_count = workers;
    os_mutex_init(&made->lock);
    os_condition_init(&made->room);
    os_condition_init(&made->delivered);
    enum fourscore_status status = open_pool(made);
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

/* ------------------------------------------------------------------- ending */

/* End all searches.  Requires the lock. */
static void cancel(struct fourscore_pool *pool)
{
    pool->cancelled = true;
    for (int i = 0; i < pool->worker_count; i++)
        if (pool->workers[i].solver != NULL)
            solver_stop(pool->workers[i].solver->solver);
    os_condition_broadcast(&pool->room);
}

EXPORT void fourscore_pool_cancel(fourscore_pool *pool)
{
    os_mutex_lock(&pool->lock);
    cancel(pool);
    os_mutex_unlock(&pool->lock);
}

EXPORT void fourscore_pool_free(fourscore_pool *pool)
{
    if (pool == NULL)
        return;
    os_mutex_lock(&pool->lock);
    cancel(pool);
    pool->submitted = pool->begun; /* forget what waits */
    os_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->worker_count; i++)
        if (pool->workers[i].started)
            os_thread_join(pool->workers[i].thread);
    for (int i = 0; i < pool->worker_count; i++)
        fourscore_solver_free(pool->workers[i].solver);
    os_condition_destroy(&pool->delivered);
    os_condition_destroy(&pool->room);
    os_mutex_destroy(&pool->lock);
    free(pool->slots);
    free(pool);
}

/* -------------------------------------------------------------- information */

const fourscore_solver *lib_pool_solver(const fourscore_pool *pool)
{
    return pool->workers[0].solver;
}

EXPORT enum fourscore_status
fourscore_pool_info(const fourscore_pool *pool,
                    struct fourscore_solver_info *info)
{
    struct fourscore_solver_info all = FOURSCORE_SOLVER_INFO_INIT;
    fourscore_solver_info(pool->workers[0].solver, &all);
    all.threads = pool->config.threads;
    return lib_write_structure(info, &all, sizeof all);
}

EXPORT enum fourscore_status
fourscore_pool_progress(fourscore_pool *pool,
                        struct fourscore_progress *progress)
{
    if (progress->size < sizeof progress->size)
        return FOURSCORE_BAD_ARGUMENT;
    enum fourscore_status status = FOURSCORE_IDLE;
    const fourscore_solver *longest = NULL;
    double least = 0;
    os_mutex_lock(&pool->lock); /* so that the query stays in its slot */
    for (int i = 0; i < pool->worker_count; i++) {
        const fourscore_solver *solver = pool->workers[i].solver;
        double began = solver->began;
        if (began > 0 && (longest == NULL || began < least)) {
            longest = solver;
            least = began;
        }
    }
    if (longest != NULL) {
        struct solver_progress found = solver_progress(longest->solver);
        uint64_t before = longest->nodes_before;
        struct fourscore_progress all = {
            .position = longest->query->position,
            .user = longest->query->user,
            .score = lib_bounds(found.bounds),
            .nodes = found.nodes > before ? found.nodes - before : 0,
            .seconds = os_seconds() - least,
        };
        status = lib_write_structure(progress, &all, sizeof all);
    }
    os_mutex_unlock(&pool->lock);
    return status;
}
