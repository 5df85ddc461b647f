/*
 * load_choices(): the choices of a certificate, as those of a graph.
 *
 * The certificate must hold, and must be of the same claim.  Positions that
 * its policies meet get no choice of their own, and neither do those with a
 * policy of more than POLICY_MAX_LENGTH replies.  Returns false if out of
 * memory.
 */
#ifndef PROOF_MAKE_LOAD_H
#define PROOF_MAKE_LOAD_H

#include "proof/certificate.h"
#include "proof/make/graph.h"

bool load_choices(struct graph *graph, const struct certificate *certificate);

#endif
