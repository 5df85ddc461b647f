#include "proof/make/graph.h"

#include <math.h>
#include <stdlib.h>

#include "tt/random.h"

void graph_open(struct graph *graph, struct oracle *oracle, struct crew *crew,
                const struct graph_costs *costs, uint64_t seed)
{
    *graph = (struct graph){
        .oracle = oracle,
        .crew = crew,
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

struct position graph_canonical(struct position pos)
{
    if (board_mirror(pos.board, board_key(pos)) < board_key(pos)) {
        pos.mover = board_mirror(pos.board, pos.mover);
        pos.stones = board_mirror(pos.board, pos.stones);
    }
    return pos;
}

static bool add_node(struct graph *graph, struct position pos)
{
    if (graph->count == graph->room) {
        uint32_t room = graph->room != 0 ? 2 * graph->room : 1024;
        void *nodes = realloc(graph->nodes, room * sizeof *graph->nodes);
        if (nodes == NULL)
            return false;
        graph->nodes = nodes;
        graph->room = room;
    }
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
    pos = graph_canonical(pos);
    uint32_t *number =
        map_add(&graph->numbers, board_key(pos), graph->count, &added);
    if (number == NULL || (added && !add_node(graph, pos))) {
        graph->failed = graph->oracle->stopped = true;
        return 0;
    }
    return *number;
}

struct position graph_position(const struct graph *graph, uint32_t node)
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
            graph_canonical(board_play_cell(pos, moves & (~moves + 1)));
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

int graph_children(struct graph *graph, uint32_t node, int column,
                   uint32_t nodes[BOARD_MAX_WIDTH])
{
    return graph_replies(graph, board_play(graph_position(graph, node), column),
                         nodes);
}

bool graph_keeps(struct graph *graph, uint32_t node, int column)
{
    struct position pos = graph_position(graph, node);
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
    struct crew_task tasks[BOARD_MAX_WIDTH];
    int count = 0;
    graph->nodes[node].policy_tried = true;
    for (int column = 0; column < graph->board.width; column++)
        if (graph_keeps(graph, node, column))
            tasks[count++] = (struct crew_task){
                .column = column, .seed = tt_random(&graph->random)};
    double limit = (double)graph->nodes[node].policy_cost - graph->costs.policy;
    crew_find(graph->crew, graph_position(graph, node), limit, tasks, count);
    for (int i = 0; i < count && !graph->oracle->stopped; i++) {
        double cost = policy_cost(graph->costs.replies, &tasks[i].replies);
        if (tasks[i].found && cost < limit) {
            graph_set_policy(graph, node, tasks[i].column, &tasks[i].replies);
            limit = cost;
        }
    }
}
