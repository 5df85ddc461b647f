/* A table of buckets under load: no thread reads the key of one store with the
 * value of another. */
#include "test/test.h"

#include <pthread.h>

#include "test/reference.h"
#include "tt/buckets.h"

/* The value that all threads store for a key. */
static int value_of_key(uint64_t key)
{
    return 1 + (int)((key * UINT64_C(0x9e3779b97f4a7c15) >> 40) % 255);
}

/* A system that suspends threads while they write to the buckets may leave the
 * others without hits for long. */
enum { MIN_HITS = 1000, MAX_ROUNDS = 100 };

struct stress_thread {
    pthread_t thread;
    struct tt_buckets *table;
    struct reference_random random;
    pthread_barrier_t *start;
    int hits, torn;
};

/* Store and load in few buckets, without pauses. */
static void *stress(void *argument)
{
    struct stress_thread *thread = argument;
    int times = test_is_short() ? 400000 : 8000000;
    pthread_barrier_wait(thread->start);
    for (int i = 0;
         i < times || (thread->hits < MIN_HITS && i < MAX_ROUNDS * times);
         i++) {
        uint64_t key = (uint64_t)reference_below(&thread->random, 100) *
                       UINT64_C(0x10000001);
        uint64_t slot = tt_reduce(thread->table->count, key);
        if (i % 3 == 0)
            tt_buckets_put(thread->table, slot, key, value_of_key(key),
                           i % 2 == 0);
        int value = tt_buckets_get(thread->table, slot, key);
        thread->hits += value != 0;
        thread->torn += value != 0 && value != value_of_key(key);
    }
    return NULL;
}

static void expect_whole_entries(int stored_bits)
{
    enum { THREADS = 4 };
    struct tt_buckets table;
    struct stress_thread threads[THREADS];
    pthread_barrier_t start;
    assert_int_equal(tt_buckets_open(&table, 3, 1, stored_bits), TT_OK);
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        threads[i] =
            (struct stress_thread){.table = &table,
                                   .random = reference_seed(27 + (uint64_t)i),
                                   .start = &start};
        assert_int_equal(
            pthread_create(&threads[i].thread, NULL, stress, &threads[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i].thread, NULL);
        assert_int_equal(threads[i].torn, 0);
        assert_true(threads[i].hits >= MIN_HITS);
    }
    pthread_barrier_destroy(&start);
    tt_buckets_close(&table);
}

static void entries_of_32_bits_are_whole(void **state)
{
    (void)state;
    expect_whole_entries(32);
}

static void entries_of_64_bits_are_whole(void **state)
{
    (void)state;
    expect_whole_entries(64);
}

static void entries_of_128_bits_are_whole(void **state)
{
    (void)state;
    expect_whole_entries(128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_of_32_bits_are_whole),
        cmocka_unit_test(entries_of_64_bits_are_whole),
        cmocka_unit_test(entries_of_128_bits_are_whole),
    };
    return cmocka_run_group_tests_name("torn", tests, NULL, NULL);
}
