/*
 * tune_weights: find the numbers of solver/order_weights*.inc.
 *
 *     make tune-weights
 *
 * It changes terms at random, beginning with zeros, and keeps a change if
 * positions take fewer nodes: the mean logarithm of the nodes, each position
 * weighted by the power 3/4 of the nodes that it took first.  Positions that
 * take few nodes teach most of it in little time; then come others.  A change
 * that was good is made again, and the opposite of one that was not is tried.
 *
 *     build/tune_weights 7x6 >solver/order_weights_7x6.inc
 *     build/tune_weights others >solver/order_weights.inc
 *
 * The progress is on stderr.
 */
#define NODE_WEIGHTS_TUNED
#define NODE_LINES_TUNED
#include "solver/tune/tune.h"

#include <string.h>

enum {
    POSITIONS = 400, /* of all boards together */
    PARTS = 8,       /* of the positions; a bad change is dropped after some */
};

static const struct stage {
    uint64_t least_nodes, most_nodes; /* of a position, with the first terms */
    int rounds;
} stages[] = {{300, 12000, 3000}, {6000, 80000, 3000}};
enum { STAGES = sizeof stages / sizeof *stages };

struct tuned_board {
    int width, height;
    struct search_control control;
    struct fast *fast;
};

static struct tuned_board boards_7x6[] = {{.width = 7, .height = 6}};
static struct tuned_board boards_others[] = {
    {.width = 6, .height = 7}, {.width = 7, .height = 7},
    {.width = 9, .height = 5}, {.width = 8, .height = 7},
    {.width = 9, .height = 6}, {.width = 8, .height = 6},
    {.width = 7, .height = 8}, {.width = 10, .height = 5},
};

/* What is tuned: for each situation, 'terms' numbers. */
struct tuning {
    struct tuned_board *boards;
    int board_count;
    int16_t *numbers;
    int situations, terms;
    int stride; /* of the table within the terms, see random_change() */
};

static const struct tuning tuning_7x6 = {
    .boards = boards_7x6,
    .board_count = 1,
    .numbers = node_terms_7x6[0],
    .situations = NODE_WEIGHTS_SITUATIONS,
    .terms = NODE_TERMS_7X6,
    .stride = BOARD_DEFAULT_HEIGHT,
};

static const struct tuning tuning_others = {
    .boards = boards_others,
    .board_count = sizeof boards_others / sizeof *boards_others,
    .numbers = node_terms[0],
    .situations = NODE_TERMS_SITUATIONS,
    .terms = NODE_TERMS,
    .stride = 2,
};

/* --------------------------------------------------------------- positions */

static struct item {
    struct tuned_board *on;
    struct position pos;
    double first_nodes, weight;
    double log_nodes; /* of the best terms, relative to the first */
} items[POSITIONS];

/* Search with an empty table.  Returns false if it takes more than 'limit'
 * nodes; 0 is no limit. */
static bool search_alone(const struct item *item, uint64_t limit, double *nodes)
{
    struct search_control *control = &item->on->control;
    near_team_clear(item->on->fast);
    control_limit(control, 0, limit);
    uint64_t before = control->nodes;
    struct solver_bounds found = near_team_solve_window(
        item->on->fast, item->pos, -VARIANT_MAX_CELLS, VARIANT_MAX_CELLS);
    *nodes = (double)(control->nodes - before);
    return found.lower == found.upper;
}

/* As many positions of each board, which weigh as much together. */
static void find_positions(const struct tuning *tuning,
                           const struct stage *stage)
{
    int each = POSITIONS / tuning->board_count;
    for (int i = 0; i < tuning->board_count; i++) {
        struct tuned_board *on = &tuning->boards[i];
        struct item *first = &items[i * each];
        double sum = 0;
        struct board board = board_make(on->width, on->height);
        const struct geometry *g = geometry_of(&on->fast->near.geometry);
        for (struct item *item = first; item < first + each;) {
            item->on = on;
            if (!tune_random_position(g, board, &item->pos) ||
                !search_alone(item, stage->most_nodes, &item->first_nodes) ||
                item->first_nodes < (double)stage->least_nodes)
                continue;
            item->weight = pow(item->first_nodes, 0.75);
            item->log_nodes = 0;
            sum += item->weight;
            item++;
        }
        for (struct item *item = first; item < first + each; item++)
            item->weight /= sum * tuning->board_count;
        fprintf(stderr, "%dx%d: %d positions\n", on->width, on->height, each);
    }
    /* In random order, so that the parts are alike. */
    for (int i = POSITIONS - 1; i > 0; i--) {
        int other = tune_random_below(i + 1);
        struct item item = items[i];
        items[i] = items[other];
        items[other] = item;
    }
}

/* ----------------------------------------------------------------- changes */

/* What is added to 'count' terms at a distance of 'step', in some situations.
 */
struct change {
    unsigned situations; /* as bits */
    int first, step, count;
    int amount;
};

/* One term, or some in a row or column of the table of cells. */
static struct change random_change(const struct tuning *tuning)
{
    static const unsigned alike[] = {0xff, 0x0f, 0xf0, 0x33, 0xcc, 0x55, 0xaa};
    /* Multiples of 16, because the last bits of the cells are fixed. */
    struct change change = {
        .situations = alike[tune_random_below(7)] & alike[tune_random_below(7)],
        .first = tune_random_below(tuning->terms),
        .step = tune_random_below(2) == 0 ? 1 : tuning->stride,
        .count = 1,
        .amount = 32 << tune_random_below(5),
    };
    if (tune_random_below(2) == 0)
        change.count += tune_random_below(tuning->stride);
    if (tune_random_below(2) == 0)
        change.amount = -change.amount;
    return change;
}

static void apply(const struct tuning *tuning, struct change change)
{
    for (int i = 0; i < tuning->situations; i++)
        for (int k = 0; k < change.count; k++) {
            int term = change.first + k * change.step;
            int16_t *number = &tuning->numbers[i * tuning->terms + term];
            if (term < tuning->terms && (change.situations >> i & 1))
                *number = (int16_t)(*number + change.amount);
        }
    for (int i = 0; i < tuning->board_count; i++) {
        struct near *near = &tuning->boards[i].fast->near;
        for (int k = 0; k < NODE_WEIGHTS_SITUATIONS; k++)
            near->weights[k] =
                node_weights_make(geometry_of(&near->geometry), k);
    }
}

/* Whether the terms are better than those of 'log_nodes', which is then theirs.
 * A round begins with another part of the positions than the one before. */
static bool is_better(int round, double *gain)
{
    static double logs[POSITIONS];
    double squares = 0;
    *gain = 0;
    for (int i = 0; i < POSITIONS; i++) {
        int at = (round * (POSITIONS / PARTS) + i) % POSITIONS;
        const struct item *item = &items[at];
        double nodes;
        search_alone(item, 0, &nodes);
        logs[at] = log(nodes / item->first_nodes);
        double part = item->weight * (item->log_nodes - logs[at]);
        *gain += part;
        squares += part * part;
        if ((i + 1) % (POSITIONS / PARTS) == 0 && *gain < -0.5 * sqrt(squares))
            return false;
    }
    if (*gain < 0.0003)
        return false;
    for (int i = 0; i < POSITIONS; i++)
        items[i].log_nodes = logs[i];
    return true;
}

static void tune(const struct tuning *tuning, int rounds)
{
    double sum = 0, gain;
    for (int round = 0; round < rounds;) {
        struct change change = random_change(tuning);
        int good = 0;
        for (int sign = 0; sign < 2 && good == 0; sign++) {
            for (;; good++) {
                apply(tuning, change);
                if (!is_better(round++, &gain))
                    break;
                sum += gain;
                fprintf(stderr, "round %d: %.4f\n", round, -sum);
            }
            change.amount = -change.amount;
            apply(tuning, change);
        }
    }
}

static void print_terms(const struct tuning *tuning)
{
    for (int i = 0; i < tuning->situations; i++) {
        const int16_t *terms = &tuning->numbers[i * tuning->terms];
        printf("{%d", terms[0]);
        for (int k = 1; k < tuning->terms; k++)
            printf("%s%d", (k - NODE_TERM_CELL) % 6 == 0 ? ",\n " : ", ",
                   terms[k]);
        puts("},");
    }
}

int main(int argc, char **argv)
{
    bool is_7x6 = argc == 2 && strcmp(argv[1], "7x6") == 0;
    if (!is_7x6 && (argc != 2 || strcmp(argv[1], "others") != 0)) {
        fputs("usage: tune_weights 7x6 | others\n", stderr);
        return 2;
    }
    const struct tuning *tuning = is_7x6 ? &tuning_7x6 : &tuning_others;
    for (int i = 0; i < tuning->board_count; i++) {
        struct tuned_board *on = &tuning->boards[i];
        on->fast = tune_open(board_make(on->width, on->height), &on->control);
    }
    apply(tuning, (struct change){0}); /* the terms are zeros */
    for (int i = 0; i < STAGES; i++) {
        find_positions(tuning, &stages[i]);
        tune(tuning, stages[i].rounds);
    }
    print_terms(tuning);
    for (int i = 0; i < tuning->board_count; i++) {
        near_team_close(tuning->boards[i].fast);
        control_close(&tuning->boards[i].control);
    }
    return 0;
}
