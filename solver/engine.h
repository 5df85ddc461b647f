/*
 * engine_: what solver.c asks of an engine.  Internal to solver/.
 *
 * An engine is a table of functions over a state of its own, which holds the
 * table and all else that a search needs.
 */
#ifndef SOLVER_ENGINE_H
#define SOLVER_ENGINE_H

#include <stdint.h>

#include "bitboard/position.h"
#include "solver/solver.h"

struct engine {
    const char *name;

    /*
     * Set '*state' to a new state whose table takes at most 'table_bytes', or
     * the engine's default for 0.  '*state' is NULL on failure.
     */
    enum solver_status (*open)(void **state, uint64_t table_bytes);
    void (*close)(void *state);
    void (*clear)(void *state);

    /*
     * Narrow [lower, upper], lower <= upper, both within BOARD_CELLS of 0, to
     * the score of 'pos': return the score if it lies in the interval, any
     * number <= lower if it is lower, any number >= upper if it is higher.
     */
    int (*narrow)(void *state, struct position pos, int lower, int upper);

    /* The smallest 'table_bytes' but 0 that open() accepts as safe. */
    uint64_t (*least_table_bytes)(void);

    uint64_t (*nodes)(const void *state);
    struct solver_table (*table)(const void *state);
};

/* What an engine's open() answers when its table could not be had. */
static inline enum solver_status engine_table_failure(enum tt_status status)
{
    return status == TT_NO_MEMORY ? SOLVER_NO_MEMORY : SOLVER_UNSAFE_TABLE;
}

/* How many keys a table must tell apart on this board. */
#define ENGINE_KEYS ((tt_count)BOARD_MAX_KEY + 1)

#endif
