/*
 * prove_: makes certificates, and makes them smaller.
 *
 * First a proof is built from the position on, with the choice that looks
 * cheapest in each node (proof/make/graph.h).  Then single choices are changed
 * as long as the proof becomes smaller.  Positions that are reached in several
 * ways count once, so that a change can also gain by sharing.
 *
 * The result depends on the seed and on the number of steps, not on the number
 * of threads.
 */
#ifndef PROOF_MAKE_PROVE_H
#define PROOF_MAKE_PROVE_H

#include <stddef.h>

#include "proof/make/workers.h"
#include "proof/theory.h"
#include "solver/solver.h"

struct certificate; /* proof/certificate.h */

enum prove_status {
    PROVE_OK,
    PROVE_STOPPED, /* before there was a proof */
    PROVE_NO_MEMORY,
};

enum prove_goal { PROVE_BYTES, PROVE_POSITIONS };

struct prove_config {
    struct claim claim; /* must be true; of a position that is not won */
    enum prove_goal goal;
    uint64_t seed;
    const struct certificate *first; /* that holds, to begin with; or NULL */
    /* For the board; the first one for the calling thread, the others for a
     * thread each.  They must outlive the prover. */
    struct solver *const *solvers;
    int threads; /* 1 to WORKERS_MAX */
    /* Returns whether to stop; NULL: never. */
    bool (*is_stopped)(void *context);
    void *context;
};

struct prove;

/* Build a proof and set '*prove', to be freed with prove_free(), or set it to
 * NULL on failure. */
MUST_CHECK enum prove_status prove_new(struct prove **prove,
                                       const struct prove_config *config);
void prove_free(struct prove *prove);

/* Make 'steps' attempts to make the proof smaller.  Some make it larger first.
 * Returns false if it was stopped, if there is nothing to do, or if memory ran
 * out. */
bool prove_improve(struct prove *prove, int steps);

/* Write the certificate; 'moves' lead to the position.  Sets '*size' and
 * returns the bytes, to be freed with free(), or NULL if out of memory. */
uint8_t *prove_write(struct prove *prove, const char *moves, size_t *size);

#endif
