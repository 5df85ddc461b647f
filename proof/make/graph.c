#include "proof/make/graph.h"

#include <math.h>
#include <stdlib.h>

#include "tt/random.h"

void graph_open(struct graph *graph, struct oracle *oracle,
                struct workers *workers, const struct graph_costs *costs,
                uint64_t seed)
{
    *graph = (struct graph){
        .oracle = oracle,
        .workers = workers,
        .board = oracle->claim.pos.board,
        .costs = *costs,
        .random = seed,
    };
}

void graph_close(struct graph *graph)
{
    map_free(&graph->numbers);
    free(graph->nodes);
    free(graph->live);
    free(graph->notes);
    free(graph->policies);
}

/* A position, or its mirror image if that has the smaller key. */
static struct position canonical(struct position pos)
{
    return board_mirror(pos.board, board_key(pos)) < board_key(pos)
               ? board_mirror_position(pos)
               : pos;
}

/* Returns an array with room for one more item after 'count' ones, or NULL if
 * out of memory. */
static void *grow(struct graph *graph, void *items, size_t size, uint32_t count,
                  uint32_t *room)
{
    if (count < *room)
        return items;
    uint32_t wanted = 2 * *room + 1024;
    void *grown = realloc(items, wanted * size);
    if (grown == NULL)
        graph->failed = graph->oracle->stopped = true;
    else
        *room = wanted;
    return grown;
}

static bool add_node(struct graph *graph, struct position pos)
{
    void *nodes = grow(graph, graph->nodes, sizeof *graph->nodes, graph->count,
                       &graph->room);
    if (nodes == NULL)
        return false;
    graph->nodes = nodes;
    board_bits moves = theory_moves(pos);
    graph->nodes[graph->count++] = (struct graph_node){
        .mover = pos.mover,
        .stones = pos.stones,
        .ply = pos.ply,
        .column = GRAPH_NO_COLUMN,
        .forced = (moves & (moves - 1)) == 0,
        .policy = GRAPH_NO_POLICY,
        .policy_cost = INFINITY,
        .estimate = INFINITY,
    };
    return true;
}

uint32_t graph_node_of(struct graph *graph, struct position pos)
{
    bool added;
    if (graph->failed)
        return 0;
    pos = canonical(pos);
    uint32_t *number =
        map_add(&graph->numbers, board_key(pos), graph->count, &added);
    if (number == NULL || (added && !add_node(graph, pos))) {
        graph->failed = graph->oracle->stopped = true;
        return 0;
    }
    return *number;
}

static struct position position_of(const struct graph *graph, uint32_t node)
{
    const struct graph_node *found = &graph->nodes[node];
    return (struct position){found->mover, found->stones, found->ply,
                             graph->board};
}

int graph_replies(struct graph *graph, struct position pos,
                  uint32_t nodes[BOARD_MAX_WIDTH])
{
    int count = 0;
    for (board_bits moves = board_playable(pos); moves != 0;
         moves &= moves - 1) {
        struct position next =
            canonical(board_play_cell(pos, board_first(moves)));
        if (board_playable(next) == 0 || oracle_closes(graph->oracle, next))
            continue;
        uint32_t node = graph_node_of(graph, next);
        bool twice = false;
        for (int i = 0; i < count; i++)
            twice = twice || nodes[i] == node;
        if (!twice)
            nodes[count++] = node;
    }
    return count;
}

/* The same after the move of P in a node. */
static int children_of(struct graph *graph, uint32_t node, int column,
                       uint32_t nodes[BOARD_MAX_WIDTH])
{
    return graph_replies(graph, board_play(position_of(graph, node), column),
                         nodes);
}

bool graph_keeps(struct graph *graph, uint32_t node, int column)
{
    struct position pos = position_of(graph, node);
    return board_can_play(pos, column) &&
           oracle_keeps(graph->oracle, pos, column);
}

/* Store the replies of a policy. */
static bool keep_policy(struct graph *graph, uint32_t node, int column,
                        const struct policy_replies *replies)
{
    size_t size = 2 + 2 * (size_t)replies->length;
    if (graph->policies_size + size > graph->policies_room) {
        size_t room = 2 * graph->policies_room + 65536;
        void *policies = realloc(graph->policies, room);
        if (policies == NULL)
            return false;
        graph->policies = policies;
        graph->policies_room = room;
    }
    graph->nodes[node].policy = (int64_t)graph->policies_size;
    uint8_t *to = graph->policies + graph->policies_size;
    graph->policies_size += size;
    *to++ = (uint8_t)column;
    *to++ = (uint8_t)replies->length;
    for (int i = 0; i < replies->length; i++) {
        *to++ = replies->answered[i];
        *to++ = replies->reply[i];
    }
    return true;
}

void graph_policy(const struct graph *graph, uint32_t node, int *column,
                  struct policy_replies *replies)
{
    const uint8_t *from = graph->policies + graph->nodes[node].policy;
    *column = *from++;
    replies->length = *from++;
    for (int i = 0; i < replies->length; i++) {
        replies->answered[i] = *from++;
        replies->reply[i] = *from++;
    }
}

void graph_set_policy(struct graph *graph, uint32_t node, int column,
                      const struct policy_replies *replies)
{
    if (!keep_policy(graph, node, column, replies)) {
        graph->failed = graph->oracle->stopped = true;
        return;
    }
    graph->nodes[node].policy_cost =
        (float)(graph->costs.policy +
                policy_cost(graph->costs.replies, replies));
}

void graph_prefer(struct graph *graph, uint32_t node, int column,
                  bool use_policy)
{
    graph->nodes[node].column = (int8_t)column;
    graph->nodes[node].use_policy = use_policy;
}

void graph_try_policy(struct graph *graph, uint32_t node)
{
    struct workers_task tasks[BOARD_MAX_WIDTH];
    int count = 0;
    graph->nodes[node].policy_tried = true;
    for (int column = 0; column < graph->board.width; column++)
        if (graph_keeps(graph, node, column))
            tasks[count++] = (struct workers_task){
                .column = column, .seed = tt_random(&graph->random)};
    double limit = (double)graph->nodes[node].policy_cost - graph->costs.policy;
    workers_find(graph->workers, position_of(graph, node), limit, tasks, count);
    for (int i = 0; i < count && !graph->oracle->stopped; i++) {
        double cost = policy_cost(graph->costs.replies, &tasks[i].replies);
        if (tasks[i].found && cost < limit) {
            graph_set_policy(graph, node, tasks[i].column, &tasks[i].replies);
            limit = cost;
        }
    }
}

/* --------------------------------------------------------- the first choice */

static double move_cost(const struct graph *graph, uint32_t node)
{
    return graph->nodes[node].forced ? graph->costs.forced : graph->costs.move;
}

static void choose(struct graph *graph, uint32_t node, int column,
                   bool use_policy, double estimate)
{
    graph_prefer(graph, node, column, use_policy);
    graph->nodes[node].estimate = (float)estimate;
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
    int count = children_of(graph, node, column, children);
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
        int count = children_of(graph, node, column, children);
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

/* Make a choice for a node that is not live: small trees of moves are searched
 * first, then policies.  If there is neither, the move is chosen whose replies
 * have the cheapest trees and policies. */
static void decide(struct graph *graph, uint32_t node)
{
    if (oracle_is_stopped(graph->oracle))
        return;
    find_value(graph, node);
    if (graph->oracle->stopped)
        graph->nodes[node].column = GRAPH_NO_COLUMN;
    else if (graph->nodes[node].column == GRAPH_NO_COLUMN)
        choose_cheapest_move(graph, node);
    if (graph->oracle->stopped)
        graph->nodes[node].column = GRAPH_NO_COLUMN;
}

/* --------------------------------------------------------------- live nodes */

/* The cost of a node without a choice, because the oracle was stopped. */
#define UNFINISHED 1e12

/* The cost of a node itself. */
static double own_cost(const struct graph *graph, uint32_t node)
{
    const struct graph_node *found = &graph->nodes[node];
    if (found->column == GRAPH_NO_COLUMN)
        return UNFINISHED;
    if (found->use_policy)
        return (double)found->policy_cost;
    return move_cost(graph, node);
}

static void add_live(struct graph *graph, uint32_t node)
{
    void *live = grow(graph, graph->live, sizeof *graph->live,
                      graph->live_count, &graph->live_room);
    if (live == NULL)
        return;
    graph->live = live;
    graph->nodes[node].live_index = graph->live_count;
    graph->live[graph->live_count++] = node;
}

static void remove_live(struct graph *graph, uint32_t node)
{
    uint32_t last = graph->live[--graph->live_count];
    graph->live[graph->nodes[node].live_index] = last;
    graph->nodes[last].live_index = graph->nodes[node].live_index;
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
               ? children_of(graph, node, graph->nodes[node].column, children)
               : 0;
}

/* Note a change of the references of a node, so that it can be undone: 1 or
 * -1.  Returns false if out of memory. */
static bool note(struct graph *graph, uint32_t node, int change)
{
    void *notes = grow(graph, graph->notes, sizeof *graph->notes,
                       graph->note_count, &graph->note_room);
    if (notes == NULL)
        return false;
    graph->notes = notes;
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

void graph_need(struct graph *graph, uint32_t node)
{
    acquire(graph, node, INFINITY);
    graph->note_count = 0;
}

static void set_choice(struct graph *graph, uint32_t node, int column,
                       bool use_policy)
{
    graph->total -= own_cost(graph, node);
    graph_prefer(graph, node, column, use_policy);
    graph->total += own_cost(graph, node);
}

bool graph_change(struct graph *graph, uint32_t node, int column,
                  bool use_policy, double limit)
{
    const struct graph_node before = graph->nodes[node];
    uint32_t old[BOARD_MAX_WIDTH], new[BOARD_MAX_WIDTH];
    int old_count = chosen_children(graph, node, old);
    int new_count = use_policy ? 0 : children_of(graph, node, column, new);
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
