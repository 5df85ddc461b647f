/* The tables, for a number of stored bits: test_tt 32|64|128. */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include "test/unit/reference.h"
#include "tt/buckets.h"
#include "tt/near.h"
#include "tt/sizing.h"
#include "tt/table.h"

static int stored_bits;

/* A number of keys for which 2^17 + 1 slots are safe and 2^17 - 1 are not. */
static tt_count max_keys(void)
{
    return (tt_count)1 << (stored_bits < 128 ? stored_bits + 17 : 127);
}

static tt_count key_stored_as_0(uint64_t i)
{
    return stored_bits < 128 ? (tt_count)i << stored_bits : 0;
}

static uint64_t bucket_entries(void)
{
    return (uint64_t)TT_BUCKET_KEY_BYTES * 8 / (uint64_t)stored_bits;
}

/* Safe sizes, even ones and sizes that do not fit into memory; with as many
 * keys as can be told apart, and with one more. */
TEST(unsafe_or_too_large_tables_are_refused)
{
    const tt_count keys = max_keys(), three = (tt_count)3 << stored_bits % 128;
    const struct {
        tt_count keys;
        uint64_t slots;
        enum tt_status status;
    } sizes[] = {
        {1, 0, TT_UNSAFE},
        {keys, UINT64_MAX, TT_NO_MEMORY},
        /* the size modulo 2^64 is that of a bucket */
        {keys, (UINT64_C(1) << 58) + 1, TT_NO_MEMORY},
        {keys, UINT64_C(1) << 40 | 1, TT_NO_MEMORY},
        {keys, 131073, TT_OK},
        {three, 3, TT_OK},
        /* with 128 bits no number of keys is too large */
        {three + 1, 3, TT_UNSAFE},
        {keys, 65537, TT_UNSAFE},
        {keys, 131071, TT_UNSAFE},
        {keys, 1 << 18, TT_UNSAFE},
    };
    for (size_t i = 0; i < (stored_bits < 128 ? 10 : 6); i++) {
        struct tt table;
        struct tt_buckets buckets;
        enum tt_status status = sizes[i].status;
        assert_int_equal(
            tt_open(&table, sizes[i].slots, sizes[i].keys, stored_bits),
            status);
        assert_int_equal(tt_buckets_open(&buckets, sizes[i].slots,
                                         sizes[i].keys, stored_bits),
                         status);
        if (status == TT_OK) {
            tt_close(&table);
            tt_buckets_close(&buckets);
        }
    }
}

TEST(reduction_matches_division)
{
    const uint64_t sizes[] = {1, 3, 5, 131073, 8388617, (1 << 24) - 1};
    struct reference_random random = reference_seed(7);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        OWNED_BY(tt_close) struct tt table;
        assert_ok(tt_open(&table, sizes[i], 1, stored_bits));
        for (int j = 0; j < 100000; j++) {
            uint64_t key = (uint64_t)reference_below(&random, INT32_MAX) << 33 ^
                           (uint64_t)reference_below(&random, INT32_MAX) << 16 ^
                           (uint64_t)reference_below(&random, INT32_MAX);
            if (j < 1000) /* the ends of the range, and multiples of the size */
                key = j % 2 ? UINT64_MAX - (uint64_t)j
                            : (uint64_t)j * sizes[i] - (uint64_t)(j % 3);
            assert_int_equal(tt_reduce(table.entries, key), key % sizes[i]);
            tt_count wide = (tt_count)key << 60 | key;
            assert_int_equal(tt_reduce_wide(table.entries, wide),
                             wide % sizes[i]);
        }
    }
}

TEST(empty_tables_have_no_entries)
{
    OWNED_BY(tt_close) struct tt table;
    assert_ok(tt_open(&table, 131073, max_keys(), stored_bits));
    for (uint64_t slot = 0; slot < 131073; slot++)
        for (uint64_t i = 0; i < 2; i++)
            assert_int_equal(tt_get(&table, slot, key_stored_as_0(i)), 0);
    tt_put(&table, 0, 0, 77);
    assert_int_equal(tt_get(&table, 0, 0), 77);
    /* other keys of the same slot are misses, and replace the first */
    assert_int_equal(tt_get(&table, 0, 131073), 0);
    assert_int_equal(tt_get(&table, 0, (tt_count)131073 << (stored_bits - 18)),
                     0);
    tt_put(&table, 0, 131073, 255);
    assert_int_equal(tt_get(&table, 0, 131073), 255);
    assert_int_equal(tt_get(&table, 0, 0), 0);
    tt_clear(&table);
    assert_int_equal(tt_get(&table, 0, 131073), 0);
    tt_put(&table, 0, 0, 77);
    tt_clear(&table);
    assert_int_equal(tt_get(&table, 0, 0), 0);
}

static uint64_t slot_of(const struct tt_buckets *table, tt_count key)
{
    return tt_reduce_wide(table->count, key);
}

static int get(const struct tt_buckets *table, tt_count key)
{
    return tt_buckets_get(table, slot_of(table, key), key);
}

static void put(struct tt_buckets *table, tt_count key, int value,
                bool high_effort)
{
    tt_buckets_put(table, slot_of(table, key), key, value, high_effort);
}

static struct tt_buckets open_buckets(uint64_t count, tt_count keys)
{
    struct tt_buckets table;
    assert_ok(tt_buckets_open(&table, count, keys, stored_bits));
    assert_int_equal((uintptr_t)table.buckets % 64, 0);
    return table;
}

TEST(buckets_being_written_are_neither_read_nor_written)
{
    OWNED_BY(tt_buckets_close) struct tt_buckets table = open_buckets(3, 1);
    put(&table, 3, 5, false);
    table.buckets[0].version++;
    assert_int_equal(get(&table, 3), 0);
    put(&table, 3, 6, false); /* dropped */
    table.buckets[0].version--;
    assert_int_equal(get(&table, 3), 5);
}

TEST(empty_buckets_have_no_entries)
{
    struct tt_buckets table = open_buckets(131073, max_keys());
    for (uint64_t i = 0; i < 131073; i++)
        assert_int_equal(get(&table, key_stored_as_0(i)), 0);
    tt_count zero = 0;
    put(&table, zero, 77, false);
    assert_int_equal(get(&table, zero), 77);
    tt_buckets_clear(&table);
    assert_int_equal(get(&table, zero), 0);
    tt_buckets_close(&table);
}

/* Keys that differ in the highest stored bits only, or in the lowest. */
static tt_count place_of(int key)
{
    tt_count high = (tt_count)(unsigned)(key / 20);
    return high << (stored_bits - 5) | (unsigned)(key % 20);
}

/* What copies of buckets have is in any table that they are stored in, of the
 * same or another size, and nothing else is. */
TEST(copies_of_buckets_are_stored_in_any_table)
{
    enum { FROM = 1009, KEYS = 100 };
    const uint64_t sizes[] = {FROM, 2003, 4099};
    struct reference_random random = reference_seed(46);
    OWNED_BY(tt_buckets_close) struct tt_buckets from = open_buckets(FROM, 1);
    struct tt_bucket *copies = calloc(FROM, sizeof *copies);
    put(&from, 5, 9, true);
    tt_buckets_clear(&from);
    tt_count keys[KEYS];
    for (int i = 0; i < KEYS; i++) {
        keys[i] = (tt_count)reference_below(&random, FROM);
        for (int bit = 16; bit <= stored_bits && bit < 128; bit += 16) {
            uint64_t low = (uint64_t)reference_below(&random, 1 << 16);
            keys[i] = keys[i] << 16 | low;
        }
        put(&from, keys[i], 1 + i, i % 2 == 0);
    }
    from.buckets[slot_of(&from, keys[0])].version++; /* being written */
    tt_buckets_copy(&from, 0, 500, copies);
    tt_buckets_copy(&from, 500, FROM - 500, copies + 500);
    from.buckets[slot_of(&from, keys[0])].version--;

    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        struct tt_buckets to = open_buckets(sizes[size], 1);
        tt_buckets_merge(&to, FROM, 0, 700, copies);
        tt_buckets_merge(&to, FROM, 700, FROM - 700, copies + 700);
        for (int i = 0; i < KEYS; i++)
            assert_int_equal(get(&to, keys[i]),
                             slot_of(&from, keys[i]) == slot_of(&from, keys[0])
                                 ? 0
                                 : get(&from, keys[i]));
        assert_int_equal(get(&to, 5), 0);
        tt_buckets_close(&to);
    }
    free(copies);
}

/* A value read is the last one stored for the key; the last store of all is
 * always found; a bucket that is not full drops nothing. */
TEST(buckets_return_what_was_stored)
{
    enum { KEYS = 400, COUNT = 7 };
    struct reference_random random = reference_seed(25);
    OWNED_BY(tt_buckets_close) struct tt_buckets table = open_buckets(COUNT, 1);
    int stored[KEYS] = {0}, found = 0;

    for (int i = 0; i < 200000; i++) {
        int key = reference_below(&random, KEYS);
        tt_count place = place_of(key);
        int value = 1 + reference_below(&random, 255);
        put(&table, place, value, reference_below(&random, 4) == 0);
        stored[key] = value;
        assert_int_equal(get(&table, place), value);

        int other = reference_below(&random, KEYS);
        int read = get(&table, place_of(other));
        assert_true(read == 0 || read == stored[other]);
        found += read != 0;
    }
    assert_true((uint64_t)found > 200000 * COUNT * bucket_entries() / KEYS / 2);

    tt_buckets_clear(&table);
    for (uint64_t i = 0; i < bucket_entries(); i++)
        put(&table, i * COUNT, (int)i + 1, i % 2 == 0);
    for (uint64_t i = 0; i < bucket_entries(); i++)
        assert_int_equal(get(&table, i * COUNT), i + 1);
}

TEST(low_effort_results_do_not_replace_high_effort_ones)
{
    OWNED_BY(tt_buckets_close) struct tt_buckets table = open_buckets(3, 1);
    for (uint64_t i = 0; i < bucket_entries(); i++)
        put(&table, i * 3, 1, false);
    for (uint64_t i = 100; i < 100 + bucket_entries() * 2 / 3; i++)
        put(&table, i * 3, 2, true);
    for (uint64_t i = 200; i < 1000; i++)
        put(&table, i * 3, 3, false);
    for (uint64_t i = 100; i < 100 + bucket_entries() * 2 / 3; i++)
        assert_int_equal(get(&table, i * 3), 2);
}

/* With many clears, and with a bucket that has run out of versions. */
TEST(versions_are_never_used_twice)
{
    OWNED_BY(tt_buckets_close) struct tt_buckets table = open_buckets(3, 1);
    tt_count place = 7;
    for (int i = 1; i <= 200; i++) {
        assert_int_equal(get(&table, place), 0);
        put(&table, place, i, false);
        assert_int_equal(get(&table, place), i);
        tt_buckets_clear(&table);
    }
    /* Clearing an empty table uses no versions. */
    uint32_t min_version = table.min_version;
    for (int i = 0; i < 1000; i++)
        tt_buckets_clear(&table);
    assert_int_equal(table.min_version, min_version);

    table.min_version = UINT32_MAX - 5;
    put(&table, place, 1, false);
    put(&table, place, 2, false);
    assert_int_equal(get(&table, place), 2);
    put(&table, place, 3, false); /* dropped: no version is left */
    assert_int_equal(get(&table, place), 2);
    assert_int_equal(table.max_version, UINT32_MAX - 1);

    tt_buckets_clear(&table);
    assert_int_equal(table.min_version, 0);
    assert_int_equal(get(&table, place), 0);
    put(&table, place, 4, false);
    assert_int_equal(get(&table, place), 4);
}

/* The inverse of an odd factor modulo 2^128, and modulo 2^64. */
static tt_count inverse_of(tt_count factor)
{
    tt_count inverse = factor; /* modulo 2^3 */
    for (int bits = 3; bits < 128; bits *= 2)
        inverse *= 2 - factor * inverse;
    return inverse;
}

/* Also not keys whose products differ in one bit. */
TEST(near_tables_do_not_confuse_keys)
{
    struct reference_random random = reference_seed(26);
    struct tt_near *table = calloc(1, sizeof *table);
    struct tt_near_wide *wide = calloc(1, sizeof *wide);
    uint64_t inverse = (uint64_t)inverse_of(tt_near_product(1));
    tt_count wide_inverse = inverse_of(tt_near_wide_product(1));
    assert_non_null(table);
    assert_non_null(wide);
    assert_int_equal(tt_near_get(table, 0), 0);
    assert_int_equal(tt_near_wide_get(wide, 0), 0);
    for (int i = 0; i < 10000; i++) {
        uint64_t key = (uint64_t)reference_below(&random, INT32_MAX) << 25 ^
                       (uint64_t)reference_below(&random, INT32_MAX);
        tt_count wide_key = (tt_count)key << 60 | key;
        int value = 1 + i % 255;
        tt_near_put(table, key, value);
        tt_near_wide_put(wide, wide_key, value);
        assert_int_equal(tt_near_get(table, key), value);
        assert_int_equal(tt_near_wide_get(wide, wide_key), value);
        for (int bit = 0; bit < 128; bit++) {
            uint64_t product = tt_near_product(key) ^ UINT64_C(1) << bit % 64;
            tt_count wide_product = tt_near_wide_product(wide_key) ^ (tt_count)1
                                                                         << bit;
            assert_int_equal(tt_near_get(table, product * inverse), 0);
            assert_int_equal(
                tt_near_wide_get(wide, wide_product * wide_inverse), 0);
        }
    }
    free(table);
    free(wide);
}

int main(int argc, char **argv)
{
    stored_bits = argc == 2 ? (int)strtol(argv[1], NULL, 10) : 0;
    if (stored_bits != 32 && stored_bits != 64 && stored_bits != 128) {
        fprintf(stderr, "usage: %s 32|64|128\n", argv[0]);
        return 2;
    }
    return test_run();
}
