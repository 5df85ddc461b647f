#include "lib/fourscore.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/notation.h"
#include "bitboard/position.h"
#include "bitboard/read.h"
#include "book/book.h"
#include "solver/solver.h"

/* The rest of the library is compiled with -fvisibility=hidden. */
#define EXPORT __attribute__((visibility("default")))

struct fourscore_solver {
    struct solver *solver;
    struct board board;
};

_Static_assert(FOURSCORE_MAX_WIDTH == BOARD_MAX_WIDTH &&
                   FOURSCORE_MAX_HEIGHT == BOARD_MAX_HEIGHT &&
                   FOURSCORE_MAX_CELLS == BOARD_MAX_CELLS &&
                   FOURSCORE_NO_MOVE == SOLVER_NO_MOVE &&
                   sizeof((struct fourscore_error *)0)->reason ==
                       BOARD_REASON_SIZE,
               "the public header says what the internal ones say");

EXPORT const char *fourscore_strstatus(enum fourscore_status status)
{
    switch (status) {
    case FOURSCORE_OK:
        return solver_strstatus(SOLVER_OK);
    case FOURSCORE_NO_BOARD:
        return solver_strstatus(SOLVER_UNKNOWN_BOARD);
    case FOURSCORE_NO_ENGINE:
        return solver_strstatus(SOLVER_UNKNOWN_ENGINE);
    case FOURSCORE_NO_ISA:
        return solver_strstatus(SOLVER_UNKNOWN_ISA);
    case FOURSCORE_UNSAFE_TABLE:
        return solver_strstatus(SOLVER_UNSAFE_TABLE);
    case FOURSCORE_NO_MEMORY:
        return solver_strstatus(SOLVER_NO_MEMORY);
    case FOURSCORE_NO_THREAD:
        return solver_strstatus(SOLVER_NO_THREAD);
    case FOURSCORE_ONE_THREAD:
        return solver_strstatus(SOLVER_ONE_THREAD);
    case FOURSCORE_BAD_POSITION:
        return "that is no position";
    case FOURSCORE_BAD_MOVE:
        return "there is no such column, or it is full";
    case FOURSCORE_GAME_OVER:
        return "the game is over";
    case FOURSCORE_OTHER_BOARD:
        return "the position is of another board";
    case FOURSCORE_UNREACHABLE:
        return "no order of moves leads to the position";
    case FOURSCORE_TOO_SMALL:
        return "the buffer is too small";
    case FOURSCORE_BAD_ARGUMENT:
        return "an argument is not allowed";
    case FOURSCORE_BAD_BOOK:
        return "the file is no book for the board";
    }
    return "unknown status";
}

EXPORT const char *fourscore_version(void)
{
    return FOURSCORE_VERSION;
}

/* ---------------------------------------------------------------- positions */

/* The words of a position: two for the stones of the side to move, two for
 * everybody's, the low ones first, then ply, width and height, a byte each. */
static fourscore_position pack(struct position pos)
{
    return (fourscore_position){
        {(uint64_t)pos.mover, (uint64_t)(pos.mover >> 64), (uint64_t)pos.stones,
         (uint64_t)(pos.stones >> 64),
         (uint64_t)pos.ply | (uint64_t)pos.board.width << 8 |
             (uint64_t)pos.board.height << 16}};
}

/* Whether stones lie on stones, and the players have taken turns. */
static bool is_position(struct position pos)
{
    return (pos.stones & ~pos.board.full) == 0 &&
           (pos.stones & (pos.stones + pos.board.bottom)) == 0 &&
           (pos.mover & ~pos.stones) == 0 &&
           board_popcount(pos.stones) == pos.ply &&
           board_popcount(pos.mover) == pos.ply / 2;
}

/* False if no function has set '*position'. */
static bool unpack(const fourscore_position *position, struct position *pos)
{
    const uint64_t *words = position->opaque;
    int width = (int)(words[4] >> 8 & 0xff);
    int height = (int)(words[4] >> 16 & 0xff);

    if (!board_is_size(width, height))
        return false;
    *pos = (struct position){
        .mover = (board_bits)words[1] << 64 | words[0],
        .stones = (board_bits)words[3] << 64 | words[2],
        .ply = (int)(words[4] & 0xff),
        .board = board_make(width, height),
    };
    return is_position(*pos);
}

static void set_error(struct fourscore_error *error, size_t at,
                      const char reason[BOARD_REASON_SIZE])
{
    if (error == NULL)
        return;
    error->at = at;
    memcpy(error->reason, reason, sizeof error->reason);
}

EXPORT enum fourscore_status fourscore_from_moves(fourscore_position *position,
                                                  int width, int height,
                                                  const char *text,
                                                  struct fourscore_error *error)
{
    if (!board_is_size(width, height))
        return FOURSCORE_NO_BOARD;

    struct position pos;
    struct board_error found;
    if (board_parse_game(board_make(width, height), text, strlen(text), &pos,
                         &found) != BOARD_OK) {
        set_error(error, found.at, found.reason);
        return FOURSCORE_BAD_POSITION;
    }
    *position = pack(pos);
    return FOURSCORE_OK;
}

EXPORT enum fourscore_status fourscore_from_cells(fourscore_position *position,
                                                  int width, int height,
                                                  const int *cells,
                                                  struct fourscore_error *error)
{
    if (!board_is_size(width, height))
        return FOURSCORE_NO_BOARD;

    struct position pos;
    struct board_error found;
    if (board_from_cells(board_make(width, height), cells, &pos, &found.at,
                         found.reason) != BOARD_OK) {
        set_error(error, found.at, found.reason);
        return FOURSCORE_BAD_POSITION;
    }
    *position = pack(pos);
    return FOURSCORE_OK;
}

EXPORT enum fourscore_status fourscore_play(fourscore_position *position,
                                            int column)
{
    struct position pos;
    if (!unpack(position, &pos))
        return FOURSCORE_BAD_ARGUMENT;
    if (board_is_won(pos))
        return FOURSCORE_GAME_OVER;
    if (column < 1 || column > pos.board.width ||
        !board_can_play(pos, column - 1))
        return FOURSCORE_BAD_MOVE;
    *position = pack(board_play(pos, column - 1));
    return FOURSCORE_OK;
}

EXPORT int fourscore_width(const fourscore_position *position)
{
    struct position pos;
    return unpack(position, &pos) ? pos.board.width : 0;
}

EXPORT int fourscore_height(const fourscore_position *position)
{
    struct position pos;
    return unpack(position, &pos) ? pos.board.height : 0;
}

EXPORT int fourscore_ply(const fourscore_position *position)
{
    struct position pos;
    return unpack(position, &pos) ? pos.ply : 0;
}

EXPORT int fourscore_winner(const fourscore_position *position)
{
    struct position pos;
    if (!unpack(position, &pos) || !board_is_won(pos))
        return 0;
    return pos.ply % 2 == 1 ? 1 : 2;
}

EXPORT void fourscore_key(const fourscore_position *position, uint64_t key[2])
{
    struct position pos;
    board_bits sum = unpack(position, &pos) ? board_key(pos) : 0;
    key[0] = (uint64_t)sum;
    key[1] = (uint64_t)(sum >> 64);
}

EXPORT void fourscore_cells(const fourscore_position *position, int *cells)
{
    struct position pos;
    if (unpack(position, &pos))
        board_to_cells(pos, cells);
}

EXPORT enum fourscore_status fourscore_moves(const fourscore_position *position,
                                             char *text, size_t size)
{
    struct position pos;
    char moves[BOARD_MAX_CELLS + 1];

    if (!unpack(position, &pos))
        return FOURSCORE_BAD_ARGUMENT;
    if (size <= (size_t)pos.ply)
        return FOURSCORE_TOO_SMALL;
    switch (board_moves(pos, moves)) {
    case BOARD_REACHED:
        memcpy(text, moves, (size_t)pos.ply + 1);
        return FOURSCORE_OK;
    case BOARD_UNREACHABLE:
        return FOURSCORE_UNREACHABLE;
    case BOARD_REACH_UNKNOWN:
        break;
    }
    return FOURSCORE_NO_MEMORY;
}

/* ------------------------------------------------------------------ solvers */

static enum fourscore_status status_of(enum solver_status status)
{
    switch (status) {
    case SOLVER_OK:
        return FOURSCORE_OK;
    case SOLVER_UNKNOWN_BOARD:
        return FOURSCORE_NO_BOARD;
    case SOLVER_UNKNOWN_ENGINE:
        return FOURSCORE_NO_ENGINE;
    case SOLVER_UNKNOWN_ISA:
        return FOURSCORE_NO_ISA;
    case SOLVER_UNSAFE_TABLE:
        return FOURSCORE_UNSAFE_TABLE;
    case SOLVER_NO_MEMORY:
        return FOURSCORE_NO_MEMORY;
    case SOLVER_ONE_THREAD:
        return FOURSCORE_ONE_THREAD;
    case SOLVER_NO_THREAD:
        return FOURSCORE_NO_THREAD;
    }
    return FOURSCORE_BAD_ARGUMENT;
}

/* Set '*solver' to a handle of what was made with 'status', which it then owns.
 */
static enum fourscore_status give(fourscore_solver **solver, struct board board,
                                  enum solver_status status,
                                  struct solver *made)
{
    if (status != SOLVER_OK)
        return status_of(status);
    *solver = malloc(sizeof **solver);
    if (*solver == NULL) {
        solver_free(made);
        return FOURSCORE_NO_MEMORY;
    }
    **solver = (fourscore_solver){.board = board, .solver = made};
    return FOURSCORE_OK;
}

/* Give a new solver the book of its board, if there is one. */
static enum fourscore_status give_default_book(fourscore_solver *solver)
{
    struct book *book;
    if (!board_is_default(solver->board))
        return FOURSCORE_OK;
    if (book_builtin(&book) != BOOK_OK)
        return FOURSCORE_NO_MEMORY;
    solver_set_book(solver->solver, book);
    book_close(book);
    return FOURSCORE_OK;
}

static bool is_count(int number)
{
    return number >= 0 && number <= FOURSCORE_MAX_THREADS;
}

/* The configuration as solver/ has it. Returns a status/. */
static enum fourscore_status read_config(const struct fourscore_config *config,
                                         struct solver_config *wanted)
{
    static const struct fourscore_config defaults = {0};

    if (config == NULL)
        config = &defaults;
    if (config->width < 0 || config->height < 0 || !is_count(config->threads) ||
        !is_count(config->workers))
        return FOURSCORE_BAD_ARGUMENT;

    bool is_default = config->width == 0 && config->height == 0;
    if (!is_default && !board_is_size(config->width, config->height))
        return FOURSCORE_NO_BOARD;
    *wanted = (struct solver_config){
        .board = is_default ? board_default()
                            : board_make(config->width, config->height),
        .engine = config->engine,
        .table_bytes = config->table_bytes,
        .threads = config->threads,
        .workers = config->workers,
    };
    return FOURSCORE_OK;
}

EXPORT enum fourscore_status
fourscore_solver_new(fourscore_solver **solver,
                     const struct fourscore_config *config)
{
    struct solver_config wanted;
    struct solver *made;

    *solver = NULL;
    enum fourscore_status status = read_config(config, &wanted);
    if (status != FOURSCORE_OK)
        return status;
    enum solver_status created = solver_new(&made, &wanted);
    status = give(solver, wanted.board, created, made);
    if (status == FOURSCORE_OK)
        status = give_default_book(*solver);
    if (status != FOURSCORE_OK) {
        fourscore_solver_free(*solver);
        *solver = NULL;
    }
    return status;
}

EXPORT uint64_t fourscore_min_table_bytes(const struct fourscore_config *config)
{
    struct solver_config wanted;
    if (read_config(config, &wanted) != FOURSCORE_OK)
        return 0;
    int threads = (wanted.threads > 0 ? wanted.threads : 1) + wanted.workers;
    if (threads > 1 && !solver_is_parallel(wanted.engine))
        return 0;
    return solver_min_table_bytes(wanted.board, wanted.engine, threads);
}

EXPORT enum fourscore_status fourscore_solver_worker(fourscore_solver **worker,
                                                     fourscore_solver *solver)
{
    struct solver *made;
    *worker = NULL;
    enum solver_status status = solver_new_worker(&made, solver->solver);
    return give(worker, solver->board, status, made);
}

static enum fourscore_status refuse_book(struct fourscore_error *error,
                                         const char *reason)
{
    char text[BOARD_REASON_SIZE] = "";
    snprintf(text, sizeof text, "%s", reason);
    set_error(error, 0, text);
    return FOURSCORE_BAD_BOOK;
}

/* The system's reason, in English whatever the locale of the program. */
static enum fourscore_status
refuse_unreadable_book(struct fourscore_error *error, int number)
{
    locale_t english = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (english == (locale_t)0)
        return refuse_book(error, book_strstatus(BOOK_SYSTEM_ERROR));
    enum fourscore_status status =
        refuse_book(error, strerror_l(number, english));
    freelocale(english);
    return status;
}

EXPORT enum fourscore_status fourscore_set_book(fourscore_solver *solver,
                                                const char *path,
                                                struct fourscore_error *error)
{
    struct book *book = NULL;
    enum book_status status = path == NULL ? BOOK_OK : book_open(&book, path);
    if (status == BOOK_NO_MEMORY)
        return FOURSCORE_NO_MEMORY;
    if (status == BOOK_SYSTEM_ERROR)
        return refuse_unreadable_book(error, errno);
    if (status != BOOK_OK)
        return refuse_book(error, book_strstatus(status));
    bool fits = solver_set_book(solver->solver, book);
    book_close(book);
    return fits ? FOURSCORE_OK
                : refuse_book(error, "the book is for another board");
}

EXPORT void fourscore_solver_free(fourscore_solver *solver)
{
    if (solver == NULL)
        return;
    solver_free(solver->solver);
    free(solver);
}

static enum fourscore_status read_arguments(const fourscore_solver *solver,
                                            const fourscore_position *position,
                                            int goal, struct position *pos)
{
    if (!unpack(position, pos) ||
        (goal != FOURSCORE_STRONG && goal != FOURSCORE_WEAK))
        return FOURSCORE_BAD_ARGUMENT;
    if (pos->board.width != solver->board.width ||
        pos->board.height != solver->board.height)
        return FOURSCORE_OTHER_BOARD;
    return FOURSCORE_OK;
}

static struct fourscore_bounds bounds_of(struct solver_bounds bounds)
{
    return (struct fourscore_bounds){bounds.lower, bounds.upper};
}

static enum solver_goal goal_of(int goal)
{
    return goal == FOURSCORE_WEAK ? SOLVER_WEAK : SOLVER_STRONG;
}

/* The score, of finished games too. */
static struct solver_bounds solve(struct solver *solver, struct position pos,
                                  int goal)
{
    bool won = board_is_won(pos);
    if (!won && pos.ply < board_cells(pos.board))
        return solver_solve(solver, pos, goal_of(goal));
    int score = won ? -board_win_score(pos.board, pos.ply) : 0;
    if (goal == FOURSCORE_WEAK)
        score = board_weak_score(score);
    return (struct solver_bounds){score, score};
}

EXPORT enum fourscore_status fourscore_solve(fourscore_solver *solver,
                                             const fourscore_position *position,
                                             int goal,
                                             struct fourscore_bounds *score)
{
    struct position pos;
    enum fourscore_status status = read_arguments(solver, position, goal, &pos);
    if (status == FOURSCORE_OK)
        *score = bounds_of(solve(solver->solver, pos, goal));
    return status;
}

EXPORT enum fourscore_status
fourscore_move_scores(fourscore_solver *solver,
                      const fourscore_position *position, int goal,
                      struct fourscore_bounds *scores)
{
    struct position pos;
    enum fourscore_status status = read_arguments(solver, position, goal, &pos);
    if (status != FOURSCORE_OK)
        return status;
    if (board_is_won(pos))
        return FOURSCORE_GAME_OVER;

    struct solver_bounds found[BOARD_MAX_WIDTH];
    solver_move_scores(solver->solver, pos, goal_of(goal), found);
    for (int column = 0; column < pos.board.width; column++)
        scores[column] = bounds_of(found[column]);
    return FOURSCORE_OK;
}

/* Write columns as a move string. */
static enum fourscore_status write_columns(const int *columns, int count,
                                           char *text, size_t size)
{
    if (size <= (size_t)count)
        return FOURSCORE_TOO_SMALL;
    for (int i = 0; i < count; i++)
        text[i] = board_column_name(columns[i]);
    text[count] = '\0';
    return FOURSCORE_OK;
}

EXPORT enum fourscore_status
fourscore_best_moves(fourscore_solver *solver,
                     const fourscore_position *position, int goal,
                     struct fourscore_bounds *score, char *text, size_t size)
{
    struct position pos;
    enum fourscore_status status = read_arguments(solver, position, goal, &pos);
    if (status != FOURSCORE_OK)
        return status;
    if (board_is_won(pos))
        return FOURSCORE_GAME_OVER;

    struct solver_best best = {0};
    struct solver_bounds found = {0, 0}; /* of a full board */
    if (pos.ply < board_cells(pos.board))
        found = solver_best_moves(solver->solver, pos, goal_of(goal), &best);
    status =
        write_columns(best.columns, best.complete ? best.count : 0, text, size);
    if (status == FOURSCORE_OK)
        *score = bounds_of(found);
    return status;
}

EXPORT enum fourscore_status fourscore_pv(fourscore_solver *solver,
                                          const fourscore_position *position,
                                          char *text, size_t size)
{
    struct position pos;
    enum fourscore_status status =
        read_arguments(solver, position, FOURSCORE_STRONG, &pos);
    if (status != FOURSCORE_OK)
        return status;

    int columns[BOARD_MAX_CELLS], count = 0;
    struct solver_bounds score = solve(solver->solver, pos, FOURSCORE_STRONG);
    if (!board_is_won(pos) && solver_is_score(score))
        count = solver_pv(solver->solver, pos, score.lower, columns);
    return write_columns(columns, count, text, size);
}

EXPORT enum fourscore_status fourscore_limit(fourscore_solver *solver,
                                             double seconds, uint64_t nodes)
{
    if (!(seconds >= 0)) /* or no number */
        return FOURSCORE_BAD_ARGUMENT;
    solver_limit(solver->solver, seconds, nodes);
    return FOURSCORE_OK;
}

EXPORT void fourscore_stop(fourscore_solver *solver)
{
    solver_stop(solver->solver);
}

EXPORT void fourscore_resume(fourscore_solver *solver)
{
    solver_resume(solver->solver);
}

EXPORT void fourscore_clear(fourscore_solver *solver)
{
    solver_clear(solver->solver);
}

EXPORT uint64_t fourscore_nodes(const fourscore_solver *solver)
{
    return solver_nodes(solver->solver);
}

EXPORT uint64_t fourscore_table_bytes(const fourscore_solver *solver)
{
    return solver_table(solver->solver).bytes;
}

EXPORT const char *fourscore_engine(const fourscore_solver *solver)
{
    return solver_engine_name(solver->solver);
}

EXPORT const char *fourscore_isa(const fourscore_solver *solver)
{
    return solver_isa(solver->solver);
}
