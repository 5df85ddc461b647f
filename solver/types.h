/*
 * solver_ types: shared by the engines and the callers of solver/solver.h.
 */
#ifndef SOLVER_TYPES_H
#define SOLVER_TYPES_H

#include <stdbool.h>
#include <stdint.h>

enum solver_status {
    SOLVER_OK,
    SOLVER_UNKNOWN_BOARD, /* board_is_size() is false */
    SOLVER_UNKNOWN_ENGINE,
    SOLVER_UNKNOWN_ISA,  /* the machine lacks what FOURSCORE_ISA names */
    SOLVER_UNSAFE_TABLE, /* smaller than the engine allows */
    SOLVER_NO_MEMORY,
    SOLVER_ONE_THREAD, /* the engine supports one thread only */
    SOLVER_NO_THREAD,  /* the system refused to start a thread */
};

/* lower <= score <= upper; the score is exact where they are equal. */
struct solver_bounds {
    int lower, upper;
};

static inline bool solver_is_score(struct solver_bounds bounds)
{
    return bounds.lower == bounds.upper;
}

/* The progress of a running call. */
struct solver_progress {
    struct solver_bounds bounds; /* of the position being solved */
    uint64_t nodes;              /* of all calls, less up to 1000 per thread */
};

/* The table of a solver. */
struct solver_table {
    uint64_t bytes;
    bool huge_pages; /* requested, and not refused by the system */
};

#endif
