/*
 * dispatch_: which engine, for which board, compiled for which instruction set.
 * Internal to solver/; what of it is public is in solver/solver.h.
 */
#ifndef SOLVER_DISPATCH_H
#define SOLVER_DISPATCH_H

#include "bitboard/position.h"
#include "solver/engine.h"

struct dispatch {
    const struct engine *engine;
    const char *isa;
};

/* Set '*dispatch' to the engine of that name, or the default for NULL, compiled
 * for a board and the best instruction set; or return which of them is missing.
 */
enum solver_status dispatch_find(struct dispatch *dispatch, struct board board,
                                 const char *name);

/* The default size of an engine's table for 'threads' threads; see
 * solver_default_table_bytes(). */
uint64_t dispatch_table_bytes(const struct engine *engine, struct board board,
                              int threads);

#endif
