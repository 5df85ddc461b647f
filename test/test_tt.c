/* Table sizes: the theorem by brute force, and the traps one by one. */
#include "test/test.h"

#include <string.h>

#include "test/witness.h"
#include "tt/buckets.h"
#include "tt/near.h"
#include "tt/sizing.h"
#include "tt/table.h"

static bool is_prime(uint64_t n)
{
    for (uint64_t factor = 2; factor * factor <= n; factor++)
        if (n % factor == 0)
            return false;
    return n >= 2;
}

/* Whether two of the keys 0 to keys - 1 share slot and stored bits. */
static bool confuses(unsigned keys, unsigned entries, int stored_bits)
{
    bool *seen = calloc((size_t)entries << stored_bits, sizeof *seen);
    bool confused = false;
    assert_non_null(seen);
    for (unsigned key = 0; key < keys && !confused; key++) {
        unsigned stored = key & ((1u << stored_bits) - 1);
        bool *at = &seen[((key % entries) << stored_bits) + stored];
        confused = *at;
        *at = true;
    }
    free(seen);
    return confused;
}

static void the_limit_is_exact(void **state)
{
    (void)state;
    for (int bits = 1; bits <= 5; bits++)
        for (unsigned entries = 1; entries <= 66; entries++) {
            unsigned limit = (unsigned)tt_limit(entries, bits);
            assert_false(confuses(limit, entries, bits));
            assert_true(confuses(limit + 1, entries, bits));
        }
}

static void the_smallest_safe_size_is_exact(void **state)
{
    (void)state;
    for (int bits = 1; bits <= 5; bits++)
        for (unsigned keys = 1; keys <= 700; keys++) {
            struct tt_wish wish = {.keys = keys, .stored_bits = bits};
            struct tt_size size;
            assert_int_equal(tt_size(&wish, &size), TT_OK);
            unsigned least = (unsigned)size.least_safe;
            assert_true(least % 2 == 1);
            assert_false(confuses(keys, least, bits));
            if (least > 1)
                assert_true(confuses(keys, least - 2, bits));
            assert_true(size.safe);
            assert_true(size.slots >= least && size.slots % 2 == 1);
            assert_true(is_prime(size.slots));
        }
}

static void wishes_are_granted_with_primes(void **state)
{
    (void)state;
    for (uint64_t wanted = 1; wanted <= 3000; wanted++) {
        struct tt_wish wish = {
            .keys = 1000, .stored_bits = 8, .entries = wanted};
        struct tt_size size;
        assert_int_equal(tt_size(&wish, &size), TT_OK);
        assert_true(is_prime(size.slots) && size.slots % 2 == 1);
        assert_true(size.slots >= wanted);
        for (uint64_t n = wanted; n < size.slots; n++)
            assert_true(n % 2 == 0 || !is_prime(n));
        assert_true(size.safe == !confuses(1000, (unsigned)size.slots, 8));
        assert_true(size.bytes == size.slots * 2);

        wish = (struct tt_wish){
            .keys = 1000, .stored_bits = 8, .bytes = wanted + 5};
        assert_int_equal(tt_size(&wish, &size), TT_OK);
        assert_true(is_prime(size.slots) && size.slots % 2 == 1);
        assert_true(size.bytes <= wanted + 5);
        for (uint64_t n = size.slots + 1; n * 2 <= wanted + 5; n++)
            assert_false(is_prime(n));
    }
}

static void the_tutorials_table_is_found(void **state)
{
    (void)state;
    struct tt_wish wish = {
        .keys = (tt_count)1 << 49, .stored_bits = 32, .entries = 1 << 23};
    struct tt_size size;
    assert_int_equal(tt_size(&wish, &size), TT_OK);
    assert_int_equal(size.slots, 8388617);
    assert_int_equal(size.slot_bytes, 5);
    assert_true(size.safe);
    assert_int_equal(size.least_safe, (1 << 17) + 1);
}

/* Products pass 64 bits, primes end at 2^64 - 59, and libprimesieve would end
 * the process or answer with an error beyond. */
static void extremes_neither_overflow_nor_abort(void **state)
{
    (void)state;
    const uint64_t largest = UINT64_C(18446744073709551557);
    struct tt_size size;
    struct tt_wish wish = {.keys = 1, .stored_bits = 64, .entries = largest};
    assert_int_equal(tt_size(&wish, &size), TT_OK);
    assert_true(size.slots == largest);
    assert_true(size.limit == (tt_count)largest << 64);
    assert_true(size.bytes == (tt_count)largest * 9);

    wish.entries = largest - 1;
    assert_int_equal(tt_size(&wish, &size), TT_OK);
    assert_true(size.slots == largest);
    for (uint64_t n = largest + 1; n != 0; n++) {
        wish.entries = n;
        assert_int_equal(tt_size(&wish, &size), TT_TOO_MANY);
    }
    wish = (struct tt_wish){.keys = TT_MAX_KEYS, .stored_bits = 64};
    assert_int_equal(tt_size(&wish, &size), TT_OK);
    assert_true(size.safe);
    assert_true(size.least_safe == ((tt_count)1 << 63) + 1);

    wish.stored_bits = 1;
    assert_int_equal(tt_size(&wish, &size), TT_TOO_MANY);
    wish.bytes = UINT64_MAX;
    assert_int_equal(tt_size(&wish, &size), TT_OK);
    assert_false(size.safe);
}

static void impossible_wishes_are_refused(void **state)
{
    (void)state;
    struct tt_size size;
    struct tt_wish wish = {.keys = 0, .stored_bits = 32};
    assert_int_equal(tt_size(&wish, &size), TT_BAD_KEYS);
    wish.keys = TT_MAX_KEYS + 1;
    assert_int_equal(tt_size(&wish, &size), TT_BAD_KEYS);
    wish.keys = 1;
    wish.stored_bits = 0;
    assert_int_equal(tt_size(&wish, &size), TT_BAD_STORED_BITS);
    wish.stored_bits = 65;
    assert_int_equal(tt_size(&wish, &size), TT_BAD_STORED_BITS);
    wish.stored_bits = 32;
    wish.entries = wish.bytes = 1000;
    assert_int_equal(tt_size(&wish, &size), TT_BAD_WISH);
    wish.entries = 0;
    wish.bytes = 14;
    assert_int_equal(tt_size(&wish, &size), TT_TOO_FEW_BYTES);
    wish.bytes = 15;
    assert_int_equal(tt_size(&wish, &size), TT_OK);
    assert_int_equal(size.slots, 3);
    for (int status = TT_OK; status <= TT_NO_MEMORY; status++)
        assert_true(strlen(tt_strstatus((enum tt_status)status)) > 5);
}

static void tables_refuse_what_is_unsafe_or_too_large(void **state)
{
    (void)state;
    struct tt table;
    tt_count keys = (tt_count)1 << 49;
    assert_int_equal(tt_open(&table, 0, 1), TT_UNSAFE);
    assert_int_equal(tt_open(&table, 65537, keys), TT_UNSAFE);
    assert_int_equal(tt_open(&table, 131071, keys), TT_UNSAFE);
    assert_int_equal(tt_open(&table, 1 << 18, keys), TT_UNSAFE);
    assert_int_equal(tt_open(&table, UINT64_MAX, keys), TT_NO_MEMORY);
    assert_int_equal(tt_open(&table, 131073, keys), TT_OK);
    tt_close(&table);
}

static void a_slot_is_the_remainder(void **state)
{
    (void)state;
    const uint64_t sizes[] = {1, 3, 5, 131073, 8388617, (1 << 24) - 1};
    struct witness_random random = witness_seed(7);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct tt table;
        assert_int_equal(tt_open(&table, sizes[i], 1), TT_OK);
        for (int j = 0; j < 100000; j++) {
            uint64_t key = (uint64_t)witness_below(&random, INT32_MAX) << 33 ^
                           (uint64_t)witness_below(&random, INT32_MAX) << 16 ^
                           (uint64_t)witness_below(&random, INT32_MAX);
            if (j < 1000) /* the ends of the range, and multiples of the size */
                key = j % 2 ? UINT64_MAX - (uint64_t)j
                            : (uint64_t)j * sizes[i] - (uint64_t)(j % 3);
            assert_int_equal(tt_place(table.entries, key).slot, key % sizes[i]);
            tt_count wide = (tt_count)key << 60 | key;
            assert_int_equal(tt_place(table.entries, wide).slot,
                             wide % sizes[i]);
            assert_int_equal(tt_place(table.entries, wide).key, (uint32_t)key);
        }
        tt_close(&table);
    }
}

static void an_empty_table_has_nothing(void **state)
{
    (void)state;
    struct tt table;
    assert_int_equal(tt_open(&table, 131073, (tt_count)1 << 49), TT_OK);
    for (uint64_t i = 0; i < 131073; i++) {
        uint64_t key = i << 32; /* the stored part is 0 */
        struct tt_place place = tt_place(table.entries, key);
        assert_int_equal(place.key, 0);
        assert_int_equal(tt_get(&table, place), 0);
    }
    struct tt_place zero = tt_place(table.entries, (uint64_t)0);
    tt_put(&table, zero, 77);
    assert_int_equal(tt_get(&table, zero), 77);
    /* same slot, another key: a miss, and the newest stays */
    struct tt_place other = tt_place(table.entries, (uint64_t)131073);
    assert_int_equal(other.slot, zero.slot);
    assert_int_equal(tt_get(&table, other), 0);
    tt_put(&table, other, 255);
    assert_int_equal(tt_get(&table, other), 255);
    assert_int_equal(tt_get(&table, zero), 0);
    tt_clear(&table);
    assert_int_equal(tt_get(&table, other), 0);
    tt_close(&table);
}

static void buckets_are_sized_like_slots(void **state)
{
    (void)state;
    struct tt_wish wish = {
        .layout = TT_BUCKETS,
        .keys = (tt_count)1 << 49,
        .stored_bits = 32,
        .entries = 1000000,
    };
    struct tt_size size;
    assert_int_equal(tt_size(&wish, &size), TT_OK);
    assert_true(is_prime(size.slots) && size.slots % 2 == 1);
    assert_true(size.slots * 12 >= 1000000 && (size.slots - 60) * 12 < 1000000);
    assert_true(size.entries == size.slots * 12);
    assert_true(size.bytes == size.slots * 64);
    assert_false(size.safe); /* 12 entries, but only one modulus */
    wish.entries = 0;
    wish.bytes = 64 << 20;
    assert_int_equal(tt_size(&wish, &size), TT_OK);
    assert_true(size.safe && size.bytes <= 64 << 20);
    wish.stored_bits = 31;
    assert_int_equal(tt_size(&wish, &size), TT_BAD_STORED_BITS);
}

static struct tt_buckets open_buckets(uint64_t count, tt_count keys)
{
    struct tt_buckets table;
    assert_int_equal(tt_buckets_open(&table, count, keys), TT_OK);
    assert_int_equal((uintptr_t)table.buckets % 64, 0);
    return table;
}

static void buckets_refuse_what_is_unsafe_or_too_large(void **state)
{
    (void)state;
    struct tt_buckets table;
    tt_count keys = (tt_count)1 << 49;
    assert_int_equal(tt_buckets_open(&table, 0, 1), TT_UNSAFE);
    assert_int_equal(tt_buckets_open(&table, 131071, keys), TT_UNSAFE);
    assert_int_equal(tt_buckets_open(&table, 1 << 18, keys), TT_UNSAFE);
    assert_int_equal(tt_buckets_open(&table, UINT64_MAX, keys), TT_NO_MEMORY);
    assert_int_equal(tt_buckets_open(&table, UINT64_C(1) << 40 | 1, keys),
                     TT_NO_MEMORY);
}

static void empty_buckets_have_nothing(void **state)
{
    (void)state;
    struct tt_buckets table = open_buckets(131073, (tt_count)1 << 49);
    for (uint64_t i = 0; i < 131073; i++)
        assert_int_equal(tt_buckets_get(&table, tt_place(table.count, i << 32)),
                         0);
    struct tt_place zero = tt_place(table.count, (uint64_t)0);
    tt_buckets_put(&table, zero, 77, false);
    assert_int_equal(tt_buckets_get(&table, zero), 77);
    tt_buckets_clear(&table);
    assert_int_equal(tt_buckets_get(&table, zero), 0);
    tt_buckets_close(&table);
}

/* Whatever is read was the last that was stored for the key; the newest result
 * is always found; nothing is lost while a bucket has room. */
static void buckets_keep_what_they_are_given(void **state)
{
    (void)state;
    enum { KEYS = 400, COUNT = 7 };
    struct witness_random random = witness_seed(25);
    struct tt_buckets table = open_buckets(COUNT, 1);
    int stored[KEYS] = {0}, found = 0;

    for (int i = 0; i < 200000; i++) {
        int key = witness_below(&random, KEYS);
        struct tt_place place =
            tt_place(table.count, (uint64_t)key * 0x100000001u);
        int value = 1 + witness_below(&random, 255);
        tt_buckets_put(&table, place, value, witness_below(&random, 4) == 0);
        stored[key] = value;
        assert_int_equal(tt_buckets_get(&table, place), value);

        int other = witness_below(&random, KEYS);
        int read = tt_buckets_get(
            &table, tt_place(table.count, (uint64_t)other * 0x100000001u));
        assert_true(read == 0 || read == stored[other]);
        found += read != 0;
    }
    assert_true(found > 200000 * COUNT * 12 / KEYS / 2);

    tt_buckets_clear(&table);
    for (uint64_t i = 0; i < 12; i++)
        tt_buckets_put(&table, tt_place(table.count, i * COUNT), (int)i + 1,
                       i % 2 == 0);
    for (uint64_t i = 0; i < 12; i++)
        assert_int_equal(
            tt_buckets_get(&table, tt_place(table.count, i * COUNT)), i + 1);
    tt_buckets_close(&table);
}

/* Any number of cheap results leaves the costly ones of a bucket alone. */
static void cheap_results_do_not_push_out_costly_ones(void **state)
{
    (void)state;
    struct tt_buckets table = open_buckets(3, 1);
    for (uint64_t i = 0; i < 12; i++)
        tt_buckets_put(&table, tt_place(table.count, i * 3), 1, false);
    for (uint64_t i = 100; i < 108; i++)
        tt_buckets_put(&table, tt_place(table.count, i * 3), 2, true);
    for (uint64_t i = 200; i < 1000; i++)
        tt_buckets_put(&table, tt_place(table.count, i * 3), 3, false);
    for (uint64_t i = 100; i < 108; i++)
        assert_int_equal(tt_buckets_get(&table, tt_place(table.count, i * 3)),
                         2);
    tt_buckets_close(&table);
}

static void the_near_table_keeps_whole_keys(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(26);
    struct tt_near *table = calloc(1, sizeof *table);
    assert_non_null(table);
    assert_int_equal(tt_near_get(table, 0), 0);
    for (int i = 0; i < 300000; i++) {
        uint64_t key = (uint64_t)witness_below(&random, INT32_MAX) << 25 ^
                       (uint64_t)witness_below(&random, INT32_MAX);
        int value = 1 + (int)(key % 255);
        tt_near_put(table, key, value);
        assert_int_equal(tt_near_get(table, key), value);
        uint64_t other = key ^ UINT64_C(1) << witness_below(&random, 56);
        int read = tt_near_get(table, other);
        assert_true(read == 0 || read == 1 + (int)(other % 255));
    }
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_is_exact),
        cmocka_unit_test(the_smallest_safe_size_is_exact),
        cmocka_unit_test(wishes_are_granted_with_primes),
        cmocka_unit_test(the_tutorials_table_is_found),
        cmocka_unit_test(extremes_neither_overflow_nor_abort),
        cmocka_unit_test(impossible_wishes_are_refused),
        cmocka_unit_test(tables_refuse_what_is_unsafe_or_too_large),
        cmocka_unit_test(a_slot_is_the_remainder),
        cmocka_unit_test(an_empty_table_has_nothing),
        cmocka_unit_test(buckets_are_sized_like_slots),
        cmocka_unit_test(buckets_refuse_what_is_unsafe_or_too_large),
        cmocka_unit_test(empty_buckets_have_nothing),
        cmocka_unit_test(buckets_keep_what_they_are_given),
        cmocka_unit_test(cheap_results_do_not_push_out_costly_ones),
        cmocka_unit_test(the_near_table_keeps_whole_keys),
    };
    return cmocka_run_group_tests_name("tt", tests, NULL, NULL);
}
