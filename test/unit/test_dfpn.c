/*
 * The inside of the engine dfpn: places, numbers, tables, and what a thread
 * makes of the results of others: test_dfpn WxH.
 */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#undef ISA
#define ISA test         /* beside the same engine in the library */
#include "solver/dfpn.c" /* NOLINT(bugprone-suspicious-include) */

TEST_ON_A_BOARD

static struct dfpn *open_dfpn(struct search_control *control)
{
    void *opened;
    assert_ok(control_open(control, NULL));
    assert_ok(
        dfpn_open(&opened, board, dfpn_min_table_bytes(board, 2), 2, control));
    return opened;
}

static void close_dfpn(struct dfpn *dfpn, struct search_control *control)
{
    near_team_close(dfpn);
    control_close(control);
}

/* The empty board as the root, and a child of it. */
static void poll_at_root_and_child(struct dfpn *dfpn, bool proven, int *at_root,
                                   int *at_child)
{
    const struct geometry *g = geometry_of(&dfpn->near.geometry);
    const int beta = 1;
    struct node root;
    struct children children;
    int score;
    assert_false(
        node_is_known(g, variant_position(board_empty(board)), &root, &score));
    node_children(g, &root, &children);
    struct node child = node_child(&root, &children, 0);

    near_team_start(&dfpn->near, 0);
    dfpn->path[0] = dfpn_place(dfpn, g, &root, beta);
    dfpn->path[1] = dfpn_place(dfpn, g, &child, 1 - beta);
    struct tt_proof known = {.work = 1};
    dfpn_set_solved(&known, proven);
    tt_proofs_put(&dfpn_team(dfpn)->table, dfpn->path[0], known);
    dfpn->path_end = 0;
    poll(&dfpn->near, &root, beta);
    *at_root = dfpn->near.unwind_ply;
    dfpn->path_end = 1;
    poll(&dfpn->near, &child, 1 - beta);
    *at_child = dfpn->near.unwind_ply;
    assert_int_equal(dfpn->near.unwind_score, proven ? beta : beta - 1);
}

/* A node that is being entered may be decided without a search, so that nobody
 * would unwind to it. */
TEST(unwinds_to_solved_nodes_before_the_one_entered)
{
    struct search_control control;
    struct dfpn *dfpn = open_dfpn(&control);
    dfpn_team(dfpn)->searching = 2; /* as if another thread searched, too */
    assert_true(control_begin(&control));
    for (int proven = 0; proven < 2; proven++) {
        int at_root, at_child;
        poll_at_root_and_child(dfpn, proven, &at_root, &at_child);
        assert_int_equal(at_root, NEAR_NO_PLY);
        assert_int_equal(at_child, 0);
    }
    close_dfpn(dfpn, &control);
}

/* A search that ends or is stopped leaves no virtual losses behind. */
TEST(searches_leave_nothing_behind)
{
    struct search_control control, control_2;
    struct dfpn *dfpn = open_dfpn(&control);
    void *joined;
    assert_ok(control_open(&control_2, &control));
    assert_ok(near_team_join(&joined, dfpn, &control_2));
    uint64_t nodes[3];
    for (int i = 0; i < 3; i++) {
        uint64_t before = control_2.nodes;
        control_limit(&control_2, 0, 60000);
        near_team_solve_window(joined, board_empty(board), -1, 1);
        nodes[i] = control_2.nodes - before;
        assert_int_equal(dfpn_team(dfpn)->searching, 0);
        for (int mark = 0; mark < DFPN_MARKS; mark++)
            assert_int_equal(dfpn_team(dfpn)->threads[mark], 0);
        if (i == 1) /* by the other member: both tables */
            near_team_clear(dfpn);
    }
    assert_true(nodes[0] > 0 && nodes[2] == nodes[0]);
    if (nodes[0] < 60000)
        assert_true(nodes[1] < nodes[0]);
    near_team_close(dfpn);
    near_team_close(joined); /* the last one frees the table */
    control_close(&control_2);
    control_close(&control);
}

/* A key of any board, and a null window after it, fit into 128 bits; no two
 * windows of a position share an entry. */
TEST(positions_and_windows_have_places)
{
    for (int width = 1; width <= BOARD_MAX_WIDTH; width++)
        for (int height = 1; height <= BOARD_MAX_HEIGHT; height++)
            if (board_is_size(width, height))
                assert_true(board_max_key(board_make(width, height)) >>
                                (128 - DFPN_WINDOW_BITS) ==
                            0);
    struct search_control control;
    struct dfpn *dfpn = open_dfpn(&control);
    const struct geometry *g = geometry_of(&dfpn->near.geometry);
    struct node node = {0};
    tt_count last = 0;
    for (int beta = -NEAR_MAX_BOUND; beta <= NEAR_MAX_BOUND; beta++) {
        tt_count key = dfpn_place(dfpn, g, &node, beta).key;
        assert_true(beta == -NEAR_MAX_BOUND ? key == 0 : key == last + 1);
        last = key;
    }
    node.mover = 1;
    assert_true(dfpn_place(dfpn, g, &node, -NEAR_MAX_BOUND).key > last);
    close_dfpn(dfpn, &control);
}

TEST(tables_have_their_limits)
{
    struct search_control control;
    void *opened;
    assert_ok(control_open(&control, NULL));
    uint64_t min = dfpn_min_table_bytes(board, 3);
    assert_int_equal(min, (1 << 16) + (3 + NEAR_CAN_SHARE) * near_bytes(1));
    assert_int_equal(dfpn_default_table_bytes(board, 3),
                     (64 << 20) + (3 + NEAR_CAN_SHARE) * near_bytes(1));
    assert_int_equal(dfpn_open(&opened, board, min - 1, 3, &control),
                     SOLVER_UNSAFE_TABLE);
    assert_null(opened);
    assert_int_equal(dfpn_open(&opened, board, UINT64_C(1) << 50, 3, &control),
                     SOLVER_NO_MEMORY);
    assert_null(opened);
    assert_ok(dfpn_open(&opened, board, min, 3, &control));
    assert_in_range(near_team_table(opened).bytes + 2 * near_bytes(1),
                    min - 131, min);
    near_team_close(opened);
    control_close(&control);
}

/* ------------------------------------------------------------------ numbers
 */

/* test/cli/nodes.bats sees other changes of the numbers. */
TEST(sums_are_less_than_infinite)
{
    const struct tt_proof most = {DFPN_INFINITE - 1, DFPN_INFINITE - 1, 1};
    struct dfpn_branch list[2] = {{.known = most}, {.known = most}};
    struct tt_proof known = {.work = UINT32_MAX - 5};
    dfpn_combine(list, 2, &known);
    assert_int_equal(known.proof, DFPN_INFINITE - 1);
    assert_int_equal(known.disproof, DFPN_INFINITE - 1);
    dfpn_add_work(&known, 4);
    assert_int_equal(known.work, UINT32_MAX - 1);
    dfpn_add_work(&known, UINT64_C(1) << 40);
    assert_int_equal(known.work, UINT32_MAX);
}

/* Two other threads are below the best child. */
TEST(threads_below_a_child_count)
{
    struct search_control control;
    struct dfpn *dfpn = open_dfpn(&control);
    struct dfpn_branch list[3] = {
        {.known = {3, 20, 1}, .place.group = 0},
        {.known = {4, 10, 1}, .place.group = 1},
        {.known = {5, 30, 1}, .place.group = 2},
    };
    const struct dfpn_limits limits = {1000, 100};
    struct tt_proof known = {0};
    dfpn_combine(list, 3, &known);
    dfpn_team(dfpn)->threads[1] = 2;
    for (int parallel = 0; parallel < 2; parallel++) {
        assert_int_equal(choose(dfpn, list, 3, &known, limits, parallel).child,
                         !parallel);
        assert_int_equal(disproof_seen(dfpn, &list[1], parallel),
                         10 + parallel * 2 * 6);
    }
    close_dfpn(dfpn, &control);
}
