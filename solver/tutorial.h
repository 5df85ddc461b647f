/*
 * tutorial_: what the engines of the tutorial's parts 11 and 12 share.
 * Internal to solver/.
 *
 * The two engines differ only in their negamax, which each keeps in a file of
 * its own; read solver/tutorial_11.c first.  Both explore exactly the nodes
 * that the tutorial publishes, so neither order nor windows may change.
 *
 * Source: the tutorial of the Connect 4 Game Solver, parts 3 to 12.
 */
#ifndef SOLVER_TUTORIAL_H
#define SOLVER_TUTORIAL_H

#include <stdlib.h>

#include "bitboard/position.h"
#include "bitboard/score.h"
#include "solver/engine.h"
#include "solver/tables.h"

/* The tutorial's size: the smallest prime of at least 2^23. */
enum { TUTORIAL_ENTRIES = 1 << 23 };

/* Bounds of all scores: nobody wins before its fourth stone. */
enum {
    TUTORIAL_MAX_SCORE = BOARD_CELLS < 7 ? 0 : (BOARD_CELLS + 1) / 2 - 3,
    TUTORIAL_MIN_SCORE = BOARD_CELLS < 8 ? 0 : 3 - BOARD_CELLS / 2,
};

struct tutorial {
    struct tt table;
    struct search_control *control;
    bool stopped; /* by the control; then no result means anything */
    /*
     * Requires a position where the side to move cannot win at once, and
     * alpha < beta.  The result r bounds the score: r <= alpha: score <= r;
     * r >= beta: score >= r; otherwise it is the score.
     */
    int (*negamax)(struct tutorial *search, struct position pos, int alpha,
                   int beta);
};

/* Count a node; false if it is not to be searched, for the search has been
 * stopped. */
static inline bool tutorial_enter(struct tutorial *search)
{
    struct search_control *control = search->control;
    if (control->nodes >= control->poll_at && !control_poll(control))
        search->stopped = true;
    if (search->stopped)
        return false;
    control->nodes++;
    return true;
}

/* Cells to play, in the order to try them. */
struct tutorial_moves {
    int count;
    board_bits cells[BOARD_WIDTH];
};

/*
 * Order the cells 'moves' of 'pos' by the number of threats that the side to
 * move has after each, the most first; of equals the nearest to the centre.
 */
static inline struct tutorial_moves tutorial_order(struct position pos,
                                                   board_bits moves)
{
    struct tutorial_moves ordered = {.count = 0};
    int threats[BOARD_WIDTH];

    for (int place = 0; place < BOARD_WIDTH; place++) {
        board_bits cell =
            moves & board_column(BOARD, board_centre_first(BOARD, place));
        if (cell == 0)
            continue;
        int own =
            board_popcount(board_threats(BOARD, pos.mover | cell, pos.stones));
        int at = ordered.count++;
        /* cppcheck-suppress uninitvar ; all below count are set */
        for (; at > 0 && threats[at - 1] < own; at--) {
            threats[at] = threats[at - 1];
            ordered.cells[at] = ordered.cells[at - 1];
        }
        threats[at] = own;
        ordered.cells[at] = cell;
    }
    return ordered;
}

/* The members of struct engine; open() is each engine's own. */
static inline uint64_t tutorial_default_table_bytes(int threads)
{
    (void)threads; /* one alone */
    struct tt_request request = {.keys = ENGINE_KEYS,
                                 .stored_bits = TT_STORED_BITS,
                                 .entries = TUTORIAL_ENTRIES};
    struct tt_size size;
    return tt_size(&request, &size) == TT_OK ? (uint64_t)size.bytes : 0;
}

static inline uint64_t tutorial_min_table_bytes(int threads)
{
    (void)threads; /* one alone */
    struct tt_request request = {.keys = ENGINE_KEYS,
                                 .stored_bits = TT_STORED_BITS};
    struct tt_size size;
    return tt_size(&request, &size) == TT_OK ? (uint64_t)size.bytes : 0;
}

static inline enum solver_status
tutorial_open(void **state, uint64_t table_bytes,
              struct search_control *control,
              int (*negamax)(struct tutorial *, struct position, int, int))
{
    *state = NULL;
    struct tt_request request = {.keys = ENGINE_KEYS,
                                 .stored_bits = TT_STORED_BITS,
                                 .bytes = table_bytes};
    struct tt_size size;
    enum tt_status status = tt_size(&request, &size);
    if (status != TT_OK)
        return engine_table_failure(status);

    struct tutorial *search = malloc(sizeof *search);
    if (search == NULL)
        return SOLVER_NO_MEMORY;
    search->control = control;
    search->stopped = false;
    search->negamax = negamax;
    status = tt_open(&search->table, size.slots, ENGINE_KEYS);
    if (status != TT_OK) {
        free(search);
        return engine_table_failure(status);
    }
    *state = search;
    return SOLVER_OK;
}

static inline void tutorial_close(void *state)
{
    struct tutorial *search = state;
    tt_close(&search->table);
    free(search);
}

static inline void tutorial_clear(void *state)
{
    struct tutorial *search = state;
    tt_clear(&search->table);
}

static inline struct solver_table tutorial_table(const void *state)
{
    const struct tutorial *search = state;
    return (struct solver_table){.bytes = tt_bytes(&search->table)};
}

/*
 * The score to ask about next: half way, or nearer to 0 where half of
 * a bound is nearer.  Shallow wins and losses need a wide window only when the
 * bounds near 0 have failed, which are the cheap ones to prove.
 */
static inline int tutorial_next_beta(int lower, int upper)
{
    int middle = lower + (upper - lower) / 2;

    if (middle <= 0 && lower / 2 < middle)
        return lower / 2;
    if (middle >= 0 && upper / 2 > middle)
        return upper / 2;
    return middle;
}

static inline struct solver_bounds
tutorial_solve_window(void *state, struct board_wide_position wide, int lower,
                      int upper)
{
    struct tutorial *search = state;
    struct position pos = board_narrow(wide);
    struct solver_bounds known = {-board_win_score(BOARD, pos.ply + 2),
                                  board_win_score(BOARD, pos.ply + 1)};

    if (board_winning_moves(pos) != 0)
        return (struct solver_bounds){known.upper, known.upper};

    search->stopped = !control_begin(search->control);
    while (lower < upper && !search->stopped) {
        /* A null window: is the score above 'middle'? */
        int middle = tutorial_next_beta(lower, upper);
        int score = search->negamax(search, pos, middle, middle + 1);
        if (search->stopped)
            break;
        if (score <= middle)
            known.upper = upper = score;
        else
            known.lower = lower = score;
        control_publish_bounds(search->control, known);
    }
    return known;
}

#endif
