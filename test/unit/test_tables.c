/* The tables that threads share: that of proof numbers, and both under load:
 * threads store and load in a few entries at the same time, without pauses.
 * None reads the key of one store with the value of another. */
#include "test/unit/test.h"

#include <pthread.h>

#include "test/unit/reference.h"
#include "tt/buckets.h"
#include "tt/proofs.h"

#ifndef _WIN32
#include "os/os.h"
#include "test/unit/asleep.h"
#endif

/* Keys that differ in either half only. */
static tt_count key_of(uint32_t number)
{
    return (tt_count)(number / 16) << 64 | number % 16 * UINT64_C(0x100000001);
}

/* The numbers of a store follow from the key and the work. */
static struct tt_proof proof_of(uint32_t key, uint32_t work)
{
    return (struct tt_proof){5000 * key + work, ~(5000 * key + work), work};
}

static void open_table(struct tt_proofs *table, uint64_t bytes)
{
    assert_ok(tt_proofs_open(table, bytes));
}

static void put(struct tt_proofs *table, uint32_t key, uint32_t work)
{
    tt_proofs_put(table, tt_proofs_place(table, key_of(key)),
                  proof_of(key, work));
}

static bool get(const struct tt_proofs *table, uint32_t key,
                struct tt_proof *found)
{
    return tt_proofs_get(table, tt_proofs_place(table, key_of(key)), found);
}

static bool is_whole(const struct tt_proof *found, uint32_t key)
{
    struct tt_proof whole = proof_of(key, found->work);
    return memcmp(found, &whole, sizeof whole) == 0;
}

/* The work of the entry of a key, which must be whole; 0 if there is none. */
static uint32_t work_of(const struct tt_proofs *table, uint32_t key)
{
    struct tt_proof found;
    if (!get(table, key, &found))
        return 0;
    assert_true(is_whole(&found, key));
    return found.work;
}

TEST(finds_what_was_stored)
{
    OWNED_BY(tt_proofs_close) struct tt_proofs table;
    open_table(&table, 1 << 20);
    for (uint32_t key = 0; key < 1000; key++) {
        assert_int_equal(work_of(&table, key), 0);
        put(&table, key, 1);
        put(&table, key, 2 + key);
    }
    int found = 0;
    for (uint32_t key = 0; key < 1000; key++) {
        uint32_t work = work_of(&table, key);
        assert_true(work == 0 || work == 2 + key);
        found += work != 0;
    }
    assert_true(found > 990); /* of 1000 keys in 7943 entries */
    tt_proofs_clear(&table);
    for (uint32_t key = 0; key < 1000; key++)
        assert_int_equal(work_of(&table, key), 0);
}

/* In one group of four, the entry with the least work is replaced. */
TEST(the_least_work_is_replaced)
{
    OWNED_BY(tt_proofs_close) struct tt_proofs table;
    open_table(&table, 132);
    assert_int_equal(table.groups, 1);
    static const uint32_t works[] = {50, 20, 40, 30, 60, 35};
    for (uint32_t key = 0; key < 6; key++)
        put(&table, key, works[key]);
    static const bool kept[] = {true, false, true, false, true, true};
    for (uint32_t key = 0; key < 6; key++)
        assert_int_equal(work_of(&table, key), kept[key] ? works[key] : 0);
}

TEST(tables_without_a_group_are_refused)
{
    OWNED_BY(tt_proofs_close) struct tt_proofs table;
    assert_int_equal(tt_proofs_open(&table, 131), TT_TOO_FEW_BYTES);
    assert_int_equal(tt_proofs_open(&table, UINT64_MAX), TT_NO_MEMORY);
    open_table(&table, 263);
    assert_int_equal(table.groups, 1);
    assert_int_equal(table.memory.size, 132);
}

/* A key whose hash is that of another one. */
TEST(keys_are_compared_whole)
{
    OWNED_BY(tt_proofs_close) struct tt_proofs table;
    struct tt_proof proof;
    open_table(&table, 132);
    struct tt_proofs_place place = tt_proofs_place(&table, key_of(77));
    tt_proofs_put(&table, place, proof_of(77, 1));
    for (int bit = 0; bit < 128; bit++) {
        struct tt_proofs_place other = place;
        other.key ^= (tt_count)1 << bit;
        assert_false(tt_proofs_get(&table, other, &proof));
    }
    assert_true(tt_proofs_get(&table, place, &proof));
}

/* Counts of stores are never used twice, until the table is cleared. */
TEST(worn_out_entries_are_renewed_by_a_clear)
{
    OWNED_BY(tt_proofs_close) struct tt_proofs table;
    open_table(&table, 132);
    put(&table, 1, 1);
    assert_int_equal(table.entries[0].word, 4);
    table.entries[0].word = UINT32_MAX - 3 - 4; /* one store is left */
    put(&table, 1, 2);
    put(&table, 1, 3); /* dropped */
    assert_int_equal(work_of(&table, 1), 2);
    for (uint32_t work = 4; work < 6; work++) {
        tt_proofs_clear(&table);
        assert_int_equal(work_of(&table, 1), 0);
        put(&table, 1, work);
        assert_int_equal(work_of(&table, 1), work);
    }
    /* only the first clear has zeroed the entries */
    assert_int_equal(table.entries[0].word, 8);
}

#ifndef _WIN32
static sleeper storing;

static void *store(void *argument)
{
    struct tt_proofs *table = argument;
    sleeper_begin(&storing);
    put(table, 1, 9);
    return NULL;
}

/* Lock the entry as a writer does: readers miss, another writer waits. */
TEST(a_locked_entry_is_neither_read_nor_written)
{
    OWNED_BY(tt_proofs_close) struct tt_proofs table;
    open_table(&table, 132);
    put(&table, 1, 1);
    assert_int_equal(work_of(&table, 1), 1);
    for (int i = 0; i < 4; i++)
        atomic_fetch_or(&table.entries[i].word, 1);
    assert_int_equal(work_of(&table, 1), 0);

    pthread_t writer;
    assert_ok(pthread_create(&writer, NULL, store, &table));
    int waiting = -1; /* the entry whose lock says that a writer waits */
    while (waiting < 0)
        for (int i = 0; i < 4; i++)
            if ((atomic_load(&table.entries[i].word) & 3) == 2)
                waiting = i;
    sleeper_wait(&storing);
    assert_int_equal(atomic_load(&table.entries[waiting].work), waiting == 0);
    for (int i = 0; i < 4; i++)
        atomic_fetch_and(&table.entries[i].word, ~UINT32_C(3));
    os_wake(&table.entries[waiting].word);
    pthread_join(writer, NULL);
    assert_true(work_of(&table, 1) > 0);
}
#endif

/* ---------------------------------------------------------------- under load
 */

/* A system that suspends threads while they write to the table may leave the
 * others without hits for long. */
enum { THREADS = 4, MIN_HITS = 1000, MAX_ROUNDS = 100 };

struct worker {
    pthread_t thread;
    pthread_barrier_t *start;
    /* Load the entry of a key, and store it before in every third step. */
    void (*step)(struct worker *worker, uint64_t key, int number);
    int steps;
    void *table;
    struct reference_random random;
    int hits; /* entries that were found */
    int torn; /* of these, those that nobody has stored */
};

static void *run(void *argument)
{
    struct worker *worker = argument;
    pthread_barrier_wait(worker->start);
    for (int i = 0; i < worker->steps ||
                    (worker->hits < MIN_HITS && i < MAX_ROUNDS * worker->steps);
         i++)
        worker->step(worker, (uint64_t)reference_below(&worker->random, 100),
                     i);
    return NULL;
}

static void expect_whole(void *table, int steps,
                         void (*step)(struct worker *worker, uint64_t key,
                                      int number))
{
    struct worker workers[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        workers[i] =
            (struct worker){.start = &start,
                            .step = step,
                            .steps = steps,
                            .table = table,
                            .random = reference_seed(27 + (uint64_t)i)};
        assert_ok(pthread_create(&workers[i].thread, NULL, run, &workers[i]));
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(workers[i].torn, 0);
        assert_true(workers[i].hits >= MIN_HITS);
    }
    pthread_barrier_destroy(&start);
}

static void step_in_buckets(struct worker *worker, uint64_t key, int number)
{
    struct tt_buckets *table = worker->table;
    int stored = 1 + (int)(key * 151 % 255);
    key *= UINT64_C(0x10000001);
    uint64_t slot = tt_reduce(table->count, key);
    if (number % 3 == 0)
        tt_buckets_put(table, slot, key, stored, number % 2 == 0);
    int value = tt_buckets_get(table, slot, key);
    worker->hits += value != 0;
    worker->torn += value != 0 && value != stored;
}

TEST(buckets_are_whole)
{
    for (int stored_bits = 32; stored_bits <= 128; stored_bits *= 2) {
        OWNED_BY(tt_buckets_close) struct tt_buckets table;
        assert_ok(tt_buckets_open(&table, 3, 1, stored_bits));
        expect_whole(&table, test_is_long() ? 8000000 : 400000,
                     step_in_buckets);
    }
}

/* Few keys, which differ in either half, share four entries. */
static void step_in_proofs(struct worker *worker, uint64_t key, int number)
{
    struct tt_proof found;
    uint32_t shared = (uint32_t)(key % 5 * 8);
    int work = 1 + reference_below(&worker->random, 1000);
    if (number % 3 == 0)
        put(worker->table, shared, (uint32_t)work);
    if (!get(worker->table, shared, &found))
        return;
    worker->hits++;
    worker->torn += !is_whole(&found, shared);
}

TEST(proof_numbers_are_whole)
{
    OWNED_BY(tt_proofs_close) struct tt_proofs table;
    open_table(&table, 132);
    expect_whole(&table, test_is_long() ? 8000000 : 800000, step_in_proofs);
}
