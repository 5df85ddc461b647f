#include "tools/crew.h"

#include <pthread.h>
#include <stdlib.h>

/* Items at a time: enough for the other threads to go on while one thinks for
 * a few hundred milliseconds. */
enum { ROOM = 256 };

struct worker {
    struct crew *crew;
    struct monitor_search search;
    pthread_t thread;
    bool started;
    bool idle; /* waits for an item, or is waiting to be told of one */
};

struct crew {
    struct crew_calls calls;
    char *items;
    bool worked[ROOM]; /* worked on, not finished */

    pthread_mutex_t lock;  /* of all that follows */
    pthread_cond_t change; /* of 'finished', or an end */
    /* Items come, are taken, and are finished: counts of each, so far. */
    uint64_t come, taken, finished;
    bool finishing; /* a thread is at it */
    bool closing;
    int working; /* threads with an item */

    int count;
    struct worker workers[];
};

static void *item_at(const struct crew *crew, uint64_t number)
{
    return crew->items + number % ROOM * crew->calls.item_bytes;
}

/* Finish what is next in order and has been worked on.  With the lock, which is
 * given up meanwhile. */
static void finish_items(struct crew *crew)
{
    if (crew->finishing)
        return; /* that thread will come to it */
    crew->finishing = true;
    while (crew->finished < crew->taken &&
           crew->worked[crew->finished % ROOM]) {
        uint64_t number = crew->finished;
        pthread_mutex_unlock(&crew->lock);
        crew->calls.finish(crew->calls.context, item_at(crew, number));
        pthread_mutex_lock(&crew->lock);
        crew->worked[number % ROOM] = false;
        crew->finished++;
        pthread_cond_broadcast(&crew->change);
    }
    crew->finishing = false;
}

static void work(struct worker *worker)
{
    struct crew *crew = worker->crew;
    uint64_t number = crew->taken++;

    crew->working++;
    pthread_mutex_unlock(&crew->lock);
    crew->calls.work(crew->calls.context, &worker->search,
                     item_at(crew, number));
    pthread_mutex_lock(&crew->lock);
    crew->working--;
    crew->worked[number % ROOM] = true;
    finish_items(crew);
}

/* Help others until there is an item.  crew_put() stops the solver, and so does
 * the monitor. */
static void rest(struct worker *worker)
{
    struct crew *crew = worker->crew;

    worker->idle = true;
    pthread_mutex_unlock(&crew->lock);
    solver_help(worker->search.solver);
    pthread_mutex_lock(&crew->lock);
    worker->idle = false;
    solver_resume(worker->search.solver);
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    struct crew *crew = worker->crew;

    pthread_mutex_lock(&crew->lock);
    while (!crew->closing && monitor_signal() == 0) {
        if (crew->taken < crew->come)
            work(worker);
        else
            rest(worker);
    }
    pthread_cond_broadcast(&crew->change);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

void *crew_get(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->come - crew->finished == ROOM && monitor_signal() == 0)
        pthread_cond_wait(&crew->change, &crew->lock);
    void *item = monitor_signal() == 0 ? item_at(crew, crew->come) : NULL;
    pthread_mutex_unlock(&crew->lock);
    return item;
}

static void wake_one(struct crew *crew)
{
    for (int i = 0; i < crew->count; i++) {
        if (!crew->workers[i].idle)
            continue;
        crew->workers[i].idle = false;
        solver_stop(crew->workers[i].search.solver);
        return;
    }
}

void crew_put(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->come++;
    wake_one(crew);
    pthread_mutex_unlock(&crew->lock);
}

void crew_wait(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    while (monitor_signal() == 0 ? crew->finished < crew->come
                                 : crew->working > 0 || crew->finishing)
        pthread_cond_wait(&crew->change, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

struct solver *crew_solver(const struct crew *crew)
{
    return crew->workers[0].search.solver;
}

static enum cli_status add_worker(struct crew *crew,
                                  const struct options *options, int workers,
                                  int threads)
{
    struct worker *worker = &crew->workers[crew->count];
    struct solver *solver;
    enum cli_status status =
        crew->count == 0
            ? options_solver(options, threads, workers - 1, &solver)
            : options_partner(options, crew_solver(crew), &solver);
    if (status != CLI_OK)
        return status;
    worker->crew = crew;
    monitor_add(&worker->search, solver);
    crew->count++;
    return CLI_OK;
}

static enum cli_status start_workers(struct crew *crew)
{
    for (int i = 0; i < crew->count; i++) {
        struct worker *worker = &crew->workers[i];
        if (pthread_create(&worker->thread, NULL, run_worker, worker) != 0) {
            cli_error("--threads: the system refuses to start thread %d of %d",
                      i + 1, crew->count);
            return CLI_FAILURE;
        }
        worker->started = true;
    }
    return CLI_OK;
}

enum cli_status crew_open(struct crew **crew, const struct options *options,
                          int workers, int threads,
                          const struct crew_calls *calls)
{
    struct crew *opened =
        calloc(1, sizeof *opened + (size_t)workers * sizeof(struct worker));
    char *items = calloc(ROOM, calls->item_bytes);
    *crew = NULL;
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
        *crew = opened;
    else
        crew_close(opened);
    return status;
}

void crew_close(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    for (int i = 0; i < crew->count; i++)
        solver_stop(crew->workers[i].search.solver);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->count; i++) {
        struct worker *worker = &crew->workers[i];
        if (worker->started)
            pthread_join(worker->thread, NULL);
        monitor_remove(&worker->search);
    }
    for (int i = 0; i < crew->count; i++)
        solver_free(crew->workers[i].search.solver);
    pthread_cond_destroy(&crew->change);
    pthread_mutex_destroy(&crew->lock);
    free(crew->items);
    free(crew);
}
