/* Search control: limits, what is published, and helpers. */
#include "test/unit/test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bitboard/board.h"
#include "os/os.h"
#include "solver/control.h"
#include "test/unit/asleep.h"

static struct search_control *open_control(struct search_control *member)
{
    struct search_control *control = malloc(sizeof *control);
    assert_non_null(control);
    assert_ok(control_open(control, member));
    return control;
}

static void close_control(struct search_control *control)
{
    control_close(control);
    free(control);
}

/* ------------------------------------------------------------------- limits
 */

static void expect_stop_after(struct search_control *control, uint64_t limit)
{
    uint64_t before = control->nodes;
    control_limit(control, 0, limit);
    bool allowed = control_begin(control);
    while (allowed) {
        assert_true(control->poll_at > control->nodes);
        assert_true(control->poll_at <= control->nodes + CONTROL_POLL_NODES);
        control->nodes = control->poll_at;
        allowed = control_poll(control);
        assert_true(control_progress(control).nodes == control->nodes);
    }
    assert_int_equal(control->nodes - before, limit);
    assert_false(control_begin(control)); /* it is for all calls together */
}

TEST(node_limits_are_exact)
{
    static const uint64_t limits[] = {1, 1023, 1024, 1025, 5000};
    struct search_control *control = open_control(NULL);
    EACH (limit, limits)
        expect_stop_after(control, *limit);
    control_limit(control, 0, 0);
    assert_true(control_begin(control));
    assert_int_equal(control->poll_at, control->nodes + CONTROL_POLL_NODES);

    /* nodes of helpers count, too */
    control->nodes_helped = 700;
    control_limit(control, 0, 1000);
    control->nodes_helped += 999;
    assert_true(control_begin(control));
    assert_int_equal(control->poll_at, control->nodes + 1);
    control->nodes_helped++;
    assert_false(control_poll(control));

    /* a limit beyond all numbers is none */
    control_limit(control, 0, UINT64_MAX);
    assert_true(control->last_node == UINT64_MAX);
    close_control(control);
}

TEST(deadlines_end_a_call)
{
    struct search_control *control = open_control(NULL);
    double before = os_seconds();
    control_limit(control, 1000, 0);
    assert_true(control->deadline >= before + 1000);
    assert_true(control->deadline <= os_seconds() + 1000);
    assert_true(control_begin(control));
    assert_true(control_poll(control));
    control->deadline = before;
    assert_false(control_begin(control));
    assert_false(control_poll(control));
    control_limit(control, 0, 0);
    assert_true(control_begin(control));
    close_control(control);
}

TEST(calls_are_stopped_or_cancelled)
{
    struct search_control *control = open_control(NULL);
    _Atomic bool cancelled = false;
    control->cancelled = &cancelled;
    assert_true(control_begin(control));
    cancelled = true;
    assert_false(control_begin(control));
    assert_false(control_poll(control));
    cancelled = false;
    assert_true(control_poll(control));
    control_stop(control);
    assert_false(control_begin(control));
    assert_false(control_poll(control));
    control_resume(control);
    assert_true(control_begin(control));
    close_control(control);
}

TEST(bounds_are_published_together)
{
    struct search_control *control = open_control(NULL);
    struct solver_bounds last = {0, 0};
    for (int lower = -BOARD_MAX_CELLS; lower <= BOARD_MAX_CELLS; lower++) {
        for (int upper = -BOARD_MAX_CELLS; upper <= BOARD_MAX_CELLS; upper++) {
            last = (struct solver_bounds){lower, upper};
            control_publish_bounds(control, last);
            struct solver_bounds found = control_progress(control).bounds;
            assert_int_equal(found.lower, lower);
            assert_int_equal(found.upper, upper);
        }
    }
    control->quiet = true;
    control_publish_bounds(control, (struct solver_bounds){1, 2});
    assert_int_equal(control_progress(control).bounds.lower, last.lower);
    close_control(control);
}

/* ------------------------------------------- helping, all on this thread  */

/* What a helper did. */
struct visit {
    struct search_control *helper;
    struct search_control *owner; /* of the window that it was given */
    struct null_window window;
    int count;
};

static void publish(struct search_control *owner, int beta)
{
    control_announce(owner, board_empty(board_default()), beta);
    owner->published = true; /* as if somebody was idle */
}

/* Note the window, and help no more. */
static bool visit_once(void *state, const struct null_window *window)
{
    struct visit *visit = state;
    visit->owner = visit->helper->owner;
    visit->window = *window;
    visit->count++;
    control_stop(visit->helper);
    return false;
}

static struct visit visit_of(struct search_control *helper,
                             bool (*search)(void *, const struct null_window *))
{
    struct visit visit = {.helper = helper};
    control_resume(helper);
    control_help(helper, search, &visit);
    assert_ptr_equal(helper->owner, helper);
    return visit;
}

TEST(helpers_go_where_they_are_needed)
{
    struct search_control *first = open_control(NULL);
    struct search_control *second = open_control(first);
    struct search_control *helper = open_control(first);
    publish(first, 3);
    publish(second, -5);
    first->helpers = 1;
    struct visit visit = visit_of(helper, visit_once);
    assert_ptr_equal(visit.owner, second);
    assert_int_equal(visit.window.beta, -5);
    assert_int_equal(visit.window.pos.board.width, 7);
    assert_int_equal(second->helpers, 0);

    first->helpers = 0;
    second->helpers = 1;
    assert_ptr_equal(visit_of(helper, visit_once).owner, first);

    /* not to a window that is answered, or whose node limit is reached */
    first->answered = true;
    assert_ptr_equal(visit_of(helper, visit_once).owner, second);
    first->answered = false;
    control_limit(first, 0, 100);
    first->nodes_helped = 100;
    assert_ptr_equal(visit_of(helper, visit_once).owner, second);
    first->nodes_helped = 99;
    assert_ptr_equal(visit_of(helper, visit_once).owner, first);
    second->helpers = 0;

    control_withdraw(first);
    control_withdraw(second);
    assert_false(first->published || second->published);
    close_control(second);
    close_control(first); /* the helper keeps the team */
    close_control(helper);
}

/* Search 5000 nodes, and let the owner go on to another window. */
static bool search_too_long(void *state, const struct null_window *window)
{
    struct visit *visit = state;
    struct search_control *helper = visit->helper, *owner = helper->owner;
    assert_int_equal(window->beta, 1);
    assert_true(helper->poll_at <= helper->nodes + CONTROL_POLL_NODES);
    helper->nodes += 4000;
    assert_true(control_poll(helper));
    assert_int_equal(owner->nodes_helped, 4000);
    assert_int_equal(helper->poll_at, helper->nodes + CONTROL_POLL_NODES);
    helper->nodes += 990;
    control_withdraw(owner);
    publish(owner, 2);
    assert_false(control_poll(helper));
    helper->nodes += 10;
    control_stop(helper);
    return true;
}

TEST(results_of_earlier_windows_do_not_count)
{
    struct search_control *owner = open_control(NULL);
    struct search_control *helper = open_control(owner);
    control_limit(helper, 0, 1); /* its own limit does not matter */
    owner->nodes = 77;
    publish(owner, 1);
    visit_of(helper, search_too_long);
    assert_false(owner->answered);
    assert_int_equal(owner->nodes_helped, 5000);
    assert_int_equal(control_all_nodes(owner), 5077);
    assert_int_equal(owner->helpers, 0);
    close_control(helper);
    close_control(owner);
}

/* Search up to the node limit of the owner. */
static bool search_to_the_limit(void *state, const struct null_window *window)
{
    struct visit *visit = state;
    (void)window;
    visit->helper->nodes += 2999;
    assert_true(control_poll(visit->helper));
    visit->helper->nodes++;
    assert_false(control_poll(visit->helper));
    control_stop(visit->helper);
    return true;
}

TEST(helpers_keep_the_limit_of_the_owner)
{
    struct search_control *owner = open_control(NULL);
    struct search_control *helper = open_control(owner);
    control_limit(owner, 0, 3000);
    publish(owner, 1);
    visit_of(helper, search_to_the_limit);
    assert_true(owner->answered);
    control_withdraw(owner);
    assert_false(owner->answered);
    close_control(helper);
    close_control(owner);
}

/* --------------------------------------------------- helping, in a thread  */

struct helper {
    pthread_t thread;
    sleeper asleep;
    struct search_control *control;
    bool (*search)(void *helper, const struct null_window *window);
    _Atomic bool left;       /* what was waited for is done */
    bool left_early;         /* before the helper let it be */
    _Atomic int searches;    /* begun */
    _Atomic bool may_answer; /* the search may end */
};

static bool search_until_allowed(void *state, const struct null_window *window)
{
    struct helper *helper = state;
    (void)window;
    helper->searches++;
    while (!helper->may_answer)
        sched_yield();
    return true;
}

static void *run_helper(void *argument)
{
    struct helper *helper = argument;
    sleeper_begin(&helper->asleep);
    control_help(helper->control, helper->search, helper);
    return NULL;
}

static void start_helper(struct helper *helper, struct search_control *owner,
                         bool (*search)(void *, const struct null_window *))
{
    *helper = (struct helper){.control = open_control(owner), .search = search};
    assert_ok(pthread_create(&helper->thread, NULL, run_helper, helper));
}

static void end_helper(struct helper *helper)
{
    control_stop(helper->control);
    pthread_join(helper->thread, NULL);
}

/* Poll as a search does that has searched so many nodes. */
static void poll_after(struct search_control *owner, uint64_t nodes)
{
    owner->nodes = owner->started_at + nodes;
    assert_true(control_poll(owner));
}

TEST(long_searches_wake_all_helpers_once)
{
    struct search_control *owner = open_control(NULL);
    struct helper helpers[2];
    struct position pos = board_empty(board_default());
    for (int i = 0; i < 2; i++)
        start_helper(&helpers[i], owner, search_until_allowed);
    for (int i = 0; i < 2; i++)
        sleeper_wait(&helpers[i].asleep);
    owner->nodes = 5;
    assert_true(control_begin(owner));
    poll_after(owner, CONTROL_ALONE_NODES); /* not announced */
    assert_false(owner->published);
    control_announce(owner, pos, 1);
    poll_after(owner, CONTROL_ALONE_NODES - 1);
    assert_false(owner->published);
    poll_after(owner, CONTROL_ALONE_NODES);
    assert_true(owner->published);
    for (int i = 0; i < 2; i++)
        while (helpers[i].searches == 0)
            sched_yield();

    /* an answered window is not searched again, the next one is */
    for (int i = 0; i < 2; i++) {
        helpers[i].may_answer = true;
        sleeper_wait(&helpers[i].asleep);
    }
    poll_after(owner, CONTROL_ALONE_NODES);
    for (int i = 0; i < 2; i++) {
        sleeper_wait(&helpers[i].asleep);
        assert_int_equal(helpers[i].searches, 1);
    }
    control_withdraw(owner);
    poll_after(owner, CONTROL_ALONE_NODES);
    assert_false(owner->published);
    control_announce(owner, pos, 2);
    while (helpers[0].searches + helpers[1].searches < 3) {
        poll_after(owner, CONTROL_ALONE_NODES);
        sched_yield();
    }
    control_withdraw(owner);

    /* when they have left, nobody is idle */
    for (int i = 0; i < 2; i++)
        end_helper(&helpers[i]);
    control_announce(owner, pos, 3);
    poll_after(owner, CONTROL_ALONE_NODES);
    assert_false(owner->published);
    for (int i = 0; i < 2; i++)
        close_control(helpers[i].control);
    close_control(owner);
}

/* Help until the main thread has had time to leave too early. */
static bool search_for_a_while(void *state, const struct null_window *window)
{
    struct helper *helper = state;
    (void)window;
    helper->searches++;
    for (int i = 0; i < 20 && !helper->left; i++)
        usleep(1000);
    helper->left_early = helper->left;
    control_stop(helper->control);
    return false;
}

static void expect_wait(void (*wait)(struct search_control *owner))
{
    struct search_control *owner = open_control(NULL);
    struct helper helper;
    publish(owner, 1);
    start_helper(&helper, owner, search_for_a_while);
    while (helper.searches == 0)
        sched_yield();
    wait(owner);
    helper.left = true;
    pthread_join(helper.thread, NULL);
    assert_false(helper.left_early);
    if (wait != control_close)
        control_close(owner);
    close_control(helper.control);
    free(owner);
}

TEST(owners_wait_for_their_helpers)
{
    expect_wait(control_close);
    expect_wait(control_wait_for_helpers);
}

/* In a child of fork() nobody helps, and helpers are found again. */
static bool is_alone(struct search_control *owner)
{
    control_wait_for_helpers(owner);
    bool alone = !owner->published && !owner->answered && owner->helpers == 0;
    owner->published = true;
    owner->helpers = 0;
    control_wait_for_helpers(owner);
    return alone && owner->published; /* it is the child's own */
}

TEST(children_have_no_helpers)
{
    struct search_control *owner = open_control(NULL);
    publish(owner, 1);
    owner->answered = true;
    owner->helpers = 1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(60);
        _exit(is_alone(owner) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(owner->published);
    owner->helpers = 0;
    close_control(owner);
}
