/* A table of buckets under load: no thread reads the key of one store with the
 * value of another. */
#include "test/unit/stress.h"
#include "tt/buckets.h"

/* The value that all threads store for a key. */
static int value_of_key(uint64_t key)
{
    return 1 + (int)((key * UINT64_C(0x9e3779b97f4a7c15) >> 40) % 255);
}

static void step(struct stress_thread *thread, int number)
{
    struct tt_buckets *table = thread->table;
    uint64_t key =
        (uint64_t)reference_below(&thread->random, 100) * UINT64_C(0x10000001);
    uint64_t slot = tt_reduce(table->count, key);
    if (number % 3 == 0)
        tt_buckets_put(table, slot, key, value_of_key(key), number % 2 == 0);
    int value = tt_buckets_get(table, slot, key);
    thread->hits += value != 0;
    thread->torn += value != 0 && value != value_of_key(key);
}

TEST(entries_are_whole)
{
    (void)state;
    for (int stored_bits = 32; stored_bits <= 128; stored_bits *= 2) {
        struct tt_buckets table;
        assert_int_equal(tt_buckets_open(&table, 3, 1, stored_bits), TT_OK);
        stress_expect_whole(&table, test_is_long() ? 8000000 : 400000, 27,
                            step);
        tt_buckets_close(&table);
    }
}
