/*
 * fourscore: exact scores for Connect Four, as a library.
 *
 *     fourscore_solver *solver;
 *     fourscore_position position;
 *     struct fourscore_bounds score;
 *
 *     if (fourscore_solver_new(&solver, NULL) == FOURSCORE_OK &&
 *         fourscore_from_moves(&position, 7, 6, "4453", NULL) == FOURSCORE_OK
 * && fourscore_solve(solver, &position, FOURSCORE_STRONG, &score) ==
 *             FOURSCORE_OK)
 *         printf("%d\n", score.lower);
 *     fourscore_solver_free(solver);
 *
 * Scores are for the side to move, both sides playing best.  On 7x6 each player
 * has 21 stones:
 *
 *   +k   the side to move wins with k - 1 stones left
 *    0   draw
 *   -k   the opponent wins with k - 1 stones left
 *
 * On a board of W * H cells, a game that ends on move n, both sides counted,
 * scores (W * H + 2 - n) / 2, rounded down, for the winner.
 *
 * Errors: functions that can fail return a status; FOURSCORE_OK is 0.  On
 * failure outputs keep their values, unless stated otherwise.  Pointers must
 * not be NULL, unless stated otherwise.  'error' may be NULL: see struct
 * fourscore_error.
 *
 * Handles: a function that makes one sets it to NULL on failure.  Free each
 * handle with the function whose name ends with _free; that ignores NULL.
 *
 * The library has no state outside of its handles.  It does not print, end the
 * process or handle signals.  One exception: libprimesieve, which it calls,
 * prints to stderr if memory runs out; the library checks for enough memory
 * just before.  It starts threads only for pools and for solvers with several
 * threads.  It reads one environment variable, FOURSCORE_ISA, the instruction
 * set to use: baseline, avx2 or avx512.
 *
 * Thread safety: positions are plain values.  One thread at a time may use a
 * solver; another one may end its call by fourscore_cancel_now().  Different
 * solvers may be used at the same time, even if they share a table.  Any thread
 * may call functions that take neither a solver nor a pool.
 *
 * Processes: a child of fork() has a copy of every solver, but none of its
 * threads.  A solver that was not in a call during fork() works in the child,
 * on one thread.  A solver that was in a call may only be freed in the child.
 * A pool must be neither used nor freed in the child.
 */
#ifndef FOURSCORE_H
#define FOURSCORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FOURSCORE_VERSION "2.0.0"

/* Marks functions whose result must not be ignored. */
#if defined(__GNUC__)
#define FOURSCORE_MUST_CHECK __attribute__((warn_unused_result))
#elif defined(__cplusplus) && __cplusplus >= 201703L
#define FOURSCORE_MUST_CHECK [[nodiscard]]
#else
#define FOURSCORE_MUST_CHECK
#endif

/* Boards have a width and height from 1 to 12, with width * (height + 1) <=
 * 127.
 */
#define FOURSCORE_MAX_WIDTH 12
#define FOURSCORE_MAX_HEIGHT 12
#define FOURSCORE_MAX_CELLS 110

/* The maximum of 'threads' and of 'workers' in a configuration. */
#define FOURSCORE_MAX_THREADS 1024

enum fourscore_status {
    FOURSCORE_OK,
    FOURSCORE_NO_BOARD,     /* no board has that size */
    FOURSCORE_NO_ENGINE,    /* no engine has that name */
    FOURSCORE_NO_ISA,       /* the machine lacks what FOURSCORE_ISA names */
    FOURSCORE_UNSAFE_TABLE, /* smaller than the engine allows */
    FOURSCORE_NO_MEMORY,
    FOURSCORE_NO_THREAD,       /* the system cannot start another thread */
    FOURSCORE_ONE_THREAD,      /* the engine supports one thread only */
    FOURSCORE_BAD_POSITION,    /* the text or the cells are not a position */
    FOURSCORE_BAD_MOVE,        /* not a column, or a full column */
    FOURSCORE_GAME_OVER,       /* a side has four in a row */
    FOURSCORE_OTHER_BOARD,     /* the position is for another board */
    FOURSCORE_UNREACHABLE,     /* no sequence of moves leads to the position */
    FOURSCORE_TOO_SMALL,       /* the buffer is too small */
    FOURSCORE_BAD_ARGUMENT,    /* any other argument out of range */
    FOURSCORE_BAD_BOOK,        /* not a book, or one for another board */
    FOURSCORE_CANCELLED,       /* cancelled before it began */
    FOURSCORE_BUSY,            /* the pool has no answer yet */
    FOURSCORE_IDLE,            /* the pool has no query */
    FOURSCORE_BAD_CERTIFICATE, /* not a certificate, or a damaged one */
    FOURSCORE_NOT_PROVEN,      /* the certificate does not prove its claim, or
                                  says nothing about a position */
    FOURSCORE_BAD_TABLE        /* not a saved table, a damaged one, or one of
                                  another board or engine */
};

/* Returns a description of a status: a static string; do not free. */
const char *fourscore_strstatus(enum fourscore_status status);

/* The version of the library; FOURSCORE_VERSION is that of the header. */
const char *fourscore_version(void);

/* --------------------------------------------------------------- structures */

/*
 * Structures that can grow start with their own size, which a macro sets:
 *
 *     struct fourscore_config config = FOURSCORE_CONFIG_INIT;
 *
 * Later versions may add members at the end.  A program that was compiled with
 * an older header works with a newer library.  One that was compiled with a
 * newer header works with an older library as long as the members that the
 * library does not know are 0; otherwise calls fail with
 * FOURSCORE_BAD_ARGUMENT, as for a size smaller than that of 'size'.
 *
 * In a structure that the caller fills, 0 or NULL selects the default of a
 * member; NULL in place of a whole configuration is the default one.  In a
 * structure that the library fills, 'size' tells how much of it the caller has,
 * and keeps its value.
 */

/* An initializer that sets the size of a structure and all other members to 0.
 */
/* clang-format off */
#ifdef __cplusplus
extern "C++" {
template <typename type> type FourscoreSized()
{
    type made = type();
    made.size = sizeof(type);
    return made;
}
}
#define FOURSCORE_SIZED(type) FourscoreSized<type>()
#else
#define FOURSCORE_SIZED(type) {.size = sizeof(type)}
#endif
/* clang-format on */

/* ---------------------------------------------------------------- positions */

/*
 * A position on any board: a plain value that may be copied.  Positions are
 * equal if their bytes are.  Only the functions below may set a position.  A
 * value of all zeros is not a position: functions fail with
 * FOURSCORE_BAD_ARGUMENT, or return 0 if they return no status.
 */
typedef struct fourscore_position {
    uint64_t opaque[6];
} fourscore_position;

/*
 * What was wrong; set with FOURSCORE_BAD_POSITION, _BAD_BOOK, _BAD_TABLE,
 * _BAD_CERTIFICATE and _NOT_PROVEN by functions that have an 'error'.
 *
 * 'at': of a position, the index of the first bad byte or cell, or the number
 * of cells if the board as a whole is wrong.  'reason': one line of English; at
 * a 0 where columns count from 1 it ends with "; FOURSCORE_FROM_0 counts from
 * 0".
 */
struct fourscore_error {
    size_t at;
    char reason[128];
};

/*
 * Set '*position' to the position after a string of moves: one character for
 * each column, 1 to 9, a to c or A to C; "" is the empty board.  The game may
 * end with the last move, not before.  Fails with FOURSCORE_NO_BOARD or
 * FOURSCORE_BAD_POSITION.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_from_moves(fourscore_position *position, int width, int height,
                     const char *text, struct fourscore_error *error);

/*
 * The same from width * height cells, top row first, from left to right: 0 is
 * empty, 1 a stone of the first player, 2 of the second, as in Kaggle's
 * ConnectX. Rejects floating stones, numbers of stones that do not fit
 * alternating turns, and fours that the last move cannot have completed.
 * Accepts boards that no sequence of moves reaches: see
 * fourscore_write().
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_from_cells(fourscore_position *position, int width, int height,
                     const int *cells, struct fourscore_error *error);

/* The name of a column, counted from 1, in strings of moves and in diagrams:
 * '1' to '9', 'a' to 'c'; '\0' for any other number. */
char fourscore_column_name(int column);

/* The letter of a stone: 'x' of the first player, 'o' of the second.  'stone'
 * is a player, 1 or 2, or the number of the stone in its game, from 1. */
char fourscore_stone_name(int stone);

/* Play a column, counted from 1.  Fails with FOURSCORE_BAD_MOVE or
 * FOURSCORE_GAME_OVER. */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_play(fourscore_position *position, int column);

/* The size of the board, and the number of stones on it. */
int fourscore_width(const fourscore_position *position);
int fourscore_height(const fourscore_position *position);
int fourscore_ply(const fourscore_position *position);

/* The player with four in a row: 1 for the first, 2 for the second, 0 for none.
 */
int fourscore_winner(const fourscore_position *position);

/*
 * Returns the number of the stone that ends the game if both sides play best
 * from a position with 'score', counted from 1 over both sides; of a finished
 * game, that of its last stone.  Returns 0 if the score is out of range.
 */
int fourscore_last_stone(const fourscore_position *position, int score);

/*
 * Set 'key' to the integer that identifies the position among those of its
 * board, at most 127 bits, the low 64 bits in key[0]: the sum of the stones of
 * the side to move and the stones of both, each as a set of bits with height +
 * 1 bits a column.
 */
void fourscore_key(const fourscore_position *position, uint64_t key[2]);

/* Set cells[0] to cells[width * height - 1], in the form that
 * fourscore_from_cells() reads. */
void fourscore_cells(const fourscore_position *position, int *cells);

/*
 * The notations of a position.
 *
 *   FOURSCORE_AUTO          for reading only: any of the forms below
 *   FOURSCORE_MOVES         the columns played: "4453"
 *   FOURSCORE_CONNECTX      the cells as a list: "[0, 0, ..., 1, 2]"
 *   FOURSCORE_DIAGRAM       the rows, top row first, one a line: '.' is empty,
 *                           'x' a stone of the first player, 'o' of the second;
 *                           the last line has the names of the columns
 *   FOURSCORE_DIAGRAM_LINE  the rows in one line, with '/' between them
 *
 * To read, FOURSCORE_FROM_0 may be added: columns are numbered from 0.
 */
enum fourscore_notation {
    FOURSCORE_AUTO,
    FOURSCORE_MOVES,
    FOURSCORE_CONNECTX,
    FOURSCORE_DIAGRAM,
    FOURSCORE_DIAGRAM_LINE,
    FOURSCORE_FROM_0 = 16
};

/*
 * Set '*position' from 'length' bytes of text in UTF-8.  FOURSCORE_MOVES reads
 * names of columns only, FOURSCORE_CONNECTX lists, FOURSCORE_DIAGRAM and
 * FOURSCORE_DIAGRAM_LINE rows.  FOURSCORE_AUTO reads whatever people and
 * programs write, which docs/notations.md shows with examples:
 *
 *   moves   names of columns or cells, "4453", "d1 d2", joined by blanks, ',',
 *           ';', '-' or '|'; with numbers, signs, comments, side lines, tags
 *           and a result: "1. d1 d2 (1... e1) 2. e1! {why} 1-0"
 *   boards  in rows, top row first, of x o, 1 2, R Y or circles, with frames,
 *           names of columns and numbers of rows or without; as one word of
 *           width * height cells; as lists of JSON
 *   JSON    an object with "position", "pos", "game", "moves" or "board"
 *   links   of the page, of the tutorial's site, ?pos= or ?position=
 *   data    a line of the UCI data set, or of 'fourscore gen'
 *
 * "" and "-" are the empty board; a blank or a comment is not.  'moves', unless
 * it is NULL, is set to the columns played if the text is a game that ends with
 * the position, otherwise to "".  Fails with FOURSCORE_NO_BOARD,
 * FOURSCORE_BAD_ARGUMENT for an unknown notation, or FOURSCORE_BAD_POSITION.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_read(fourscore_position *position,
               char moves[FOURSCORE_MAX_CELLS + 1], int width, int height,
               int notation, const char *text, size_t length,
               struct fourscore_error *error);

/*
 * The same of a game: set 'moves' to the columns played, as
 * fourscore_from_moves() reads them; side lines are left out.  A board is no
 * game.  Fails as fourscore_read() does; FOURSCORE_BAD_POSITION also sets
 * 'moves' to the moves before the error.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_read_game(char moves[FOURSCORE_MAX_CELLS + 1], int width, int height,
                    int notation, const char *text, size_t length,
                    struct fourscore_error *error);

/* A buffer of this size suffices for every notation. */
#define FOURSCORE_TEXT_SIZE 512

/*
 * Write the position to 'text', a buffer of 'size' bytes, in any notation but
 * FOURSCORE_AUTO.  Fails with FOURSCORE_TOO_SMALL or FOURSCORE_BAD_ARGUMENT.
 *
 * FOURSCORE_MOVES writes a sequence that leads to the position, perhaps not the
 * one that was played; FOURSCORE_MAX_CELLS + 1 bytes suffice.  Also fails with
 * FOURSCORE_UNREACHABLE if there is none, or FOURSCORE_NO_MEMORY if 16 MiB do
 * not suffice to find one.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_write(const fourscore_position *position, int notation, char *text,
                size_t size);

/* -------------------------------------------------------------------- books */

/*
 * A book of early positions with their scores.  Any number of solvers and
 * threads may use it.  It may be freed while solvers and pools still use it.
 */
typedef struct fourscore_book fourscore_book;

/*
 * Set '*book' to a book.  fourscore_book_open() opens a file and maps it:
 * truncating it while the book is in use may end the process.
 * fourscore_book_from_memory() uses 'size' bytes, which must stay unchanged as
 * long as the book is in use.  fourscore_book_builtin() opens the built-in
 * book: all positions on 7x6 of at most 8 plies.  Fails with
 * FOURSCORE_NO_MEMORY or FOURSCORE_BAD_BOOK.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_book_open(fourscore_book **book, const char *path,
                    struct fourscore_error *error);
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_book_from_memory(fourscore_book **book, const void *bytes,
                           size_t size, struct fourscore_error *error);
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_book_builtin(fourscore_book **book);

void fourscore_book_free(fourscore_book *book);

struct fourscore_book_info {
    size_t size;        /* of this structure */
    int width, height;  /* of its board */
    int plies;          /* it has the positions of at most this many stones */
    uint64_t positions; /* of two mirror images only one is counted */
};
#define FOURSCORE_BOOK_INFO_INIT FOURSCORE_SIZED(struct fourscore_book_info)

/* Describe a book.  Fails with FOURSCORE_BAD_ARGUMENT. */
enum fourscore_status fourscore_book_info(const fourscore_book *book,
                                          struct fourscore_book_info *info);

/* ------------------------------------------------------------------ solvers */

/* An engine for one board, and its transposition table. */
typedef struct fourscore_solver fourscore_solver;

struct fourscore_config {
    size_t size;          /* of this structure */
    int width, height;    /* default: 7x6 */
    const char *engine;   /* "fast" (default), "dfpn", "tutorial-12", ... */
    uint64_t table_bytes; /* limit of memory; default:
                             fourscore_default_table_bytes() */
    int threads;          /* that search one position; default: 1 */
    int workers;          /* number of workers to reserve memory for */
};
#define FOURSCORE_CONFIG_INIT FOURSCORE_SIZED(struct fourscore_config)

/*
 * Set '*solver' to a new solver.  Fails with FOURSCORE_NO_BOARD, _NO_ENGINE,
 * _NO_ISA, _UNSAFE_TABLE, _NO_MEMORY, _NO_THREAD, _ONE_THREAD, or _BAD_ARGUMENT
 * for a negative number or one above FOURSCORE_MAX_THREADS.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_solver_new(fourscore_solver **solver,
                     const struct fourscore_config *config);

/*
 * Returns the smallest table_bytes with which fourscore_solver_new() does not
 * fail with FOURSCORE_UNSAFE_TABLE, given the other members of 'config'.
 * Returns 0 if fourscore_solver_new() fails for another reason.
 */
uint64_t fourscore_min_table_bytes(const struct fourscore_config *config);

/* Returns the table_bytes that 0 stands for, at most a quarter of the memory
 * that the process may use; 0 if fourscore_solver_new() fails. */
uint64_t fourscore_default_table_bytes(const struct fourscore_config *config);

/* The number of threads of a pool by default, for an engine (NULL: the default
 * one): the cores that the process may use, or 1 if it supports one thread.  A
 * pool has fewer if there is not enough memory, or if the system refuses to
 * start that many. */
int fourscore_default_threads(const char *engine);

/* The name of engine number 'index', from 0, the default; of instruction set
 * number 'index' of this machine, from 0, the best.  NULL past the last. */
const char *fourscore_engine_name(int index);
const char *fourscore_isa_name(int index);

struct fourscore_machine_info {
    size_t size;           /* of this structure */
    int cores;             /* that the process may use */
    uint64_t memory_bytes; /* that it may use; UINT64_MAX if unknown */
    const char *isa; /* the instruction set of new solvers; NULL if the machine
                        lacks what FOURSCORE_ISA names */
};
#define FOURSCORE_MACHINE_INFO_INIT                                            \
    FOURSCORE_SIZED(struct fourscore_machine_info)

/* Describe the machine.  Fails with FOURSCORE_BAD_ARGUMENT. */
enum fourscore_status
fourscore_machine_info(struct fourscore_machine_info *info);

/*
 * Set '*worker' to a new solver with the engine and the table of 'solver', for
 * one more thread.  Both may be freed in any order.  Each worker beyond those
 * of the configuration takes 512 KiB more than table_bytes.  Fails with
 * FOURSCORE_ONE_THREAD or FOURSCORE_NO_MEMORY.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_solver_worker(fourscore_solver **worker, fourscore_solver *solver);

/*
 * Set the book of the solver, and of workers made later; NULL is no book.  The
 * scores of positions in the book are looked up instead of searched.  A new
 * solver for 7x6 has the built-in book, others have none.  Fails with
 * FOURSCORE_BAD_BOOK if the book is for another board.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_set_book(fourscore_solver *solver, fourscore_book *book);

/* Empty the table.  No solver that shares the table may be in a call. */
void fourscore_clear(fourscore_solver *solver);

/* Free a solver.  No thread may be in a call with it. */
void fourscore_solver_free(fourscore_solver *solver);

struct fourscore_solver_info {
    size_t size; /* of this structure */
    int width, height;
    const char *engine, *isa; /* static strings */
    int threads;
    uint64_t table_bytes;
    int huge_pages; /* not 0: the system was asked for them, and accepted */
};
#define FOURSCORE_SOLVER_INFO_INIT FOURSCORE_SIZED(struct fourscore_solver_info)

/* Describe a solver.  Fails with FOURSCORE_BAD_ARGUMENT. */
enum fourscore_status fourscore_solver_info(const fourscore_solver *solver,
                                            struct fourscore_solver_info *info);

/*
 * What to find out about a position:
 *
 *   FOURSCORE_STRONG       its score
 *   FOURSCORE_WEAK         the sign of its score, which takes less time
 *   FOURSCORE_NULL_WINDOW  whether the score is at least 'beta': the bounds are
 *                          both >= beta, or both < beta.  For queries only.
 */
enum fourscore_goal { FOURSCORE_STRONG, FOURSCORE_WEAK, FOURSCORE_NULL_WINDOW };

/* lower <= score <= upper; the score is exact where they are equal. */
struct fourscore_bounds {
    int lower, upper;
};

/*
 * Set '*score' to the score of the position, both bounds to the same number.
 * There is no limit; fourscore_ask() has limits and can be cancelled.  Finished
 * games have a score: the side to move has lost, or it is a draw.  Fails with
 * FOURSCORE_OTHER_BOARD or FOURSCORE_BAD_ARGUMENT.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_solve(fourscore_solver *solver, const fourscore_position *position,
                int goal, struct fourscore_bounds *score);

/* ------------------------------------------------------------------ queries */

/*
 * A query is a position, what to find about it, and its own limits.
 * fourscore_ask() answers one; a pool answers many on all cores.
 */

/* What to find besides the score.  FOURSCORE_BEST takes 1.2 to 1.5 times as
 * many nodes as the score, FOURSCORE_ALL_MOVES at least twice as many. */
#define FOURSCORE_ALL_MOVES 1u /* the scores of all moves */
#define FOURSCORE_BEST 2u      /* the moves that have the score */
#define FOURSCORE_PV 4u /* the principal variation; FOURSCORE_STRONG only */
#define FOURSCORE_REACHABLE 8u /* whether a sequence of moves leads to it */

/* Both bounds of a move into a full column. */
#define FOURSCORE_NO_MOVE (-1000)

/* A handle with which any thread can cancel the queries that refer to it. */
typedef struct fourscore_cancel fourscore_cancel;

/*
 * Set '*cancel' to a new handle, to be freed after the last query that refers
 * to it is answered.  fourscore_cancel_now() ends all queries that refer to the
 * handle: those that are running, within a millisecond and with the bounds
 * known so far, and those that have not begun.  Any thread and signal handlers
 * may call it.  NULL is ignored.  Fails with FOURSCORE_NO_MEMORY.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_cancel_new(fourscore_cancel **cancel);
void fourscore_cancel_now(fourscore_cancel *cancel);
void fourscore_cancel_free(fourscore_cancel *cancel);

struct fourscore_query {
    size_t size; /* of this structure */
    fourscore_position position;
    int goal;      /* enum fourscore_goal */
    int beta;      /* of FOURSCORE_NULL_WINDOW */
    unsigned find; /* a sum of FOURSCORE_ALL_MOVES, _BEST, _PV, _REACHABLE */
    int fresh; /* not 0: empty the table first; in a pool only if one query at
                  a time uses the table */
    double seconds;           /* limit; 0: none */
    uint64_t nodes;           /* limit; 0: none */
    fourscore_cancel *cancel; /* may be NULL */
    void *user;               /* returned in the answer */
    const char *text; /* NULL, or a text to be read instead of 'position'; it
                         must stay unchanged until the query is answered */
    size_t length;    /* of 'text' */
    int notation;     /* of 'text', as for fourscore_read() */
};
#define FOURSCORE_QUERY_INIT FOURSCORE_SIZED(struct fourscore_query)

struct fourscore_answer {
    size_t size;                  /* of this structure */
    enum fourscore_status status; /* FOURSCORE_OK; FOURSCORE_BAD_POSITION for a
                                     text; in a pool FOURSCORE_CANCELLED if it
                                     was cancelled before it began */
    void *user;                   /* of the query */
    fourscore_position position;  /* of the query, or read from its text */
    struct fourscore_error error; /* of FOURSCORE_BAD_POSITION */
    int finished;   /* 0: a limit or a cancellation ended the search; the other
                       members have what is known */
    unsigned found; /* what is complete of the query's 'find' */
    struct fourscore_bounds score;
    struct fourscore_bounds move_scores[FOURSCORE_MAX_WIDTH];
    int best[FOURSCORE_MAX_WIDTH]; /* columns from 1, centre first; some may be
                                      missing if not complete */
    int best_count;
    int pv[FOURSCORE_MAX_CELLS]; /* columns from 1 */
    int pv_length;
    int reachable;      /* FOURSCORE_REACHABLE: 1 or 0 */
    uint64_t nodes;     /* searched, helping threads included */
    double seconds;     /* from its beginning to its end */
    uint64_t book_hits; /* scores that were found in the book */
};
#define FOURSCORE_ANSWER_INIT FOURSCORE_SIZED(struct fourscore_answer)

/*
 * Set '*answer' to the answer to a query, found on the threads of a solver. The
 * answer to a finished game has a score and no moves.  Fails with
 * FOURSCORE_OTHER_BOARD, FOURSCORE_BAD_ARGUMENT, or FOURSCORE_BAD_POSITION,
 * which also sets the status and the error of '*answer'.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_ask(fourscore_solver *solver, const struct fourscore_query *query,
              struct fourscore_answer *answer);

/*
 * The same for many positions that take few nodes, in one call: those of the
 * lines of the query's text, each ended by '\n' or by the end of the text.  Set
 * scores[0] to scores[*count - 1] to their scores, or the signs of them for
 * FOURSCORE_WEAK, in the order of the lines; '*count' is at most 'capacity'.
 *
 * The limits of the query hold for each line.  The call ends at the first line
 * that has no score: one that is not a position, one at which a limit or a
 * cancellation ended the search, or, with FOURSCORE_CANCELLED, one before which
 * the query was cancelled.  It is line number '*count', from 0; '*answer' and
 * the status are those of fourscore_ask() for it.  Otherwise the status is
 * FOURSCORE_OK and 'answer->finished' is 1, and 'capacity' lines or all of them
 * are answered; an empty text has none.  The nodes, seconds and book hits of
 * '*answer' are those of all lines.
 *
 * Also fails with FOURSCORE_BAD_ARGUMENT for a query without a text, with
 * FOURSCORE_NULL_WINDOW, 'find' or 'fresh'; '*count' and '*answer' keep their
 * values then.
 */
FOURSCORE_MUST_CHECK enum fourscore_status fourscore_ask_lines(
    fourscore_solver *solver, const struct fourscore_query *query, int *scores,
    size_t capacity, size_t *count, struct fourscore_answer *answer);

/* -------------------------------------------------------------------- pools */

/*
 * A pool answers queries on all cores, with one table.  Each query runs on one
 * thread; a thread without a query helps with queries that take long.
 *
 * A query is in the pool from fourscore_pool_submit() until its answer is
 * delivered.  A pool holds at most 'capacity' queries, so memory is bounded.
 * Answers are delivered in the order of submission or, if 'unordered' is not 0,
 * as they are ready: then a query that was answered before an older one counts
 * until that is delivered, too.  They are delivered
 *
 * - to answered(context, answer), called by threads of the pool, one at a time;
 *   '*answer' is valid until it returns, and it must not call functions of the
 *   pool;
 * - or by fourscore_pool_next(), if 'answered' is NULL.
 *
 * Thread safety: any thread may call any function but fourscore_pool_free().
 */
typedef struct fourscore_pool fourscore_pool;

struct fourscore_pool_config {
    size_t size;          /* of this structure */
    int width, height;    /* default: 7x6 */
    const char *engine;   /* default: "fast" */
    uint64_t table_bytes; /* default: fourscore_default_table_bytes() */
    int threads;          /* default: fourscore_default_threads() */
    int together;         /* not 0: all threads on one query at a time */
    int no_book;          /* not 0: no book */
    fourscore_book *book; /* default: the built-in one, on 7x6 */
    int capacity;         /* default: 256 */
    int unordered;        /* not 0: deliver answers as they are ready */
    void (*answered)(void *context, const struct fourscore_answer *answer);
    void *context;
};
#define FOURSCORE_POOL_INIT FOURSCORE_SIZED(struct fourscore_pool_config)

/*
 * Set '*pool' to a new pool.  Fails as fourscore_solver_new(),
 * fourscore_solver_worker() and fourscore_set_book() do.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_pool_new(fourscore_pool **pool,
                   const struct fourscore_pool_config *config);

/*
 * Copy a query into the pool.  If the pool is full, waits until there is room
 * and at most half of its queries wait to be searched: to wake a thread takes
 * longer than an easy query.  Fails with FOURSCORE_OTHER_BOARD,
 * FOURSCORE_BAD_ARGUMENT, or FOURSCORE_CANCELLED after fourscore_pool_cancel().
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_pool_submit(fourscore_pool *pool,
                      const struct fourscore_query *query);

/*
 * Set '*answer' to the next answer.  Fails with FOURSCORE_IDLE if no query is
 * in the pool.  If the answer is not ready, fourscore_pool_next() waits, and
 * fourscore_pool_poll() fails with FOURSCORE_BUSY.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_pool_next(fourscore_pool *pool, struct fourscore_answer *answer);
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_pool_poll(fourscore_pool *pool, struct fourscore_answer *answer);

/* Wait until all answers are delivered. */
void fourscore_pool_wait(fourscore_pool *pool);

struct fourscore_progress {
    size_t size; /* of this structure */
    fourscore_position position;
    void *user;                    /* of the query */
    struct fourscore_bounds score; /* known so far */
    uint64_t nodes;                /* searched so far, approximately */
    double seconds;                /* since the query began */
};
#define FOURSCORE_PROGRESS_INIT FOURSCORE_SIZED(struct fourscore_progress)

/* Set '*progress' to the state of the query that has been searched for longest.
 * Fails with FOURSCORE_IDLE if none is being searched. */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_pool_progress(fourscore_pool *pool,
                        struct fourscore_progress *progress);

/*
 * Save the table of a pool, so that searches that take days can go on where
 * they were, on other machines, too, whose table may have another size.  What
 * is saved are results; the scores that are found with them are the same.
 *
 * 'write' is called for parts of at most 1 MiB, in all about 'table_bytes'; it
 * returns 0 to end that.  'read' copies the next bytes, at most 'size' of them,
 * and returns their number, less only at the end.  Both functions of the pool
 * may be called while it searches, by any thread.
 *
 * Fails with FOURSCORE_CANCELLED if 'write' returned 0, FOURSCORE_NO_MEMORY,
 * FOURSCORE_NO_ENGINE if tables of the engine cannot be saved (only those of
 * "fast" can), or FOURSCORE_BAD_TABLE.
 * A checksum finds what is damaged; the results before it are in the table
 * then.  It does not find lies: load only what you trust.
 */
FOURSCORE_MUST_CHECK enum fourscore_status fourscore_pool_save_table(
    const fourscore_pool *pool,
    int (*write)(void *context, const void *bytes, size_t size), void *context);
FOURSCORE_MUST_CHECK enum fourscore_status fourscore_pool_load_table(
    fourscore_pool *pool,
    size_t (*read)(void *context, void *bytes, size_t size), void *context,
    struct fourscore_error *error);

/* Cancel all queries in the pool, and make later ones fail.  The answers of all
 * cancelled queries are still delivered. */
void fourscore_pool_cancel(fourscore_pool *pool);

/* Cancel all queries, end the threads and free the pool.  Answers that are not
 * delivered yet are lost. */
void fourscore_pool_free(fourscore_pool *pool);

/* Describe the solvers of a pool and the number of its threads. */
enum fourscore_status fourscore_pool_info(const fourscore_pool *pool,
                                          struct fourscore_solver_info *info);

/* ------------------------------------------------------------- certificates */

/* A certificate, and what a check of it found. */
struct fourscore_certificate {
    size_t size; /* of this structure */
    int width, height;
    char moves[FOURSCORE_MAX_CELLS + 1]; /* that lead to the position */
    int player;                          /* 1 or 2, for whom it is */
    int score;                    /* the player reaches at least this score */
    int statics;                  /* not 0: it relies on static proofs */
    uint64_t positions, policies; /* of the file, that were visited */
    uint64_t states;              /* visited, with the player to move */
    char failed_at[FOURSCORE_MAX_CELLS + 1]; /* the moves to where it fails */
};
#define FOURSCORE_CERTIFICATE_INIT FOURSCORE_SIZED(struct fourscore_certificate)

/*
 * Check a certificate of 'size' bytes: follow all replies of the other side,
 * without a search.  The format is described in fourscore-certificate(5).  Sets
 * '*certificate' if it succeeds or fails with FOURSCORE_NOT_PROVEN: then the
 * certificate does not prove its claim, or needs more than 8,388,608 states.
 * Also fails with FOURSCORE_BAD_CERTIFICATE, FOURSCORE_NO_MEMORY, or
 * FOURSCORE_BAD_ARGUMENT.  Takes at most 400 MB, most certificates far less.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_certificate_check(const void *bytes, size_t size,
                            struct fourscore_certificate *certificate,
                            struct fourscore_error *error);

/* Plays the player for whom a certificate is, without a search.  Any number of
 * threads may use a follower at the same time. */
typedef struct fourscore_follower fourscore_follower;

/*
 * Check a certificate, as fourscore_certificate_check() does, and set
 * '*follower' to a new follower.  It keeps nothing of 'bytes'.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_follower_new(fourscore_follower **follower, const void *bytes,
                       size_t size, struct fourscore_certificate *certificate,
                       struct fourscore_error *error);
void fourscore_follower_free(fourscore_follower *follower);

/* Why a follower plays a move. */
enum fourscore_reply_reason {
    FOURSCORE_REPLY_CHOICE = 1,    /* it is in the certificate */
    FOURSCORE_REPLY_FOUR,          /* it completes a four */
    FOURSCORE_REPLY_DOUBLE_THREAT, /* it threatens more than one stone prevents
                                    */
    FOURSCORE_REPLY_STATIC_PROOF,  /* it begins or follows a static proof */
    FOURSCORE_REPLY_LATE           /* any move reaches the score, below 0 */
};

struct fourscore_reply {
    size_t size; /* of this structure */
    int column;  /* from 1 */
    int reason;  /* enum fourscore_reply_reason */
};
#define FOURSCORE_REPLY_INIT FOURSCORE_SIZED(struct fourscore_reply)

/*
 * Set '*reply' to what the player plays after 'moves', from the empty board, as
 * for fourscore_from_moves().  If all moves of the player since the position of
 * the certificate are such replies, the player reaches at least the score of
 * the certificate.
 *
 * Fails with FOURSCORE_NOT_PROVEN if the certificate does not say what to play
 * there, because some move of the player is another one: '*error' tells the
 * first such move.  Also fails with FOURSCORE_GAME_OVER,
 * FOURSCORE_BAD_ARGUMENT, or FOURSCORE_BAD_POSITION, if 'moves' are wrong or
 * the other player is to move.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_follower_reply(const fourscore_follower *follower, const char *moves,
                         struct fourscore_reply *reply,
                         struct fourscore_error *error);

#ifdef __cplusplus
}
#endif

#endif
