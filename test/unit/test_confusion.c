/* Safe table sizes are correct for real boards: tables of these sizes confuse
 * no positions, and smaller ones do. */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include "bitboard/board.h"
#include "test/unit/reference.h"
#include "tt/sizing.h"

#undef ISA
#define ISA test             /* beside the same engine in the library */
#include "solver/tutorial.c" /* NOLINT(bugprone-suspicious-include) */

TEST_ON_A_BOARD

static bool is_small(void)
{
    return board_cells(board) <= 20;
}

/* The number of positions that have the slot and stored bits of another one. */
static size_t collisions(const struct reference_set *all, uint64_t entries,
                         int stored_bits)
{
    struct reference_set pairs = {0};
    for (size_t i = 0; i < all->capacity; i++) {
        if (all->keys[i] == 0)
            continue;
        uint64_t key = (uint64_t)all->keys[i] - 1;
        uint64_t stored = key & ((UINT64_C(1) << stored_bits) - 1);
        reference_set_add(&pairs, (key % entries) << stored_bits | stored);
    }
    size_t count = all->count - pairs.count;
    reference_set_free(&pairs);
    return count;
}

/* With all positions of a small board, and few stored bits. */
TEST_IF(no_two_positions_share_slot_and_bits, is_small())
{
    OWNED_BY(reference_set_free) struct reference_set all;
    reference_all(board, &all);
    for (int bits = 8; bits <= 12; bits += 2) {
        struct tt_request request = {.keys = engine_keys(board),
                                     .stored_bits = bits};
        struct tt_size size;
        assert_ok(tt_size(&request, &size));
        uint64_t min = (uint64_t)size.min_safe;
        assert_int_equal(collisions(&all, min, bits), 0);
        assert_int_equal(collisions(&all, size.slots, bits), 0);
        /* a smaller size, and even sizes although they are larger */
        assert_true(collisions(&all, (min * 3 / 4) | 1, bits) > 0);
        assert_true(collisions(&all, min + 1, bits) > 0);
        assert_true(collisions(&all, UINT64_C(1) << bits, bits) > 0);
    }
}

/* The number of wrong scores with a table of 'entries' that was opened for
 * 'keys' keys, which may be fewer than there are. */
static int wrong_scores(uint64_t entries, tt_count keys)
{
    struct reference_random random = reference_seed(8);
    const struct engine *engine = &VARIANT_NAME(engine_tutorial_12);
    struct search_control control, trusted_control;
    void *state, *trusted;
    uint64_t defaults = tutorial_default_table_bytes(board, 1);
    assert_ok(control_open(&control, NULL));
    assert_ok(control_open(&trusted_control, NULL));
    assert_ok(engine->open(&state, board, defaults, 1, &control));
    assert_ok(engine->open(&trusted, board, defaults, 1, &trusted_control));
    struct tutorial *search = state;
    tt_close(&search->table);
    assert_ok(tt_open(&search->table, entries, keys,
                      tt_stored_bits(engine_keys(board))));

    int wrong = 0;
    for (int tested = 0; tested < 300; tested++) {
        struct position pos = reference_some(&random, board, 22, 22);
        int lower = -board_win_score(board, 24);
        int upper = board_win_score(board, 23);
        struct solver_bounds score =
            tutorial_solve_window(trusted, pos, lower, upper);
        struct solver_bounds found =
            tutorial_solve_window(search, pos, lower, upper);
        assert_true(solver_is_score(score));
        wrong += found.lower != score.lower || found.upper != score.upper;
    }
    tutorial_close(state);
    tutorial_close(trusted);
    control_close(&control);
    control_close(&trusted_control);
    return wrong;
}

TEST_IF(unsafe_tables_give_wrong_scores_and_safe_ones_do_not, !is_small())
{
    struct tt_request request = {.keys = engine_keys(board),
                                 .stored_bits =
                                     tt_stored_bits(engine_keys(board))};
    struct tt_size size;
    assert_ok(tt_size(&request, &size));
    assert_true(wrong_scores(31, 1) > 0);
    assert_int_equal(wrong_scores((uint64_t)size.min_safe, engine_keys(board)),
                     0);
    assert_int_equal(wrong_scores(size.slots, engine_keys(board)), 0);
}
