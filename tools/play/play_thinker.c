#include "tools/play/play_thinker.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "os/program/socket.h"
#include "os/thread.h"

/* Limits of the scores: at first, each time longer, and in all. */
static const double FIRST_SECONDS = 0.2, GROWTH = 3, SCORES_SECONDS = 60;

struct task {
    enum thinker_job job;
    fourscore_position position;
    struct fourscore_opponent opponent;
};

struct thinker {
    fourscore_solver *solver;
    os_thread thread;
    int pipe[2]; /* a byte for each result */

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t wanted;
    struct task task;         /* that was begun last */
    bool is_new;              /* the thread has not seen it */
    fourscore_cancel *cancel; /* of the running task, or NULL */
    bool ends, has_result;
    struct thinker_result result;
};

/* ------------------------------------------------------------------ thread */

/* Deliver a result, unless another job was begun meanwhile. */
static void deliver(struct thinker *thinker,
                    const struct thinker_result *result)
{
    pthread_mutex_lock(&thinker->lock);
    if (!thinker->is_new && !thinker->ends) {
        thinker->result = *result;
        thinker->has_result = true;
        (void)!write(thinker->pipe[1], "", 1);
    }
    pthread_mutex_unlock(&thinker->lock);
}

static bool is_cancelled(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    bool cancelled = thinker->is_new || thinker->ends;
    pthread_mutex_unlock(&thinker->lock);
    return cancelled;
}

static void find_scores(struct thinker *thinker, const struct task *task,
                        struct thinker_result *result)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    double spent = 0;
    query.position = task->position;
    query.find = FOURSCORE_ALL_MOVES;
    query.cancel = task->opponent.cancel;
    query.seconds = FIRST_SECONDS;
    while (!result->last) {
        result->answer = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
        result->status =
            fourscore_ask(thinker->solver, &query, &result->answer);
        spent += query.seconds;
        query.seconds *= GROWTH;
        result->last = result->status != FOURSCORE_OK ||
                       result->answer.finished || spent > SCORES_SECONDS ||
                       is_cancelled(thinker);
        deliver(thinker, result);
    }
}

static void perform(struct thinker *thinker, const struct task *task)
{
    struct thinker_result result = {.job = task->job};
    if (task->job == THINKER_SCORES) {
        find_scores(thinker, task, &result);
    } else if (task->job != THINKER_NOTHING) {
        result.move = (struct fourscore_move)FOURSCORE_MOVE_INIT;
        result.status = fourscore_find_move(thinker->solver, &task->position,
                                            &task->opponent, &result.move);
        result.last = true;
        deliver(thinker, &result);
    }
}

static void *run_thread(void *context)
{
    struct thinker *thinker = context;
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->ends) {
        if (!thinker->is_new) {
            pthread_cond_wait(&thinker->wanted, &thinker->lock);
            continue;
        }
        thinker->is_new = false;
        fourscore_cancel_new(&thinker->cancel);
        struct task task = thinker->task;
        task.opponent.cancel = thinker->cancel;
        pthread_mutex_unlock(&thinker->lock);
        perform(thinker, &task);
        pthread_mutex_lock(&thinker->lock);
        fourscore_cancel_free(thinker->cancel);
        thinker->cancel = NULL;
    }
    pthread_mutex_unlock(&thinker->lock);
    return NULL;
}

/* ------------------------------------------------------------------ caller */

struct thinker *thinker_open(fourscore_solver *solver)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (thinker == NULL)
        return NULL;
    thinker->solver = solver;
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->wanted, NULL);
    if (os_pipe_open(thinker->pipe)) {
        if (os_thread_start(&thinker->thread, run_thread, thinker))
            return thinker;
        close(thinker->pipe[0]);
        close(thinker->pipe[1]);
    }
    free(thinker);
    return NULL;
}

/* Make the running task end.  Requires the lock. */
static void cancel(struct thinker *thinker)
{
    if (thinker->cancel != NULL)
        fourscore_cancel_now(thinker->cancel);
    thinker->has_result = false;
    pthread_cond_signal(&thinker->wanted);
}

void thinker_close(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    thinker->ends = true;
    cancel(thinker);
    pthread_mutex_unlock(&thinker->lock);
    os_thread_join(thinker->thread);
    close(thinker->pipe[0]);
    close(thinker->pipe[1]);
    pthread_mutex_destroy(&thinker->lock);
    pthread_cond_destroy(&thinker->wanted);
    free(thinker);
}

void thinker_begin(struct thinker *thinker, enum thinker_job job,
                   const struct play *play)
{
    struct task task = {
        .job = job,
        .position = play->position,
        .opponent = play_opponent(play, job == THINKER_HINT),
    };
    pthread_mutex_lock(&thinker->lock);
    thinker->task = task;
    thinker->is_new = true;
    cancel(thinker);
    pthread_mutex_unlock(&thinker->lock);
}

int thinker_file(const struct thinker *thinker)
{
    return thinker->pipe[0];
}

bool thinker_take(struct thinker *thinker, struct thinker_result *result)
{
    char bytes[64];
    while (read(thinker->pipe[0], bytes, sizeof bytes) > 0)
        ;
    pthread_mutex_lock(&thinker->lock);
    bool has_result = thinker->has_result;
    if (has_result)
        *result = thinker->result;
    thinker->has_result = false;
    pthread_mutex_unlock(&thinker->lock);
    return has_result;
}
