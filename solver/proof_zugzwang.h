/*
 * proof_zugzwang_: static proof 2, by columns that M cannot enter.
 *
 * A column stalls at an empty cell Y when the cell X above it is a threat of P:
 * if M plays Y, P wins at X, and P itself never has to play Y.  Take Y and all
 * cells above it out of play, R cells in all the stalled columns used.  If an
 * even number of empty cells is left in play with M to move, P follows up on
 * them (proof 1), M runs out of moves and has to play some Y.  M's reach is
 * that of proof 1 in what is left in play, counted from the top of it in each
 * column, and every Y used.  If that has no four, M loses, and no later than
 * with R - 2 cells still empty: its score is at most -(R / 2).
 *
 * With T empty cells and T even, every stalled column is used whose cells out
 * of play are even in number.  With T odd one column more is, with an odd
 * number: the first odd one.  In that column the rows change their parity.
 *
 * Source: zugzwang in Allis, 1988; odd and even threats in J. D. Allen, The
 * Complete Book of Connect 4.
 */
#ifndef SOLVER_PROOF_ZUGZWANG_H
#define SOLVER_PROOF_ZUGZWANG_H

#include "solver/proof_followup.h"

struct proof_zugzwang {
    lanes entry_cells;  /* the cells Y used */
    lanes out_of_play;  /* they and all above them */
    lanes odd_rows;     /* for proof_followup_reach() */
    unsigned parity_ok; /* lanes with an even number of cells in play */
};

/* All cells of the columns that 'set', at most one cell a column, lies in. */
static inline lanes proof_columns(const struct geometry *g, lanes set)
{
    lanes top = lanes_from_lowest(g, set) & lanes_all(g->top);
    lanes bottom = g->height > 1 ? lanes_down(top, g->height - 1) : top;
    return lanes_difference(lanes_up(top, 1), bottom);
}

/* 'empty' are the empty cells, T of them, 'wins' those where P has a threat. */
static inline struct proof_zugzwang
proof_zugzwang_find(const struct geometry *g, lanes empty, lanes wins,
                    int empty_count)
{
    lanes odd_rows = lanes_all(g->full & ~g->even_rows);
    lanes blocked = lanes_from_lowest(g, empty & lanes_down(wins, 1));
    lanes lowest = blocked & ~lanes_up(blocked, 1);
    struct proof_zugzwang zugzwang = {
        .entry_cells = lowest & odd_rows,
        .odd_rows = odd_rows,
        .parity_ok = LANES_MASK,
    };

    if (empty_count % 2 != 0) {
        lanes odd = lowest & lanes_all(g->even_rows);
        lanes first = odd & lanes_difference(lanes_all(0), odd);
        zugzwang.entry_cells |= first;
        zugzwang.odd_rows ^= proof_columns(g, first);
        zugzwang.parity_ok = lanes_mask(odd);
    }
    zugzwang.out_of_play = lanes_from_lowest(g, zugzwang.entry_cells);
    return zugzwang;
}

#endif
