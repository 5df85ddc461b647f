/*
 * stress_: threads that store and load in a few entries of one table at the
 * same time, without pauses.
 */
#ifndef TEST_UNIT_STRESS_H
#define TEST_UNIT_STRESS_H

#include "test/unit/test.h"

#include <pthread.h>

#include "test/unit/reference.h"

enum { STRESS_THREADS = 4 };

/* A system that suspends threads while they write to the table may leave the
 * others without hits for long. */
enum { STRESS_MIN_HITS = 1000, STRESS_MAX_ROUNDS = 100 };

struct stress_thread {
    pthread_t thread;
    pthread_barrier_t *start;
    /* In every third step store an entry, and always load it. */
    void (*step)(struct stress_thread *thread, int number);
    int steps;
    void *table;
    struct reference_random random;
    int hits; /* entries that were found */
    int torn; /* of these, those that nobody has stored */
};

static inline void *stress_run(void *argument)
{
    struct stress_thread *thread = argument;
    pthread_barrier_wait(thread->start);
    for (int i = 0;
         i < thread->steps || (thread->hits < STRESS_MIN_HITS &&
                               i < STRESS_MAX_ROUNDS * thread->steps);
         i++)
        thread->step(thread, i);
    return NULL;
}

/* Take 'steps' steps in each thread, and expect hits and no torn entry. */
static inline void
stress_expect_whole(void *table, int steps, uint64_t seed,
                    void (*step)(struct stress_thread *thread, int number))
{
    struct stress_thread threads[STRESS_THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, STRESS_THREADS);
    for (int i = 0; i < STRESS_THREADS; i++) {
        threads[i] = (struct stress_thread){
            .start = &start,
            .step = step,
            .steps = steps,
            .table = table,
            .random = reference_seed(seed + (uint64_t)i)};
        assert_int_equal(
            pthread_create(&threads[i].thread, NULL, stress_run, &threads[i]),
            0);
    }
    for (int i = 0; i < STRESS_THREADS; i++) {
        pthread_join(threads[i].thread, NULL);
        assert_int_equal(threads[i].torn, 0);
        assert_true(threads[i].hits >= STRESS_MIN_HITS);
    }
    pthread_barrier_destroy(&start);
}

#endif
