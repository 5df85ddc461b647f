/*
 * The inside of the engine dfpn: what a thread makes of the results of others:
 * test_dfpn WxH.
 */
#include "test/test.h"

#undef ISA
#define ISA test         /* beside the same engine in the library */
#include "solver/dfpn.c" /* NOLINT(bugprone-suspicious-include) */

static struct board board;

/* The empty board as the root, and a child of it. */
static void poll_at_root_and_child(struct dfpn *dfpn, int *at_root,
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

    start(dfpn, 0);
    dfpn->path[0] = dfpn_place(dfpn, g, &root, beta);
    dfpn->path[1] = dfpn_place(dfpn, g, &child, 1 - beta);
    struct tt_proof proven = {.work = 1};
    dfpn_set_solved(&proven, true);
    tt_proofs_put(&dfpn->team->table, dfpn->path[0], proven);
    dfpn->path_end = 0;
    poll(&dfpn->near, &root, beta);
    *at_root = dfpn->near.unwind_ply;
    dfpn->path_end = 1;
    poll(&dfpn->near, &child, 1 - beta);
    *at_child = dfpn->near.unwind_ply;
    assert_int_equal(dfpn->near.unwind_score, beta);
}

/* A node that is being entered may be decided without a search, so that nobody
 * would unwind to it. */
static void unwinds_to_solved_nodes_before_the_one_entered(void **state)
{
    (void)state;
    struct search_control control;
    void *opened;
    assert_int_equal(control_open(&control, NULL), SOLVER_OK);
    assert_int_equal(
        dfpn_open(&opened, board, dfpn_min_table_bytes(board, 1), 1, &control),
        SOLVER_OK);
    struct dfpn *dfpn = opened;
    dfpn->team->searching = 2; /* as if another thread searched, too */
    assert_true(control_begin(&control));
    int at_root, at_child;
    poll_at_root_and_child(dfpn, &at_root, &at_child);
    assert_int_equal(at_root, NEAR_NO_PLY);
    assert_int_equal(at_child, 0);
    dfpn_close(dfpn);
    control_close(&control);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unwinds_to_solved_nodes_before_the_one_entered),
    };
    board = test_board(argc, argv);
    return cmocka_run_group_tests_name("dfpn", tests, NULL, NULL);
}
