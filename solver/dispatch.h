/*
 * dispatch_: selection of the engine for a board and an instruction set.
 * Internal to solver/.
 */
#ifndef SOLVER_DISPATCH_H
#define SOLVER_DISPATCH_H

#include "bitboard/position.h"
#include "solver/engine.h"

struct dispatch {
    const struct engine *engine;
    const char *isa;
};

/* Set '*dispatch' to the engine of that name (NULL: the default) for a board
 * and the best instruction set.  Fails if the engine, the board or the
 * instruction set is unknown. */
enum solver_status dispatch_find(struct dispatch *dispatch, struct board board,
                                 const char *name);

/* The default size of an engine's table for 'threads' threads; see
 * solver_default_table_bytes(). */
uint64_t dispatch_table_bytes(const struct engine *engine, struct board board,
                              int threads);

#endif
