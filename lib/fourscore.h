/*
 * fourscore: exact scores for Connect Four, as a library.
 *
 *     fourscore_solver *solver;
 *     fourscore_position position;
 *     struct fourscore_bounds score;
 *
 *     if (fourscore_solver_new(&solver, NULL) != FOURSCORE_OK)
 *         ...
 *     fourscore_from_moves(&position, 7, 6, "4453", NULL);
 *     fourscore_solve(solver, &position, FOURSCORE_STRONG, &score);
 *     fourscore_solver_free(solver);
 *
 * A score is for the side to move, both sides playing best, on the board of
 * 7x6: k > 0: it wins with the k-th stone from the end of its supply of 21; 0:
 * a draw; k < 0: the opponent wins so.  On other boards a supply is half of the
 * cells, rounded up for the first player: a game that ends with stone number n
 * of W * H cells scores (W * H + 2 - n) / 2, rounded down.
 *
 * Functions that can fail return a status, FOURSCORE_OK being 0, and leave what
 * they were to set as it was, unless they say otherwise.  Pointers must not be
 * NULL unless they may.  The library keeps no state outside of its handles, and
 * neither prints, nor ends the process, nor handles signals.  It starts threads
 * only where more than one was asked for, and reads one environment variable,
 * FOURSCORE_ISA, the instruction set to use: baseline, avx2, avx512.  For the
 * less usual boards there is baseline only.  It calls libprimesieve, which
 * prints to stderr if it runs out of memory; it is called only if there was
 * enough just before.
 *
 * Threads: a position is a plain value.  One thread at a time may use a solver,
 * but for fourscore_stop() and fourscore_resume(); different solvers, workers
 * included, may be used at the same time.
 *
 * Processes: a child of fork() has a copy of every solver but none of the
 * threads.  A solver that was not in a call during fork() works in the child,
 * searching on one thread; one that was in a call may only be freed there.
 */
#ifndef FOURSCORE_H
#define FOURSCORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FOURSCORE_VERSION "0.4.0"

/* Boards are 1x1 to 12x12, as long as width * (height + 1) <= 127. */
#define FOURSCORE_MAX_WIDTH 12
#define FOURSCORE_MAX_HEIGHT 12
#define FOURSCORE_MAX_CELLS 110

/* Solvers have at most so many threads, and so many workers. */
#define FOURSCORE_MAX_THREADS 1024

enum fourscore_status {
    FOURSCORE_OK,
    FOURSCORE_NO_BOARD,     /* there is no board of that size */
    FOURSCORE_NO_ENGINE,    /* there is no engine of that name */
    FOURSCORE_NO_ISA,       /* FOURSCORE_ISA names none of this machine */
    FOURSCORE_UNSAFE_TABLE, /* so small that positions could be confused */
    FOURSCORE_NO_MEMORY,
    FOURSCORE_NO_THREAD,    /* the system refuses to start another */
    FOURSCORE_ONE_THREAD,   /* the engine searches with one thread */
    FOURSCORE_BAD_POSITION, /* text or cells that are no position */
    FOURSCORE_BAD_MOVE,     /* not a column, or a full one */
    FOURSCORE_GAME_OVER,    /* somebody has four in a row */
    FOURSCORE_OTHER_BOARD,  /* the position is not of the solver's board */
    FOURSCORE_UNREACHABLE,  /* no order of moves leads there */
    FOURSCORE_TOO_SMALL,    /* the buffer is */
    FOURSCORE_BAD_ARGUMENT, /* any other */
    FOURSCORE_BAD_BOOK      /* a file that is no book for the board */
};

/* One line of English; valid for ever. */
const char *fourscore_strstatus(enum fourscore_status status);

/* The version of the library, as FOURSCORE_VERSION is that of this header. */
const char *fourscore_version(void);

/* ---------------------------------------------------------------- positions */

/*
 * A position of any board: a plain value, to be copied and compared with
 * fourscore_key().  Only the functions below may set it; one that is all zeros
 * is no position: FOURSCORE_BAD_ARGUMENT, and where there is no status, 0.
 */
typedef struct fourscore_position {
    uint64_t opaque[6];
} fourscore_position;

/* What is wrong with a text or an array of cells: the first bad byte or cell,
 * from 0, or the number of cells if they are wrong as a whole; and why, in one
 * line of English. */
struct fourscore_error {
    size_t at;
    char reason[128];
};

/*
 * Set '*position' to the one after the moves 'text', ended by a 0: a column a
 * character, 1 to 9, a to c or A to C; "" is the empty board.  The game may end
 * with the last move, not before.  FOURSCORE_NO_BOARD or
 * FOURSCORE_BAD_POSITION; the latter sets '*error', which may be NULL.
 */
enum fourscore_status fourscore_from_moves(fourscore_position *position,
                                           int width, int height,
                                           const char *text,
                                           struct fourscore_error *error);

/*
 * The same for width * height cells, top row first, from left to right: 0 is
 * empty, 1 a stone of the first player, 2 of the second, as Kaggle's ConnectX
 * has them.  Refused are stones without support, counts of stones that no two
 * players have who take turns, and boards where both sides have won, or one
 * side before the last stone.  A board that no order of moves leads to is not
 * refused: see fourscore_moves().
 */
enum fourscore_status fourscore_from_cells(fourscore_position *position,
                                           int width, int height,
                                           const int *cells,
                                           struct fourscore_error *error);

/* Play a column, counted from 1.  FOURSCORE_BAD_MOVE, FOURSCORE_GAME_OVER. */
enum fourscore_status fourscore_play(fourscore_position *position, int column);

/* About a position: the size of its board, how many stones lie on it. */
int fourscore_width(const fourscore_position *position);
int fourscore_height(const fourscore_position *position);
int fourscore_ply(const fourscore_position *position);

/* Who has four in a row: 1 or 2, the first or the second player; 0: nobody. */
int fourscore_winner(const fourscore_position *position);

/*
 * The integer that names the position among those of its board, at most 127
 * bits: the low 64 in key[0].  The sum of the stones of the side to move and
 * of everybody's, each a set of bits, height + 1 to a column.
 */
void fourscore_key(const fourscore_position *position, uint64_t key[2]);

/* Set cells[0] to cells[width * height - 1] as fourscore_from_cells() reads
 * them. */
void fourscore_cells(const fourscore_position *position, int *cells);

/*
 * Write moves that lead to the position, ended by a 0, to 'text', of 'size'
 * bytes; FOURSCORE_MAX_CELLS + 1 suffice.  They need not be those that were
 * played.  FOURSCORE_UNREACHABLE if there are none, FOURSCORE_NO_MEMORY if they
 * were not found within reasonable memory, FOURSCORE_TOO_SMALL.
 */
enum fourscore_status fourscore_moves(const fourscore_position *position,
                                      char *text, size_t size);

/* ------------------------------------------------------------------ solvers */

/* A solver: an engine for one board, and its table. */
typedef struct fourscore_solver fourscore_solver;

/* What to make.  Zero every member that is not set. */
struct fourscore_config {
    int width, height;    /* both 0: 7x6 */
    const char *engine;   /* "fast", "tutorial-12", "tutorial-11"; NULL: fast */
    uint64_t table_bytes; /* at most so much memory; 0: what suits */
    int threads;          /* to search a position; 0: 1 */
    int workers;          /* that will be made; the table leaves them room */
};

/*
 * Set '*solver' to a new solver, to be freed with fourscore_solver_free(), or
 * to NULL on failure.  'config' may be NULL: the usual board, engine and table,
 * one thread.  FOURSCORE_NO_BOARD, _NO_ENGINE, _NO_ISA, _UNSAFE_TABLE,
 * _NO_MEMORY, _NO_THREAD, _ONE_THREAD, _BAD_ARGUMENT (a negative number, or
 * more than FOURSCORE_MAX_THREADS).
 */
enum fourscore_status
fourscore_solver_new(fourscore_solver **solver,
                     const struct fourscore_config *config);

/*
 * The least table_bytes that fourscore_solver_new() does not refuse with
 * FOURSCORE_UNSAFE_TABLE for the rest of the configuration; 0 if it refuses
 * that anyway.  'config' may be NULL, as there.
 */
uint64_t fourscore_min_table_bytes(const struct fourscore_config *config);

/*
 * Set '*solver' to a worker of another: for one more thread, with the same
 * engine and the same table.  Partners are freed in any order.  Each beyond
 * those that the configuration announced takes 512 KiB more than table_bytes.
 * '*solver' is NULL on failure: FOURSCORE_ONE_THREAD, FOURSCORE_NO_MEMORY.
 */
enum fourscore_status fourscore_solver_worker(fourscore_solver **worker,
                                              fourscore_solver *solver);

/*
 * Let the solver, and workers made from now on, look early positions up in the
 * book of a file, or in none for NULL.  A new solver for 7x6 has the book that
 * is part of the library: all positions of at most 8 plies; others have none.
 * FOURSCORE_NO_MEMORY, or FOURSCORE_BAD_BOOK, with 'error->reason' set unless
 * 'error' is NULL; the solver then keeps what it had.  A file that is made
 * shorter while it is in use can end the process.
 */
enum fourscore_status fourscore_set_book(fourscore_solver *solver,
                                         const char *path,
                                         struct fourscore_error *error);

/* NULL is ignored.  No thread may be in a call with the solver. */
void fourscore_solver_free(fourscore_solver *solver);

/* The exact score, or only its sign, which is cheaper. */
enum fourscore_goal { FOURSCORE_STRONG, FOURSCORE_WEAK };

/* What is known of a score: lower <= score <= upper; it is exact where they are
 * equal. */
struct fourscore_bounds {
    int lower, upper;
};

/*
 * Set '*score' to that of the position; the bounds differ only if a limit was
 * reached or the solver stopped.  A finished game has a score, too: the side to
 * move has lost, or the board is full, a draw.  FOURSCORE_OTHER_BOARD,
 * FOURSCORE_BAD_ARGUMENT.
 */
enum fourscore_status fourscore_solve(fourscore_solver *solver,
                                      const fourscore_position *position,
                                      int goal, struct fourscore_bounds *score);

/* In place of a score, both bounds: a move into a full column. */
#define FOURSCORE_NO_MOVE (-1000)

/*
 * Set scores[0] to scores[width - 1] to what the side to move gets by playing
 * column 1, 2 ...  FOURSCORE_GAME_OVER, and those of fourscore_solve().
 */
enum fourscore_status fourscore_move_scores(fourscore_solver *solver,
                                            const fourscore_position *position,
                                            int goal,
                                            struct fourscore_bounds *scores);

/*
 * Set '*score' as fourscore_solve() does, and write the columns of all moves
 * that have it, centre first, to 'text' as fourscore_moves() does;
 * FOURSCORE_MAX_WIDTH + 1 bytes suffice.  'text' is "" on a full board and
 * where a limit was reached or the solver stopped.  Faster than
 * fourscore_move_scores(): it takes 1.2 to 1.5 times the nodes of
 * fourscore_solve().  FOURSCORE_GAME_OVER, FOURSCORE_TOO_SMALL, and those of
 * fourscore_solve().
 */
enum fourscore_status fourscore_best_moves(fourscore_solver *solver,
                                           const fourscore_position *position,
                                           int goal,
                                           struct fourscore_bounds *score,
                                           char *text, size_t size);

/*
 * The principal variation: write moves from the position to the end of the
 * game, both sides playing best, of equal ones the nearest to the centre, to
 * 'text' as fourscore_moves() does; fewer if a limit was reached or the solver
 * stopped.  FOURSCORE_TOO_SMALL, and those of fourscore_solve().
 */
enum fourscore_status fourscore_pv(fourscore_solver *solver,
                                   const fourscore_position *position,
                                   char *text, size_t size);

/* Let all calls from now on take at most so many seconds and nodes, taken
 * together; 0: any number.  They stop within a millisecond.  FOURSCORE_
 * BAD_ARGUMENT: negative or no number. */
enum fourscore_status fourscore_limit(fourscore_solver *solver, double seconds,
                                      uint64_t nodes);

/* End the call that runs, within a millisecond, and all to come until
 * fourscore_resume().  Any thread may call either, and a signal handler. */
void fourscore_stop(fourscore_solver *solver);
void fourscore_resume(fourscore_solver *solver);

/* Forget all positions; no worker may be in a call. */
void fourscore_clear(fourscore_solver *solver);

/* How many positions all calls so far explored, those of their helping threads
 * included. */
uint64_t fourscore_nodes(const fourscore_solver *solver);

/* What it takes in memory, nearly; the name of its engine, and the instruction
 * set that it uses. */
uint64_t fourscore_table_bytes(const fourscore_solver *solver);
const char *fourscore_engine(const fourscore_solver *solver);
const char *fourscore_isa(const fourscore_solver *solver);

#ifdef __cplusplus
}
#endif

#endif
