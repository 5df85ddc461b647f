#include "proof/make/live.h"

#include <math.h>
#include <stdlib.h>

#include "proof/make/decide.h"

/* The cost of a node itself. */
static double own_cost(const struct graph *graph, uint32_t node)
{
    const struct graph_node *found = &graph->nodes[node];
    if (found->column == GRAPH_NO_COLUMN)
        return DECIDE_UNFINISHED;
    if (found->use_policy)
        return (double)found->policy_cost;
    return found->forced ? graph->costs.forced : graph->costs.move;
}

static void add_live(struct graph *graph, uint32_t node)
{
    if (graph->live_count == graph->live_room) {
        uint32_t room = 2 * graph->live_room + 1024;
        void *live = realloc(graph->live, room * sizeof *graph->live);
        if (live == NULL) {
            graph->failed = graph->oracle->stopped = true;
            return;
        }
        graph->live = live;
        graph->live_room = room;
    }
    graph->nodes[node].live_index = graph->live_count;
    graph->live[graph->live_count++] = node;
    graph->live_policies += graph->nodes[node].use_policy;
}

static void remove_live(struct graph *graph, uint32_t node)
{
    uint32_t last = graph->live[--graph->live_count];
    graph->live[graph->nodes[node].live_index] = last;
    graph->nodes[last].live_index = graph->nodes[node].live_index;
    graph->live_policies -= graph->nodes[node].use_policy;
}

static bool has_children(const struct graph *graph, uint32_t node)
{
    return graph->nodes[node].column != GRAPH_NO_COLUMN &&
           !graph->nodes[node].use_policy;
}

/* The nodes after the choice of a node; none if that is a policy. */
static int chosen_children(struct graph *graph, uint32_t node,
                           uint32_t children[BOARD_MAX_WIDTH])
{
    return has_children(graph, node)
               ? graph_children(graph, node, graph->nodes[node].column,
                                children)
               : 0;
}

/* Note a change of the references of a node, so that it can be undone: 1 or
 * -1.  Returns false if out of memory. */
static bool note(struct graph *graph, uint32_t node, int change)
{
    if (graph->note_count == graph->note_room) {
        uint32_t room = 2 * graph->note_room + 1024;
        void *notes = realloc(graph->notes, room * sizeof *graph->notes);
        if (notes == NULL) {
            graph->failed = graph->oracle->stopped = true;
            return false;
        }
        graph->notes = notes;
        graph->note_room = room;
    }
    graph->notes[graph->note_count++] = (struct graph_note){node, change};
    return true;
}

/* Returns whether the node has become live, or is not live any more. */
static bool change_references(struct graph *graph, uint32_t node, int change)
{
    struct graph_node *found = &graph->nodes[node];
    if (change > 0 && found->references++ == 0) {
        add_live(graph, node);
        graph->total += own_cost(graph, node);
        return true;
    }
    if (change < 0 && --found->references == 0) {
        remove_live(graph, node);
        graph->total -= own_cost(graph, node);
        return true;
    }
    return false;
}

static void undo(struct graph *graph)
{
    while (graph->note_count > 0) {
        struct graph_note last = graph->notes[--graph->note_count];
        change_references(graph, last.node, -last.change);
    }
}

/* Let a node have one more reference.  Stops when the total is above 'limit':
 * then some references are missing. */
static void acquire(struct graph *graph, uint32_t node, double limit)
{
    if (graph->total > limit)
        return;
    if (graph->nodes[node].references == 0 &&
        graph->nodes[node].column == GRAPH_NO_COLUMN)
        decide(graph, node);
    if (graph->failed || !note(graph, node, 1) ||
        !change_references(graph, node, 1))
        return;
    uint32_t children[BOARD_MAX_WIDTH];
    int count = chosen_children(graph, node, children);
    for (int i = 0; i < count; i++)
        acquire(graph, children[i], limit);
}

static void release(struct graph *graph, uint32_t node)
{
    if (graph->failed || !note(graph, node, -1) ||
        !change_references(graph, node, -1))
        return;
    uint32_t children[BOARD_MAX_WIDTH];
    int count = chosen_children(graph, node, children);
    for (int i = 0; i < count; i++)
        release(graph, children[i]);
}

void live_need(struct graph *graph, uint32_t node)
{
    acquire(graph, node, INFINITY);
    graph->note_count = 0;
}

static void set_choice(struct graph *graph, uint32_t node, int column,
                       bool use_policy)
{
    graph->total -= own_cost(graph, node);
    graph->live_policies -= graph->nodes[node].use_policy;
    graph_prefer(graph, node, column, use_policy);
    graph->total += own_cost(graph, node);
    graph->live_policies += use_policy;
}

bool live_change(struct graph *graph, uint32_t node, int column,
                 bool use_policy, double limit)
{
    const struct graph_node before = graph->nodes[node];
    uint32_t old[BOARD_MAX_WIDTH], new[BOARD_MAX_WIDTH];
    int old_count = chosen_children(graph, node, old);
    int new_count = use_policy ? 0 : graph_children(graph, node, column, new);
    double total = graph->total;

    for (int i = 0; i < old_count; i++)
        release(graph, old[i]);
    double saved = total - graph->total;
    undo(graph);

    set_choice(graph, node, column, use_policy);
    for (int i = 0; i < new_count; i++)
        acquire(graph, new[i], limit + saved);
    bool gains = graph->total <= limit + saved;
    for (int i = 0; i < old_count && gains; i++)
        release(graph, old[i]);
    gains = gains && graph->total <= limit;
    if (gains)
        graph->note_count = 0;
    else
        set_choice(graph, node, before.column, before.use_policy);
    undo(graph);
    return gains;
}
