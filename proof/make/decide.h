/*
 * decide(): the first choice for a node, by what it is likely to cost.
 *
 * Small trees of moves are searched first, then policies.  If there is neither,
 * the move is chosen whose replies have the cheapest trees and policies.
 */
#ifndef PROOF_MAKE_DECIDE_H
#define PROOF_MAKE_DECIDE_H

#include "proof/make/graph.h"

/* The cost of a node without a choice, because the oracle was stopped. */
#define DECIDE_UNFINISHED 1e12

/* Make a choice for a node that is not live. */
void decide(struct graph *graph, uint32_t node);

#endif
