/*
 * engine_: what solver_ asks of an engine.  Internal to solver/.
 *
 * An engine is a table of functions over a state of its own, which holds the
 * table and all else that a search needs.
 *
 * Engines are compiled once for each board, and for the usual boards once more
 * for each instruction set: solver/engines.c is all of them for one board and
 * one instruction set.  solver/dispatch.c, which is for all boards, picks one
 * at run time.
 */
#ifndef SOLVER_ENGINE_H
#define SOLVER_ENGINE_H

#include <stdint.h>

#include "bitboard/position.h"
#include "solver/search_control.h"
#include "solver/types.h"
#include "tt/sizing.h"

struct engine {
    const char *name;

    /*
     * Set '*state' to a new state which looks at 'control' while it searches.
     * Its table, and what it and others that join it keep on their own,
     * 'threads' in all, take at most 'table_bytes'.  '*state' is NULL on
     * failure.
     */
    enum solver_status (*open)(void **state, uint64_t table_bytes, int threads,
                               struct search_control *control);
    /* The same, with the table of another state.  NULL for an engine whose
     * table serves one thread only. */
    enum solver_status (*join)(void **state, void *member,
                               struct search_control *control);
    void (*close)(void *state);
    void (*clear)(void *state);

    /*
     * Narrow [lower, upper], lower <= upper (they are equal on a full board),
     * both as many as there are cells from 0 at most, to the score of 'pos'.
     * Return bounds of the score which are equal, or both <= lower, or both >=
     * upper; unless the control says to stop.
     */
    struct solver_bounds (*solve_window)(void *state,
                                         struct board_wide_position pos,
                                         int lower, int upper);

    /* Search another's question, for what that leaves in the table; false if
     * told to stop.  NULL with join(). */
    bool (*help)(void *state, const struct null_window *window);

    /* The 'table_bytes' that suit so many threads, and the smallest that open()
     * accepts as safe. */
    uint64_t (*default_table_bytes)(int threads);
    uint64_t (*min_table_bytes)(int threads);

    struct solver_table (*table)(const void *state);
};

/* What an engine's open() answers when its table could not be had. */
static inline enum solver_status engine_table_failure(enum tt_status status)
{
    return status == TT_NO_MEMORY ? SOLVER_NO_MEMORY : SOLVER_UNSAFE_TABLE;
}

/* All engines for one board and one instruction set. */
struct engine_set {
    const char *isa;
    int width, height;
    const struct engine *const
        *engines; /* ended by a NULL, the default first */
};

/* Those of this build, ended by a NULL; of one board the best instruction set
 * first. */
extern const struct engine_set *const engine_sets[];

#ifdef BOARD_WIDTH
/* How many keys a table must tell apart on this board. */
#define ENGINE_KEYS ((tt_count)board_max_key(BOARD) + 1)
#endif

#endif
