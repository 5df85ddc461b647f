/*
 * solver_: exact scores of positions.  (bitboard/score.h says what scores
 * mean.)
 *
 * A solver owns an engine and the engine's table; what it learns from one
 * position helps with the next until solver_clear().  Scores never depend on
 * that, node counts do.  One thread at a time may use a solver, but for the
 * functions that say otherwise; any number of solvers can live side by side.
 *
 * Solvers can share a table: workers.  Each is for one thread, and all of them
 * may search at the same time, the same position or different ones.
 *
 * A solver is for one board.  Functions that take a position require one of
 * that board which board_parse() accepts: the game is not over, but the board
 * may be full.
 */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "bitboard/position.h"
#include "bitboard/score.h"
#include "solver/types.h"

#ifdef BOARD_WIDTH
#error "this is for code that takes any board"
#endif

struct solver;
struct book; /* book/book.h */

/* One line of English for people. */
const char *solver_strstatus(enum solver_status status);

/* The boards that this build is for: board number 'index', from 0, in
 * '*board'; false beyond. */
bool solver_board(int index, struct board *board);

/*
 * The engines are compiled for several instruction sets.  New solvers use the
 * best that the machine has, unless the environment variable FOURSCORE_ISA
 * names another one that it has.  All explore the same nodes; only the speed
 * differs.
 *
 * The name of the instruction set number 'index', from 0, the best, to as many
 * as this machine has; NULL beyond.
 */
const char *solver_machine_isa(int index);

/* The one that new solvers use, or NULL if FOURSCORE_ISA names none that this
 * machine has. */
const char *solver_chosen_isa(void);

/* The name of the engine number 'index', from 0, the default, to as many as
 * there are; NULL beyond. */
const char *solver_engine(int index);

struct solver_config {
    struct board board;   /* board_make() */
    const char *engine;   /* a name, or NULL for the default */
    uint64_t table_bytes; /* at most so many; 0: solver_default_table_bytes() */
    int threads;          /* to search a position; 0 counts as 1 */
    int workers;          /* to be made later; the table leaves them room */
};

/*
 * Set '*solver' to a new solver, to be freed with solver_free().  On failure it
 * is NULL.  The table, and the 512 KiB that each thread has for itself, never
 * take more than asked for; one too small to be safe is refused.
 *
 * With more than one thread the solver starts the others, which sleep until a
 * call takes more than 16,000 nodes, and receive no signals.
 */
enum solver_status solver_new(struct solver **solver,
                              const struct solver_config *config);

/*
 * Set '*solver' to a new worker of another solver: same engine, same table.
 * Partners are freed in any order; the last one frees the table.  More of them
 * than 'config.workers' take 512 KiB each beyond 'table_bytes'.
 */
enum solver_status solver_new_worker(struct solver **worker,
                                     struct solver *solver);

/*
 * Requires that no other thread is in a call with this solver.  (After fork()
 * the child has no other threads: it may free all solvers, and use on one
 * thread those that were in no call.)
 */
void solver_free(struct solver *solver);

/* Whether the engine of that name, or the default for NULL, can have workers,
 * and so more than one thread; false for an unknown engine. */
bool solver_is_parallel(const char *name);

/*
 * The default 'table_bytes' for a board, an engine (a name, or NULL for the
 * default) and so many threads: what suits them, at most a quarter of the
 * memory that the process may use, at least the smallest safe size, which is
 * what solver_min_table_bytes() returns.  Both return 0 for an unknown board or
 * engine, or if there is no memory to compute the size.
 */
uint64_t solver_default_table_bytes(struct board board, const char *name,
                                    int threads);
uint64_t solver_min_table_bytes(struct board board, const char *name,
                                int threads);

/*
 * Let a solver look positions up in a book before it searches, and the workers
 * that are made from now on; it shares the book.  NULL: no longer.  Return
 * false, and change nothing, if the book is for another board.  A new solver
 * has none.
 */
bool solver_set_book(struct solver *solver, struct book *book);

/* The book, or NULL. */
const struct book *solver_book(const struct solver *solver);

/* What is asked: the score, or only its sign, which is cheaper. */
enum solver_goal { SOLVER_STRONG, SOLVER_WEAK };

/*
 * The score, or weak score, of 'pos' for the side to move: both bounds are
 * equal, unless the call was stopped or has come to its limits.
 */
struct solver_bounds solver_solve(struct solver *solver, struct position pos,
                                  enum solver_goal goal);

/*
 * Narrow [lower, upper], where lower < upper, to the score of 'pos': the bounds
 * returned are equal, or both <= lower, or both >= upper, unless the call was
 * stopped.  With upper = lower + 1 this is a yes or no, and as cheap as a
 * question can be.
 */
struct solver_bounds solver_solve_window(struct solver *solver,
                                         struct position pos, int lower,
                                         int upper);

/* In place of a score, for a move into a full column. */
enum { SOLVER_NO_MOVE = -1000 };

/*
 * Set 'scores[c]' to what the side to move gets by playing column c, or both
 * bounds to SOLVER_NO_MOVE.  Return the score of 'pos', the largest of them; on
 * a full board that is 0.
 */
struct solver_bounds
solver_move_scores(struct solver *solver, struct position pos,
                   enum solver_goal goal,
                   struct solver_bounds scores[BOARD_MAX_WIDTH]);

/* Best moves. */
struct solver_best {
    int columns[BOARD_MAX_WIDTH]; /* centre first */
    int count;                    /* 0 on a full board */
    bool complete; /* false if the call was stopped: there may be others */
};

/*
 * Set '*best' to the moves that have the score of 'pos', or its weak score, and
 * return that score.  Takes a null-window search for each move beyond the
 * search for the score: 1.2 to 1.5 times the nodes of the score alone, where
 * the scores of all moves take twice as many and more.
 */
struct solver_bounds solver_best_moves(struct solver *solver,
                                       struct position pos,
                                       enum solver_goal goal,
                                       struct solver_best *best);

/*
 * The same from known scores of all moves: set 'columns' to the moves whose
 * lower bound is at least the upper bound of every other, centre first, and
 * return how many there are.
 */
int solver_best_of_scores(struct board board,
                          const struct solver_bounds scores[BOARD_MAX_WIDTH],
                          int columns[BOARD_MAX_WIDTH]);

/*
 * The principal variation: set 'columns' to moves that lead from 'pos', whose
 * score is 'score', to the end of the game, both sides playing best; of equal
 * moves the one nearest to the centre.  Return how many moves there are; fewer
 * than lead to the end if 'score' is more than the score of 'pos', or if the
 * call was stopped.
 */
int solver_pv(struct solver *solver, struct position pos, int score,
              int columns[BOARD_MAX_CELLS]);

/* How many nodes all calls so far took, solver_help() included, and how many
 * others spent on helping them; the last thousand of each helper may be counted
 * a moment late. */
uint64_t solver_nodes(const struct solver *solver);

/* Forget all positions, its workers', too, none of which may be in a call but
 * solver_help(); the count of nodes stays. */
void solver_clear(struct solver *solver);

/*
 * Let all calls from now on take at most so many seconds, and so many nodes,
 * taken together; 0 for any number.  Then they stop, within a millisecond.  On
 * one thread the number of nodes is kept exactly, on several up to about a
 * thousand for each.
 */
void solver_limit(struct solver *solver, double seconds, uint64_t nodes);

/*
 * End the call that runs, within a millisecond, and all calls to come until
 * solver_resume(), with the bounds known so far.  Any thread may call, and a
 * signal handler.
 */
void solver_stop(struct solver *solver);
void solver_resume(struct solver *solver);

/* What the call that runs has come to.  Any thread may call. */
struct solver_progress solver_progress(const struct solver *solver);

/*
 * Until solver_stop(), help workers: whenever one has searched a position for
 * a while, search the same one, which makes it faster.
 */
void solver_help(struct solver *solver);

/* About the engine, for messages: its name, the instruction set that its code
 * is compiled for, and its table. */
const char *solver_engine_name(const struct solver *solver);
const char *solver_isa(const struct solver *solver);

struct solver_table solver_table(const struct solver *solver);

#endif
