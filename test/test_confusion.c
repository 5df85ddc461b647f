/* What the sizes of tt/ are for: the positions and scores of real boards, in
 * tables that are large enough and in tables that are not. */
#include "test/test.h"

#include "solver/tutorial_12.c" /* to be given small tables */
#include "test/witness.h"
#include "tt/sizing.h"

#if BOARD_CELLS <= 20
/* How many of all positions find their slot and stored bits taken. */
static size_t collisions(const struct witness_set *all, uint64_t entries,
                         int stored_bits)
{
    struct witness_set places = {0};
    for (size_t i = 0; i < all->room; i++) {
        if (all->keys[i] == 0)
            continue;
        uint64_t key = (uint64_t)all->keys[i] - 1;
        uint64_t stored = key & ((UINT64_C(1) << stored_bits) - 1);
        witness_set_add(&places, (key % entries) << stored_bits | stored);
    }
    size_t count = all->count - places.count;
    witness_set_free(&places);
    return count;
}

/* All positions of a small board, in tables that store few bits of a key. */
static void no_two_positions_share_slot_and_bits(void **state)
{
    (void)state;
    struct witness_set all;
    witness_all(BOARD, &all);
    for (int bits = 8; bits <= 12; bits += 2) {
        struct tt_wish wish = {.keys = ENGINE_KEYS, .stored_bits = bits};
        struct tt_size size;
        assert_int_equal(tt_size(&wish, &size), TT_OK);
        uint64_t least = (uint64_t)size.least_safe;
        assert_int_equal(collisions(&all, least, bits), 0);
        assert_int_equal(collisions(&all, size.slots, bits), 0);
        /* below it, and at even sizes even above it */
        assert_true(collisions(&all, (least * 3 / 4) | 1, bits) > 0);
        assert_true(collisions(&all, least + 1, bits) > 0);
        assert_true(collisions(&all, UINT64_C(1) << bits, bits) > 0);
    }
    witness_set_free(&all);
}
#else
/* The search with a table that was told a lie about the number of keys. */
static int wrong_scores(uint64_t entries, tt_count told)
{
    struct witness_random random = witness_seed(8);
    struct watch watch, trusted_watch;
    void *state, *trusted;
    uint64_t usual = tutorial_usual_table_bytes(1);
    assert_int_equal(watch_open(&watch, NULL), SOLVER_OK);
    assert_int_equal(watch_open(&trusted_watch, NULL), SOLVER_OK);
    assert_int_equal(engine_tutorial_12.open(&state, usual, 1, &watch),
                     SOLVER_OK);
    assert_int_equal(
        engine_tutorial_12.open(&trusted, usual, 1, &trusted_watch), SOLVER_OK);
    struct tutorial *search = state;
    tt_close(&search->table);
    assert_int_equal(tt_open(&search->table, entries, told), TT_OK);

    int wrong = 0;
    for (int tested = 0; tested < 300;) {
        struct position pos;
        if (!witness_position(&random, BOARD, 22, &pos))
            continue;
        tested++;
        int lower = -board_win_score(BOARD, 24);
        int upper = board_win_score(BOARD, 23);
        struct board_wide_position wide = board_widen(pos);
        struct solver_bounds score =
            tutorial_narrow(trusted, wide, lower, upper);
        struct solver_bounds found =
            tutorial_narrow(search, wide, lower, upper);
        assert_true(solver_is_score(score));
        wrong += found.lower != score.lower || found.upper != score.upper;
    }
    tutorial_close(state);
    tutorial_close(trusted);
    watch_close(&watch);
    watch_close(&trusted_watch);
    return wrong;
}

static void small_tables_give_wrong_scores_and_safe_ones_do_not(void **state)
{
    (void)state;
    struct tt_wish wish = {.keys = ENGINE_KEYS, .stored_bits = TT_STORED_BITS};
    struct tt_size size;
    assert_int_equal(tt_size(&wish, &size), TT_OK);
    assert_true(wrong_scores(31, 1) > 0);
    assert_int_equal(wrong_scores((uint64_t)size.least_safe, ENGINE_KEYS), 0);
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
