/*
 * proof_zugzwang_: static proof 2, by zugzwang.
 *
 * A column is blocked for M at an empty cell Y if the cell above it is a threat
 * of P: when M plays Y, P wins above it.  P never has to play Y itself.  Take Y
 * and all cells above it out of play; let R be the number of cells out of play
 * in all blocked columns used.  If M is to move with an even number of empty
 * cells in play, P follows up in them (proof 1) until M has no other move and
 * must play some Y.  M's reach is that of proof 1 among the cells in play, with
 * rows counted from the top cell in play of each column, and every Y used.  If
 * the reach has no four, M loses when at least R - 2 cells are empty: its score
 * is at most -(R / 2).
 *
 * Let T be the number of empty cells.  The blocked columns used are those with
 * an even number of cells out of play and, if T is odd, the first one with an
 * odd number.  In that column the parity of the rows changes.
 *
 * Source: zugzwang in Allis, 1988; odd and even threats in J. D. Allen, The
 * Complete Book of Connect 4.
 */
#ifndef SOLVER_PROOF_ZUGZWANG_H
#define SOLVER_PROOF_ZUGZWANG_H

#include "solver/proof_followup.h"

struct proof_zugzwang {
    lanes entry_cells;  /* the cells Y used */
    lanes out_of_play;  /* these and all cells above them */
    lanes odd_rows;     /* for proof_followup_reach() */
    unsigned parity_ok; /* lanes with an even number of cells in play */
};

/* All cells of the columns in which 'set' has a cell. */
static inline lanes proof_columns(const struct geometry *g, lanes set)
{
    lanes top = lanes_from_lowest(g, set) & lanes_all(g->top);
    lanes bottom = g->height > 1 ? lanes_down(top, g->height - 1) : top;
    return lanes_difference(lanes_up(top, 1), bottom);
}

/* 'empty' are the T = 'empty_count' empty cells, 'wins' the threats of P. */
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
