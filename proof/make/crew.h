/*
 * crew_: threads that search for policies after several moves of a position.
 *
 * What they find does not depend on their number.
 *
 * Thread safety: one thread at a time may use a crew.
 */
#ifndef PROOF_MAKE_CREW_H
#define PROOF_MAKE_CREW_H

#include "proof/make/policy.h"

enum { CREW_MAX = BOARD_MAX_WIDTH }; /* threads: one for each move */

struct crew;

/* A search, and what it found. */
struct crew_task {
    int column; /* of a move that keeps the result */
    uint64_t seed;
    bool found;
    struct policy_replies replies;
};

/*
 * Returns a new crew of 1 + 'helpers' threads, the calling one included, or
 * NULL if out of memory or threads.  Free it with crew_free().  Thread number i
 * of the helpers uses 'solvers[i]', the calling thread 'oracle'; they must
 * outlive the crew.  Helpers block all signals.
 */
struct crew *crew_new(struct oracle *oracle, struct solver *const *solvers,
                      int helpers, struct policy_costs costs);
void crew_free(struct crew *crew);

/* Do 'count' tasks for a position: find policies that cost less than 'limit'.
 */
void crew_find(struct crew *crew, struct position pos, double limit,
               struct crew_task *tasks, int count);

#endif
