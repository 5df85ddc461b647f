#include "solver/watch.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct watch_team {
    pthread_mutex_t lock;
    pthread_cond_t helper_left;
    struct watch *members;
    _Atomic int idle; /* how many of them wait to help */
};

static struct watch_team *new_team(void)
{
    struct watch_team *team = calloc(1, sizeof *team);
    if (team == NULL)
        return NULL;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->helper_left, NULL);
    return team;
}

static void free_team(struct watch_team *team)
{
    pthread_cond_destroy(&team->helper_left);
    pthread_mutex_destroy(&team->lock);
    free(team);
}

enum solver_status watch_open(struct watch *watch, struct watch *partner)
{
    struct watch_team *team = partner == NULL ? new_team() : partner->team;
    if (team == NULL)
        return SOLVER_NO_MEMORY;
    *watch =
        (struct watch){.team = team, .last_node = UINT64_MAX, .owner = watch};
    sem_init(&watch->wake, 0, 0);
    pthread_mutex_lock(&team->lock);
    watch->next = team->members;
    team->members = watch;
    pthread_mutex_unlock(&team->lock);
    return SOLVER_OK;
}

void watch_close(struct watch *watch)
{
    struct watch_team *team = watch->team;

    pthread_mutex_lock(&team->lock);
    while (watch->helpers > 0)
        pthread_cond_wait(&team->helper_left, &team->lock);
    struct watch **at = &team->members;
    while (*at != watch)
        at = &(*at)->next;
    *at = watch->next;
    bool last = team->members == NULL;
    pthread_mutex_unlock(&team->lock);
    sem_destroy(&watch->wake);
    if (last)
        free_team(team);
}

static bool anybody_helps(const struct watch_team *team)
{
    for (struct watch *other = team->members; other; other = other->next)
        if (other->helpers > 0)
            return true;
    return false;
}

void watch_wait_for_helpers(struct watch *watch)
{
    struct watch_team *team = watch->team;
    pthread_mutex_lock(&team->lock);
    while (anybody_helps(team))
        pthread_cond_wait(&team->helper_left, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

double watch_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint64_t watch_all_nodes(const struct watch *watch)
{
    return watch->nodes +
           atomic_load_explicit(&watch->nodes_helped, memory_order_relaxed);
}

static void look_soon(struct watch *watch)
{
    uint64_t all = watch_all_nodes(watch);
    uint64_t left = watch->last_node > all ? watch->last_node - all : 0;
    if (watch->owner != watch) /* whose limit counts */
        left = WATCH_NODES;
    watch->look_at = watch->nodes + (left < WATCH_NODES ? left : WATCH_NODES);
}

/* Whether the call may go on, as far as its limits are concerned. */
static bool is_allowed(const struct watch *watch)
{
    return !atomic_load_explicit(&watch->stopped, memory_order_relaxed) &&
           watch_all_nodes(watch) < watch->last_node &&
           (watch->deadline == 0 || watch_seconds() < watch->deadline);
}

bool watch_begin(struct watch *watch)
{
    watch->begun_at = watch->nodes;
    look_soon(watch);
    return is_allowed(watch);
}

/* Publish the question that has been searched alone for a while, and wake
 * whoever can help. */
static void find_helpers(struct watch *watch)
{
    struct watch_team *team = watch->team;

    pthread_mutex_lock(&team->lock);
    watch->published = true;
    for (struct watch *other = team->members; other && !watch->answered;
         other = other->next) {
        if (!other->idle)
            continue;
        other->idle = false;
        atomic_fetch_sub_explicit(&team->idle, 1, memory_order_relaxed);
        sem_post(&other->wake);
    }
    pthread_mutex_unlock(&team->lock);
}

/* Tell the owner of the question of the nodes since it was told last. */
static void report_nodes(struct watch *watch)
{
    atomic_fetch_add_explicit(&watch->owner->nodes_helped,
                              watch->nodes - watch->reported,
                              memory_order_relaxed);
    watch->reported = watch->nodes;
}

/* Whether one that helps may go on. */
static bool is_wanted(const struct watch *watch)
{
    return !atomic_load_explicit(&watch->stopped, memory_order_relaxed) &&
           atomic_load_explicit(&watch->owner->questions,
                                memory_order_relaxed) == watch->serial &&
           watch_progress(watch->owner).nodes < watch->owner_last;
}

bool watch_look(struct watch *watch)
{
    atomic_store_explicit(&watch->nodes_seen, watch->nodes,
                          memory_order_relaxed);
    if (watch->owner != watch) {
        report_nodes(watch);
        look_soon(watch);
        return is_wanted(watch);
    }
    if (watch->asking && watch->nodes - watch->begun_at >= WATCH_ALONE_NODES &&
        atomic_load_explicit(&watch->team->idle, memory_order_relaxed) > 0)
        find_helpers(watch);
    look_soon(watch);
    return is_allowed(watch);
}

void watch_ask(struct watch *watch, struct board_wide_position pos, int beta)
{
    watch->question = (struct question){pos, beta};
    watch->asking = true;
}

void watch_answer(struct watch *watch)
{
    watch->asking = false;
    if (!watch->published)
        return;
    pthread_mutex_lock(&watch->team->lock);
    watch->published = watch->answered = false;
    atomic_fetch_add_explicit(&watch->questions, 1, memory_order_relaxed);
    pthread_mutex_unlock(&watch->team->lock);
}

/* Both bounds in one number, so that no one sees half of a change. */
void watch_show(struct watch *watch, struct solver_bounds bounds)
{
    if (!watch->quiet)
        atomic_store_explicit(&watch->bounds,
                              bounds.lower * 1024 + bounds.upper,
                              memory_order_relaxed);
}

struct solver_progress watch_progress(const struct watch *watch)
{
    int packed = atomic_load_explicit(&watch->bounds, memory_order_relaxed);
    int lower = (packed + 1024 * 1024 + 512) / 1024 - 1024;
    return (struct solver_progress){
        .bounds = {lower, packed - lower * 1024},
        .nodes =
            atomic_load_explicit(&watch->nodes_seen, memory_order_relaxed) +
            atomic_load_explicit(&watch->nodes_helped, memory_order_relaxed),
    };
}

void watch_limit(struct watch *watch, double seconds, uint64_t nodes)
{
    watch->deadline = seconds > 0 ? watch_seconds() + seconds : 0;
    watch->last_node = UINT64_MAX;
    if (nodes > 0 && nodes < UINT64_MAX - watch_all_nodes(watch))
        watch->last_node = watch_all_nodes(watch) + nodes;
}

/* A published question of the team that has not come to its limit, that with
 * the fewest helpers; or NULL. */
static struct watch *find_owner(const struct watch_team *team)
{
    struct watch *found = NULL;
    for (struct watch *other = team->members; other; other = other->next)
        if (other->published && !other->answered &&
            watch_progress(other).nodes < other->last_node &&
            (found == NULL || other->helpers < found->helpers))
            found = other;
    return found;
}

/* Both under the lock, which is given up in between. */
static void wait_idle(struct watch *watch)
{
    struct watch_team *team = watch->team;

    watch->idle = true;
    atomic_fetch_add_explicit(&team->idle, 1, memory_order_relaxed);
    pthread_mutex_unlock(&team->lock);
    while (sem_wait(&watch->wake) != 0)
        ; /* interrupted by a signal */
    pthread_mutex_lock(&team->lock);
    if (watch->idle)
        atomic_fetch_sub_explicit(&team->idle, 1, memory_order_relaxed);
    watch->idle = false;
}

static void help_with(struct watch *watch, struct watch *owner,
                      bool (*search)(void *, const struct question *),
                      void *state)
{
    struct watch_team *team = watch->team;
    struct question question = owner->question;

    owner->helpers++;
    watch->owner_last = owner->last_node;
    watch->serial =
        atomic_load_explicit(&owner->questions, memory_order_relaxed);
    pthread_mutex_unlock(&team->lock);

    watch->owner = owner;
    watch->reported = watch->nodes;
    look_soon(watch);
    bool answered = search(state, &question);
    report_nodes(watch);
    watch->owner = watch;

    pthread_mutex_lock(&team->lock);
    if (answered && watch->serial == atomic_load_explicit(&owner->questions,
                                                          memory_order_relaxed))
        owner->answered = true;
    owner->helpers--;
    pthread_cond_broadcast(&team->helper_left);
}

void watch_help(struct watch *watch,
                bool (*search)(void *state, const struct question *question),
                void *state)
{
    struct watch_team *team = watch->team;

    pthread_mutex_lock(&team->lock);
    while (!atomic_load_explicit(&watch->stopped, memory_order_relaxed)) {
        struct watch *owner = find_owner(team);
        if (owner == NULL)
            wait_idle(watch);
        else
            help_with(watch, owner, search, state);
    }
    pthread_mutex_unlock(&team->lock);
}

void watch_stop(struct watch *watch)
{
    watch->stopped = true;
    sem_post(&watch->wake);
}

void watch_resume(struct watch *watch)
{
    watch->stopped = false; /* before whatever the caller looks at next */
}
