#include "solver/solver.h"

#include <stdlib.h>

#include "book/book.h"
#include "os/os.h"
#include "solver/engine.h"

/* A thread that helps with the searches of the solver that started it. */
struct helper {
    os_thread thread;
    struct solver *solver;
};

struct solver {
    struct board board;
    struct dispatch dispatch;
    struct book *book;
    uint64_t book_hits;
    void *state;
    struct search_control control;
    struct helper *helpers;
    int helper_count;
    long process; /* that the helpers run in */
};

const char *solver_strstatus(enum solver_status status)
{
    switch (status) {
    case SOLVER_OK:
        return "no error";
    case SOLVER_UNKNOWN_BOARD:
        return "there is no board of that size";
    case SOLVER_UNKNOWN_ENGINE:
        return "there is no engine of that name";
    case SOLVER_UNKNOWN_ISA:
        return "FOURSCORE_ISA names no instruction set of this machine";
    case SOLVER_UNSAFE_TABLE:
        return "the table is smaller than the engine allows on this board";
    case SOLVER_NO_MEMORY:
        return "out of memory";
    case SOLVER_ONE_THREAD:
        return "the engine supports one thread only";
    case SOLVER_NO_THREAD:
        return "the system refuses to start another thread";
    }
    return "unknown status";
}

/* A solver with the table of 'other', or with one of its own if that is NULL.
 */
static enum solver_status new_solver(struct solver **solver, struct board board,
                                     struct dispatch dispatch,
                                     uint64_t table_bytes, int threads,
                                     struct solver *other)
{
    struct solver *created = calloc(1, sizeof *created);
    if (created == NULL)
        return SOLVER_NO_MEMORY;
    created->board = board;
    created->dispatch = dispatch;

    const struct engine *engine = dispatch.engine;
    enum solver_status status =
        control_open(&created->control, other ? &other->control : NULL);
    if (status != SOLVER_OK) {
        free(created);
        return status;
    }
    if (other == NULL)
        status = engine->open(&created->state, board, table_bytes, threads,
                              &created->control);
    else
        status = engine->join(&created->state, other->state, &created->control);
    if (status != SOLVER_OK) {
        control_close(&created->control);
        free(created);
        return status;
    }
    if (other != NULL)
        created->book = book_share(other->book);
    *solver = created;
    return SOLVER_OK;
}

enum solver_status solver_new_worker(struct solver **worker,
                                     struct solver *solver)
{
    *worker = NULL;
    if (solver->dispatch.engine->join == NULL)
        return SOLVER_ONE_THREAD;
    return new_solver(worker, solver->board, solver->dispatch, 0, 1, solver);
}

static void *run_helper(void *solver)
{
    solver_help(solver);
    return NULL;
}

static enum solver_status start_helper(struct solver *solver)
{
    struct helper helper;
    enum solver_status status = solver_new_worker(&helper.solver, solver);
    if (status != SOLVER_OK)
        return status;
    if (!os_thread_start(&helper.thread, run_helper, helper.solver)) {
        solver_free(helper.solver);
        return SOLVER_NO_THREAD;
    }
    solver->helpers[solver->helper_count++] = helper;
    return SOLVER_OK;
}

static enum solver_status start_helpers(struct solver *solver, int count)
{
    enum solver_status status = SOLVER_OK;

    if (count < 1)
        return SOLVER_OK;
    solver->process = os_process();
    solver->helpers = calloc((size_t)count, sizeof *solver->helpers);
    if (solver->helpers == NULL)
        return SOLVER_NO_MEMORY;
    while (solver->helper_count < count && status == SOLVER_OK)
        status = start_helper(solver);
    return status;
}

enum solver_status solver_new(struct solver **solver,
                              const struct solver_config *config)
{
    *solver = NULL;
    struct dispatch dispatch;
    enum solver_status status =
        dispatch_find(&dispatch, config->board, config->engine);
    if (status != SOLVER_OK)
        return status;
    if ((config->threads > 1 || config->workers > 0) &&
        dispatch.engine->join == NULL)
        return SOLVER_ONE_THREAD;

    int threads = config->threads > 1 ? config->threads : 1;
    int all_threads = threads + config->workers;
    uint64_t table_bytes = config->table_bytes;
    if (table_bytes == 0)
        table_bytes =
            dispatch_table_bytes(dispatch.engine, config->board, all_threads);
    status = new_solver(solver, config->board, dispatch, table_bytes,
                        all_threads, NULL);
    if (status == SOLVER_UNSAFE_TABLE && config->table_bytes == 0)
        status = SOLVER_NO_MEMORY; /* not even to find the smallest safe size */
    if (status == SOLVER_OK)
        status = start_helpers(*solver, threads - 1);
    if (status != SOLVER_OK) {
        solver_free(*solver);
        *solver = NULL;
    }
    return status;
}

void solver_free(struct solver *solver)
{
    if (solver == NULL)
        return;
    bool forked = solver->process != os_process(); /* a child has no helpers */
    for (int i = 0; i < solver->helper_count && !forked; i++)
        solver_stop(solver->helpers[i].solver);
    for (int i = 0; i < solver->helper_count; i++) {
        if (!forked)
            os_thread_join(solver->helpers[i].thread);
        solver_free(solver->helpers[i].solver);
    }
    free(solver->helpers);
    book_close(solver->book);
    control_close(&solver->control);
    solver->dispatch.engine->close(solver->state);
    free(solver);
}

static struct solver_bounds possible_scores(struct position pos)
{
    return (struct solver_bounds){board_min_score(pos.board, pos.ply),
                                  board_max_score(pos.board, pos.ply)};
}

static struct solver_bounds signs(struct solver_bounds score)
{
    return (struct solver_bounds){board_weak_score(score.lower),
                                  board_weak_score(score.upper)};
}

static struct solver_bounds negated(struct solver_bounds score)
{
    return (struct solver_bounds){-score.upper, -score.lower};
}

static struct solver_bounds maximum(struct solver_bounds a,
                                    struct solver_bounds b)
{
    return (struct solver_bounds){a.lower > b.lower ? a.lower : b.lower,
                                  a.upper > b.upper ? a.upper : b.upper};
}

void solver_help(struct solver *solver)
{
    control_help(&solver->control, solver->dispatch.engine->help,
                 solver->state);
}

static struct solver_bounds
search_window(struct solver *solver, struct position pos, int lower, int upper)
{
    assert(pos.board.width == solver->board.width &&
           pos.board.height == solver->board.height);
    int score;
    if (solver->book != NULL && book_lookup(solver->book, pos, &score)) {
        solver->book_hits++;
        return (struct solver_bounds){score, score};
    }
    return solver->dispatch.engine->solve_window(solver->state, pos, lower,
                                                 upper);
}

struct solver_bounds solver_solve_window(struct solver *solver,
                                         struct position pos, int lower,
                                         int upper)
{
    assert(lower < upper);
    solver_reset_progress(solver, pos);
    /* No score is beyond the number of cells. */
    int cells = board_cells(pos.board);
    lower = lower < -cells ? -cells : lower;
    upper = upper > cells ? cells : upper;
    if (lower >= cells || upper <= -cells)
        return possible_scores(pos);
    return search_window(solver, pos, lower, upper);
}

struct solver_bounds solver_solve(struct solver *solver, struct position pos,
                                  enum solver_goal goal)
{
    struct solver_bounds all = possible_scores(pos);
    if (goal == SOLVER_WEAK)
        return signs(solver_solve_window(solver, pos, -1, 1));
    solver_reset_progress(solver, pos);
    return search_window(solver, pos, all.lower, all.upper);
}

struct solver_bounds
solver_move_scores(struct solver *solver, struct position pos,
                   enum solver_goal goal,
                   struct solver_bounds scores[BOARD_MAX_WIDTH])
{
    static const struct solver_bounds none = {SOLVER_NO_MOVE, SOLVER_NO_MOVE};
    board_bits wins = board_winning_moves(pos);
    struct solver_bounds best = none;
    struct solver_bounds known = possible_scores(pos);

    solver_reset_progress(solver, pos);
    for (int column = 0; column < pos.board.width; column++) {
        scores[column] = none;
        if ((wins & board_column(pos.board, column)) != 0) {
            int win = board_win_score(pos.board, pos.ply + 1);
            scores[column] = (struct solver_bounds){win, win};
        } else if (board_can_play(pos, column)) {
            solver->control.quiet = true;
            scores[column] =
                negated(solver_solve(solver, board_play(pos, column), goal));
            solver->control.quiet = false;
        }
        if (goal == SOLVER_WEAK && scores[column].lower != SOLVER_NO_MOVE)
            scores[column] = signs(scores[column]);
        best = maximum(best, scores[column]);
        known.lower = best.lower > known.lower ? best.lower : known.lower;
        control_publish_bounds(&solver->control, known);
    }
    return best.lower == SOLVER_NO_MOVE ? (struct solver_bounds){0, 0} : best;
}

/* Whether no move can have a higher score than the one in 'column'. */
static bool is_best(struct board board,
                    const struct solver_bounds scores[BOARD_MAX_WIDTH],
                    int column)
{
    if (scores[column].lower == SOLVER_NO_MOVE)
        return false;
    for (int other = 0; other < board.width; other++)
        if (other != column && scores[other].upper > scores[column].lower)
            return false;
    return true;
}

int solver_best_of_scores(struct board board,
                          const struct solver_bounds scores[BOARD_MAX_WIDTH],
                          int columns[BOARD_MAX_WIDTH])
{
    int count = 0;
    for (int index = 0; index < board.width; index++) {
        int column = board_centre_first(board, index);
        if (is_best(board, scores, column))
            columns[count++] = column;
    }
    return count;
}

/*
 * Whether the opponent's score after the move into 'column' is at most -score,
 * by a null-window search.  Sets '*known' to false if the search was stopped.
 */
static bool keeps_score(struct solver *solver, struct position pos, int column,
                        int score, bool *known)
{
    struct solver_bounds child = solver_solve_window(
        solver, board_play(pos, column), -score, -score + 1);
    *known = child.upper <= -score || child.lower > -score;
    return child.upper <= -score;
}

/* Whether the move into 'column' has the strong or weak score of 'pos'. */
static bool is_best_move(struct solver *solver, struct position pos, int column,
                         enum solver_goal goal, int score, bool *known)
{
    board_bits wins = board_winning_moves(pos);
    *known = true;
    if ((wins & board_column(pos.board, column)) != 0 ||
        (goal == SOLVER_WEAK && score < 0))
        return true; /* if all moves lose, all have the weak score */
    if (wins != 0 && goal == SOLVER_STRONG)
        return false;
    return keeps_score(solver, pos, column, score, known);
}

struct solver_bounds solver_best_moves(struct solver *solver,
                                       struct position pos,
                                       enum solver_goal goal,
                                       struct solver_best *best)
{
    struct solver_bounds score = solver_solve(solver, pos, goal);

    *best = (struct solver_best){.complete = solver_is_score(score)};
    solver->control.quiet = true; /* the score is known */
    for (int index = 0; index < pos.board.width && best->complete; index++) {
        int column = board_centre_first(pos.board, index);
        if (board_can_play(pos, column) &&
            is_best_move(solver, pos, column, goal, score.lower,
                         &best->complete))
            best->columns[best->count++] = column;
    }
    solver->control.quiet = false;
    return score;
}

/* The column nearest to the centre that contains one of 'cells'.  Requires that
 * one does. */
static int nearest_column(struct board board, board_bits cells)
{
    int index = 0;
    while (!(cells & board_column(board, board_centre_first(board, index))))
        index++;
    return board_centre_first(board, index);
}

/* The column nearest to the centre that keeps 'score'.  Requires that the side
 * to move cannot win at once. */
static int keeping_move(struct solver *solver, struct position pos, int score)
{
    for (int index = 0; index < pos.board.width; index++) {
        int column = board_centre_first(pos.board, index);
        bool known;
        if (board_can_play(pos, column) &&
            keeps_score(solver, pos, column, score, &known))
            return column;
    }
    return -1; /* the call was stopped, or 'score' is not the score */
}

int solver_pv(struct solver *solver, struct position pos, int score,
              int columns[BOARD_MAX_CELLS])
{
    int count = 0;

    solver->control.quiet = true; /* the score is known */
    for (; pos.ply < board_cells(pos.board); score = -score) {
        board_bits wins = board_winning_moves(pos);
        if (wins != 0) {
            columns[count++] = nearest_column(pos.board, wins);
            break;
        }
        int column = keeping_move(solver, pos, score);
        if (column < 0)
            break;
        columns[count++] = column;
        pos = board_play(pos, column);
    }
    solver->control.quiet = false;
    return count;
}

bool solver_set_book(struct solver *solver, struct book *book)
{
    if (book != NULL) {
        struct board board = book_info(book).board;
        if (board.width != solver->board.width ||
            board.height != solver->board.height)
            return false;
    }
    struct book *before = solver->book;
    solver->book = book_share(book);
    book_close(before);
    return true;
}

uint64_t solver_book_hits(const struct solver *solver)
{
    return solver->book_hits;
}

const struct book *solver_book(const struct solver *solver)
{
    return solver->book;
}

uint64_t solver_nodes(const struct solver *solver)
{
    return control_all_nodes(&solver->control);
}

void solver_clear(struct solver *solver)
{
    control_wait_for_helpers(&solver->control);
    solver->dispatch.engine->clear(solver->state);
}

void solver_limit(struct solver *solver, double seconds, uint64_t nodes)
{
    control_limit(&solver->control, seconds, nodes);
}

void solver_set_cancel(struct solver *solver, const _Atomic bool *cancelled)
{
    solver->control.cancelled = cancelled;
}

void solver_stop(struct solver *solver)
{
    control_stop(&solver->control);
}

void solver_resume(struct solver *solver)
{
    control_resume(&solver->control);
}

struct solver_progress solver_progress(const struct solver *solver)
{
    return control_progress(&solver->control);
}

void solver_reset_progress(struct solver *solver, struct position pos)
{
    control_publish_bounds(&solver->control, possible_scores(pos));
}

const char *solver_engine_name(const struct solver *solver)
{
    return solver->dispatch.engine->name;
}

const char *solver_isa(const struct solver *solver)
{
    return solver->dispatch.isa;
}

struct solver_table solver_table(const struct solver *solver)
{
    return solver->dispatch.engine->table(solver->state);
}

struct tt_buckets *solver_results(const struct solver *solver)
{
    const struct engine *engine = solver->dispatch.engine;
    return engine->results != NULL ? engine->results(solver->state) : NULL;
}

int solver_threads(const struct solver *solver)
{
    return solver->helper_count + 1;
}
