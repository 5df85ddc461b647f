/* Table sizes: the theorem by brute force, and the traps one by one. */
#include "test/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "test/witness.h"
#include "tt/buckets.h"
#include "tt/machine.h"
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
/* As many keys as 2^17 + 1 slots can tell apart, and more than a few less. */
#if TT_STORED_BITS < 128
#define MOST_KEYS ((tt_count)1 << (TT_STORED_BITS + 17))
#else
#define MOST_KEYS ((tt_count)1 << 127)
#endif

static tt_key key_stored_as_0(uint64_t i)
{
#if TT_STORED_BITS < TT_KEY_BITS
    return (tt_key)i << TT_STORED_BITS;
#else /* all of a key is stored */
    (void)i;
    return 0;
#endif
}

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
    wish.stored_bits = 129;
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
            tt_key wide = (tt_key)key;
#if TT_KEY_BITS > 64
            wide = wide << 60 | key;
#endif
            struct tt_place place = tt_place(table.entries, wide);
            assert_int_equal(place.slot, wide % sizes[i]);
            assert_true(place.key == (tt_stored)wide);
        }
        tt_close(&table);
    }
}

static void an_empty_table_has_nothing(void **state)
{
    (void)state;
    struct tt table;
    assert_int_equal(tt_open(&table, 131073, MOST_KEYS), TT_OK);
    for (uint64_t i = 0; i < 131073; i++) {
        struct tt_place place = tt_place(table.entries, key_stored_as_0(i));
        assert_true(place.key == 0);
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
    tt_count keys = MOST_KEYS;
    assert_int_equal(tt_buckets_open(&table, 0, 1), TT_UNSAFE);
    if (TT_STORED_BITS < 128) {
        assert_int_equal(tt_buckets_open(&table, 131071, keys), TT_UNSAFE);
        assert_int_equal(tt_buckets_open(&table, 1 << 18, keys), TT_UNSAFE);
    }
    assert_int_equal(tt_buckets_open(&table, UINT64_MAX, keys), TT_NO_MEMORY);
    assert_int_equal(tt_buckets_open(&table, UINT64_C(1) << 40 | 1, keys),
                     TT_NO_MEMORY);
}

static void empty_buckets_have_nothing(void **state)
{
    (void)state;
    struct tt_buckets table = open_buckets(131073, MOST_KEYS);
    for (uint64_t i = 0; i < 131073; i++)
        assert_int_equal(
            tt_buckets_get(&table, tt_place(table.count, key_stored_as_0(i))),
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
    assert_true(found > 200000 * COUNT * TT_BUCKET_ENTRIES / KEYS / 2);

    tt_buckets_clear(&table);
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++)
        tt_buckets_put(&table, tt_place(table.count, i * COUNT), (int)i + 1,
                       i % 2 == 0);
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++)
        assert_int_equal(
            tt_buckets_get(&table, tt_place(table.count, i * COUNT)), i + 1);
    tt_buckets_close(&table);
}

/* Any number of cheap results leaves the costly ones of a bucket alone. */
static void cheap_results_do_not_push_out_costly_ones(void **state)
{
    (void)state;
    struct tt_buckets table = open_buckets(3, 1);
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++)
        tt_buckets_put(&table, tt_place(table.count, i * 3), 1, false);
    for (uint64_t i = 100; i < 100 + TT_BUCKET_ENTRIES * 2 / 3; i++)
        tt_buckets_put(&table, tt_place(table.count, i * 3), 2, true);
    for (uint64_t i = 200; i < 1000; i++)
        tt_buckets_put(&table, tt_place(table.count, i * 3), 3, false);
    for (uint64_t i = 100; i < 100 + TT_BUCKET_ENTRIES * 2 / 3; i++)
        assert_int_equal(tt_buckets_get(&table, tt_place(table.count, i * 3)),
                         2);
    tt_buckets_close(&table);
}

/* Buckets that were cleared often, and one that has run out of versions. */
static void versions_neither_wrap_nor_come_back(void **state)
{
    (void)state;
    struct tt_buckets table = open_buckets(3, 1);
    struct tt_place place = tt_place(table.count, (uint64_t)7);
    for (int i = 1; i <= 200; i++) {
        assert_int_equal(tt_buckets_get(&table, place), 0);
        tt_buckets_put(&table, place, i, false);
        assert_int_equal(tt_buckets_get(&table, place), i);
        tt_buckets_clear(&table);
    }
    /* Clearing what is empty takes no versions. */
    uint32_t oldest = table.oldest;
    for (int i = 0; i < 1000; i++)
        tt_buckets_clear(&table);
    assert_int_equal(table.oldest, oldest);

    table.oldest = UINT32_MAX - 5;
    tt_buckets_put(&table, place, 1, false);
    tt_buckets_put(&table, place, 2, false);
    assert_int_equal(tt_buckets_get(&table, place), 2);
    tt_buckets_put(&table, place, 3, false); /* no version is left for it */
    assert_int_equal(tt_buckets_get(&table, place), 2);
    assert_int_equal(table.newest, UINT32_MAX - 1);

    tt_buckets_clear(&table);
    assert_int_equal(table.oldest, 0);
    assert_int_equal(tt_buckets_get(&table, place), 0);
    tt_buckets_put(&table, place, 4, false);
    assert_int_equal(tt_buckets_get(&table, place), 4);
    tt_buckets_close(&table);
}

/* The value that threads store for a key, and must find with it. */
static int value_of_key(uint64_t key)
{
    return 1 + (int)((key * UINT64_C(0x9e3779b97f4a7c15) >> 40) % 255);
}

struct storm {
    pthread_t thread;
    struct tt_buckets *table;
    struct witness_random random;
    _Atomic bool *over;
    uint64_t hits, torn;
};

/* Store and read as fast as can be, in few buckets. */
static void *rage(void *argument)
{
    struct storm *storm = argument;
    while (!*storm->over)
        for (int i = 0; i < 1000; i++) {
            uint64_t key = (uint64_t)witness_below(&storm->random, 100) *
                           UINT64_C(0x10000001);
            struct tt_place place = tt_place(storm->table->count, key);
            if (i % 3 == 0)
                tt_buckets_put(storm->table, place, value_of_key(key),
                               i % 2 == 0);
            int value = tt_buckets_get(storm->table, place);
            storm->hits += value != 0;
            storm->torn += value != 0 && value != value_of_key(key);
        }
    return NULL;
}

static void no_thread_sees_a_torn_entry(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    struct tt_buckets table = open_buckets(3, 1);
    struct storm storms[THREADS];
    _Atomic bool over = false;
    for (int i = 0; i < THREADS; i++) {
        storms[i] = (struct storm){.table = &table,
                                   .random = witness_seed(27 + (uint64_t)i),
                                   .over = &over};
        assert_int_equal(
            pthread_create(&storms[i].thread, NULL, rage, &storms[i]), 0);
    }
    struct timespec second = {1, 0};
    nanosleep(&second, NULL);
    over = true;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(storms[i].thread, NULL);
        assert_int_equal(storms[i].torn, 0);
        assert_true(storms[i].hits > 1000);
    }
    tt_buckets_close(&table);
}

static void write_file(const char *root, const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void limits_of_control_groups_count(void **state)
{
    (void)state;
    char root[] = "/tmp/fourscore-XXXXXX", command[64];
    assert_non_null(mkdtemp(root));
    struct tt_machine all = tt_machine(root);
    assert_true(all.memory > 0 && all.cores > 0);

    /* version 2: the least of a group and those around it */
    write_file(root, "proc/self/cgroup", "0::/a/b\n");
    write_file(root, "sys/fs/cgroup/a/b/memory.max", "max\n");
    write_file(root, "sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
    assert_int_equal(tt_machine(root).memory, all.memory);
    assert_int_equal(tt_machine(root).cores, all.cores);
    write_file(root, "sys/fs/cgroup/a/memory.max", "100000000\n");
    write_file(root, "sys/fs/cgroup/a/cpu.max", "50000 100000\n");
    assert_int_equal(tt_machine(root).memory, 100000000);
    assert_int_equal(tt_machine(root).cores, 1);

    /* version 1 beside it; the memory of no group is a huge number */
    write_file(root, "proc/self/cgroup",
               "12:cpu,cpuacct:/c\n4:memory:/gone/d\n0::/\n");
    write_file(root, "sys/fs/cgroup/memory/memory.limit_in_bytes",
               "9223372036854771712\n");
    write_file(root, "sys/fs/cgroup/cpu/c/cpu.cfs_quota_us", "-1\n");
    write_file(root, "sys/fs/cgroup/cpu/c/cpu.cfs_period_us", "100000\n");
    assert_int_equal(tt_machine(root).memory, all.memory);
    assert_int_equal(tt_machine(root).cores, all.cores);
    write_file(root, "sys/fs/cgroup/memory/gone/d/memory.limit_in_bytes",
               "65536000\n");
    write_file(root, "sys/fs/cgroup/cpu/c/cpu.cfs_quota_us", "10000\n");
    assert_int_equal(tt_machine(root).memory, 65536000);
    assert_int_equal(tt_machine(root).cores, 1);

    /* what makes no sense changes nothing */
    write_file(root, "proc/self/cgroup", "\n:\nx:y\n0::\n::::\n");
    assert_int_equal(tt_machine(root).memory, all.memory);
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
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
        cmocka_unit_test(versions_neither_wrap_nor_come_back),
        cmocka_unit_test(no_thread_sees_a_torn_entry),
        cmocka_unit_test(limits_of_control_groups_count),
        cmocka_unit_test(the_near_table_keeps_whole_keys),
    };
    return cmocka_run_group_tests_name("tt", tests, NULL, NULL);
}
