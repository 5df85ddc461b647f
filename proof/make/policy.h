/*
 * policy_: a search for policies: replies of P that lead to leaves in all lines
 * of play.  fourscore-certificate(5) says how a policy is followed.
 *
 * The search follows a policy from its first move and adds replies where it has
 * none.  When a reply loses the result later, it is forbidden at its place, and
 * the search goes back to where it was added.
 */
#ifndef PROOF_MAKE_POLICY_H
#define PROOF_MAKE_POLICY_H

#include "proof/make/oracle.h"

enum {
    POLICY_MAX_REPLIES = 8,  /* to a cell */
    POLICY_MAX_LENGTH = 255, /* all replies together */
};

/* The replies in the order in which they were added, as numbers of cells. */
struct policy_replies {
    int length;
    uint8_t answered[POLICY_MAX_LENGTH], reply[POLICY_MAX_LENGTH];
};

/* What a reply costs: one that is directly above, and any other. */
struct policy_costs {
    double above, other;
};

double policy_cost(struct policy_costs costs,
                   const struct policy_replies *replies);

struct policy_search;

/* Returns a new search, or NULL if out of memory.  Free it with
 * policy_search_free().  'oracle' must outlive the search. */
struct policy_search *policy_search_new(struct oracle *oracle,
                                        struct policy_costs costs);
void policy_search_free(struct policy_search *search);

/*
 * Find a policy after P plays 'column' in 'pos', a move that keeps the result.
 * Returns true and sets '*found', which costs less than 'limit'.  Returns false
 * if none was found.  The seed decides which replies are tried first.
 */
bool policy_find(struct policy_search *search, struct position pos, int column,
                 double limit, uint64_t seed, struct policy_replies *found);

#endif
