/*
 * node_weights_: the order of moves in positions that take many nodes.
 *
 * The weights were found by what counts, the nodes that the search takes
 * (solver/tune/tune_weights.c).  Those of 7x6 are by cell; those of other
 * boards are made of a few terms, which were found on eight boards together.
 * Whatever is not a threat weighs less than one, and the centre comes first
 * among near equals: then searches meet in the same positions.  A side that
 * leaves few safe answers has less to search.
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
     * have greater last four bits, which all other weights have at 0, so that
     * no two moves are equal. */
    int16_t cells[NODE_WEIGHTS_BITS];
};

/*
 * The terms of which weights are made.  The first three are as above.  From
 * NODE_TERM_CELL on those of 7x6 are of a cell by its distance from the centre,
 * and row.  Those of other boards are of the outermost column, less towards the
 * centre; of the rows from the top, the last for all others; and in addition of
 * the two lowest rows.
 */
enum {
    NODE_TERM_PLAYABLE,
    NODE_TERM_NEXT,
    NODE_TERM_ANSWER,
    NODE_TERM_CELL,
    NODE_TERMS_7X6 =
        NODE_TERM_CELL + (BOARD_DEFAULT_WIDTH / 2 + 1) * BOARD_DEFAULT_HEIGHT,

    NODE_TERM_COLUMN = NODE_TERM_CELL,
    NODE_TERM_TOP,
    NODE_TERM_LAST_ROW = NODE_TERM_TOP + 6,
    NODE_TERM_BOTTOM,
    NODE_TERMS = NODE_TERM_BOTTOM + 2,

    /* Early to hold, early to win, late to hold, and late to win. */
    NODE_TERMS_SITUATIONS = NODE_WEIGHTS_SITUATIONS / 2,
};

/* The tuner begins with zeros. */
#ifdef NODE_WEIGHTS_TUNED
static int16_t node_terms_7x6[NODE_WEIGHTS_SITUATIONS][NODE_TERMS_7X6];
static int16_t node_terms[NODE_TERMS_SITUATIONS][NODE_TERMS];
#else
static const int16_t node_terms_7x6[NODE_WEIGHTS_SITUATIONS][NODE_TERMS_7X6] = {
#include "solver/node_weights_7x6.inc"
};
static const int16_t node_terms[NODE_TERMS_SITUATIONS][NODE_TERMS] = {
#include "solver/node_weights.inc"
};
#endif

/* The weight of a cell by its column and row. */
static inline int node_terms_cell_7x6(const int16_t *terms, int column, int row)
{
    int distance = abs(column - BOARD_DEFAULT_WIDTH / 2);
    return terms[NODE_TERM_CELL + distance * BOARD_DEFAULT_HEIGHT + row];
}

static inline int node_terms_cell(const struct geometry *g,
                                  const int16_t *terms, int column, int row)
{
    int edge = g->width - 1, term = NODE_TERM_TOP + g->height - 1 - row;
    int weight = terms[term < NODE_TERM_LAST_ROW ? term : NODE_TERM_LAST_ROW];
    if (edge > 0)
        weight += terms[NODE_TERM_COLUMN] * abs(2 * column - edge) / edge;
    if (row < 2)
        weight += terms[NODE_TERM_BOTTOM + row];
    return weight & ~15;
}

/* The weights of a board in a situation. */
__attribute__((cold)) static inline struct node_weights
node_weights_make(const struct geometry *g, int situation)
{
    bool is_7x6 =
        g->width == BOARD_DEFAULT_WIDTH && g->height == BOARD_DEFAULT_HEIGHT;
    const int16_t *terms =
        is_7x6 ? node_terms_7x6[situation]
               : node_terms[2 * (situation / 4) + situation % 2];
    struct node_weights weights = {
        .playable = terms[NODE_TERM_PLAYABLE],
        .next = terms[NODE_TERM_NEXT],
        .answer = terms[NODE_TERM_ANSWER],
    };
    for (int place = 0; place < g->width; place++) {
        int column = g->centre_first[place];
        for (int row = 0; row < g->height; row++) {
            int weight = is_7x6 ? node_terms_cell_7x6(terms, column, row)
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
