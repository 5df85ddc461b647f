/*
 * workers_: threads that search for policies after several moves of a position.
 *
 * What they find does not depend on their number.
 *
 * Thread safety: one thread at a time may use them.
 */
#ifndef PROOF_MAKE_WORKERS_H
#define PROOF_MAKE_WORKERS_H

#include "proof/make/policy.h"

enum { WORKERS_MAX = BOARD_MAX_WIDTH }; /* threads: one for each move */

struct workers;

/* A search, and what it found. */
struct workers_task {
    int column; /* of a move that keeps the result */
    uint64_t seed;
    bool found;
    struct policy_replies replies;
};

/*
 * Returns workers: the calling thread, and 'others' that are started, or NULL
 * if out of memory or threads.  Free them with workers_free().  The calling
 * thread uses 'oracle', number i of the others 'solvers[i]'; they must outlive
 * the workers.  The others block all signals.
 */
struct workers *workers_new(struct oracle *oracle,
                            struct solver *const *solvers, int others,
                            struct policy_costs costs);
void workers_free(struct workers *workers);

/* Do 'count' tasks for a position: find policies that cost less than 'limit'.
 */
void workers_find(struct workers *workers, struct position pos, double limit,
                  struct workers_task *tasks, int count);

#endif
