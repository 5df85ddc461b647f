/*
 * node_lines_: the order of moves in positions of great depth, by patterns.
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
#ifndef SOLVER_NODE_LINES_H
#define SOLVER_NODE_LINES_H

#include "solver/node.h"

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
#include "solver/node_lines.inc"
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
