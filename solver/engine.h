/*
 * engine_: the interface of an engine.  Internal to solver/.
 *
 * An engine is a table of functions.  They operate on a state, which holds the
 * transposition table and everything else that the engine needs.
 *
 * Its source is compiled once for each variant of the board's geometry and, if
 * it uses lanes, each instruction set (solver/variant.h); solver/dispatch.c
 * chooses at run time.  A new engine is a source that defines 'const struct
 * engine VARIANT_NAME(engine_NAME)', and a line in solver/engines.inc.
 */
#ifndef SOLVER_ENGINE_H
#define SOLVER_ENGINE_H

#include <stdint.h>

#include "bitboard/board.h"
#include "solver/control.h"
#include "solver/solver.h"
#include "tt/sizing.h"

struct engine {
    const char *name;

    /*
     * Set '*state' to a new state for 'board' that polls 'control' while it
     * searches, or to NULL on failure.  This state and the 'threads' - 1 states
     * that will join it take at most 'table_bytes' together.
     */
    enum solver_status (*open)(void **state, struct board board,
                               uint64_t table_bytes, int threads,
                               struct search_control *control);
    /* Same, but the state uses the table of 'other'.  The function is NULL if
     * the engine supports one thread only. */
    enum solver_status (*join)(void **state, void *other,
                               struct search_control *control);
    void (*close)(void *state);
    void (*clear)(void *state);

    /*
     * Search the window [lower, upper].  Requires lower < upper, or lower ==
     * upper on a full board, and both from -cells to cells.  Returns bounds of
     * the score of 'pos' that are equal, or both <= lower, or both >= upper,
     * unless the search was stopped.
     */
    struct solver_bounds (*solve_window)(void *state, struct position pos,
                                         int lower, int upper);

    /* Search a null window of another state, to store its results in the common
     * table.  Returns false if stopped.  NULL if 'join' is NULL. */
    bool (*help)(void *state, const struct null_window *window);

    /* The default 'table_bytes' for 'threads' threads, and the smallest that
     * open() accepts as safe. */
    uint64_t (*default_table_bytes)(struct board board, int threads);
    uint64_t (*min_table_bytes)(struct board board, int threads);

    struct solver_table (*table)(const void *state);

    /* See solver_results().  NULL if the engine has no such table. */
    struct tt_buckets *(*results)(void *state);
};

/* The status of open() for a failure to make the table. */
static inline enum solver_status engine_table_failure(enum tt_status status)
{
    return status == TT_NO_MEMORY ? SOLVER_NO_MEMORY : SOLVER_UNSAFE_TABLE;
}

/* The number of keys of a board. */
static inline tt_count engine_keys(struct board board)
{
    return (tt_count)board_max_key(board) + 1;
}

/* ----------------------------------------------------------------- dispatch */

/* The engine for a board and an instruction set: solver/dispatch.c. */
struct dispatch {
    const struct engine *engine;
    const char *isa;
};

/* Set '*dispatch' to the engine of that name (NULL: the default) for a board
 * and the best instruction set.  Fails if the engine, the board or the
 * instruction set is unknown. */
MUST_CHECK enum solver_status
dispatch_find(struct dispatch *dispatch, struct board board, const char *name);

/* The default size of an engine's table for 'threads' threads; see
 * solver_default_table_bytes(). */
uint64_t dispatch_table_bytes(const struct engine *engine, struct board board,
                              int threads);

#endif
