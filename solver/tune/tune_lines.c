/*
 * tune_lines: learn the numbers of solver/order_lines.inc.
 *
 *     make tune-lines
 *
 * Its examples are positions in which some move reaches the null window, with
 * the nodes that each move takes, searched with an empty table.  They lie on
 * ways down the trees that prove or disprove a null window of a random
 * position: where a move reaches the window, the way takes the one that costs
 * the fewest nodes, otherwise any.
 *
 * A move is tried first with the probability exp(f) / sum of exp(f), where f is
 * the rank by weights, times a factor, and what its lines count.  Learned is
 * what makes the expected logarithm of the nodes least; a move that fails costs
 * its nodes and those of the best one.  Stochastic gradient descent; source of
 * the step sizes: Duchi, Hazan and Singer, Adaptive Subgradient Methods, 2011.
 *
 * One example of five is not learned from but tells, on stderr, what is gained.
 */
#define NODE_LINES_TUNED
#include "solver/tune/tune.h"

enum {
    EXAMPLES = 5000,     /* of each board */
    LEAST_DEPTH = 18,    /* of an example */
    MOVE_NODES = 20000,  /* a move that takes more is not known to succeed */
    ROOT_NODES = 160000, /* a random position that takes more is not used */
    ROUNDS = 16,
};

static const struct {
    int width, height;
} boards[] = {{7, 5}, {8, 5}, {9, 5}, {6, 6}, {7, 6}, {8, 6},
              {9, 6}, {6, 7}, {7, 7}, {8, 7}, {7, 8}};
enum { BOARDS = sizeof boards / sizeof *boards };

struct candidate {
    double rank; /* by weights, in threats */
    double loss; /* the logarithm of the nodes if it is tried first */
    uint8_t kinds[NODE_LINES_MAX];
    int lines;
};

struct example {
    double weight;
    int moves;
    struct candidate candidates[BOARD_MAX_WIDTH];
};

static struct example examples[BOARDS * EXAMPLES];
static int example_count;

/* ---------------------------------------------------------------- examples */

static void stop(struct near *near, const struct node *node, int beta)
{
    (void)node;
    (void)beta;
    near->unwind_ply = NEAR_ALL_PLIES;
}

/* Search with an empty table.  Returns whether at most 'limit' nodes are
 * enough; '*nodes' is what it took. */
static bool search_alone(struct fast *fast, const struct node *node, int beta,
                         uint64_t limit, int *score, uint64_t *nodes)
{
    struct near *near = &fast->near;
    near_team_clear(fast);
    near->poll = stop;
    near->root_ply = node->ply;
    near->unwind_ply = NEAR_NO_PLY;
    uint64_t before = near->control->nodes;
    near->control->poll_at = before + limit;
    *score = search(fast, node, beta);
    *nodes = near->control->nodes - before;
    return near->unwind_ply != NEAR_ALL_PLIES;
}

/* A random position and null window.  Returns false if it is decided without a
 * search. */
static bool random_root(const struct geometry *g, struct board board,
                        struct node *node, int *beta)
{
    struct position pos;
    int score;
    if (!tune_random_position(g, board, &pos))
        return false;
    node_is_known(g, variant_position(pos), node, &score);
    int most = variant_win_score(g, pos.ply + 5) / 2;
    *beta = tune_random_below(2);
    if (tune_random_below(2) == 0)
        *beta += tune_random_below(2 * most + 1) - most;
    return *beta > -variant_win_score(g, pos.ply + 4) &&
           *beta <= variant_win_score(g, pos.ply + 3) &&
           node_depth(g, pos.ply, *beta) >= LEAST_DEPTH;
}

/* Add the node as an example, and set '*next' to the lane of the move that
 * takes the fewest nodes.  Returns false if no move is known to succeed. */
static bool add_example(struct fast *fast, const struct node *node,
                        const struct children *children, int beta, int *next)
{
    const struct geometry *g = geometry_of(&fast->near.geometry);
    struct example *example = &examples[example_count];
    struct node_order order;
    bool cuts[BOARD_MAX_WIDTH];
    double costs[BOARD_MAX_WIDTH], least = HUGE_VAL;
    node_order_moves(g, fast->near.weights, node, children, beta, &order);
    example->moves = order.count;
    for (int i = 0; i < order.count; i++) {
        struct candidate *candidate = &example->candidates[i];
        int score, lane = order.moves[i] & 15;
        uint64_t nodes;
        cells move = children->cells.set[lane];
        struct node child = node_child(node, children, lane);
        cuts[i] =
            search_alone(fast, &child, 1 - beta, MOVE_NODES, &score, &nodes) &&
            -score >= beta;
        costs[i] = (double)nodes + 1;
        if (cuts[i] && costs[i] < least) {
            least = costs[i];
            *next = lane;
        }
        candidate->rank = (double)(order.moves[i] >> 4) / NODE_WEIGHTS_THREAT;
        candidate->lines =
            node_lines_find(g, node->mover | move, node->mover ^ node->stones,
                            cells_lowest(move), candidate->kinds);
    }
    if (least == HUGE_VAL)
        return false;
    for (int i = 0; i < order.count; i++)
        example->candidates[i].loss =
            log(cuts[i] ? costs[i] : costs[i] + least);
    example->weight = sqrt(sqrt(least));
    example_count += order.count > 1;
    return true;
}

/* Add the examples on a way down from a random position. */
static void walk(struct fast *fast, struct board board, int last)
{
    const struct geometry *g = geometry_of(&fast->near.geometry);
    struct node node;
    int beta, score;
    uint64_t nodes;
    if (!random_root(g, board, &node, &beta) ||
        !search_alone(fast, &node, beta, ROOT_NODES, &score, &nodes))
        return;
    bool reaches = score >= beta;
    while (example_count < last &&
           node_depth(g, node.ply, beta) >= LEAST_DEPTH) {
        int empty = g->cell_count - node.ply - 1, lane;
        struct children children;
        node_children(g, &node, &children);
        if (near_is_decided(g, &node, &children, empty, beta, &score) ||
            node_prove(g, &node, &children, empty, beta) >= beta)
            return;
        unsigned rest = children.active;
        for (int skip = tune_random_below(__builtin_popcount(rest)); skip > 0;
             skip--)
            rest &= rest - 1;
        lane = __builtin_ctz(rest);
        if (reaches && !add_example(fast, &node, &children, beta, &lane))
            return;
        node = node_child(&node, &children, lane);
        beta = 1 - beta;
        reaches = !reaches;
    }
}

/* ---------------------------------------------------------------- learning */

static double values[NODE_LINES_KINDS], squares[NODE_LINES_KINDS];
static double factor = 4, factor_squares = 1;

static double value_of(const struct candidate *candidate)
{
    double value = factor * candidate->rank;
    for (int i = 0; i < candidate->lines; i++)
        value += values[candidate->kinds[i]];
    return value;
}

static double step(double gradient, double *sum)
{
    *sum += gradient * gradient;
    return 0.03 * gradient / sqrt(*sum);
}

static void learn(const struct example *example)
{
    double shares[BOARD_MAX_WIDTH], sum = 0, expected = 0, by_rank = 0;
    for (int i = 0; i < example->moves; i++) {
        /* No value is far from that of the first. */
        shares[i] = exp(value_of(&example->candidates[i]) -
                        value_of(&example->candidates[0]));
        sum += shares[i];
    }
    for (int i = 0; i < example->moves; i++) {
        shares[i] /= sum;
        expected += shares[i] * example->candidates[i].loss;
    }
    for (int i = 0; i < example->moves; i++) {
        const struct candidate *candidate = &example->candidates[i];
        double gradient =
            example->weight * shares[i] * (candidate->loss - expected);
        by_rank += gradient * candidate->rank;
        for (int k = 0; k < candidate->lines; k++) {
            int kind = candidate->kinds[k];
            values[kind] -= step(gradient, &squares[kind]);
        }
    }
    factor -= step(by_rank, &factor_squares);
}

static bool is_kept_apart(int example)
{
    return example % 5 == 0;
}

/* The mean loss of the first moves, of the examples kept apart. */
static void report(int round)
{
    double sum = 0, by_rank = 0, by_value = 0, least = 0;
    for (int i = 0; i < example_count; i++) {
        const struct example *example = &examples[i];
        const struct candidate *ranked = example->candidates, *valued = ranked,
                               *best = ranked;
        for (int k = 1; is_kept_apart(i) && k < example->moves; k++) {
            const struct candidate *candidate = &example->candidates[k];
            ranked = candidate->rank > ranked->rank ? candidate : ranked;
            best = candidate->loss < best->loss ? candidate : best;
            valued =
                value_of(candidate) > value_of(valued) ? candidate : valued;
        }
        double weight = is_kept_apart(i) ? example->weight : 0;
        sum += weight;
        by_rank += weight * ranked->loss;
        by_value += weight * valued->loss;
        least += weight * best->loss;
    }
    fprintf(stderr,
            "round %d: mean logarithm of nodes %.4f, by weights %.4f, "
            "at best %.4f\n",
            round, by_value / sum, by_rank / sum, least / sum);
}

/* In the form of node_lines_table. */
static void print_values(void)
{
    for (int kind = 0; kind < NODE_LINES_KINDS; kind++) {
        double value = values[kind] * NODE_WEIGHTS_THREAT / factor;
        if (kind % 48 == 0)
            printf("%s/* through the %s */\n{\n", kind > 0 ? "},\n" : "",
                   kind == 0 ? "move" : "cell above");
        printf("%s%ld%s",
               kind % 24 == 0  ? "    {{"
               : kind % 8 == 0 ? "     {"
                               : "",
               16 * lrint(value / 16),
               kind % 24 == 23 ? "}},\n"
               : kind % 8 == 7 ? "},\n"
                               : ", ");
    }
    printf("},\n");
}

int main(void)
{
    for (int i = 0; i < BOARDS; i++) {
        struct board board = board_make(boards[i].width, boards[i].height);
        struct search_control control;
        struct fast *fast = tune_open(board, &control);
        int last = example_count + EXAMPLES;
        while (example_count < last)
            walk(fast, board, last);
        fprintf(stderr, "%dx%d: %d examples\n", board.width, board.height,
                EXAMPLES);
        near_team_close(fast);
        control_close(&control);
    }
    double sum = 0;
    for (int i = 0; i < example_count; i++)
        sum += examples[i].weight;
    for (int i = 0; i < example_count; i++)
        examples[i].weight *= example_count / sum;
    for (int i = 0; i < NODE_LINES_KINDS; i++)
        squares[i] = 0.001;

    for (int round = 0; round < ROUNDS; round++) {
        report(round);
        for (int i = 0; i < example_count; i++) {
            int at = tune_random_below(example_count);
            if (!is_kept_apart(at))
                learn(&examples[at]);
        }
    }
    report(ROUNDS);
    print_values();
    return 0;
}
