/* Multipliers: the slots are checked with a slow implementation. */
#include "test/unit/test.h"

#include <math.h>

#include "test/unit/reference.h"
#include "tt/magic.h"

enum { MAX_KEYS = 512, MAX_BITS = 13 };

static unsigned char scratch[1 << MAX_BITS];

static uint64_t random_bits(struct reference_random *random, int bits)
{
    uint64_t number = 0;
    for (int i = 0; i < bits; i++)
        number = number << 1 | (uint64_t)reference_below(random, 2);
    return number;
}

static bool is_among(uint64_t key, const uint64_t *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (keys[i] == key)
            return true;
    return false;
}

/* Distinct keys: random numbers of 'bits' bits, times factor, plus offset. */
static void random_keys(struct reference_random *random, uint64_t *keys,
                        size_t count, int bits, uint64_t factor,
                        uint64_t offset)
{
    for (size_t i = 0; i < count;) {
        keys[i] = random_bits(random, bits) * factor + offset;
        i += !is_among(keys[i], keys, i);
    }
}

/* tt_magic_slot(), but multiplying bit by bit. */
static uint64_t slow_slot(uint64_t key, uint64_t multiplier, int bits)
{
    uint64_t product = 0;
    for (int bit = 0; bit < 64; bit++)
        if ((multiplier >> bit & 1) != 0)
            product += key << bit;
    return product >> (64 - bits);
}

static bool has_distinct_slots(const uint64_t *keys, size_t count, int bits,
                               uint64_t multiplier)
{
    bool taken[1 << MAX_BITS] = {false};
    for (size_t i = 0; i < count; i++) {
        uint64_t slot = slow_slot(keys[i], multiplier, bits);
        if (taken[slot])
            return false;
        taken[slot] = true;
    }
    return true;
}

static struct tt_magic find(const uint64_t *keys, size_t count, int bits,
                            uint64_t seed)
{
    struct tt_magic magic = {.seed = seed};
    assert_true(
        tt_magic_find(keys, count, bits, UINT64_C(1) << 32, scratch, &magic));
    assert_true(magic.trials >= 1 && magic.multiplier % 2 == 1);
    assert_true(has_distinct_slots(keys, count, bits, magic.multiplier));
    return magic;
}

TEST(small_sets_get_distinct_slots)
{
    struct reference_random random = reference_seed(30);
    int repeats = test_is_short() ? 2 : 40;
    for (int repeat = 0; repeat < repeats; repeat++)
        for (int bits = 1; bits <= 9; bits++)
            for (size_t count = 0; count <= 30; count++) {
                uint64_t keys[30];
                if (tt_magic_expected(count, bits) > 1e5)
                    break;
                random_keys(&random, keys, count,
                            24 + reference_below(&random, 41), 1, 0);
                find(keys, count, bits, random.state);
            }
}

/* With a sieve and with separate trials.  Multiples of a power of two use the
 * sieve; keys with the same low bits cannot. */
TEST(large_sets_get_distinct_slots)
{
    struct reference_random random = reference_seed(31);
    const uint64_t patterns[][2] = {
        {1, 0},
        {2, 0},
        {2, 1},
        {4096, 0},
        {16, 3},
        {UINT64_C(1) << 40, 0},
        {UINT64_C(1) << 40, 7},
        {0x123456789abcdef1, 5},
    };
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        uint64_t keys[150];
        random_keys(&random, keys, 150, 24, patterns[i][0], patterns[i][1]);
        find(keys, 150, 11, i);
        find(keys, 100, 13, i);
    }
    if (test_is_short())
        return;
    uint64_t numbers[500];
    random_keys(&random, numbers, 500, 31, 1, 0);
    find(numbers, 500, 13, 1);
}

/* The result depends neither on the order of the keys nor on the number of
 * calls. */
TEST(the_result_depends_on_the_seed_only)
{
    struct reference_random random = reference_seed(33);
    for (uint64_t seed = 0; seed < 20; seed++) {
        uint64_t keys[60];
        int bits = seed % 2 == 0 ? 8 : 12;
        random_keys(&random, keys, 60, 49, 1, 0);
        struct tt_magic magic = find(keys, 60, bits, seed);

        tt_magic_sort(keys, 60);
        struct tt_magic again = {.seed = seed};
        for (int calls = 0; !tt_magic_find(keys, 60, bits, 1, scratch, &again);)
            assert_true(++calls < 1000000);
        assert_true(again.multiplier == magic.multiplier);
        assert_true(again.trials == magic.trials);
        assert_true(again.seed == magic.seed);
    }
}

/* With a sieve and with separate trials. */
TEST(mean_trials_are_as_expected)
{
    struct reference_random random = reference_seed(34);
    const int sizes[][2] = {{10, 4}, {16, 5}, {30, 6}, {30, 7}, {20, 9}};
    if (test_is_short())
        skip();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t count = (size_t)sizes[i][0];
        double trials = 0, expected = tt_magic_expected(count, sizes[i][1]);
        for (uint64_t seed = 0; seed < 1000; seed++) {
            uint64_t keys[30];
            random_keys(&random, keys, count, 49, 1, 0);
            trials += (double)find(keys, count, sizes[i][1], seed).trials;
        }
        assert_true(trials / 1000 > expected * 0.75);
        assert_true(trials / 1000 < expected * 1.33);
    }
}

TEST(extreme_keys_get_distinct_slots)
{
    const uint64_t keys[] = {0, UINT64_MAX, UINT64_C(1) << 63, 1,
                             UINT64_MAX - 1};
    for (size_t count = 0; count <= 5; count++)
        for (int bits = 3; bits <= MAX_BITS; bits++)
            find(keys, count, bits, 1);
    find(keys, 1, 1, 1);
    find(keys, 0, 1, 1);
    const uint64_t ends[] = {0, UINT64_C(1) << 63};
    assert_int_equal(find(ends, 2, 1, 1).trials, 1);
}

TEST(impossible_searches_fail)
{
    uint64_t keys[MAX_KEYS];
    struct tt_magic magic = {.seed = 1};
    for (size_t i = 0; i < MAX_KEYS; i++)
        keys[i] = i * i;
    assert_false(tt_magic_find(keys, 9, 3, UINT64_MAX, scratch, &magic));
    assert_int_equal(magic.trials, 0);

    keys[7] = keys[3];
    assert_false(tt_magic_find(keys, 10, 13, 1000, scratch, &magic));
    assert_int_equal(magic.trials, 1000);
    assert_false(tt_magic_find(keys, 400, 13, 20000, scratch, &magic));
    assert_int_equal(magic.trials, 1000 + 3 * 8192);
}

TEST(expected_trials)
{
    assert_true(tt_magic_expected(0, 1) == 1);
    assert_true(tt_magic_expected(1, 1) == 1);
    assert_true(tt_magic_expected(2, 1) == 2);
    assert_true(tt_magic_expected(3, 1) == INFINITY);
    assert_true(fabs(tt_magic_expected(3, 2) - 64.0 / 24) < 1e-12);
    assert_true(fabs(tt_magic_expected(4, 2) - 256.0 / 24) < 1e-12);
    assert_true(fabs(tt_magic_expected(500, 13) / 5.652e6 - 1) < 1e-3);
    assert_true(tt_magic_expected(4096, 12) == INFINITY);
    assert_true(tt_magic_expected(SIZE_MAX, 24) == INFINITY);
}
