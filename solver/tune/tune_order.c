/*
 * tune_order: find the weights of the order of moves on 7x6.
 *
 *     fourscore gen --set begin-medium --seed 2001 -n 140 --quiet >positions
 *     fourscore gen --set middle-medium --seed 2001 -n 200 --quiet >>positions
 *     make build/tune_order
 *     build/tune_order positions 1500 >node_weights.inc
 *
 * Positions that take few nodes teach as much as others in less time.
 *
 * It searches positions, one 'MOVES SCORE' a line, on one thread with an empty
 * table for each.  For the given number of seconds it changes weights at random
 * and keeps a change if it takes fewer nodes: the mean logarithm of the nodes,
 * each position weighted by the power 3/4 of the nodes that it took first.  A
 * change concerns a term, or a cell, its row, or its distance from the centre,
 * in all situations or some of them, and is tried again if it was good.
 * Half of the positions are searched before the others, and a change that takes
 * more nodes there is dropped.
 *
 * The result is on stdout, the progress on stderr.
 */
#include "solver/fast.c"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bitboard/notation.h"
#include "os/clock.h"

enum {
    MAX_POSITIONS = 10000,
    SITUATIONS = NODE_WEIGHTS_SITUATIONS,
    TERMS = 3, /* beside the cells */
    ROWS = VARIANT_HEIGHT,
    CENTRE = VARIANT_WIDTH / 2,
};

static struct {
    struct position pos;
    int score;
    double first_nodes, weight;
    double log_nodes; /* of the best weights, relative to the first */
} items[MAX_POSITIONS];
static int item_count;
static double weight_sum;

static uint64_t random_state;

/* Source: Marsaglia, Xorshift RNGs, 2003. */
static int random_below(int count)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (int)(random_state % (unsigned)count);
}

/* What is added to some weights. */
struct change {
    unsigned situations; /* as bits */
    int term;            /* TERMS: cells */
    unsigned rows;
    unsigned distances; /* from the centre */
    int amount;
};

static struct change random_change(void)
{
    static const unsigned situations[] = {0xff, 0xff, 0x0f, 0xf0, 0x33, 0xcc,
                                          0x55, 0xaa, 0x05, 0x50, 0x0a, 0xa0};
    /* Multiples of 8, because the last bits of the cells are fixed. */
    static const int amounts[] = {-256, -128, -64, -32, 32, 64, 128, 256};
    struct change change = {
        .situations = situations[random_below(12)],
        .term = TERMS,
        .rows = 1u << random_below(ROWS),
        .distances = 1u << random_below(CENTRE + 1),
        .amount = amounts[random_below(8)],
    };
    switch (random_below(6)) {
    case 0:
        change.rows = (1u << ROWS) - 1;
        break;
    case 1:
        change.distances = (1u << (CENTRE + 1)) - 1;
        break;
    case 2:
    case 3:
        change.term = random_below(TERMS);
        break;
    default:
        break;
    }
    return change;
}

static void apply(struct node_weights *all, struct change change)
{
    for (int i = 0; i < SITUATIONS; i++) {
        if (!(change.situations >> i & 1))
            continue;
        struct node_weights *weights = &all[i];
        int16_t *const terms[TERMS] = {&weights->playable, &weights->next,
                                       &weights->answer};
        if (change.term < TERMS)
            *terms[change.term] =
                (int16_t)(*terms[change.term] + change.amount);
        for (int bit = 0; change.term == TERMS && bit < NODE_WEIGHTS_BITS;
             bit++) {
            int row = bit % (ROWS + 1), column = bit / (ROWS + 1);
            if (change.rows >> row & change.distances >> abs(column - CENTRE) &
                1)
                weights->cells[bit] =
                    (int16_t)(weights->cells[bit] + change.amount);
        }
    }
}

static double search_nodes(struct fast *fast, int item)
{
    const struct search_control *control = fast->near.control;
    near_team_clear(fast);
    uint64_t before = control->nodes;
    struct solver_bounds found = near_team_solve_window(
        fast, items[item].pos, -VARIANT_MAX_CELLS, VARIANT_MAX_CELLS);
    if (found.lower != items[item].score || found.upper != found.lower) {
        fprintf(stderr, "position %d: the score is %d, not %d\n", item + 1,
                found.lower, items[item].score);
        exit(EXIT_FAILURE);
    }
    return (double)(control->nodes - before + 1);
}

/* Whether the weights are better than those of 'log_nodes', which is then
 * theirs.  The positions of the same parity as 'first' are searched first. */
static bool is_better(struct fast *fast, int first, double *gain)
{
    static double logs[MAX_POSITIONS];
    *gain = 0;
    for (int half = 0; half < 2; half++) {
        for (int i = (first + half) % 2; i < item_count; i += 2) {
            logs[i] = log(search_nodes(fast, i) / items[i].first_nodes);
            *gain +=
                items[i].weight * (items[i].log_nodes - logs[i]) / weight_sum;
        }
        if (*gain < -0.0005)
            return false;
    }
    if (*gain < 0.0004)
        return false;
    for (int i = 0; i < item_count; i++)
        items[i].log_nodes = logs[i];
    return true;
}

static void tune(struct fast *fast, double seconds)
{
    double end = os_seconds() + seconds, sum = 0, gain;
    struct change change = random_change();
    bool again = false;
    for (int round = 0; os_seconds() < end; round++) {
        if (!again)
            change = random_change();
        apply(fast->near.weights, change);
        again = is_better(fast, round, &gain);
        if (again) {
            sum += gain;
            fprintf(stderr, "round %d: %.4f\n", round, -sum);
        } else {
            change.amount = -change.amount;
            apply(fast->near.weights, change);
        }
    }
}

static bool read_positions(const char *path)
{
    char moves[BOARD_MAX_CELLS + 1];
    struct board board = board_default();
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    while (item_count < MAX_POSITIONS &&
           fscanf(file, "%144s %d", moves, &items[item_count].score) == 2) {
        size_t bad_at;
        if (board_parse(board, moves, strlen(moves), &items[item_count].pos,
                        &bad_at) == BOARD_OK)
            item_count++;
    }
    return fclose(file) == 0 && item_count > 0;
}

static void print_weights(const struct node_weights *all)
{
    for (int i = 0; i < SITUATIONS; i++) {
        const struct node_weights *weights = &all[i];
        printf("/* %s, the %s player, to %s */\n{\n", i >> 2 ? "late" : "early",
               i >> 1 & 1 ? "second" : "first", i & 1 ? "win" : "hold");
        printf("    .playable = %d,\n    .next = %d,\n    .answer = %d,\n"
               "    .cells = {",
               weights->playable, weights->next, weights->answer);
        for (int distance = 0; distance <= CENTRE; distance++) {
            const int16_t *column =
                &weights->cells[(CENTRE - distance) * (ROWS + 1)];
            for (int row = 0; row < ROWS; row++) /* without the last bits */
                printf("%s%d", row == 0 ? "\n        {" : ", ",
                       (column[row] & ~7) - 8);
            printf("},");
        }
        printf("\n    },\n},\n");
    }
}

int main(int argc, char **argv)
{
    struct search_control control;
    void *state;
    if ((argc != 3 && argc != 4) || !read_positions(argv[1])) {
        fprintf(stderr, "usage: tune_order FILE SECONDS [SEED]\n");
        return 2;
    }
    random_state = argc == 4 ? strtoull(argv[3], NULL, 10) : 1;
    struct board board = board_default();
    if (control_open(&control, NULL) != SOLVER_OK ||
        fast_open(&state, board, fast_default_table_bytes(board, 1), 1,
                  &control) != SOLVER_OK)
        return 3;
    for (int i = 0; i < item_count; i++) {
        items[i].first_nodes = search_nodes(state, i);
        items[i].weight = pow(items[i].first_nodes, 0.75);
        weight_sum += items[i].weight;
    }
    tune(state, strtod(argv[2], NULL));
    print_weights(((struct near *)state)->weights);
    near_team_close(state);
    control_close(&control);
    return 0;
}
