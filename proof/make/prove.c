#include "proof/make/prove.h"

#include <math.h>
#include <stdlib.h>

#include "proof/make/storage.h"
#include "tt/random.h"

/*
 * The mean bits of a choice in certificates of 7x6.  Costs of replies decide
 * between policies even where only positions count.
 */
static const struct graph_costs goal_costs[] = {
    [PROVE_BYTES] = {.move = 2.9,
                     .forced = 0.43,
                     .policy = 4.1,
                     .replies = {.above = 0.28, .other = 2.0},
                     .guess = 24,
                     .tree = 20},
    [PROVE_POSITIONS] = {.move = 1,
                         .forced = 1,
                         .policy = 1,
                         .replies = {.above = 0.0001, .other = 0.001},
                         .guess = 5,
                         .tree = 1.5},
};

/* How much a step may make the proof larger, as a part of what a move costs, in
 * the first cycle. */
static const double first_heat = 0.33;

struct prove {
    struct oracle oracle;
    struct workers *workers;
    struct graph graph;
    uint64_t steps, cycle_began, cycle_end;
    int cycles;
};

static uint32_t roots(struct graph *graph, uint32_t nodes[BOARD_MAX_WIDTH])
{
    const struct claim *claim = &graph->oracle->claim;
    if (!claim->mover)
        return (uint32_t)graph_replies(graph, claim->pos, nodes);
    if (board_playable(claim->pos) == 0 ||
        oracle_closes(graph->oracle, claim->pos))
        return 0;
    nodes[0] = graph_node_of(graph, claim->pos);
    return 1;
}

static enum prove_status build(struct prove *prove,
                               const struct certificate *first)
{
    if (first != NULL && !storage_load(&prove->graph, first))
        return PROVE_NO_MEMORY;
    uint32_t nodes[BOARD_MAX_WIDTH];
    uint32_t count = roots(&prove->graph, nodes);
    for (uint32_t i = 0; i < count && !prove->graph.failed; i++)
        graph_need(&prove->graph, nodes[i]);
    if (prove->graph.failed)
        return PROVE_NO_MEMORY;
    return prove->oracle.stopped ? PROVE_STOPPED : PROVE_OK;
}

static enum prove_status open_all(struct prove *prove,
                                  const struct prove_config *config)
{
    const struct graph_costs *costs = &goal_costs[config->goal];
    if (!oracle_open(&prove->oracle, &config->claim, config->solvers[0]))
        return PROVE_NO_MEMORY;
    prove->oracle.is_stopped = config->is_stopped;
    prove->oracle.context = config->context;
    prove->workers = workers_new(&prove->oracle, config->solvers + 1,
                                 config->threads - 1, costs->replies);
    if (prove->workers == NULL)
        return PROVE_NO_MEMORY;
    graph_open(&prove->graph, &prove->oracle, prove->workers, costs,
               config->seed);
    return build(prove, config->first);
}

enum prove_status prove_new(struct prove **prove,
                            const struct prove_config *config)
{
    *prove = NULL;
    struct prove *made = calloc(1, sizeof *made);
    if (made == NULL)
        return PROVE_NO_MEMORY;
    enum prove_status status = open_all(made, config);
    if (config->first != NULL)
        made->cycles = 3; /* its choices were tried with more heat */
    if (status == PROVE_OK)
        *prove = made;
    else
        prove_free(made);
    return status;
}

void prove_free(struct prove *prove)
{
    if (prove == NULL)
        return;
    graph_close(&prove->graph);
    workers_free(prove->workers);
    oracle_close(&prove->oracle);
    free(prove);
}

/* Look for a cheaper policy in a live node that uses one. */
static void renew_policy(struct graph *graph, uint32_t node)
{
    graph->total -= (double)graph->nodes[node].policy_cost;
    graph_try_policy(graph, node);
    graph->total += (double)graph->nodes[node].policy_cost;
    graph->nodes[node].column =
        (int8_t)graph->policies[graph->nodes[node].policy];
}

/* Set '*column' and '*use_policy' to a random other choice in a node.  Returns
 * false if there is none. */
static bool other_choice(struct graph *graph, uint32_t node, int *column,
                         bool *use_policy)
{
    int columns[BOARD_MAX_WIDTH] = {0}, count = 0;
    const struct graph_node now = graph->nodes[node];
    for (int i = 0; i < graph->board.width; i++)
        if (graph_keeps(graph, node, i) && (now.use_policy || i != now.column))
            columns[count++] = i;
    int chosen = (int)tt_random_below(&graph->random, (uint32_t)count + 1);
    *use_policy = chosen == count;
    if (!*use_policy) {
        *column = columns[chosen];
        return true;
    }
    if (now.use_policy) {
        if (tt_random_below(&graph->random, 4) == 0)
            renew_policy(graph, node);
        return false;
    }
    if (!now.policy_tried)
        graph_try_policy(graph, node);
    if (graph->nodes[node].policy == GRAPH_NO_POLICY)
        return false;
    *column = graph->policies[graph->nodes[node].policy];
    return true;
}

static void step(struct graph *graph, double heat)
{
    uint32_t node =
        graph->live[tt_random_below(&graph->random, graph->live_count)];
    int column;
    bool use_policy;
    if (!other_choice(graph, node, &column, &use_policy) ||
        graph->oracle->stopped)
        return;
    double draw = (double)(tt_random(&graph->random) >> 11) * 0x1p-53;
    graph_change(graph, node, column, use_policy,
                 graph->total - heat * log(1 - draw));
}

/*
 * How much the next step may make the proof larger with probability 1 / e.  It
 * falls to 0 in the course of a cycle.  Each cycle has twice as many steps as
 * the one before, and begins with less heat.
 */
static double next_heat(struct prove *prove)
{
    if (prove->steps == prove->cycle_end) {
        uint64_t before = prove->cycle_end - prove->cycle_began;
        prove->cycle_began = prove->cycle_end;
        prove->cycle_end +=
            before != 0 ? 2 * before : 2 * (uint64_t)prove->graph.live_count;
        prove->cycles++;
    }
    double left = (double)(prove->cycle_end - prove->steps++) /
                  (double)(prove->cycle_end - prove->cycle_began);
    return first_heat * prove->graph.costs.move * left / prove->cycles;
}

bool prove_improve(struct prove *prove, int steps)
{
    struct graph *graph = &prove->graph;
    for (int i = 0; i < steps && graph->live_count > 0; i++) {
        if (oracle_is_stopped(&prove->oracle))
            return false;
        step(graph, next_heat(prove));
    }
    return graph->live_count > 0 && !prove->oracle.stopped;
}

uint8_t *prove_write(struct prove *prove, const char *moves, size_t *size)
{
    return storage_write(&prove->graph, moves, size);
}
