/*
 * oracle_: which moves of P keep the claimed result, found by the solver.
 *
 * Answers are kept in a table of fixed size; an entry may replace another one.
 */
#ifndef PROOF_MAKE_ORACLE_H
#define PROOF_MAKE_ORACLE_H

#include "proof/theory.h"
#include "solver/solver.h"

struct oracle {
    struct claim claim;
    struct solver *solver;
    struct oracle_entry *entries;
    /* Returns whether to stop; then all moves are said to keep the result. */
    bool (*is_stopped)(void *context);
    void *context;
    bool stopped;
};

/* Returns false if out of memory.  'solver' must outlive the oracle. */
MUST_CHECK bool oracle_open(struct oracle *oracle, const struct claim *claim,
                            struct solver *solver);
void oracle_close(struct oracle *oracle);

/* Ask whether to stop. */
bool oracle_is_stopped(struct oracle *oracle);

/* Whether a position with P to move is a leaf. */
bool oracle_closes(struct oracle *oracle, struct position pos);

/* Whether P keeps the result by a safe move into a column; false if there is no
 * such move.  Requires that P cannot win at once. */
bool oracle_keeps(struct oracle *oracle, struct position pos, int column);

#endif
