/*
 * storage_: the choices of a graph, from a certificate and as one.
 */
#ifndef PROOF_MAKE_STORAGE_H
#define PROOF_MAKE_STORAGE_H

#include "proof/certificate.h"
#include "proof/make/graph.h"

/*
 * Give a graph the choices of a certificate, which must hold, and must be of
 * the same claim.  Positions that its policies meet get no choice of their own,
 * and neither do those with a policy of more than POLICY_MAX_LENGTH replies.
 * Returns false if out of memory.
 */
MUST_CHECK bool storage_load(struct graph *graph,
                             const struct certificate *certificate);

/* The certificate of a graph's choices: see prove_write(). */
uint8_t *storage_write(struct graph *graph, const char *moves, size_t *size);

#endif
