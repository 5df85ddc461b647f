#include "tools/pool.h"

#include <pthread.h>
#include <stdlib.h>

/* The size of the pool: enough items for the other threads while one item takes
 * a few hundred milliseconds. */
enum { POOL_ITEMS = 256 };

struct worker {
    struct pool *pool;
    struct monitor_search search;
    pthread_t thread;
    bool started;
    bool idle; /* in solver_help() and not woken yet */
};

struct pool {
    struct pool_calls calls;
    char *items;
    bool worked[POOL_ITEMS]; /* worked on, not finished */

    pthread_mutex_t lock;  /* of all that follows */
    pthread_cond_t change; /* of 'finished', or an end */
    /* The numbers of items that were submitted, taken and finished. */
    uint64_t come, taken, finished;
    bool finishing; /* a thread is finishing items */
    bool closing;
    int working; /* threads with an item */

    int count;
    struct worker workers[];
};

static void *item_at(const struct pool *pool, uint64_t number)
{
    return pool->items + number % POOL_ITEMS * pool->calls.item_bytes;
}

/* Finish the items that are next in order and have been worked on.  Requires
 * the lock, which is released during the calls. */
static void finish_items(struct pool *pool)
{
    if (pool->finishing)
        return; /* the finishing thread will do it */
    pool->finishing = true;
    while (pool->finished < pool->taken &&
           pool->worked[pool->finished % POOL_ITEMS]) {
        uint64_t number = pool->finished;
        pthread_mutex_unlock(&pool->lock);
        pool->calls.finish(pool->calls.context, item_at(pool, number));
        pthread_mutex_lock(&pool->lock);
        pool->worked[number % POOL_ITEMS] = false;
        pool->finished++;
        pthread_cond_broadcast(&pool->change);
    }
    pool->finishing = false;
}

static void work(struct worker *worker)
{
    struct pool *pool = worker->pool;
    uint64_t number = pool->taken++;

    pool->working++;
    pthread_mutex_unlock(&pool->lock);
    pool->calls.work(pool->calls.context, &worker->search,
                     item_at(pool, number));
    pthread_mutex_lock(&pool->lock);
    pool->working--;
    pool->worked[number % POOL_ITEMS] = true;
    finish_items(pool);
}

/* Help others until there is an item.  pool_put() and the monitor stop the
 * solver. */
static void rest(struct worker *worker)
{
    struct pool *pool = worker->pool;

    worker->idle = true;
    pthread_mutex_unlock(&pool->lock);
    solver_help(worker->search.solver);
    pthread_mutex_lock(&pool->lock);
    worker->idle = false;
    solver_resume(worker->search.solver);
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    struct pool *pool = worker->pool;

    pthread_mutex_lock(&pool->lock);
    while (!pool->closing && !monitor_is_stopped()) {
        if (pool->taken < pool->come)
            work(worker);
        else
            rest(worker);
    }
    pthread_cond_broadcast(&pool->change);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

void *pool_get(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->come - pool->finished == POOL_ITEMS && !monitor_is_stopped())
        pthread_cond_wait(&pool->change, &pool->lock);
    void *item = !monitor_is_stopped() ? item_at(pool, pool->come) : NULL;
    pthread_mutex_unlock(&pool->lock);
    return item;
}

static void wake_one(struct pool *pool)
{
    for (int i = 0; i < pool->count; i++) {
        if (!pool->workers[i].idle)
            continue;
        pool->workers[i].idle = false;
        solver_stop(pool->workers[i].search.solver);
        return;
    }
}

void pool_put(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->come++;
    wake_one(pool);
    pthread_mutex_unlock(&pool->lock);
}

bool pool_wait(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (!monitor_is_stopped() ? pool->finished < pool->come
                                 : pool->working > 0 || pool->finishing)
        pthread_cond_wait(&pool->change, &pool->lock);
    bool all = pool->finished == pool->come;
    pthread_mutex_unlock(&pool->lock);
    return all;
}

struct solver *pool_solver(const struct pool *pool)
{
    return pool->workers[0].search.solver;
}

static enum cli_status add_worker(struct pool *pool,
                                  const struct options *options, int workers,
                                  int threads)
{
    struct worker *worker = &pool->workers[pool->count];
    struct solver *solver;
    enum cli_status status =
        pool->count == 0
            ? options_solver(options, threads, workers - 1, &solver)
            : options_worker(options, pool_solver(pool), &solver);
    if (status != CLI_OK)
        return status;
    worker->pool = pool;
    monitor_add(&worker->search, solver);
    pool->count++;
    return CLI_OK;
}

static enum cli_status start_workers(struct pool *pool)
{
    for (int i = 0; i < pool->count; i++) {
        struct worker *worker = &pool->workers[i];
        if (pthread_create(&worker->thread, NULL, run_worker, worker) != 0) {
            cli_error("--threads: the system refuses to start thread %d of %d",
                      i + 1, pool->count);
            return CLI_FAILURE;
        }
        worker->started = true;
    }
    return CLI_OK;
}

enum cli_status pool_open(struct pool **pool, const struct options *options,
                          int workers, int threads,
                          const struct pool_calls *calls)
{
    struct pool *opened =
        calloc(1, sizeof *opened + (size_t)workers * sizeof(struct worker));
    char *items = calloc(POOL_ITEMS, calls->item_bytes);
    *pool = NULL;
    if (opened == NULL || items == NULL) {
        free(opened);
        free(items);
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    opened->calls = *calls;
    opened->items = items;
    pthread_mutex_init(&opened->lock, NULL);
    pthread_cond_init(&opened->change, NULL);

    enum cli_status status = CLI_OK;
    for (int i = 0; i < workers && status == CLI_OK; i++)
        status = add_worker(opened, options, workers, threads);
    if (status == CLI_OK)
        status = start_workers(opened);
    if (status == CLI_OK)
        *pool = opened;
    else
        pool_close(opened);
    return status;
}

void pool_close(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    for (int i = 0; i < pool->count; i++)
        solver_stop(pool->workers[i].search.solver);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->count; i++) {
        struct worker *worker = &pool->workers[i];
        if (worker->started)
            pthread_join(worker->thread, NULL);
        monitor_remove(&worker->search);
    }
    for (int i = 0; i < pool->count; i++)
        solver_free(pool->workers[i].search.solver);
    pthread_cond_destroy(&pool->change);
    pthread_mutex_destroy(&pool->lock);
    free(pool->items);
    free(pool);
}
