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

#include "bitboard/position.h"
#include "solver/engine.h"
#include "solver/variant.h"
#include "tt/table.h"

/* Compiled once for each instruction set; see solver/variant.h. */
#define tutorial_open VARIANT_NAME(tutorial_open)
#define tutorial_close VARIANT_NAME(tutorial_close)
#define tutorial_clear VARIANT_NAME(tutorial_clear)
#define tutorial_narrow VARIANT_NAME(tutorial_narrow)
#define tutorial_usual_table_bytes VARIANT_NAME(tutorial_usual_table_bytes)
#define tutorial_least_table_bytes VARIANT_NAME(tutorial_least_table_bytes)
#define tutorial_table VARIANT_NAME(tutorial_table)

struct tutorial {
    struct tt table;
    struct watch *watch;
    bool stopped; /* by the watch; then no result means anything */
    /*
     * Requires a position where the side to move cannot win at once, and
     * alpha < beta.  The result r bounds the score: r <= alpha: score <= r;
     * r >= beta: score >= r; otherwise it is the score.
     */
    int (*negamax)(struct tutorial *search, struct position pos, int alpha,
                   int beta);
};

/* The members of struct engine; open() is each engine's own. */
enum solver_status
tutorial_open(void **state, uint64_t table_bytes, struct watch *watch,
              int (*negamax)(struct tutorial *, struct position, int, int));
void tutorial_close(void *state);
void tutorial_clear(void *state);
struct solver_bounds tutorial_narrow(void *state, struct position pos,
                                     int lower, int upper);
uint64_t tutorial_usual_table_bytes(int threads);
uint64_t tutorial_least_table_bytes(int threads);
struct solver_table tutorial_table(const void *state);

/* Count a node; false if it is not to be searched, for the search has been
 * stopped. */
static inline bool tutorial_enter(struct tutorial *search)
{
    struct watch *watch = search->watch;
    if (watch->nodes >= watch->look_at && !watch_look(watch))
        search->stopped = true;
    if (search->stopped)
        return false;
    watch->nodes++;
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
        board_bits cell = moves & board_column(board_centre_first(place));
        if (cell == 0)
            continue;
        int own = board_popcount(board_threats(pos.mover | cell, pos.stones));
        int at = ordered.count++;
        for (; at > 0 && threats[at - 1] < own; at--) {
            threats[at] = threats[at - 1];
            ordered.cells[at] = ordered.cells[at - 1];
        }
        threats[at] = own;
        ordered.cells[at] = cell;
    }
    return ordered;
}

#endif
