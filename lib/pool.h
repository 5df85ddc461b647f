/*
 * lib_ pool: the parts of a pool of threads, fourscore_pool.
 *
 * lib/pool.c has its life and its threads, lib/pool_queue.c the way of a query
 * through it.
 */
#ifndef LIB_POOL_H
#define LIB_POOL_H

#include "lib/internal.h"
#include "os/thread.h"

/* A query in the pool. */
struct lib_slot {
    struct fourscore_query query;
    struct position pos;
    struct fourscore_answer answer;
    bool answered;
};

/* A queue of slots, by index. */
struct lib_queue {
    int *slots;
    int first, count;
};

struct lib_worker {
    struct fourscore_pool *pool;
    fourscore_solver *solver;
    os_thread thread;
    bool started;
    bool idle;            /* in solver_help() and not woken yet */
    int running;          /* the slot, or -1 */
    _Atomic double began; /* os_seconds(); 0: it is not searched (yet) */
    uint64_t nodes_before;
};

struct fourscore_pool {
    struct fourscore_pool_config config;
    struct board board;

    os_mutex lock;          /* of all that follows */
    os_condition room;      /* for those that submit */
    os_condition delivered; /* for those that wait for answers */
    os_condition end;       /* for workers after a cancellation */
    os_condition submitted; /* for workers that do not help */
    struct lib_slot *slots;
    struct lib_queue empty;   /* slots without a query */
    struct lib_queue waiting; /* to be searched */
    struct lib_queue order;   /* all in order of delivery, or only answered */
    bool delivering;          /* a thread is calling answered() */
    bool cancelled, closing;

    int idle_count;
    int worker_count;
    struct lib_worker workers[];
};

/* Put a slot at the end of a queue, and take the first one. */
void lib_queue_push(const struct fourscore_pool *pool, struct lib_queue *queue,
                    int slot);
int lib_queue_pop(const struct fourscore_pool *pool, struct lib_queue *queue);

/* Answer the first waiting query, and deliver what can be delivered.  Requires
 * the lock, which is released meanwhile. */
void lib_pool_work(struct lib_worker *worker);

#endif
