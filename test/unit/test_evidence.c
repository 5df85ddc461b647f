/*
 * The evidence of static proofs, compared with the proofs of the search:
 * test_evidence WxH.
 */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include <stdio.h>

#include "proof/theory.h"
#include "solver/proof.h"
#include "test/unit/reference.h"

static struct board board;
static struct geometry geometry; /* read through 'g' */
static const struct geometry *g;

static struct proof proof_of(struct position pos)
{
    struct variant_position same = variant_position(pos);
    return proof_find(g, lanes_all((cells)(pos.mover ^ pos.stones)),
                      lanes_all((cells)pos.mover),
                      lanes_all(variant_opponent_threats(g, same)),
                      lanes_all(variant_playable(g, same)),
                      board_cells(board) - pos.ply);
}

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

TEST(says_what_the_search_proves)
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
        struct proof proof = proof_of(pos);
        assert_int_equal(found.rule != EVIDENCE_NONE, proof.lanes & 1);
        if (found.rule == EVIDENCE_NONE)
            continue;
        fired++;
        assert_int_equal(found.score, proof_score(&proof, 0));
        check_cells(pos, found);
    }
    printf("# %d of %d proven\n", fired, tested);
    assert_true(fired > tested / 1000);
}

int main(int argc, char **argv)
{
    board = test_board(argc, argv);
    geometry = geometry_make(board);
    g = geometry_of(&geometry);
    return test_run(NULL, NULL);
}
