/*
 * The inside of the engine fast: keys, marks, what a thread makes of the
 * results of others, and tables: test_fast WxH.
 */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#if !defined __wasi__ && !defined _WIN32
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "test/unit/reference.h"

#undef ISA
#define ISA test         /* beside the same engine in the library */
#include "solver/fast.c" /* NOLINT(bugprone-suspicious-include) */

TEST_ON_A_BOARD

struct member {
    struct search_control control;
    struct fast *fast;
};

static struct member *open_member(struct member *other)
{
    struct member *member = malloc(sizeof *member);
    void *opened;
    assert_non_null(member);
    assert_ok(control_open(&member->control, other ? &other->control : NULL));
    if (other == NULL)
        assert_ok(fast_open(&opened, board, fast_default_table_bytes(board, 2),
                            2, &member->control));
    else
        assert_ok(near_team_join(&opened, other->fast, &member->control));
    member->fast = opened;
    return member;
}

static void close_member(struct member *member)
{
    control_close(&member->control);
    near_team_close(member->fast);
    free(member);
}

static struct position random_position(struct reference_random *random, int ply)
{
    struct position pos;
    while (!reference_position(random, board, ply, &pos) ||
           board_winning_moves(pos) != 0)
        ;
    return pos;
}

/* In the first third of the game mirror images have the same key, later they
 * have not. */
TEST(mirror_images_share_entries_early)
{
    struct reference_random random = reference_seed(41);
    const struct geometry made = geometry_make(board), *g = geometry_of(&made);
    int third = board_cells(board) / 3;
    for (int ply = third - 1; ply <= third + 1; ply++) {
        struct position pos = random_position(&random, ply);
        cells key = (cells)(pos.mover + pos.stones);
        struct position mirror = board_mirror_position(pos);
        cells mirror_key = (cells)(mirror.mover + mirror.stones);
        assert_true(key != mirror_key);
        cells least = key < mirror_key ? key : mirror_key;
        bool early = ply <= third;
        assert_true(fast_table_key(g, key, ply) == (early ? least : key));
        assert_true(fast_table_key(g, mirror_key, ply) ==
                    (early ? least : mirror_key));
    }
}

static struct node node_of(const struct fast *fast, struct position pos)
{
    struct node node;
    int score;
    assert_false(node_is_known(geometry_of(&fast->near.geometry),
                               variant_position(pos), &node, &score));
    return node;
}

/* A position whose result is not obvious. */
static struct position open_position(struct reference_random *random,
                                     const struct fast *fast, int ply)
{
    const struct geometry *g = geometry_of(&fast->near.geometry);
    struct node node;
    int score;
    struct position pos;
    do
        pos = random_position(random, ply);
    while (node_is_known(g, variant_position(pos), &node, &score));
    return pos;
}

/* A node looks its children up where they are stored. */
TEST(children_are_found_in_their_places)
{
    struct member *member = open_member(NULL);
    struct fast *fast = member->fast;
    struct reference_random random = reference_seed(44);
    const struct geometry *g = geometry_of(&fast->near.geometry);
    int third = board_cells(board) / 3;
    for (int ply = third - 1; ply <= third; ply++)
        for (int i = 0; i < 10; i++) {
            struct node node = node_of(fast, open_position(&random, fast, ply));
            struct children children;
            struct fast_lookup lookup;
            node_children(g, &node, &children);
            fast_start_lookup(g, fast, &node, &children, &lookup);
            for (unsigned rest = children.active; rest != 0; rest &= rest - 1) {
                int lane = __builtin_ctz(rest);
                struct node child = node_child(&node, &children, lane);
                struct fast_place place = fast_place(g, fast, &child);
                assert_true(lookup.keys.set[lane] == place.key);
                assert_int_equal(lookup.slots[lane], place.slot);
            }
        }
    close_member(member);
}

/* Results of at least 1000 nodes stay when many cheaper ones follow. */
TEST(results_of_high_effort_are_kept)
{
    struct member *member = open_member(NULL);
    struct fast *fast = member->fast;
    struct reference_random random = reference_seed(45);
    const struct geometry *g = geometry_of(&fast->near.geometry);
    struct node node = node_of(fast, open_position(&random, fast, 8));
    struct fast_place place = fast_place(g, fast, &node);
    struct tt_buckets *far = &fast_team(fast)->far;
    fast_end_early(fast);
    for (uint64_t nodes = 999; nodes <= 1000; nodes++) {
        for (cells i = 0; i < 12; i++)
            tt_buckets_put(far, place.slot, i + 1, 1, false);
        fast_store(g, fast, &node, 3, true, nodes);
        for (cells i = 0; i < 12; i++)
            tt_buckets_put(far, place.slot, i + 100, 1, false);
        assert_int_equal(tt_buckets_get(far, place.slot, place.key),
                         nodes == 1000 ? near_encode(3, true) : 0);
        tt_buckets_clear(far);
    }
    close_member(member);
}

static int count_marks(const struct fast_team *team)
{
    int marks = 0;
    for (int i = 0; i < FAST_MARKS; i++)
        marks += team->marks[i] != 0;
    return marks;
}

TEST(marks_are_of_one_key)
{
    struct member *member = open_member(NULL);
    struct fast *fast = member->fast;
    const cells key = 12345;
    assert_false(fast_is_marked(fast, key));
    fast_mark(fast, key);
    assert_true(fast_is_marked(fast, key));
    assert_int_equal(count_marks(fast_team(fast)), 1);
    cells other = key + 1;
    while (fast_mark_of(fast, other) != fast_mark_of(fast, key))
        other++;
    assert_false(fast_is_marked(fast, other));
    fast_unmark(fast, other); /* not its own */
    assert_true(fast_is_marked(fast, key));
    fast_mark(fast, other);
    assert_false(fast_is_marked(fast, key));
    fast_unmark(fast, other);
    assert_int_equal(count_marks(fast_team(fast)), 0);
    close_member(member);
}

/* Also by a search that is stopped. */
TEST(searches_remove_their_marks)
{
    struct member *first = open_member(NULL), *second = open_member(first);
    struct reference_random random = reference_seed(42);
    for (int stopped = 0; stopped < 4;) {
        struct position pos = random_position(&random, 8);
        control_limit(&first->control, 0, 3000);
        near_team_solve_window(first->fast, pos, -1, 1);
        assert_int_equal(count_marks(fast_team(first->fast)), 0);
        stopped += first->control.nodes == first->control.last_node;
    }
    close_member(first); /* the second one keeps the team */
    assert_int_equal(count_marks(fast_team(second->fast)), 0);
    close_member(second);
}

/* The bounds in the far table that decide a null window at beta. */
TEST(bounds_decide_windows_exactly)
{
    struct member *member = open_member(NULL);
    struct fast *fast = member->fast;
    const cells key = 99;
    struct fast_place place = {fast_slot(fast, key), key};
    int score;
    fast_end_early(fast);
    assert_false(fast_is_decided(fast, place, 1, &score));
    for (int bound = -NEAR_MAX_BOUND; bound <= NEAR_MAX_BOUND; bound++) {
        for (int lower = 0; lower < 2; lower++) {
            tt_buckets_put(&fast_team(fast)->far, place.slot, key,
                           near_encode(bound, lower), false);
            for (int beta = bound - 1; beta <= bound + 1; beta++) {
                bool decided = lower ? bound >= beta : bound < beta;
                score = 1000;
                assert_int_equal(fast_is_decided(fast, place, beta, &score),
                                 decided);
                assert_true(!decided || score == bound);
            }
        }
    }
    close_member(member);
}

/* Put a lower bound for the node at 'ply' of the path into the far table, and
 * check the path at ply 3, where the null window is 'beta'.  Returns the ply to
 * unwind to. */
static int checked_path(struct fast *fast, int ply, int bound, int beta)
{
    const struct geometry *g = geometry_of(&fast->near.geometry);
    tt_buckets_put(&fast_team(fast)->far, fast->path[ply].slot,
                   fast->path[ply].key, near_encode(bound, true), true);
    fast->near.unwind_ply = NEAR_NO_PLY;
    fast_check_path(g, fast, 3, beta);
    return fast->near.unwind_ply;
}

/* At odd distances the window is the opponent's. */
TEST(decided_nodes_of_the_path_end_the_search)
{
    struct member *first = open_member(NULL), *second = open_member(first);
    struct fast *fast = first->fast;
    near_team_start(&fast->near, 1);
    fast_end_early(fast);
    for (int ply = 0; ply < 4; ply++) {
        cells key = 1000 + (cells)ply;
        fast->path[ply] = (struct fast_place){fast_slot(fast, key), key};
    }
    assert_int_equal(checked_path(fast, 3, 5, 2), NEAR_NO_PLY); /* itself */
    assert_int_equal(checked_path(fast, 0, 5, 2), NEAR_NO_PLY); /* no root */
    assert_int_equal(checked_path(fast, 2, -2, 2), NEAR_NO_PLY);
    assert_int_equal(checked_path(fast, 2, -1, 2), 2);
    assert_int_equal(fast->near.unwind_score, -1);
    assert_int_equal(checked_path(fast, 1, 1, 2), 2);
    assert_int_equal(checked_path(fast, 1, 2, 2), 1);
    assert_int_equal(fast->near.unwind_score, 2);
    close_member(first);
    close_member(second);
}

/* Also if the thread that has marked them never ends. */
TEST(marked_children_are_searched_at_last)
{
    struct member *first = open_member(NULL), *second = open_member(first);
    struct fast *fast = first->fast;
    struct reference_random random = reference_seed(46);
    const struct geometry *g = geometry_of(&fast->near.geometry);
    for (int tested = 0; tested < 5;) {
        struct position pos = open_position(&random, fast, 14);
        struct node node = node_of(fast, pos);
        struct children children;
        struct fast_lookup lookup;
        if (node_depth(g, node.ply, 1) < FAST_PARALLEL_DEPTH)
            break;
        control_limit(&first->control, 0, 50000);
        struct solver_bounds score = near_team_solve_window(fast, pos, 0, 1);
        if (first->control.nodes == first->control.last_node)
            continue;
        tested++;
        near_team_clear(fast);
        node_children(g, &node, &children);
        fast_start_lookup(g, fast, &node, &children, &lookup);
        for (unsigned rest = children.active; rest != 0; rest &= rest - 1)
            fast_mark(fast, lookup.keys.set[__builtin_ctz(rest)]);
        control_limit(&first->control, 0, 0);
        struct solver_bounds marked = near_team_solve_window(fast, pos, 0, 1);
        assert_int_equal(marked.lower > 0, score.lower > 0);
        assert_int_equal(marked.upper > 0, score.upper > 0);
        near_team_clear(fast);
    }
    close_member(second);
    close_member(first);
}

static uint64_t limited_nodes_of(struct member *member, struct position pos,
                                 uint64_t limit)
{
    uint64_t before = member->control.nodes;
    control_limit(&member->control, 0, limit);
    near_team_solve_window(member->fast, pos, -1, 1);
    return member->control.nodes - before;
}

static uint64_t nodes_of(struct member *member, struct position pos)
{
    return limited_nodes_of(member, pos, 20000);
}

/* Both tables, also the near ones of the other threads. */
TEST(clearing_forgets_everything)
{
    struct member *first = open_member(NULL), *second = open_member(first);
    struct reference_random random = reference_seed(43);
    for (int tested = 0; tested < 5;) {
        struct position pos =
            random_position(&random, 10 + reference_below(&random, 15));
        near_team_clear(first->fast);
        uint64_t nodes = nodes_of(second, pos);
        if (nodes < 500 || nodes == 20000)
            continue;
        tested++;
        assert_true(nodes_of(second, pos) < nodes);
        near_team_clear(first->fast);
        assert_int_equal(nodes_of(second, pos), nodes);
        assert_int_equal(second->fast->near.clears,
                         second->fast->near.team->clears);
        near_team_clear(first->fast);
        /* nothing is left for the next search to clear */
        assert_int_equal(first->fast->near.clears,
                         first->fast->near.team->clears);
        assert_int_equal(nodes_of(first, pos), nodes);
    }
    close_member(second);
    close_member(first);
}

#if defined __wasi__ || defined _WIN32
/* There are no pages: whether anything was written. */
static size_t count_pages(const struct os_memory *memory)
{
    const unsigned char *bytes = memory->bytes;
    for (uint64_t i = 0; i < memory->size; i++) {
        if (bytes[i] != 0)
            return 1;
    }
    return 0;
}
#else
/* The pages of a table that are in memory. */
static size_t count_pages(const struct os_memory *memory)
{
    enum { MAX_PAGES = 1 << 16 };
    static unsigned char present[MAX_PAGES];
    size_t page = (size_t)sysconf(_SC_PAGESIZE), count = 0;
    size_t pages = (memory->size + page - 1) / page;
    assert_true(pages <= MAX_PAGES);
    assert_ok(mincore(memory->bytes, memory->size, present));
    for (size_t i = 0; i < pages; i++)
        count += present[i] & 1;
    return count;
}
#endif

/* Results are the same before they are in the far table, and a search with few
 * of them touches no page of it. */
TEST(early_results_need_no_far_table)
{
    struct reference_random random = reference_seed(47);
    int few = 0, many = 0;
    for (int i = 0; i < 16; i++) {
        struct member *member = open_member(NULL), *other = open_member(NULL);
        struct fast *fast = member->fast;
        struct position pos = open_position(&random, fast, 12);
        fast_end_early(other->fast);
        /* Keys of positions that a search from 12 plies does not reach. */
        for (int key = 1; i % 2 == 1 && key < FAST_EARLY_MAX; key++) {
            struct fast_result result = {.key = (cells)key, .value = 1};
            fast_early_put(&fast->early, result);
            fast_put(other->fast, result);
        }
        for (int again = 0; again < 2; again++)
            assert_int_equal(limited_nodes_of(member, pos, 3000),
                             limited_nodes_of(other, pos, 3000));
        const struct os_memory *far = &fast_team(fast)->far.memory;
        assert_int_equal(count_pages(far) > 0, fast->early.ended);
        for (int at = 0; fast->early.ended && at < FAST_EARLY_MAX; at++) {
            cells key = fast->early.results[at].key;
            assert_int_not_equal(tt_buckets_get(&fast_team(fast)->far,
                                                fast_slot(fast, key), key),
                                 0);
        }
        few += !fast->early.ended && fast->early.count > 0;
        many += fast->early.ended;
        close_member(other);
        close_member(member);
    }
    assert_true(few >= 3);
    assert_true(many >= 2);
}

/* A helper's results are in the far table at once. */
TEST(helpers_have_no_early_results)
{
    struct member *first = open_member(NULL), *second = open_member(first);
    struct reference_random random = reference_seed(48);
    struct position pos = open_position(&random, first->fast, 14);
    struct null_window window = {pos, 1};
    second->control.owner = &first->control;
    second->control.owner_last = 5000;
    near_team_help(second->fast, &window);
    second->control.owner = &second->control;
    assert_true(second->fast->early.ended);
    close_member(second);
    close_member(first);
}

/* Whether another thread sees a result of a depth. */
static bool is_seen(struct member *by, struct member *other, int depth)
{
    near_table_put(near_table_at(&other->fast->near, depth), (cells)depth, 7);
    return near_table_get(near_table_at(&by->fast->near, depth),
                          (cells)depth) == 7;
}

TEST(threads_share_the_uppermost_near_results_of_a_window)
{
    struct member *first = open_member(NULL), *second = open_member(first);
    near_team_start(&first->fast->near, 0);
    second->control.owner = &first->control;
    near_team_start(&second->fast->near, 0);
    assert_false(is_seen(second, first, NEAR_SHARED_DEPTH));
    first->control.published = true;
    near_team_share(&first->fast->near);
    assert_int_equal(is_seen(second, first, NEAR_SHARED_DEPTH), NEAR_CAN_SHARE);
    assert_int_equal(is_seen(first, second, NEAR_END - 1), NEAR_CAN_SHARE);
    assert_false(is_seen(second, first, NEAR_SHARED_DEPTH - 1));
    near_team_clear(first->fast);
    assert_int_equal(
        near_table_get(second->fast->near.shared, NEAR_SHARED_DEPTH), 0);
    first->control.published = false;
    near_team_share(&first->fast->near);
    assert_false(is_seen(second, first, NEAR_SHARED_DEPTH));
    second->control.owner = &second->control;
    close_member(second);
    close_member(first);
}

TEST(tables_have_their_limits)
{
    const uint64_t mib = 1 << 20;
    struct search_control control;
    void *opened;
    assert_int_equal(fast_default_table_bytes(board, 1), 32 * mib);
    assert_int_equal(fast_default_table_bytes(board, 4), 32 * mib);
    assert_int_equal(fast_default_table_bytes(board, 5), 40 * mib);
    assert_ok(control_open(&control, NULL));
    uint64_t min = fast_min_table_bytes(board, 3);
    uint64_t refused[] = {0, near_bytes(3), near_bytes(3) + 1, min - 1};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_int_equal(fast_open(&opened, board, refused[i], 3, &control),
                         SOLVER_UNSAFE_TABLE);
        assert_null(opened);
    }
    assert_int_equal(fast_open(&opened, board, UINT64_C(1) << 44, 1, &control),
                     SOLVER_NO_MEMORY);
    assert_null(opened);
    assert_ok(fast_open(&opened, board, min, 3, &control));
    assert_int_equal(near_team_table(opened).bytes + 2 * near_bytes(1), min);
    near_team_close(opened);
    control_close(&control);
}
