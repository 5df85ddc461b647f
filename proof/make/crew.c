#include "proof/make/crew.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct member {
    struct crew *crew;
    struct oracle own, *oracle;
    struct policy_search *search;
    pthread_t thread;
    bool runs; /* a thread was started */
};

struct crew {
    struct member members[CREW_MAX]; /* the calling thread first */
    int count;
    struct policy_costs costs;

    pthread_mutex_t mutex; /* for what follows */
    pthread_cond_t begins, ends;
    bool over;
    struct position pos;
    double limit;
    struct crew_task *tasks;
    int task_count, next, done;
};

/* Do tasks until all are begun.  The mutex is locked, except for a search. */
static void work(struct member *member)
{
    struct crew *crew = member->crew;
    while (crew->next < crew->task_count) {
        struct crew_task *task = &crew->tasks[crew->next++];
        struct position pos = crew->pos;
        double limit = crew->limit;
        pthread_mutex_unlock(&crew->mutex);
        task->found = policy_find(member->search, pos, task->column, limit,
                                  task->seed, &task->replies);
        pthread_mutex_lock(&crew->mutex);
        if (++crew->done == crew->task_count)
            pthread_cond_signal(&crew->ends);
    }
}

static void *run(void *context)
{
    struct member *member = context;
    struct crew *crew = member->crew;
    pthread_mutex_lock(&crew->mutex);
    while (!crew->over) {
        work(member);
        if (!crew->over)
            pthread_cond_wait(&crew->begins, &crew->mutex);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

static bool start(struct member *member)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    member->runs = pthread_create(&member->thread, NULL, run, member) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return member->runs;
}

static bool open_member(struct crew *crew, struct oracle *oracle,
                        struct solver *solver)
{
    struct member *member = &crew->members[crew->count++];
    member->crew = crew;
    member->oracle = oracle;
    if (oracle == NULL) {
        member->oracle = &member->own;
        if (!oracle_open(&member->own, &crew->members[0].oracle->claim, solver))
            return false;
    }
    member->search = policy_search_new(member->oracle, crew->costs);
    return member->search != NULL && (oracle != NULL || start(member));
}

struct crew *crew_new(struct oracle *oracle, struct solver *const *solvers,
                      int helpers, struct policy_costs costs)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL)
        return NULL;
    crew->costs = costs;
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->begins, NULL);
    pthread_cond_init(&crew->ends, NULL);
    bool opened = open_member(crew, oracle, NULL);
    for (int i = 0; opened && i < helpers; i++)
        opened = open_member(crew, NULL, solvers[i]);
    if (!opened) {
        crew_free(crew);
        return NULL;
    }
    return crew;
}

void crew_free(struct crew *crew)
{
    if (crew == NULL)
        return;
    pthread_mutex_lock(&crew->mutex);
    crew->over = true;
    pthread_cond_broadcast(&crew->begins);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 0; i < crew->count; i++) {
        struct member *member = &crew->members[i];
        if (member->runs)
            pthread_join(member->thread, NULL);
        policy_search_free(member->search);
        oracle_close(&member->own);
    }
    pthread_mutex_destroy(&crew->mutex);
    pthread_cond_destroy(&crew->begins);
    pthread_cond_destroy(&crew->ends);
    free(crew);
}

void crew_find(struct crew *crew, struct position pos, double limit,
               struct crew_task *tasks, int count)
{
    pthread_mutex_lock(&crew->mutex);
    crew->pos = pos;
    crew->limit = limit;
    crew->tasks = tasks;
    crew->task_count = count;
    crew->next = crew->done = 0;
    if (count > 1)
        pthread_cond_broadcast(&crew->begins);
    work(&crew->members[0]);
    while (crew->done < count)
        pthread_cond_wait(&crew->ends, &crew->mutex);
    pthread_mutex_unlock(&crew->mutex);
}
