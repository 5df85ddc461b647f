#include "tools/serve/workers.h"

#include <stddef.h>
#include <stdlib.h>

#include "os/thread.h"

struct server_workers {
    os_mutex lock; /* of the jobs */
    os_condition added;
    struct server_turns turns;
    struct server_turn_list later;
    bool is_closing;

    int count;
    os_thread threads[];
};

static struct server_job *job_of(struct server_turn *turn)
{
    return turn != NULL
               ? (struct server_job *)((char *)turn -
                                       offsetof(struct server_job, turn))
               : NULL;
}

/* The next job, for which it waits; NULL when there will be no more. */
static struct server_job *take(struct server_workers *workers)
{
    struct server_turn *turn;
    os_mutex_lock(&workers->lock);
    while ((turn = server_turns_take(&workers->turns)) == NULL &&
           !workers->is_closing)
        os_condition_wait(&workers->added, &workers->lock);
    os_mutex_unlock(&workers->lock);
    return job_of(turn);
}

static void *work(void *argument)
{
    struct server_job *job;
    os_thread_lower_priority(SERVER_WORKER_STEPS);
    while ((job = take(argument)) != NULL)
        job->run(job);
    return NULL;
}

struct server_workers *server_workers_open(enum server_lines which, int threads)
{
    struct server_workers *workers =
        calloc(1, sizeof *workers + (size_t)threads * sizeof(os_thread));
    if (workers == NULL)
        return NULL;
    os_mutex_init(&workers->lock);
    os_condition_init(&workers->added);
    server_turns_open(&workers->turns, which);
    TAILQ_INIT(&workers->later);
    while (workers->count < threads &&
           os_thread_start(&workers->threads[workers->count], work, workers))
        workers->count++;
    if (workers->count == threads)
        return workers;
    server_workers_close(workers);
    return NULL;
}

void server_workers_close(struct server_workers *workers)
{
    if (workers == NULL)
        return;
    server_workers_tick(workers);
    os_mutex_lock(&workers->lock);
    workers->is_closing = true;
    os_condition_broadcast(&workers->added);
    os_mutex_unlock(&workers->lock);
    while (workers->count > 0)
        os_thread_join(workers->threads[--workers->count]);
    os_condition_destroy(&workers->added);
    os_mutex_destroy(&workers->lock);
    free(workers);
}

void server_workers_add(struct server_workers *workers, struct server_job *job)
{
    os_mutex_lock(&workers->lock);
    server_turns_add(&workers->turns, &job->turn);
    os_condition_signal(&workers->added);
    os_mutex_unlock(&workers->lock);
}

void server_workers_add_later(struct server_workers *workers,
                              struct server_job *job)
{
    os_mutex_lock(&workers->lock);
    TAILQ_INSERT_TAIL(&workers->later, &job->turn, next);
    os_mutex_unlock(&workers->lock);
}

void server_workers_tick(struct server_workers *workers)
{
    struct server_turn *turn;
    os_mutex_lock(&workers->lock);
    while ((turn = TAILQ_FIRST(&workers->later)) != NULL) {
        TAILQ_REMOVE(&workers->later, turn, next);
        server_turns_add(&workers->turns, turn);
        os_condition_signal(&workers->added);
    }
    os_mutex_unlock(&workers->lock);
}
