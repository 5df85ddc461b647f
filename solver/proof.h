/*
 * proof_: upper bounds on scores without a search, for LANES positions at once.
 *
 * Each lane is a position in which P has just moved and M is to move.  The
 * bound is an upper bound on the score of M.  Of three of the four proofs the
 * strongest one that applies is used; proof_live_lines() is separate.
 */
#ifndef SOLVER_PROOF_H
#define SOLVER_PROOF_H

#include "solver/lanes.h"

/* ---------------------------------------------------------------- follow-up */

/*
 * Static proof 1, by follow-up: answering in the same column.
 *
 * Let M be to move with an even number of empty cells, and P be the other side.
 * P answers each stone of M: in the same column if that had an even number of
 * empty cells before M's stone.  The number of columns with an odd number of
 * empty cells is even; when M plays into such a column, P answers in another
 * one, and both then have an even number.  So, in a column with an even number
 * of empty cells, P gets the top cell and every second cell below it.  M
 * chooses among the odd columns, so M may get the lowest empty cell of any of
 * them.
 *
 * The cells that M can get this way are its reach: its stones, the empty cells
 * at an odd distance from the top, and the playable cells.  If the reach has no
 * four, M does not win: its score is at most 0.  All other cells are P's when
 * the board is full.
 *
 * Rows are counted from the top, so the proof holds for every height.
 * Source: claimeven and baseinverse in L. V. Allis, A Knowledge-based Approach
 * of Connect-Four, 1988.
 */

/*
 * The cells of 'in_play' that M can get.  'playable' are the lowest empty
 * cells, 'odd_rows' the cells at an odd distance from the top of the cells in
 * play.
 */
static inline lanes proof_followup_reach(lanes in_play, lanes playable,
                                         lanes odd_rows)
{
    return in_play & (odd_rows | playable);
}

/* ----------------------------------------------------------------- zugzwang */

/*
 * Static proof 2, by zugzwang.
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
 * A column may be blocked at several cells; Y may be any of them.  Let T be the
 * number of empty cells.  Used are the lowest Y of each column that takes an
 * even number of cells out of play and, if T is odd, of the first column that
 * has one, the lowest Y that takes an odd number.  In that column the parity
 * of the rows changes.
 *
 * Source: zugzwang in Allis, 1988; odd and even threats in J. D. Allen, The
 * Complete Book of Connect 4.
 */

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

/* The lowest cell of 'set' in each column. */
static inline lanes proof_lowest(const struct geometry *g, lanes set)
{
    lanes above = lanes_from_lowest(g, set);
    return above & ~lanes_up(above, 1);
}

/* 'empty' are the T = 'empty_count' empty cells, 'wins' the threats of P. */
static inline struct proof_zugzwang
proof_zugzwang_find(const struct geometry *g, lanes empty, lanes wins,
                    int empty_count)
{
    lanes odd_rows = lanes_all(g->full & ~g->even_rows);
    lanes blocked = empty & lanes_down(wins, 1);
    struct proof_zugzwang zugzwang = {
        .entry_cells = proof_lowest(g, blocked & odd_rows),
        .odd_rows = odd_rows,
        .parity_ok = LANES_MASK,
    };

    if (empty_count % 2 != 0) {
        lanes odd = proof_lowest(g, blocked & ~odd_rows);
        lanes first = odd & lanes_difference(lanes_all(0), odd);
        lanes column = proof_columns(g, first);
        zugzwang.entry_cells = (zugzwang.entry_cells & ~column) | first;
        zugzwang.odd_rows ^= column;
        zugzwang.parity_ok = lanes_mask(odd);
    }
    zugzwang.out_of_play = lanes_from_lowest(g, zugzwang.entry_cells);
    return zugzwang;
}

/* --------------------------------------------------------------- late fours */

/*
 * Static proof 3, by fours that come too late.
 *
 * Same as proofs 1 and 2, but M's reach has fours.  Suppose that each of them
 * lies above a four of P, in the same columns and the same direction.  A four
 * of P here consists of stones of P and of cells in play outside M's reach,
 * which P will get.  Columns fill from below, so P's four is complete before
 * M's.  M does not win.
 *
 * If P gets any four in this way, M has lost when the board is full: its score
 * is at most -1.
 *
 * A vertical four of M is never above such a four.
 */

struct proof_late {
    unsigned in_time; /* lanes in which M may complete a four first */
    unsigned winning; /* lanes in which P will get a four */
};

/* 'reach' are the cells that M may get, 'guarded' those that P will get. */
static inline struct proof_late proof_late_find(const struct geometry *g,
                                                lanes reach, lanes guarded)
{
    lanes in_time = lanes_fours(reach, 1);
    lanes winning = lanes_all(0);

    for (int i = -1; i <= 1; i++) {
        int step = g->column_bits + i;
        lanes fours = lanes_fours(guarded, step);
        in_time |= lanes_fours(reach, step) & ~lanes_from_lowest(g, fours);
        winning |= fours;
    }
    return (struct proof_late){lanes_mask(in_time), lanes_mask(winning)};
}

/* ------------------------------------------------------------ the strongest */

struct proof {
    unsigned lanes;    /* for which a bound is proven, as bits */
    unsigned zugzwang; /* of these, where M loses by zugzwang */
    unsigned winning;  /* of these, where P will get a four */
    lanes out_of_play;
};

/*
 * 'p' and 'm' are the stones of P and M, 'wins' the threats of P, 'playable'
 * the lowest empty cell of each column, and 'empty_count' the number of empty
 * cells.  Requires that no lane has a four.
 */
static inline struct proof proof_find(const struct geometry *g, lanes p,
                                      lanes m, lanes wins, lanes playable,
                                      int empty_count)
{
    lanes empty = lanes_all(g->full) & ~(p | m);
    struct proof_zugzwang zugzwang =
        proof_zugzwang_find(g, empty, wins, empty_count);
    if (zugzwang.parity_ok == 0) /* often, with an odd number of empty cells */
        return (struct proof){.lanes = 0};
    lanes in_play = empty & ~zugzwang.out_of_play;
    lanes got = proof_followup_reach(in_play, playable, zugzwang.odd_rows);
    struct proof_late late = proof_late_find(g, m | got | zugzwang.entry_cells,
                                             p | (in_play & ~got));

    unsigned proven = zugzwang.parity_ok & ~late.in_time;
    return (struct proof){
        .lanes = proven,
        .zugzwang = proven & lanes_mask(zugzwang.entry_cells),
        .winning = proven & late.winning,
        .out_of_play = zugzwang.out_of_play,
    };
}

/* The lower bound of P's score in a lane of proof->lanes. */
static inline int proof_score(const struct proof *proof, int lane)
{
    if (proof->zugzwang >> lane & 1)
        return cells_count(lanes_get(proof->out_of_play, lane)) / 2;
    return proof->winning >> lane & 1;
}

/* --------------------------------------------------------------- dead lines */

/*
 * Static proof 4, by dead lines.
 *
 * A line of four cells is dead for a side if the other side has a stone on it.
 * If all lines are dead for a side, it cannot win: its score is at most 0.
 */

/* The lanes in which some line is not dead for a side; 'other' are the stones
 * of the other side. */
static inline unsigned proof_live_lines(const struct geometry *g, lanes other)
{
    lanes free = lanes_all(g->full) & ~other;
    return lanes_mask(lanes_fours(free, 1) |
                      lanes_fours(free, g->column_bits - 1) |
                      lanes_fours(free, g->column_bits) |
                      lanes_fours(free, g->column_bits + 1));
}

#endif
