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

/* Choose for a board the engine of that name, or the default for NULL, and the
 * best instruction set; or say what there is not. */
enum solver_status dispatch_find(struct dispatch *dispatch, struct board board,
                                 const char *name);

/* The table that suits an engine on so many threads, in bytes; no more than a
 * quarter of the memory that the process may use. */
uint64_t dispatch_table_bytes(const struct engine *engine, int threads);

#endif
