/*
 * solver_: exact scores of positions.  bitboard/board.h defines scores.
 *
 * A solver owns an engine and a transposition table.  The table is kept from
 * one position to the next until solver_clear(); node counts depend on its
 * contents, scores do not.
 *
 * Workers are solvers that share a table, one for each thread.  They may search
 * at the same time, the same position or different ones.
 *
 * A solver is for one board.  Functions that take a position require one of
 * that board that is not won; the board may be full.
 *
 * Thread safety: one thread at a time may use a solver, except for functions
 * that say otherwise.  Different solvers are independent.
 */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "bitboard/board.h"

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

struct solver;
struct book;       /* book/book.h */
struct tt_buckets; /* tt/buckets.h */

/* Returns a description of a status: a static string; do not free. */
const char *solver_strstatus(enum solver_status status);

/*
 * Engines that use lanes, fast and dfpn, are compiled for several instruction
 * sets.  New solvers use the best one that the machine has, or the one that the
 * environment variable FOURSCORE_ISA names.  All explore the same nodes; only
 * the speed differs.
 *
 * Returns the name of instruction set number 'index' of this machine, from 0,
 * the best; NULL past the last.
 */
const char *solver_machine_isa(int index);

/* The instruction set that new solvers use, or NULL if this machine lacks the
 * one that FOURSCORE_ISA names. */
const char *solver_chosen_isa(void);

/* The name of engine number 'index', from 0, the default; NULL past the last.
 */
const char *solver_engine(int index);

struct solver_config {
    struct board board;   /* board_make() */
    const char *engine;   /* a name, or NULL for the default */
    uint64_t table_bytes; /* limit; 0: solver_default_table_bytes() */
    int threads;          /* that search one position; 0 is 1 */
    int workers;          /* to be made later; their memory is reserved */
};

/*
 * Set '*solver' to a new solver, to be freed with solver_free(), or to NULL on
 * failure.  The table, 512 KiB for each thread and worker, and 512 KiB that
 * several share, take at most 'table_bytes'; SOLVER_UNSAFE_TABLE if that is
 * less than solver_min_table_bytes().
 *
 * If threads > 1, the solver starts threads - 1 threads.  They sleep until a
 * call takes more than 16,000 nodes, and block all signals.
 */
MUST_CHECK enum solver_status solver_new(struct solver **solver,
                                         const struct solver_config *config);

/*
 * Set '*worker' to a new solver with the engine and the table of 'solver', or
 * to NULL on failure.  They may be freed in any order; the last one frees the
 * table.  Each worker beyond 'config.workers' takes 512 KiB more than
 * 'table_bytes'.
 */
MUST_CHECK enum solver_status solver_new_worker(struct solver **worker,
                                                struct solver *solver);

/*
 * Free a solver.  No other thread may be in a call with it.  A child of fork()
 * may free all solvers; it may use solvers that were in no call during fork(),
 * on one thread.
 */
void solver_free(struct solver *solver);

/* Whether the engine of that name (NULL: the default) supports workers and more
 * than one thread; false for an unknown engine. */
bool solver_is_parallel(const char *name);

/*
 * The default 'table_bytes' for a board, an engine (a name, or NULL for the
 * default) and 'threads' threads: a good size, at most a quarter of the memory
 * that the process may use, but at least the smallest safe size.
 * solver_min_table_bytes() returns the smallest safe size.  Both return 0 for
 * an unknown board or engine, or if there is no memory to compute the size.
 */
uint64_t solver_default_table_bytes(struct board board, const char *name,
                                    int threads);
uint64_t solver_min_table_bytes(struct board board, const char *name,
                                int threads);

/*
 * Set the book that a solver looks positions up in before it searches; NULL for
 * none, as in a new solver.  Workers made later use the same book.  The solver
 * takes a reference of its own.  Returns false, and changes nothing, if the
 * book is for another board.
 */
MUST_CHECK bool solver_set_book(struct solver *solver, struct book *book);

/* The number of scores that were found in the book. */
uint64_t solver_book_hits(const struct solver *solver);

/* The book, or NULL. */
const struct book *solver_book(const struct solver *solver);

/* The score, or only its sign, which takes fewer nodes. */
enum solver_goal { SOLVER_STRONG, SOLVER_WEAK };

/*
 * Returns the score, or weak score, of 'pos' for the side to move.  The bounds
 * are equal unless the call was stopped or reached a limit.
 */
struct solver_bounds solver_solve(struct solver *solver, struct position pos,
                                  enum solver_goal goal);

/*
 * Search the window [lower, upper], lower < upper.  Returns bounds of the score
 * of 'pos' that are equal, or both <= lower, or both >= upper, unless the call
 * was stopped.  The null window, upper = lower + 1, takes the fewest nodes.
 */
struct solver_bounds solver_solve_window(struct solver *solver,
                                         struct position pos, int lower,
                                         int upper);

/* Both bounds of a move into a full column. */
enum { SOLVER_NO_MOVE = -1000 };

/*
 * Set 'scores[c]' to the score that the side to move gets by playing column c,
 * counted from 0.  Returns the score of 'pos', the largest of them; 0 on a full
 * board.
 */
struct solver_bounds
solver_move_scores(struct solver *solver, struct position pos,
                   enum solver_goal goal,
                   struct solver_bounds scores[BOARD_MAX_WIDTH]);

struct solver_best {
    int columns[BOARD_MAX_WIDTH]; /* centre first */
    int count;                    /* 0 on a full board */
    bool complete; /* false: the call was stopped; moves may be missing */
};

/*
 * Set '*best' to the moves that have the score of 'pos', or its weak score, and
 * return that score.  Searches for the score, and then a null window for each
 * move.  Takes 1.2 to 1.5 times the nodes of solver_solve();
 * solver_move_scores() takes at least 2 times.
 */
struct solver_bounds solver_best_moves(struct solver *solver,
                                       struct position pos,
                                       enum solver_goal goal,
                                       struct solver_best *best);

/*
 * The best moves, given the scores of all moves: set 'columns' to the moves
 * whose lower bound is at least the upper bound of every other move, centre
 * first, and return their number.
 */
int solver_best_of_scores(struct board board,
                          const struct solver_bounds scores[BOARD_MAX_WIDTH],
                          int columns[BOARD_MAX_WIDTH]);

/*
 * Set 'columns' to the principal variation of 'pos', whose score is 'score':
 * the moves to the end of the game, both sides playing best; of equal moves the
 * one nearest to the centre.  Returns the number of moves.  It ends early if
 * the call was stopped, or if 'score' is not the score.
 */
int solver_pv(struct solver *solver, struct position pos, int score,
              int columns[BOARD_MAX_CELLS]);

/* The number of nodes of all calls, solver_help() and helping threads included.
 * The last 1000 nodes of a helper may be added a moment later. */
uint64_t solver_nodes(const struct solver *solver);

/* Empty the table.  No other worker may be in a call except solver_help(). */
void solver_clear(struct solver *solver);

/*
 * Limit all later calls, taken together, to 'seconds' and 'nodes'; 0 is no
 * limit.  A call stops within a millisecond of the deadline.  On one thread the
 * node limit is exact; each helping thread may exceed it by 1000.
 */
void solver_limit(struct solver *solver, double seconds, uint64_t nodes);

/*
 * From now on stop calls also when '*cancelled' is true.  NULL removes the
 * flag.  The flag must outlive the calls.
 */
void solver_set_cancel(struct solver *solver, const _Atomic bool *cancelled);

/*
 * End the running call within a millisecond, and all later ones until
 * solver_resume().  They return the bounds known so far.  Any thread and signal
 * handlers may call.
 */
void solver_stop(struct solver *solver);
void solver_resume(struct solver *solver);

/* Bounds of the score and nodes of the running call.  Any thread may call. */
struct solver_progress solver_progress(const struct solver *solver);

/* Set the bounds of solver_progress() to what is known about 'pos', which is
 * not won, without a search.  A call does so when it begins. */
void solver_reset_progress(struct solver *solver, struct position pos);

/* Help the other workers of the table with their searches until solver_stop().
 */
void solver_help(struct solver *solver);

/* The name of the engine, its instruction set, and its table. */
const char *solver_engine_name(const struct solver *solver);
const char *solver_isa(const struct solver *solver);

/* The number of threads that search one position. */
int solver_threads(const struct solver *solver);

struct solver_table solver_table(const struct solver *solver);

/*
 * The table of results, for tt_buckets_copy() and tt_buckets_merge(), also
 * while workers search; NULL if that of the engine is another one.  Its entries
 * are proven bounds, whatever else is in the table.
 *
 * The version changes with what entries mean: keys, values, or when mirror
 * images are one.
 */
enum { SOLVER_RESULTS_VERSION = 1 };
struct tt_buckets *solver_results(const struct solver *solver);

#endif
