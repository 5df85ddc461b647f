/*
 * live_: which nodes of a graph are needed by the proof.
 *
 * A node is live as long as live nodes refer to it.  A change of a choice makes
 * other nodes live and lets others go; the proof costs what all live nodes
 * cost.  A change that is too dear is given up as soon as that is certain.
 */
#ifndef PROOF_MAKE_LIVE_H
#define PROOF_MAKE_LIVE_H

#include "proof/make/graph.h"

/* Make a node live, for good, and what it needs.  Those that have no choice get
 * one. */
void live_need(struct graph *graph, uint32_t node);

/* Change the choice of a live node if the total is at most 'limit' then.
 * Returns whether it was changed. */
bool live_change(struct graph *graph, uint32_t node, int column,
                 bool use_policy, double limit);

#endif
