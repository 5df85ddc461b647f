/* Statuses, structures of the caller, configurations and solvers. */
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "lib/internal.h"
#include "os/os.h"

_Static_assert(FOURSCORE_MAX_WIDTH == BOARD_MAX_WIDTH &&
                   FOURSCORE_MAX_HEIGHT == BOARD_MAX_HEIGHT &&
                   FOURSCORE_MAX_CELLS == BOARD_MAX_CELLS &&
                   FOURSCORE_NO_MOVE == SOLVER_NO_MOVE &&
                   sizeof((struct fourscore_error *)0)->reason ==
                       BOARD_REASON_SIZE,
               "the public constants equal the internal ones");

/* ----------------------------------------------------------------- statuses */

/* The statuses of solver/solver.h. */
static const enum fourscore_status solver_statuses[] = {
    [SOLVER_OK] = FOURSCORE_OK,
    [SOLVER_UNKNOWN_BOARD] = FOURSCORE_NO_BOARD,
    [SOLVER_UNKNOWN_ENGINE] = FOURSCORE_NO_ENGINE,
    [SOLVER_UNKNOWN_ISA] = FOURSCORE_NO_ISA,
    [SOLVER_UNSAFE_TABLE] = FOURSCORE_UNSAFE_TABLE,
    [SOLVER_NO_MEMORY] = FOURSCORE_NO_MEMORY,
    [SOLVER_ONE_THREAD] = FOURSCORE_ONE_THREAD,
    [SOLVER_NO_THREAD] = FOURSCORE_NO_THREAD,
};

/* The texts of the others. */
static const char *const texts[] = {
    [FOURSCORE_BAD_POSITION] = "not a position",
    [FOURSCORE_BAD_MOVE] = "there is no such column, or it is full",
    [FOURSCORE_GAME_OVER] = "the game is over",
    [FOURSCORE_OTHER_BOARD] = "the position is for another board",
    [FOURSCORE_UNREACHABLE] = "no order of moves leads to the position",
    [FOURSCORE_TOO_SMALL] = "the buffer is too small",
    [FOURSCORE_BAD_ARGUMENT] = "an argument is invalid",
    [FOURSCORE_BAD_BOOK] = "not a book, or one for another board",
    [FOURSCORE_CANCELLED] = "the query was cancelled before it began",
    [FOURSCORE_BUSY] = "the pool has no answer yet",
    [FOURSCORE_IDLE] = "the pool has no query",
    [FOURSCORE_BAD_CERTIFICATE] = "not a certificate, or a damaged one",
    [FOURSCORE_NOT_PROVEN] = "the certificate does not prove its claim",
    [FOURSCORE_BAD_TABLE] = ("not a saved table, a damaged one, or one of "
                             "another board or engine"),
};

EXPORT const char *fourscore_strstatus(enum fourscore_status status)
{
    unsigned number = status;
    for (int i = SOLVER_OK; i <= SOLVER_NO_THREAD; i++)
        if (solver_statuses[i] == status)
            return solver_strstatus((enum solver_status)i);
    return number < sizeof texts / sizeof *texts && texts[number] != NULL
               ? texts[number]
               : "unknown status";
}

EXPORT const char *fourscore_version(void)
{
    return FOURSCORE_VERSION;
}

/* --------------------------------------------------------------- structures */

bool lib_read_structure(void *all, size_t all_size, const void *structure)
{
    const unsigned char *bytes = structure;
    size_t size;
    if (structure == NULL)
        return true;
    memcpy(&size, structure, sizeof size);
    if (size < sizeof size || size > LIB_MAX_STRUCTURE)
        return false;
    for (size_t i = all_size; i < size; i++)
        if (bytes[i] != 0)
            return false;
    memcpy(all, structure, size < all_size ? size : all_size);
    return true;
}

enum fourscore_status lib_write_structure(void *structure, const void *all,
                                          size_t all_size)
{
    size_t size;
    memcpy(&size, structure, sizeof size);
    if (size < sizeof size)
        return FOURSCORE_BAD_ARGUMENT;
    memcpy(structure, all, size < all_size ? size : all_size);
    memcpy(structure, &size, sizeof size);
    return FOURSCORE_OK;
}

/* ----------------------------------------------------------- configurations */

static bool is_count(int number)
{
    return number >= 0 && number <= FOURSCORE_MAX_THREADS;
}

/* Convert a configuration, or NULL, to that of solver/solver.h.  Fails with
 * FOURSCORE_BAD_ARGUMENT or FOURSCORE_NO_BOARD. */
static enum fourscore_status read_config(const struct fourscore_config *config,
                                         struct solver_config *wanted)
{
    struct fourscore_config all = FOURSCORE_CONFIG_INIT;
    if (!lib_read_structure(&all, sizeof all, config))
        return FOURSCORE_BAD_ARGUMENT;
    if (all.width < 0 || all.height < 0 || !is_count(all.threads) ||
        !is_count(all.workers))
        return FOURSCORE_BAD_ARGUMENT;

    bool is_default = all.width == 0 && all.height == 0;
    if (!is_default && !board_is_size(all.width, all.height))
        return FOURSCORE_NO_BOARD;
    *wanted = (struct solver_config){
        .board =
            is_default ? board_default() : board_make(all.width, all.height),
        .engine = all.engine,
        .table_bytes = all.table_bytes,
        .threads = all.threads,
        .workers = all.workers,
    };
    return FOURSCORE_OK;
}

/* Set '*wanted' to a configuration.  Returns the number of threads that share
 * its table, or 0 if there is no such solver. */
static int table_threads(const struct fourscore_config *config,
                         struct solver_config *wanted)
{
    if (read_config(config, wanted) != FOURSCORE_OK)
        return 0;
    int threads = (wanted->threads > 0 ? wanted->threads : 1) + wanted->workers;
    return threads > 1 && !solver_is_parallel(wanted->engine) ? 0 : threads;
}

EXPORT uint64_t fourscore_min_table_bytes(const struct fourscore_config *config)
{
    struct solver_config wanted;
    int threads = table_threads(config, &wanted);
    return threads == 0
               ? 0
               : solver_min_table_bytes(wanted.board, wanted.engine, threads);
}

EXPORT uint64_t
fourscore_default_table_bytes(const struct fourscore_config *config)
{
    struct solver_config wanted;
    int threads = table_threads(config, &wanted);
    return threads == 0 ? 0
                        : solver_default_table_bytes(wanted.board,
                                                     wanted.engine, threads);
}

EXPORT int fourscore_default_threads(const char *engine)
{
    int cores = os_machine("").cores;
    if (!solver_is_parallel(engine))
        return 1;
    return cores < FOURSCORE_MAX_THREADS ? cores : FOURSCORE_MAX_THREADS;
}

EXPORT const char *fourscore_engine_name(int index)
{
    return solver_engine(index);
}

EXPORT const char *fourscore_isa_name(int index)
{
    return index < 0 ? NULL : solver_machine_isa(index);
}

EXPORT enum fourscore_status
fourscore_machine_info(struct fourscore_machine_info *info)
{
    struct os_machine machine = os_machine("");
    struct fourscore_machine_info all = {
        .cores = machine.cores,
        .memory_bytes = machine.memory,
        .isa = solver_chosen_isa(),
    };
    return lib_write_structure(info, &all, sizeof all);
}

/* ------------------------------------------------------------------ solvers */

/* Set '*solver' to a handle that owns 'made'. */
static enum fourscore_status give(fourscore_solver **solver, struct board board,
                                  struct solver *made)
{
    *solver = malloc(sizeof **solver);
    if (*solver == NULL) {
        solver_free(made);
        return FOURSCORE_NO_MEMORY;
    }
    **solver = (fourscore_solver){.board = board, .solver = made};
    return FOURSCORE_OK;
}

/* Set the built-in book of a new solver if its board is 7x6. */
static enum fourscore_status give_default_book(fourscore_solver *solver)
{
    struct book *book;
    if (!board_is_default(solver->board))
        return FOURSCORE_OK;
    if (book_builtin(&book) != BOOK_OK)
        return FOURSCORE_NO_MEMORY;
    bool is_set = solver_set_book(solver->solver, book);
    book_close(book);
    return is_set ? FOURSCORE_OK : FOURSCORE_BAD_BOOK;
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
    enum solver_status made_status = solver_new(&made, &wanted);
    if (made_status != SOLVER_OK)
        return solver_statuses[made_status];
    status = give(solver, wanted.board, made);
    if (status == FOURSCORE_OK)
        status = give_default_book(*solver);
    if (status != FOURSCORE_OK) {
        fourscore_solver_free(*solver);
        *solver = NULL;
    }
    return status;
}

EXPORT enum fourscore_status fourscore_solver_worker(fourscore_solver **worker,
                                                     fourscore_solver *solver)
{
    struct solver *made;
    *worker = NULL;
    enum solver_status status = solver_new_worker(&made, solver->solver);
    return status == SOLVER_OK ? give(worker, solver->board, made)
                               : solver_statuses[status];
}

EXPORT enum fourscore_status fourscore_set_book(fourscore_solver *solver,
                                                fourscore_book *book)
{
    return solver_set_book(solver->solver, (struct book *)book)
               ? FOURSCORE_OK
               : FOURSCORE_BAD_BOOK;
}

EXPORT void fourscore_solver_free(fourscore_solver *solver)
{
    if (solver == NULL)
        return;
    solver_free(solver->solver);
    free(solver);
}

EXPORT enum fourscore_status fourscore_solve(fourscore_solver *solver,
                                             const fourscore_position *position,
                                             int goal,
                                             struct fourscore_bounds *score)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    query.position = *position;
    query.goal = goal;
    if (goal == FOURSCORE_NULL_WINDOW) /* of queries only */
        return FOURSCORE_BAD_ARGUMENT;
    enum fourscore_status status = fourscore_ask(solver, &query, &answer);
    if (status == FOURSCORE_OK)
        *score = answer.score;
    return status;
}

EXPORT void fourscore_clear(fourscore_solver *solver)
{
    solver_clear(solver->solver);
}

EXPORT enum fourscore_status
fourscore_solver_info(const fourscore_solver *solver,
                      struct fourscore_solver_info *info)
{
    struct solver_table table = solver_table(solver->solver);
    struct fourscore_solver_info all = {
        .width = solver->board.width,
        .height = solver->board.height,
        .engine = solver_engine_name(solver->solver),
        .isa = solver_isa(solver->solver),
        .threads = solver_threads(solver->solver),
        .table_bytes = table.bytes,
        .huge_pages = table.huge_pages,
    };
    return lib_write_structure(info, &all, sizeof all);
}
