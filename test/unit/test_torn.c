/* Tables under load: threads store and load in a few entries at the same time,
 * without pauses.  None reads the key of one store with the value of another.
 */
#include "test/unit/test.h"

#include <pthread.h>

#include "test/unit/reference.h"
#include "tt/buckets.h"
#include "tt/proofs.h"

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

static uint32_t mixed(uint64_t key, uint64_t work)
{
    return (uint32_t)((key << 20 ^ work) * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

static void step_in_buckets(struct worker *worker, uint64_t key, int number)
{
    struct tt_buckets *table = worker->table;
    int stored = 1 + (int)(mixed(key, 0) % 255);
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

/* The numbers of a store follow from the key and the work.  Few keys, which
 * differ in either half, share four entries. */
static void step_in_proofs(struct worker *worker, uint64_t key, int number)
{
    struct tt_proofs *table = worker->table;
    key %= 5;
    struct tt_proofs_place place = tt_proofs_place(
        table, (tt_count)(key / 2) << 64 | key % 2 * UINT64_C(0x100000001));
    uint32_t work = 1 + (uint32_t)reference_below(&worker->random, 1000);
    struct tt_proof proof = {.work = work};
    proof.proof = mixed(key, proof.work);
    proof.disproof = ~proof.proof;
    if (number % 3 == 0)
        tt_proofs_put(table, place, proof);
    if (!tt_proofs_get(table, place, &proof))
        return;
    worker->hits++;
    worker->torn +=
        proof.proof != mixed(key, proof.work) || proof.disproof != ~proof.proof;
}

TEST(proof_numbers_are_whole)
{
    OWNED_BY(tt_proofs_close) struct tt_proofs table;
    assert_ok(tt_proofs_open(&table, 132));
    expect_whole(&table, test_is_long() ? 8000000 : 800000, step_in_proofs);
}
