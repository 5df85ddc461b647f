/*
 * solver_: exact scores of positions.  (solver/score.h says what scores mean.)
 *
 * A solver owns an engine and the engine's table; what it learns from one
 * position helps with the next until solver_clear().  Scores never depend on
 * that, node counts do.  One thread at a time may use a solver; any number of
 * solvers can live side by side.
 *
 * Functions that take a position require one that board_parse() accepts: the
 * game is not over, but the board may be full.
 */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include <stdint.h>

#include "bitboard/position.h"
#include "solver/score.h"
#include "tt/sizing.h"

struct solver;

enum solver_status {
    SOLVER_OK,
    SOLVER_UNKNOWN_ENGINE,
    SOLVER_UNKNOWN_ISA,  /* FOURSCORE_ISA names none that this machine has */
    SOLVER_UNSAFE_TABLE, /* so small that two positions could be confused */
    SOLVER_NO_MEMORY,    /* more than there is */
};

/* One line of English for people. */
const char *solver_strstatus(enum solver_status status);

/*
 * The engines are compiled for several instruction sets, and the best that the
 * machine has is taken, unless the environment variable FOURSCORE_ISA names
 * another.  They explore the same nodes and differ in speed alone.
 *
 * The name of the instruction set number 'index', from 0, the best, to as many
 * as this machine has; NULL beyond.
 */
const char *solver_machine_isa(int index);

/* The one that new solvers take, or NULL if FOURSCORE_ISA names none of them.
 */
const char *solver_chosen_isa(void);

/* The name of the engine number 'index', from 0, the default, to as many as
 * there are; NULL beyond. */
const char *solver_engine(int index);

struct solver_config {
    const char *engine;   /* a name, or NULL for the default */
    uint64_t table_bytes; /* at most so many, or 0 for the engine's default */
};

/*
 * Set '*solver' to a new solver, to be freed with solver_free().  On failure it
 * is NULL.  The table is never larger than asked for; one too small to be safe
 * is refused.
 */
enum solver_status solver_new(struct solver **solver,
                              const struct solver_config *config);
void solver_free(struct solver *solver);

/* The smallest 'table_bytes' that the engine, a name or NULL for the default,
 * does not refuse as unsafe; 0 for an unknown engine. */
uint64_t solver_least_table_bytes(const char *engine);

/* What is asked: the score, or only its sign, which is cheaper. */
enum solver_goal { SOLVER_STRONG, SOLVER_WEAK };

/* The score, or weak score, of 'pos' for the side to move. */
int solver_solve(struct solver *solver, struct position pos,
                 enum solver_goal goal);

/*
 * Narrow [lower, upper], where lower < upper, to the score of 'pos': return the
 * score if it lies inside, a number <= lower if it is no larger than that, one
 * >= upper if it is no smaller.  With upper = lower + 1 this is a yes or no,
 * and as cheap as a question can be.
 */
int solver_narrow(struct solver *solver, struct position pos, int lower,
                  int upper);

/* In place of a score, for a move into a full column. */
enum { SOLVER_NO_MOVE = -1000 };

/*
 * Set 'scores[c]' to what the side to move gets by playing column c, or to
 * SOLVER_NO_MOVE.  Return the largest of them, the score of 'pos'; on a full
 * board that is 0.
 */
int solver_move_scores(struct solver *solver, struct position pos,
                       enum solver_goal goal, int scores[BOARD_WIDTH]);

/*
 * Set 'columns' to the moves whose score is the largest, centre first, and
 * return how many there are; none on a full board.
 */
int solver_best_moves(const int scores[BOARD_WIDTH], int columns[BOARD_WIDTH]);

/*
 * The principal variation: set 'columns' to moves that lead from 'pos', whose
 * score is 'score', to the end of the game, both sides playing best; of equal
 * moves the one nearest to the centre.  Return how many moves there are; fewer
 * than lead to the end if 'score' is more than the score of 'pos'.
 */
int solver_variation(struct solver *solver, struct position pos, int score,
                     int columns[BOARD_CELLS]);

/* How many nodes all calls so far took. */
uint64_t solver_nodes(const struct solver *solver);

/* Forget all positions; the count of nodes stays. */
void solver_clear(struct solver *solver);

/* About the engine, for messages: its name, the instruction set that its code
 * is compiled for, and its table. */
const char *solver_engine_name(const struct solver *solver);
const char *solver_isa(const struct solver *solver);

struct solver_table {
    uint64_t bytes;
    bool huge_pages; /* the system was asked for them and did not refuse */
};
struct solver_table solver_table(const struct solver *solver);

#endif
