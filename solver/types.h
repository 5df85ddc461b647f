/*
 * solver_ types: what the engines and the callers of solver/solver.h both speak
 * of.
 */
#ifndef SOLVER_TYPES_H
#define SOLVER_TYPES_H

#include <stdbool.h>
#include <stdint.h>

enum solver_status {
    SOLVER_OK,
    SOLVER_UNKNOWN_BOARD, /* not among those that this build is for */
    SOLVER_UNKNOWN_ENGINE,
    SOLVER_UNKNOWN_ISA,  /* FOURSCORE_ISA names none that this machine has */
    SOLVER_UNSAFE_TABLE, /* so small that two positions could be confused */
    SOLVER_NO_MEMORY,    /* more than there is */
    SOLVER_ONE_THREAD,   /* the engine's table serves one thread only */
    SOLVER_NO_THREAD,    /* the system refused to start another */
};

/* What is known of a score: lower <= score <= upper. */
struct solver_bounds {
    int lower, upper;
};

static inline bool solver_is_score(struct solver_bounds bounds)
{
    return bounds.lower == bounds.upper;
}

/* What a call that runs has come to. */
struct solver_progress {
    struct solver_bounds bounds; /* of the position that is being solved */
    uint64_t nodes;              /* of all calls so far, nearly */
};

/* The table of a solver. */
struct solver_table {
    uint64_t bytes;
    bool huge_pages; /* the system was asked for them and did not refuse */
};

#endif
