/*
 * graph_: the positions of a proof, and the choice of P in each.
 *
 * A node is a position with P to move that is not a leaf, and its mirror image.
 * A node is live as long as the proof needs it: live nodes refer to it.  A
 * change of a choice makes other nodes live and lets others go; the proof costs
 * what all live nodes cost.  Other nodes remember the best choice found for
 * them, in case they become live.
 *
 * Nodes are numbers.  Pointers to nodes are invalid after a new node is added.
 */
#ifndef PROOF_MAKE_GRAPH_H
#define PROOF_MAKE_GRAPH_H

#include "proof/make/workers.h"
#include "proof/map.h"

/* What a proof costs, in bits or in positions. */
struct graph_costs {
    double move, forced; /* of a choice; 'forced' has one safe move */
    double policy;       /* of a choice with a policy, without its replies */
    struct policy_costs replies;
    double guess; /* of a position for which nothing was found yet */
    double tree;  /* the largest tree of moves that is searched for */
};

enum { GRAPH_NO_COLUMN = -1, GRAPH_NO_POLICY = -1 };

struct graph_node {
    board_bits mover, stones;
    int ply;
    uint32_t references; /* from live nodes; 0: not live */
    uint32_t live_index;
    int8_t column; /* the choice, or GRAPH_NO_COLUMN */
    bool forced, use_policy, policy_tried;
    int64_t policy;    /* offset of the best one in graph.policies */
    float policy_cost; /* with the choice */
    float estimate;    /* of the cost of the best choice, and below it */
    float at_least;    /* no tree costs less */
};

struct graph_note {
    uint32_t node;
    int change;
};

struct graph {
    struct oracle *oracle;
    struct workers *workers;
    struct board board;
    struct graph_costs costs;
    uint64_t random;
    struct map numbers; /* by canonical key */
    struct graph_node *nodes;
    uint32_t count, room;
    uint32_t *live;
    uint32_t live_count, live_room;
    struct graph_note *notes; /* changes of references in the current step */
    uint32_t note_count, note_room;
    uint8_t *policies; /* column, length, and pairs of cells */
    size_t policies_size, policies_room;
    double total; /* the cost of all live nodes */
    bool failed;  /* out of memory */
};

/* The oracle and the workers must outlive the graph. */
void graph_open(struct graph *graph, struct oracle *oracle,
                struct workers *workers, const struct graph_costs *costs,
                uint64_t seed);
void graph_close(struct graph *graph);

/* The node of a position with P to move that is not a leaf, any number if
 * memory has run out. */
uint32_t graph_node_of(struct graph *graph, struct position pos);

/* Set 'nodes' to the nodes after P plays 'column' in 'pos' and M replies.
 * Returns their number. */
int graph_replies(struct graph *graph, struct position pos,
                  uint32_t nodes[BOARD_MAX_WIDTH]);

/* Whether P keeps the result by playing 'column' in a node. */
bool graph_keeps(struct graph *graph, uint32_t node, int column);

/* Try to find a cheaper policy for a node. */
void graph_try_policy(struct graph *graph, uint32_t node);

/* Set the policy of a node that has none; and the choice of one that is not
 * live. */
void graph_set_policy(struct graph *graph, uint32_t node, int column,
                      const struct policy_replies *replies);
void graph_prefer(struct graph *graph, uint32_t node, int column,
                  bool use_policy);

/* The replies of a node's policy. */
void graph_policy(const struct graph *graph, uint32_t node, int *column,
                  struct policy_replies *replies);

/* Make a node live, for good, and what it needs.  Those that have no choice get
 * the one that is likely to be the cheapest. */
void graph_need(struct graph *graph, uint32_t node);

/* Change the choice of a live node if the total is at most 'limit' then; give
 * up as soon as it is certain to be larger.  Returns whether it was changed. */
bool graph_change(struct graph *graph, uint32_t node, int column,
                  bool use_policy, double limit);

#endif
