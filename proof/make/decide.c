#include "proof/make/decide.h"

#include <math.h>

static double move_cost(const struct graph *graph, uint32_t node)
{
    return graph->nodes[node].forced ? graph->costs.forced : graph->costs.move;
}

static void choose(struct graph *graph, uint32_t node, int column,
                   bool use_policy, double estimate)
{
    struct graph_node *found = &graph->nodes[node];
    found->column = (int8_t)column;
    found->use_policy = use_policy;
    found->estimate = (float)estimate;
}

static void choose_policy(struct graph *graph, uint32_t node)
{
    const struct graph_node *found = &graph->nodes[node];
    if (found->policy != GRAPH_NO_POLICY &&
        found->policy_cost < found->estimate)
        choose(graph, node, graph->policies[found->policy], true,
               (double)found->policy_cost);
}

/* No tree below a node costs less. */
static double least_cost(const struct graph *graph, uint32_t node)
{
    const struct graph_node *found = &graph->nodes[node];
    if (found->references > 0)
        return 0;
    return fmax((double)found->at_least, move_cost(graph, node));
}

static double find_tree(struct graph *graph, uint32_t node, double limit);

/* The cost of a move if it is below 'limit'; otherwise at least 'limit'. */
static double tree_cost(struct graph *graph, uint32_t node, int column,
                        double limit)
{
    uint32_t children[BOARD_MAX_WIDTH];
    int count = graph_children(graph, node, column, children);
    double cost = move_cost(graph, node), rest = 0;
    for (int i = 0; i < count; i++)
        rest += least_cost(graph, children[i]);
    for (int i = 0; i < count && cost + rest < limit; i++) {
        rest -= least_cost(graph, children[i]);
        cost += find_tree(graph, children[i], limit - cost - rest);
    }
    return cost + rest;
}

/*
 * Search for a tree of moves and known policies that costs less than 'limit'.
 * Returns the cost of the best choice known; live nodes cost nothing.
 */
static double find_tree(struct graph *graph, uint32_t node, double limit)
{
    if (graph->nodes[node].references > 0)
        return 0;
    choose_policy(graph, node);
    double best = fmin(limit, (double)graph->nodes[node].estimate);
    if (best <= (double)graph->nodes[node].at_least)
        return (double)graph->nodes[node].estimate;
    for (int column = 0; column < graph->board.width; column++) {
        if (move_cost(graph, node) >= best)
            break;
        if (!graph_keeps(graph, node, column))
            continue;
        double cost = tree_cost(graph, node, column, best);
        if (cost < best) {
            choose(graph, node, column, false, cost);
            best = cost;
        }
    }
    if (!graph->oracle->stopped)
        graph->nodes[node].at_least = (float)best;
    return (double)graph->nodes[node].estimate;
}

/* The cost of the best tree or policy, or the guess if neither is found. */
static double find_value(struct graph *graph, uint32_t node)
{
    struct graph_node *found = &graph->nodes[node];
    if (found->references > 0)
        return 0;
    if (isinf(found->estimate)) {
        double tree = graph->costs.tree;
        if (isfinite(find_tree(graph, node, tree / 2)))
            return (double)graph->nodes[node].estimate;
        if (!graph->nodes[node].policy_tried)
            graph_try_policy(graph, node);
        if (graph->nodes[node].policy != GRAPH_NO_POLICY)
            find_tree(graph, node,
                      fmin(tree, (double)graph->nodes[node].policy_cost));
    }
    double estimate = (double)graph->nodes[node].estimate;
    return isinf(estimate) ? graph->costs.guess : estimate;
}

static void choose_cheapest_move(struct graph *graph, uint32_t node)
{
    double best = INFINITY;
    for (int column = 0; column < graph->board.width; column++) {
        if (!graph_keeps(graph, node, column))
            continue;
        uint32_t children[BOARD_MAX_WIDTH];
        int count = graph_children(graph, node, column, children);
        double cost = move_cost(graph, node);
        for (int i = 0; i < count && cost < best; i++)
            cost += find_value(graph, children[i]);
        if (graph->oracle->stopped)
            return;
        if (cost < best) {
            best = cost;
            choose(graph, node, column, false, cost);
        }
    }
}

static bool is_stopped(struct oracle *oracle)
{
    oracle->stopped = oracle->stopped || (oracle->is_stopped != NULL &&
                                          oracle->is_stopped(oracle->context));
    return oracle->stopped;
}

void decide(struct graph *graph, uint32_t node)
{
    if (is_stopped(graph->oracle))
        return;
    find_value(graph, node);
    if (graph->oracle->stopped)
        graph->nodes[node].column = GRAPH_NO_COLUMN;
    else if (graph->nodes[node].column == GRAPH_NO_COLUMN)
        choose_cheapest_move(graph, node);
    if (graph->oracle->stopped)
        graph->nodes[node].column = GRAPH_NO_COLUMN;
}
