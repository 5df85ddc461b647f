/* The way of a query through a pool: submission, search, delivery. */
#include <stdlib.h>

#include "lib/pool.h"
#include "os/clock.h"

void lib_queue_push(const struct fourscore_pool *pool, struct lib_queue *queue,
                    int slot)
{
    int end = queue->first + queue->count++;
    int capacity = pool->config.capacity;
    queue->slots[end < capacity ? end : end - capacity] = slot;
}

int lib_queue_pop(const struct fourscore_pool *pool, struct lib_queue *queue)
{
    int slot = queue->slots[queue->first];
    if (++queue->first == pool->config.capacity)
        queue->first = 0;
    queue->count--;
    return slot;
}

/* -------------------------------------------------------------- submission */

/* Wake one of the workers that have nothing to do. */
static void wake_one(struct fourscore_pool *pool)
{
    if (pool->config.no_help)
        os_condition_signal(&pool->submitted);
    if (pool->idle_count == 0)
        return;
    struct lib_worker *worker = pool->workers;
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
        int slot = lib_queue_pop(pool, &pool->empty);
        pool->slots[slot].query = read;
        pool->slots[slot].pos = pos;
        lib_queue_push(pool, &pool->waiting, slot);
        if (!pool->config.unordered)
            lib_queue_push(pool, &pool->order, slot);
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

/* ---------------------------------------------------------------- delivery */

/* The number of answers that can be delivered now.  Requires the lock. */
static int count_ready(const struct fourscore_pool *pool)
{
    const struct lib_queue *order = &pool->order;
    int ready = 0, at = order->first;
    while (ready < order->count && pool->slots[order->slots[at]].answered) {
        ready++;
        if (++at == pool->config.capacity)
            at = 0;
    }
    return ready;
}

/* The slot to be delivered next, or -1.  Requires the lock. */
static int next_answer(const struct fourscore_pool *pool)
{
    if (pool->order.count == 0)
        return -1;
    int slot = pool->order.slots[pool->order.first];
    return pool->slots[slot].answered ? slot : -1;
}

/* Remove the query that was delivered. */
static void release(struct fourscore_pool *pool)
{
    int slot = lib_queue_pop(pool, &pool->order);
    pool->slots[slot].answered = false;
    lib_queue_push(pool, &pool->empty, slot);
    offer_room(pool);
}

/* Call answered() for this number of answers, without the lock: no other thread
 * changes the beginning of 'order'. */
static void call_answered(struct fourscore_pool *pool, int count)
{
    int at = pool->order.first;
    os_mutex_unlock(&pool->lock);
    for (int i = 0; i < count; i++) {
        struct lib_slot *slot = &pool->slots[pool->order.slots[at]];
        pool->config.answered(pool->config.context, &slot->answer);
        if (++at == pool->config.capacity)
            at = 0;
    }
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

/* ------------------------------------------------------------------ search */

static bool is_cancelled(const struct fourscore_pool *pool,
                         const struct lib_slot *slot)
{
    return pool->cancelled ||
           (slot->query.cancel != NULL && slot->query.cancel->cancelled);
}

/* See lib_answer().  A query that takes a search is shown as running. */
static void answer(struct lib_worker *worker, struct lib_slot *slot,
                   double began)
{
    int score;
    if (slot->query.goal != FOURSCORE_NOTHING &&
        !lib_is_finished(slot->pos, slot->query.goal, &score)) {
        solver_reset_progress(worker->solver->solver, slot->pos);
        worker->began = began;
    }
    lib_answer(worker->solver, &slot->query, slot->pos, began, &slot->answer);
}

void lib_pool_work(struct lib_worker *worker)
{
    struct fourscore_pool *pool = worker->pool;
    int index = lib_queue_pop(pool, &pool->waiting);
    struct lib_slot *slot = &pool->slots[index];
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
        lib_queue_push(pool, &pool->order, index);
    deliver(pool);
}

static const struct lib_worker *
longest_running(const struct fourscore_pool *pool)
{
    const struct lib_worker *longest = NULL;
    for (int i = 0; i < pool->worker_count; i++) {
        const struct lib_worker *worker = &pool->workers[i];
        if (worker->running >= 0 && worker->began > 0 &&
            (longest == NULL || worker->began < longest->began))
            longest = worker;
    }
    return longest;
}

static struct fourscore_progress progress_of(const struct lib_worker *worker)
{
    const struct lib_slot *slot = &worker->pool->slots[worker->running];
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
    const struct lib_worker *worker = longest_running(pool);
    if (worker != NULL) {
        struct fourscore_progress all = progress_of(worker);
        lib_write_structure(progress, progress->size, &all, sizeof all);
    }
    os_mutex_unlock(&pool->lock);
    return worker != NULL ? FOURSCORE_OK : FOURSCORE_IDLE;
}
