/*
 * node_ order: in which order the children of a node are searched.  Internal to
 * the engines fast and dfpn.
 *
 * It depends on the depth of the null window: by the number of threats; from
 * NODE_WEIGHTS_BEGIN on by weights, node_order_moves(); and in fast from
 * NODE_LINES_BEGIN on by weights and lines of four, node_order_deep().
 */
#ifndef SOLVER_ORDER_H
#define SOLVER_ORDER_H

#include "solver/node.h"

/* --------------------------------------------------------------- by threats */

/* Children to be searched, as numbers: 16 * rank + lane, in any order. */
struct node_order {
    int count;
    int moves[LANES_ALL];
};
_Static_assert(LANES_ALL <= 16 && BOARD_MAX_WIDTH <= 16,
               "a lane and an index have four bits each");

/*
 * Rank the active lanes by the number of useful threats after the move.  Of
 * moves with equal rank the one nearest to the centre comes first.  A threat
 * directly above a threat of the opponent is useless, because neither side will
 * play below it.  A playable threat counts half, because the opponent blocks it
 * at once.
 */
static inline void node_rank(const struct geometry *g, const struct node *node,
                             const struct children *children,
                             struct node_order *order)
{
    cells useless = node->threats << 1;
    order->count = 0;

    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        cells useful = children->threats.set[lane] & ~useless;
        int rank = 2 * cells_count(useful) -
                   cells_count(useful & children->playable.set[lane]);
        int index = variant_centre_index(g, children->cells.set[lane]);
        order->moves[order->count++] = (16 * rank + 15 - index) * 16 + lane;
    }
}

/* Remove the first move, and return its lane.  Sorting all moves would take
 * longer: most nodes search one or two. */
static inline int node_next(struct node_order *order)
{
    int first = order->moves[0], at = 0;
    for (int i = 1; i < order->count; i++) {
        at = order->moves[i] > first ? i : at;
        first = order->moves[i] > first ? order->moves[i] : first;
    }
    order->moves[at] = order->moves[--order->count];
    return first & 15; /* the rank may be negative */
}

/* --------------------------------------------------------------- by weights */

/*
 * In positions that take many nodes moves are ordered by weights.
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
    /* Of the cell of the move, as in bitboard/board.h.  Near the centre they
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
#include "solver/order_weights_7x6.inc"
};
static const int16_t node_terms[NODE_TERMS_SITUATIONS][NODE_TERMS] = {
#include "solver/order_weights.inc"
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
    for (int index = 0; index < g->width; index++) {
        int column = g->centre_first[index];
        for (int row = 0; row < g->height; row++) {
            int weight = is_7x6 ? node_terms_cell_7x6(terms, column, row)
                                : node_terms_cell(g, terms, column, row);
            weights.cells[column * g->column_bits + row] =
                (int16_t)(weight + 15 - index);
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

/* Rank the active lanes by weights.  Not inlined: most nodes are below the
 * depth of weights, and take longer with the code in between. */
__attribute__((noinline)) static void
node_rank_weighted(const struct node_weights *weights, const struct node *node,
                   const struct children *children, struct node_order *order)
{
    cells useless = node->threats << 1;
    order->count = 0;

    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        cells useful = children->threats.set[lane] & ~useless;
        cells playable = children->playable.set[lane];
        cells above = useful & playable << 1;
        int rank = NODE_WEIGHTS_THREAT * cells_count(useful) +
                   weights->playable * cells_count(useful & playable) +
                   weights->next * cells_count(above) +
                   weights->answer * cells_count(children->moves.set[lane]) +
                   weights->cells[cells_lowest(children->cells.set[lane])];
        order->moves[order->count++] = 16 * rank + lane;
    }
}

/* Rank the active lanes for the null window at beta.  'weights' are those of
 * the board. */
static inline void node_order_moves(const struct geometry *g,
                                    const struct node_weights *weights,
                                    const struct node *node,
                                    const struct children *children, int beta,
                                    struct node_order *order)
{
    unsigned active = children->active;
    if ((active & (active - 1)) == 0) {
        order->count = active != 0;
        order->moves[0] = active != 0 ? __builtin_ctz(active) : 0;
        return;
    }
    if (node_depth(g, node->ply, beta) >= NODE_WEIGHTS_BEGIN)
        node_rank_weighted(node_weights_at(g, weights, node->ply, beta), node,
                           children, order);
    else
        node_rank(g, node, children, order);
}

/* --------------------------------------------------------- by lines of four */

/*
 * In positions of great depth patterns add to the order of weights.
 *
 * Each line of four through the cell of a move counts, and each through the
 * cell above it, in which the opponent may answer.  What it counts depends on
 * its direction, on the row, and on whose stones it has.  The numbers were
 * learned from the nodes that it takes to search each move of a position, on
 * eleven boards together (solver/tune/tune_lines.c), and serve every board.
 *
 * They tell good moves from bad ones where threats are few: early in the game.
 * A position takes about a tenth of a microsecond for each move, so that only
 * the few nodes of great depth are worth it.  docs/search.md has the gain.
 */

enum {
    NODE_LINES_BEGIN = 24, /* the least depth */

    /* Four through each of two cells in three directions, and four vertical. */
    NODE_LINES_MAX = 2 * 3 * 4 + 4,
};

/*
 * The kind of a line: [0] through the move or [1] through the cell above it;
 * the parity of the row of that cell, the lowest row being 0; [0] horizontal,
 * [1] diagonal, [2] vertical; and the number of stones of the mover, 1 to 4,
 * that of the move included, or 4 plus that of the opponent, 1 to 3, or 0 if
 * both sides have stones or none has.
 */
typedef int16_t node_lines_table[2][2][3][8];
enum { NODE_LINES_KINDS = sizeof(node_lines_table) / sizeof(int16_t) };

/* In the unit of NODE_WEIGHTS_THREAT.  The tuner begins with zeros. */
#ifdef NODE_LINES_TUNED
static node_lines_table node_lines;
#else
static const node_lines_table node_lines = {
#include "solver/order_lines.inc"
};
#endif

/* Find the kinds of the lines of a move in 'cell', whose stone is among
 * 'mover'.  Returns their number. */
static inline int node_lines_find(const struct geometry *g, cells mover,
                                  cells opponent, int cell,
                                  uint8_t kinds[NODE_LINES_MAX])
{
    const int steps[] = {g->column_bits, g->column_bits + 1, g->column_bits - 1,
                         1};
    int count = 0;
    for (int above = 0; above < 2 && (g->full >> cell & 1) != 0;
         above++, cell++) {
        int parity = cell % g->column_bits % 2;
        for (int i = 0; i < 4 - above; i++) {
            int step = steps[i], direction = i == 0 ? 0 : i < 3 ? 1 : 2;
            cells shape = (cells)1 | (cells)1 << step;
            shape |= shape << 2 * step;
            int start = cell - 3 * step;
            for (int k = 0; k < 4; k++, start += step) {
                if (start < 0 || start + 3 * step >= 8 * (int)sizeof(cells))
                    continue;
                cells line = shape << start;
                if ((line & ~g->full) != 0)
                    continue;
                int own = cells_count(line & mover);
                int other = cells_count(line & opponent);
                int stones = own == 0 && other > 0 ? 4 + other
                             : other == 0          ? own
                                                   : 0;
                kinds[count++] =
                    (uint8_t)(((2 * above + parity) * 3 + direction) * 8 +
                              stones);
            }
        }
    }
    return count;
}

/* Same as node_order_moves(), with the lines from NODE_LINES_BEGIN on. */
static inline void node_order_deep(const struct geometry *g,
                                   const struct node_weights *weights,
                                   const struct node *node,
                                   const struct children *children, int beta,
                                   struct node_order *order)
{
    const int16_t *values = &node_lines[0][0][0][0];
    node_order_moves(g, weights, node, children, beta, order);
    if (order->count < 2 || node_depth(g, node->ply, beta) < NODE_LINES_BEGIN)
        return;
    for (int i = 0; i < order->count; i++) {
        uint8_t kinds[NODE_LINES_MAX];
        cells move = children->cells.set[order->moves[i] & 15];
        int count =
            node_lines_find(g, node->mover | move, node->mover ^ node->stones,
                            cells_lowest(move), kinds);
        for (int k = 0; k < count; k++)
            order->moves[i] += 16 * values[kinds[k]];
    }
}

#endif
