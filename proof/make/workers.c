#include "proof/make/workers.h"

#include <stdlib.h>

#include "os/os.h"

struct worker {
    struct workers *workers;
    struct oracle own; /* but for the calling thread */
    struct policy_search *search;
    os_thread thread;
    bool runs; /* a thread was started */
};

struct workers {
    struct worker all[WORKERS_MAX]; /* the calling thread first */
    int count;
    struct policy_costs costs;

    os_mutex mutex; /* for what follows */
    os_condition begins, ends;
    bool over;
    struct position pos;
    double limit;
    struct workers_task *tasks;
    int task_count, next, done;
};

/* Do tasks until all are begun.  The mutex is locked, except for a search. */
static void work(struct worker *worker)
{
    struct workers *workers = worker->workers;
    while (workers->next < workers->task_count) {
        struct workers_task *task = &workers->tasks[workers->next++];
        struct position pos = workers->pos;
        double limit = workers->limit;
        os_mutex_unlock(&workers->mutex);
        task->found = policy_find(worker->search, pos, task->column, limit,
                                  task->seed, &task->replies);
        os_mutex_lock(&workers->mutex);
        if (++workers->done == workers->task_count)
            os_condition_signal(&workers->ends);
    }
}

static void *run(void *context)
{
    struct worker *worker = context;
    struct workers *workers = worker->workers;
    os_mutex_lock(&workers->mutex);
    while (!workers->over) {
        work(worker);
        if (!workers->over)
            os_condition_wait(&workers->begins, &workers->mutex);
    }
    os_mutex_unlock(&workers->mutex);
    return NULL;
}

/* Open the next worker; the calling thread, which has no solver, uses the
 * oracle itself. */
static bool open_worker(struct workers *workers, struct oracle *oracle,
                        struct solver *solver)
{
    struct worker *worker = &workers->all[workers->count++];
    worker->workers = workers;
    if (solver != NULL) {
        if (!oracle_open(&worker->own, &oracle->claim, solver))
            return false;
        oracle = &worker->own;
    }
    worker->search = policy_search_new(oracle, workers->costs);
    if (worker->search == NULL)
        return false;
    worker->runs =
        solver != NULL && os_thread_start(&worker->thread, run, worker);
    return solver == NULL || worker->runs;
}

struct workers *workers_new(struct oracle *oracle,
                            struct solver *const *solvers, int others,
                            struct policy_costs costs)
{
    struct workers *workers = calloc(1, sizeof *workers);
    if (workers == NULL)
        return NULL;
    workers->costs = costs;
    os_mutex_init(&workers->mutex);
    os_condition_init(&workers->begins);
    os_condition_init(&workers->ends);
    bool opened = open_worker(workers, oracle, NULL);
    for (int i = 0; opened && i < others; i++)
        opened = open_worker(workers, oracle, solvers[i]);
    if (!opened) {
        workers_free(workers);
        return NULL;
    }
    return workers;
}

void workers_free(struct workers *workers)
{
    if (workers == NULL)
        return;
    os_mutex_lock(&workers->mutex);
    workers->over = true;
    os_condition_broadcast(&workers->begins);
    os_mutex_unlock(&workers->mutex);
    for (int i = 0; i < workers->count; i++) {
        struct worker *worker = &workers->all[i];
        if (worker->runs)
            os_thread_join(worker->thread);
        policy_search_free(worker->search);
        oracle_close(&worker->own);
    }
    os_mutex_destroy(&workers->mutex);
    os_condition_destroy(&workers->begins);
    os_condition_destroy(&workers->ends);
    free(workers);
}

void workers_find(struct workers *workers, struct position pos, double limit,
                  struct workers_task *tasks, int count)
{
    os_mutex_lock(&workers->mutex);
    workers->pos = pos;
    workers->limit = limit;
    workers->tasks = tasks;
    workers->task_count = count;
    workers->next = workers->done = 0;
    if (count > 1)
        os_condition_broadcast(&workers->begins);
    work(&workers->all[0]);
    while (workers->done < count)
        os_condition_wait(&workers->ends, &workers->mutex);
    os_mutex_unlock(&workers->mutex);
}
