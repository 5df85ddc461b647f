#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "lib/internal.h"

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

/* Set '*solver' to a handle that owns 'made', unless 'status' is a failure. */
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

/* Set the built-in book of a new solver if its board is 7x6. */
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

EXPORT enum fourscore_status
fourscore_solver_new(fourscore_solver **solver,
                     const struct fourscore_config *config)
{
    struct solver_config wanted;
    struct solver *made;

    *solver = NULL;
    enum fourscore_status status = lib_read_config(config, &wanted);
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

EXPORT enum fourscore_status fourscore_solver_worker(fourscore_solver **worker,
                                                     fourscore_solver *solver)
{
    struct solver *made;
    *worker = NULL;
    enum solver_status status = solver_new_worker(&made, solver->solver);
    return give(worker, solver->board, status, made);
}

EXPORT enum fourscore_status fourscore_set_book(fourscore_solver *solver,
                                                fourscore_book *book)
{
    return solver_set_book(solver->solver, book == NULL ? NULL : book->book)
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

static enum fourscore_status read_arguments(const fourscore_solver *solver,
                                            const fourscore_position *position,
                                            int goal, struct position *pos)
{
    if (!lib_unpack(position, pos) ||
        (goal != FOURSCORE_STRONG && goal != FOURSCORE_WEAK))
        return FOURSCORE_BAD_ARGUMENT;
    if (pos->board.width != solver->board.width ||
        pos->board.height != solver->board.height)
        return FOURSCORE_OTHER_BOARD;
    return FOURSCORE_OK;
}

/* The score; the game may be over. */
static struct solver_bounds solve(struct solver *solver, struct position pos,
                                  int goal)
{
    int score;
    if (!lib_is_finished(pos, goal, &score))
        return solver_solve(solver, pos, lib_goal(goal));
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
        *score = lib_bounds(solve(solver->solver, pos, goal));
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
        .size = sizeof all,
        .width = solver->board.width,
        .height = solver->board.height,
        .engine = solver_engine_name(solver->solver),
        .isa = solver_isa(solver->solver),
        .threads = solver_threads(solver->solver),
        .table_bytes = table.bytes,
        .huge_pages = table.huge_pages,
    };
    return lib_write_structure(info, info->size, &all, sizeof all);
}
