/* Scores: 'fast' agrees with 'tutorial-12' on any position. */
#include "solver/solver.h"
#include "test/fuzz/fuzz.h"

/* Boards, and the number of empty cells up to which both engines are fast. */
static const struct {
    int width, height, max_empty;
} boards[] = {
    {4, 4, 16}, {5, 4, 16}, {4, 5, 16}, {5, 5, 14},
    {6, 4, 14}, {7, 6, 12}, {8, 8, 12},
};

enum { BOARDS = sizeof boards / sizeof boards[0] };

/* Open the solver on the first call.  It is kept for the next inputs, so that
 * its table has results of other positions. */
static struct solver *open_solver(struct solver **solver, struct board board,
                                  const char *engine)
{
    struct solver_config config = {
        .board = board,
        .engine = engine,
        .table_bytes = solver_min_table_bytes(board, engine, 1),
    };
    if (*solver == NULL)
        assert(solver_new(solver, &config) == SOLVER_OK);
    return *solver;
}

/* The column of the move with index number % count among the 'count' moves that
 * do not win, or -1 if there is none. */
static int find_move(struct position pos, int number)
{
    int columns[BOARD_MAX_WIDTH];
    int count = 0;
    board_bits cells = board_playable(pos) & ~board_winning_moves(pos);
    for (int column = 0; column < pos.board.width; column++)
        if ((cells & board_column(pos.board, column)) != 0)
            columns[count++] = column;
    return count == 0 ? -1 : columns[number % count];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct solver *solvers[BOARDS][2];
    if (size == 0)
        return 0;

    int chosen = data[0] % BOARDS;
    struct board board =
        board_make(boards[chosen].width, boards[chosen].height);
    struct solver *fast = open_solver(&solvers[chosen][0], board, "fast");
    struct solver *tutorial =
        open_solver(&solvers[chosen][1], board, "tutorial-12");
    struct position pos = board_empty(board);
    int min_ply = board_cells(board) - boards[chosen].max_empty;

    /* Too few moves are repeated. */
    for (size_t i = 1; i < size || pos.ply < min_ply; i++) {
        int column =
            find_move(pos, size > 1 ? data[1 + (i - 1) % (size - 1)] : 0);
        if (column < 0)
            return 0;
        pos = board_play(pos, column);
    }
    for (int goal = SOLVER_STRONG; goal <= SOLVER_WEAK; goal++) {
        struct solver_bounds a =
            solver_solve(fast, pos, (enum solver_goal)goal);
        struct solver_bounds b =
            solver_solve(tutorial, pos, (enum solver_goal)goal);
        assert(solver_is_score(a) && solver_is_score(b));
        assert(a.lower == b.lower);
    }
    return 0;
}
