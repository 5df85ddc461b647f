#include "solver/control.h"

#include <stdlib.h>

#include "os/os.h"

struct control_team {
    os_mutex lock;
    os_condition helper_left;
    struct search_control *workers;
    _Atomic int idle; /* workers waiting in control_help() */
    long process;     /* the process of the workers' threads */
};

static struct control_team *new_team(void)
{
    struct control_team *team = calloc(1, sizeof *team);
    if (team == NULL)
        return NULL;
    os_mutex_init(&team->lock);
    os_condition_init(&team->helper_left);
    team->process = os_process();
    return team;
}

/* In the child after fork(): reset the team.  The other threads do not exist in
 * the child, and one of them may have held the lock. */
static void drop_threads(struct control_team *team)
{
    os_mutex_init(&team->lock);
    os_condition_init(&team->helper_left);
    for (struct search_control *worker = team->workers; worker != NULL;
         worker = worker->next) {
        worker->published = worker->answered = worker->idle = false;
        worker->helpers = 0;
    }
    atomic_store_explicit(&team->idle, 0, memory_order_relaxed);
    team->process = os_process();
}

static void lock_team(struct control_team *team)
{
    if (team->process != os_process())
        drop_threads(team);
    os_mutex_lock(&team->lock);
}

static void free_team(struct control_team *team)
{
    os_condition_destroy(&team->helper_left);
    os_mutex_destroy(&team->lock);
    free(team);
}

enum solver_status control_open(struct search_control *control,
                                struct search_control *other)
{
    struct control_team *team = other == NULL ? new_team() : other->team;
    if (team == NULL)
        return SOLVER_NO_MEMORY;
    *control = (struct search_control){
        .team = team, .last_node = UINT64_MAX, .owner = control};
    if (!os_semaphore_init(&control->wake)) {
        if (other == NULL)
            free_team(team);
        return SOLVER_NO_MEMORY;
    }
    lock_team(team);
    control->next = team->workers;
    team->workers = control;
    os_mutex_unlock(&team->lock);
    return SOLVER_OK;
}

void control_close(struct search_control *control)
{
    struct control_team *team = control->team;

    lock_team(team);
    while (control->helpers > 0)
        os_condition_wait(&team->helper_left, &team->lock);
    struct search_control **at = &team->workers;
    while (*at != control)
        at = &(*at)->next;
    *at = control->next;
    bool last = team->workers == NULL;
    os_mutex_unlock(&team->lock);
    os_semaphore_destroy(&control->wake);
    if (last)
        free_team(team);
}

static bool has_helpers(const struct control_team *team)
{
    for (struct search_control *other = team->workers; other;
         other = other->next)
        if (other->helpers > 0)
            return true;
    return false;
}

void control_wait_for_helpers(struct search_control *control)
{
    struct control_team *team = control->team;
    lock_team(team);
    while (has_helpers(team))
        os_condition_wait(&team->helper_left, &team->lock);
    os_mutex_unlock(&team->lock);
}

uint64_t control_all_nodes(const struct search_control *control)
{
    return control->nodes +
           atomic_load_explicit(&control->nodes_helped, memory_order_relaxed);
}

static void poll_soon(struct search_control *control)
{
    uint64_t all = control_all_nodes(control);
    uint64_t left = control->last_node > all ? control->last_node - all : 0;
    if (control_is_helping(control)) /* the owner's limit counts */
        left = CONTROL_POLL_NODES;
    control->poll_at = control->nodes +
                       (left < CONTROL_POLL_NODES ? left : CONTROL_POLL_NODES);
}

/* Whether the call may continue: it is not stopped and has not reached a limit.
 */
static bool is_allowed(const struct search_control *control)
{
    return !atomic_load_explicit(&control->stopped, memory_order_relaxed) &&
           (control->cancelled == NULL ||
            !atomic_load_explicit(control->cancelled, memory_order_relaxed)) &&
           control_all_nodes(control) < control->last_node &&
           (control->deadline == 0 || os_seconds() < control->deadline);
}

bool control_begin(struct search_control *control)
{
    control->started_at = control->nodes;
    poll_soon(control);
    return is_allowed(control);
}

/* Publish the window and wake all idle workers. */
static void find_helpers(struct search_control *control)
{
    struct control_team *team = control->team;

    lock_team(team);
    control->published = true;
    for (struct search_control *other = team->workers;
         other && !control->answered; other = other->next) {
        if (!other->idle)
            continue;
        other->idle = false;
        atomic_fetch_sub_explicit(&team->idle, 1, memory_order_relaxed);
        os_semaphore_post(&other->wake);
    }
    os_mutex_unlock(&team->lock);
}

/* Add the nodes since the last report to the owner's nodes_helped. */
static void report_nodes(struct search_control *control)
{
    atomic_fetch_add_explicit(&control->owner->nodes_helped,
                              control->nodes - control->reported,
                              memory_order_relaxed);
    control->reported = control->nodes;
}

/* Whether a helper may continue: the owner still searches the same window. */
static bool is_wanted(const struct search_control *control)
{
    return !atomic_load_explicit(&control->stopped, memory_order_relaxed) &&
           atomic_load_explicit(&control->owner->windows,
                                memory_order_relaxed) == control->serial &&
           control_progress(control->owner).nodes < control->owner_last;
}

bool control_poll(struct search_control *control)
{
    atomic_store_explicit(&control->nodes_seen, control->nodes,
                          memory_order_relaxed);
    if (control_is_helping(control)) {
        report_nodes(control);
        poll_soon(control);
        return is_wanted(control);
    }
    if (control->announced &&
        control->nodes - control->started_at >= CONTROL_ALONE_NODES &&
        atomic_load_explicit(&control->team->idle, memory_order_relaxed) > 0)
        find_helpers(control);
    poll_soon(control);
    return is_allowed(control);
}

void control_announce(struct search_control *control, struct position pos,
                      int beta)
{
    control->window = (struct null_window){pos, beta};
    control->announced = true;
}

void control_withdraw(struct search_control *control)
{
    control->announced = false;
    if (!control->published)
        return;
    lock_team(control->team);
    control->published = control->answered = false;
    atomic_fetch_add_explicit(&control->windows, 1, memory_order_relaxed);
    os_mutex_unlock(&control->team->lock);
}

/* Both bounds are in one integer, so that readers never see an old and a new
 * bound. */
void control_publish_bounds(struct search_control *control,
                            struct solver_bounds bounds)
{
    if (!control->quiet)
        atomic_store_explicit(&control->bounds,
                              bounds.lower * 1024 + bounds.upper,
                              memory_order_relaxed);
}

struct solver_progress control_progress(const struct search_control *control)
{
    int packed = atomic_load_explicit(&control->bounds, memory_order_relaxed);
    int lower = (packed + 1024 * 1024 + 512) / 1024 - 1024;
    return (struct solver_progress){
        .bounds = {lower, packed - lower * 1024},
        .nodes =
            atomic_load_explicit(&control->nodes_seen, memory_order_relaxed) +
            atomic_load_explicit(&control->nodes_helped, memory_order_relaxed),
    };
}

void control_limit(struct search_control *control, double seconds,
                   uint64_t nodes)
{
    control->deadline = seconds > 0 ? os_seconds() + seconds : 0;
    control->last_node = UINT64_MAX;
    if (nodes > 0 && nodes < UINT64_MAX - control_all_nodes(control))
        control->last_node = control_all_nodes(control) + nodes;
}

/* Of the workers with a published window that are below their node limit, the
 * one with the fewest helpers; or NULL. */
static struct search_control *find_owner(const struct control_team *team)
{
    struct search_control *found = NULL;
    for (struct search_control *other = team->workers; other;
         other = other->next)
        if (other->published && !other->answered &&
            control_progress(other).nodes < other->last_node &&
            (found == NULL || other->helpers < found->helpers))
            found = other;
    return found;
}

/* The next two functions require the lock, and release it while they wait or
 * search. */
static void wait_idle(struct search_control *control)
{
    struct control_team *team = control->team;

    control->idle = true;
    atomic_fetch_add_explicit(&team->idle, 1, memory_order_relaxed);
    os_mutex_unlock(&team->lock);
    os_semaphore_wait(&control->wake);
    lock_team(team);
    if (control->idle)
        atomic_fetch_sub_explicit(&team->idle, 1, memory_order_relaxed);
    control->idle = false;
}

static void help_with(struct search_control *control,
                      struct search_control *owner,
                      bool (*search)(void *, const struct null_window *),
                      void *state)
{
    struct control_team *team = control->team;
    struct null_window window = owner->window;

    owner->helpers++;
    control->owner_last = owner->last_node;
    control->serial =
        atomic_load_explicit(&owner->windows, memory_order_relaxed);
    os_mutex_unlock(&team->lock);

    control->owner = owner;
    control->reported = control->nodes;
    poll_soon(control);
    bool answered = search(state, &window);
    report_nodes(control);
    control->owner = control;

    lock_team(team);
    if (answered &&
        control->serial ==
            atomic_load_explicit(&owner->windows, memory_order_relaxed))
        owner->answered = true;
    owner->helpers--;
    os_condition_broadcast(&team->helper_left);
}

void control_help(struct search_control *control,
                  bool (*search)(void *state, const struct null_window *window),
                  void *state)
{
    struct control_team *team = control->team;

    lock_team(team);
    while (!atomic_load_explicit(&control->stopped, memory_order_relaxed)) {
        struct search_control *owner = find_owner(team);
        if (owner == NULL)
            wait_idle(control);
        else
            help_with(control, owner, search, state);
    }
    os_mutex_unlock(&team->lock);
}

void control_stop(struct search_control *control)
{
    control->stopped = true;
    os_semaphore_post(&control->wake);
}

void control_resume(struct search_control *control)
{
    control->stopped = false; /* ordered before what the caller reads next */
}
