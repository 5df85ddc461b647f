/*
 * node_weights_: the order of moves in positions that take many nodes.
 *
 * The weights of 7x6 were found by what counts, the nodes that the search takes
 * (solver/tune/tune_order.c).  Those of other boards are made of a few terms,
 * which were found in the same way on eight boards together.  Whatever is not a
 * threat weighs less than one, and the centre comes first among near equals:
 * then searches meet in the same positions.  A side that leaves few safe
 * answers has less to search.
 *
 * docs/search.md has the nodes with and without weights.  Below depth 6 the
 * time that they take is worth more than the nodes.
 */
#ifndef SOLVER_NODE_WEIGHTS_H
#define SOLVER_NODE_WEIGHTS_H

#include "solver/variant.h"

enum {
    NODE_WEIGHTS_BEGIN = 6,     /* the least depth */
    NODE_WEIGHTS_THREAT = 2048, /* the weight of a useful threat */

    /* Late or not, whose turn it is, and whether to win or to hold: see
     * node_weights_at(). */
    NODE_WEIGHTS_SITUATIONS = 8,
#ifdef VARIANT_WIDTH
    NODE_WEIGHTS_BITS = VARIANT_WIDTH * (VARIANT_HEIGHT + 1),
#else
    NODE_WEIGHTS_BITS = 8 * (int)sizeof(cells),
#endif
};

struct node_weights {
    int16_t playable; /* in addition, if the threat is playable */
    int16_t next;     /* in addition, if it is directly above such a cell */
    int16_t answer;   /* of each safe answer of the opponent */
    /* Of the cell of the move, as in bitboard/geometry.h.  Near the centre they
     * have greater last bits, so that no two moves are equal. */
    int16_t cells[NODE_WEIGHTS_BITS];
};

/* The terms of 7x6: cells are by their distance from the centre, and row. */
struct node_terms_7x6 {
    int16_t playable, next, answer;
    int16_t cells[BOARD_DEFAULT_WIDTH / 2 + 1][BOARD_DEFAULT_HEIGHT];
};

static const struct node_terms_7x6 node_terms_7x6[NODE_WEIGHTS_SITUATIONS] = {
#include "solver/node_weights.inc"
};

/* The terms of other boards. */
struct node_terms {
    int16_t next;
    int16_t column; /* of the outermost column; less towards the centre */
    int16_t top[7]; /* of a row, the highest first, the last for the others */
    int16_t bottom[2]; /* in addition, of the two lowest rows */
};

enum { NODE_TERMS_PLAYABLE = -1024, NODE_TERMS_ANSWER = -220 };

/* Early to hold, early to win, late to hold, late to win. */
static const struct node_terms node_terms[] = {
    {700, -780, {0, -90, 200, 110, -100, -200, -100}, {-160, -80}},
    {700, -690, {0, -90, 160, -50, -100, -200, -100}, {0, 0}},
    {900, -780, {0, -90, 200, 30, -100, -200, -100}, {-160, 0}},
    {900, -690, {0, -90, 0, -50, -100, -200, -100}, {0, 0}},
};

/* The weight of a cell by its column and row. */
static inline int node_terms_cell(const struct geometry *g,
                                  const struct node_terms *terms, int column,
                                  int row)
{
    int edge = g->width - 1, top = g->height - 1 - row;
    int weight = terms->top[top < 6 ? top : 6];
    if (edge > 0)
        weight += terms->column * abs(2 * column - edge) / edge;
    if (row < 2)
        weight += terms->bottom[row];
    return weight & ~15;
}

/* The weights of a board in a situation. */
__attribute__((cold)) static inline struct node_weights
node_weights_make(const struct geometry *g, int situation)
{
    bool is_7x6 =
        g->width == BOARD_DEFAULT_WIDTH && g->height == BOARD_DEFAULT_HEIGHT;
    const struct node_terms_7x6 *own = &node_terms_7x6[situation];
    const struct node_terms *terms =
        &node_terms[2 * (situation / 4) + situation % 2];
    struct node_weights weights = {
        .playable = is_7x6 ? own->playable : NODE_TERMS_PLAYABLE,
        .next = is_7x6 ? own->next : terms->next,
        .answer = is_7x6 ? own->answer : NODE_TERMS_ANSWER,
    };
    for (int place = 0; place < g->width; place++) {
        int column = g->centre_first[place];
        for (int row = 0; row < g->height; row++) {
            int weight = is_7x6 ? own->cells[abs(column - g->width / 2)][row]
                                : node_terms_cell(g, terms, column, row);
            weights.cells[column * g->column_bits + row] =
                (int16_t)(weight + 15 - place);
        }
    }
    return weights;
}

/* The weights for the null window at 'beta' of a position.  From 4/7 of the
 * cells on a position is late. */
static inline const struct node_weights *
node_weights_at(const struct geometry *g, const struct node_weights *weights,
                int ply, int beta)
{
    int late = 7 * ply >= 4 * g->cell_count;
    return &weights[4 * late + 2 * (ply % 2) + (beta > 0)];
}

#endif
