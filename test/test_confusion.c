/* What the sizes of tt/ are for: the positions and scores of real boards, in
 * tables that are large enough and in tables that are not. */
#include "test/test.h"

#include "solver/tutorial_12.c" /* to be given small tables */
#include "test/reference.h"
#include "tt/sizing.h"

#if BOARD_CELLS <= 20
/* How many of all positions find their slot and stored bits taken. */
static size_t collisions(const struct reference_set *all, uint64_t entries,
                         int stored_bits)
{
    struct reference_set places = {0};
    for (size_t i = 0; i < all->room; i++) {
        if (all->keys[i] == 0)
            continue;
        uint64_t key = (uint64_t)all->keys[i] - 1;
        uint64_t stored = key & ((UINT64_C(1) << stored_bits) - 1);
        reference_set_add(&places, (key % entries) << stored_bits | stored);
    }
    size_t count = all->count - places.count;
    reference_set_free(&places);
    return count;
}

/* All positions of a small board, in tables that store few bits of a key. */
static void no_two_positions_share_slot_and_bits(void **state)
{
    (void)state;
    struct reference_set all;
    reference_all(BOARD, &all);
    for (int bits = 8; bits <= 12; bits += 2) {
        struct tt_request request = {.keys = ENGINE_KEYS, .stored_bits = bits};
        struct tt_size size;
        assert_int_equal(tt_size(&request, &size), TT_OK);
        uint64_t min = (uint64_t)size.min_safe;
        assert_int_equal(collisions(&all, min, bits), 0);
        assert_int_equal(collisions(&all, size.slots, bits), 0);
        /* below it, and at even sizes even above it */
        assert_true(collisions(&all, (min * 3 / 4) | 1, bits) > 0);
        assert_true(collisions(&all, min + 1, bits) > 0);
        assert_true(collisions(&all, UINT64_C(1) << bits, bits) > 0);
    }
    reference_set_free(&all);
}
#else
/* The search with a table that was told a lie about the number of keys. */
static int wrong_scores(uint64_t entries, tt_count told)
{
    struct reference_random random = reference_seed(8);
    struct search_control control, trusted_control;
    void *state, *trusted;
    uint64_t defaults = tutorial_default_table_bytes(1);
    assert_int_equal(control_open(&control, NULL), SOLVER_OK);
    assert_int_equal(control_open(&trusted_control, NULL), SOLVER_OK);
    assert_int_equal(engine_tutorial_12.open(&state, defaults, 1, &control),
                     SOLVER_OK);
    assert_int_equal(
        engine_tutorial_12.open(&trusted, defaults, 1, &trusted_control),
        SOLVER_OK);
    struct tutorial *search = state;
    tt_close(&search->table);
    assert_int_equal(tt_open(&search->table, entries, told), TT_OK);

    int wrong = 0;
    for (int tested = 0; tested < 300;) {
        struct position pos;
        if (!reference_position(&random, BOARD, 22, &pos))
            continue;
        tested++;
        int lower = -board_win_score(BOARD, 24);
        int upper = board_win_score(BOARD, 23);
        struct board_wide_position wide = board_widen(pos);
        struct solver_bounds score =
            tutorial_solve_window(trusted, wide, lower, upper);
        struct solver_bounds found =
            tutorial_solve_window(search, wide, lower, upper);
        assert_true(solver_is_score(score));
        wrong += found.lower != score.lower || found.upper != score.upper;
    }
    tutorial_close(state);
    tutorial_close(trusted);
    control_close(&control);
    control_close(&trusted_control);
    return wrong;
}

static void small_tables_give_wrong_scores_and_safe_ones_do_not(void **state)
{
    (void)state;
    struct tt_request request = {.keys = ENGINE_KEYS,
                                 .stored_bits = TT_STORED_BITS};
    struct tt_size size;
    assert_int_equal(tt_size(&request, &size), TT_OK);
    assert_true(wrong_scores(31, 1) > 0);
    assert_int_equal(wrong_scores((uint64_t)size.min_safe, ENGINE_KEYS), 0);
    assert_int_equal(wrong_scores(size.slots, ENGINE_KEYS), 0);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#if BOARD_CELLS <= 20
        cmocka_unit_test(no_two_positions_share_slot_and_bits),
#else
        cmocka_unit_test(small_tables_give_wrong_scores_and_safe_ones_do_not),
#endif
    };
    return cmocka_run_group_tests_name("confusion", tests, NULL, NULL);
}
