/* The evidence of static proofs, compared with plain minimax: test_evidence
 * WxH. */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include <stdio.h>

#include "proof/theory.h"
#include "test/unit/reference.h"

static struct board board;

/* The rule and the cells fit together. */
static void check_cells(struct position pos, struct evidence found)
{
    board_bits reach = found.reach;
    board_bits own = pos.mover ^ pos.stones;
    assert_true((reach & found.guarded) == 0);
    assert_true((reach & pos.mover) == pos.mover);
    assert_true((found.guarded & own) == own);
    assert_true((found.stalled & found.entries) == found.entries);
    assert_true((found.entries & ~reach) == 0);
    assert_true((found.threats & ~reference_threats(board, own, pos.stones)) ==
                0);
    assert_int_equal(found.entries != 0, found.rule == EVIDENCE_ZUGZWANG);
    if (found.rule == EVIDENCE_FOLLOWUP)
        assert_false(reference_four(board, reach));
    if (found.rule == EVIDENCE_LATE)
        assert_true(reference_four(board, reach));
}

TEST(cells_fit_the_rule)
{
    struct reference_random random = reference_seed(30);
    int wanted = board_is_default(board) ? 1000000 : 50000;
    int tested = 0, fired = 0;
    while (tested < wanted) {
        struct position pos;
        int ply = reference_below(&random, board_cells(board));
        if (!reference_position(&random, board, ply, &pos))
            continue;
        tested++;
        struct evidence found = theory_evidence(pos);
        if (found.rule == EVIDENCE_NONE)
            continue;
        fired++;
        check_cells(pos, found);
    }
    printf("# %d of %d proven\n", fired, tested);
    assert_true(fired > tested / 1000);
}

TEST(bounds_hold)
{
    struct reference_random random = reference_seed(31);
    int rules[EVIDENCE_ZUGZWANG + 1] = {0}, scores = 0;
    bool small = board_cells(board) < 40;
    int wanted = small ? 60000 : 150000;
    int most_empty = small ? 9 : board.width > 8 ? 10 : 12;
    for (int i = 0; i < wanted; i++) {
        struct position pos;
        int empty = 1 + reference_below(&random, most_empty);
        if (!reference_position(&random, board, board_cells(board) - empty,
                                &pos))
            continue;
        struct evidence found = theory_evidence(pos);
        rules[found.rule]++;
        scores += found.score > 0;
        if (found.rule != EVIDENCE_NONE)
            assert_true(reference_minimax(pos) <= -found.score);
    }
    printf("# by follow-up %d, late fours %d, zugzwang %d; won %d\n",
           rules[EVIDENCE_FOLLOWUP], rules[EVIDENCE_LATE],
           rules[EVIDENCE_ZUGZWANG], scores);
    assert_true(rules[EVIDENCE_FOLLOWUP] > 100 &&
                rules[EVIDENCE_ZUGZWANG] > 100 && scores > 100);
    assert_true(rules[EVIDENCE_LATE] > 0 || board.height < 6);
}

int main(int argc, char **argv)
{
    board = test_board(argc, argv);
    return test_run(NULL, NULL);
}
