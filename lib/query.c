#include <stdlib.h>
#include <string.h>

#include "lib/internal.h"
#include "os/os.h"

EXPORT enum fourscore_status fourscore_cancel_new(fourscore_cancel **cancel)
{
    *cancel = calloc(1, sizeof **cancel);
    return *cancel == NULL ? FOURSCORE_NO_MEMORY : FOURSCORE_OK;
}

EXPORT void fourscore_cancel_now(fourscore_cancel *cancel)
{
    if (cancel != NULL)
        cancel->cancelled = true;
}

EXPORT void fourscore_cancel_free(fourscore_cancel *cancel)
{
    free(cancel);
}

static bool is_valid(const struct fourscore_query *query)
{
    const unsigned all = FOURSCORE_ALL_MOVES | FOURSCORE_BEST | FOURSCORE_PV |
                         FOURSCORE_REACHABLE;
    if (query->goal != FOURSCORE_STRONG && query->goal != FOURSCORE_WEAK &&
        query->goal != FOURSCORE_NULL_WINDOW)
        return false;
    if ((query->find & ~all) != 0 || !(query->seconds >= 0) ||
        !lib_is_notation(query->notation))
        return false;
    if (query->goal == FOURSCORE_NULL_WINDOW)
        return (query->find & ~FOURSCORE_REACHABLE) == 0 &&
               query->beta > -FOURSCORE_MAX_CELLS &&
               query->beta < FOURSCORE_MAX_CELLS;
    return query->goal == FOURSCORE_STRONG || (query->find & FOURSCORE_PV) == 0;
}

enum fourscore_status lib_read_query(const struct fourscore_query *query,
                                     struct board board,
                                     struct fourscore_query *read,
                                     struct position *pos)
{
    *read = (struct fourscore_query)FOURSCORE_QUERY_INIT;
    if (!lib_read_structure(read, sizeof *read, query) || !is_valid(read))
        return FOURSCORE_BAD_ARGUMENT;
    *pos = (struct position){0};
    if (read->text != NULL)
        return FOURSCORE_OK;
    if (!lib_unpack(&read->position, pos))
        return FOURSCORE_BAD_ARGUMENT;
    return lib_is_same_board(pos->board, board) ? FOURSCORE_OK
                                                : FOURSCORE_OTHER_BOARD;
}

static enum solver_goal goal_of(const struct fourscore_query *query)
{
    return query->goal == FOURSCORE_WEAK ? SOLVER_WEAK : SOLVER_STRONG;
}

/* Answer a query without a search if the game is over: won, or drawn on a full
 * board.  Otherwise returns false. */
static bool answer_finished_game(const struct fourscore_query *query,
                                 struct position pos,
                                 struct fourscore_answer *answer)
{
    bool won = board_is_won(pos);
    if (!won && pos.ply < board_cells(pos.board))
        return false;
    int score = won ? -board_win_score(pos.board, pos.ply) : 0;
    if (query->goal == FOURSCORE_WEAK)
        score = board_weak_score(score);
    answer->score = (struct fourscore_bounds){score, score};
    answer->finished = 1;
    answer->found |= query->find & ~FOURSCORE_REACHABLE;
    for (int column = 0; column < FOURSCORE_MAX_WIDTH; column++)
        answer->move_scores[column] =
            (struct fourscore_bounds){FOURSCORE_NO_MOVE, FOURSCORE_NO_MOVE};
    return true;
}

static void set_best(struct fourscore_answer *answer, const int *columns,
                     int count, bool complete)
{
    answer->best_count = count;
    for (int i = 0; i < count; i++)
        answer->best[i] = columns[i] + 1;
    if (complete)
        answer->found |= FOURSCORE_BEST;
}

static struct solver_bounds find_all_moves(struct solver *solver,
                                           const struct fourscore_query *query,
                                           struct position pos,
                                           struct fourscore_answer *answer)
{
    struct solver_bounds scores[BOARD_MAX_WIDTH];
    int best[BOARD_MAX_WIDTH];
    bool complete = true;
    struct solver_bounds score =
        solver_move_scores(solver, pos, goal_of(query), scores);
    for (int column = 0; column < pos.board.width; column++) {
        answer->move_scores[column] = lib_bounds(scores[column]);
        complete = complete && solver_is_score(scores[column]);
    }
    if (complete)
        answer->found |= FOURSCORE_ALL_MOVES;
    if ((query->find & FOURSCORE_BEST) != 0) {
        int count = solver_best_of_scores(pos.board, scores, best);
        set_best(answer, best, count, complete);
    }
    return score;
}

static struct solver_bounds find_score(struct solver *solver,
                                       const struct fourscore_query *query,
                                       struct position pos,
                                       struct fourscore_answer *answer)
{
    struct solver_bounds score;
    if (query->goal == FOURSCORE_NULL_WINDOW) {
        score = solver_solve_window(solver, pos, query->beta - 1, query->beta);
        answer->finished =
            score.lower >= query->beta || score.upper < query->beta;
        return score;
    }
    if ((query->find & FOURSCORE_ALL_MOVES) != 0) {
        score = find_all_moves(solver, query, pos, answer);
    } else if ((query->find & FOURSCORE_BEST) != 0) {
        struct solver_best best;
        score = solver_best_moves(solver, pos, goal_of(query), &best);
        set_best(answer, best.columns, best.count, best.complete);
    } else {
        score = solver_solve(solver, pos, goal_of(query));
    }
    answer->finished = solver_is_score(score);
    return score;
}

static void find_pv(struct solver *solver, struct position pos, int score,
                    struct fourscore_answer *answer)
{
    answer->pv_length = solver_pv(solver, pos, score, answer->pv);
    for (int i = 0; i < answer->pv_length; i++)
        answer->pv[i]++;
    if (pos.ply + answer->pv_length >=
        board_last_stone(pos.board, pos.ply, score))
        answer->found |= FOURSCORE_PV;
}

static void find_reachable(struct position pos, struct fourscore_answer *answer)
{
    char moves[BOARD_MAX_CELLS + 1];
    enum board_reach reach = board_moves(pos, moves);
    answer->reachable = reach == BOARD_REACHED;
    if (reach != BOARD_REACH_UNKNOWN)
        answer->found |= FOURSCORE_REACHABLE;
}

/* The query is shown as the one that is searched. */
static void search(fourscore_solver *handle,
                   const struct fourscore_query *query, struct position pos,
                   double began, struct fourscore_answer *answer)
{
    struct solver *solver = handle->solver;
    uint64_t nodes = solver_nodes(solver);
    uint64_t book_hits = solver_book_hits(solver);
    solver_reset_progress(solver, pos);
    handle->query = query;
    handle->nodes_before = nodes;
    handle->began = began;

    solver_limit(solver, query->seconds, query->nodes);
    solver_set_cancel(solver,
                      query->cancel == NULL ? NULL : &query->cancel->cancelled);
    struct solver_bounds score = find_score(solver, query, pos, answer);
    answer->score = lib_bounds(score);
    if ((query->find & FOURSCORE_PV) != 0 && solver_is_score(score))
        find_pv(solver, pos, score.lower, answer);
    solver_set_cancel(solver, NULL);
    solver_limit(solver, 0, 0);

    handle->began = 0;
    answer->nodes = solver_nodes(solver) - nodes;
    answer->book_hits = solver_book_hits(solver) - book_hits;
    answer->seconds = os_seconds() - began;
}

void lib_answer(fourscore_solver *handle, struct fourscore_query *query,
                struct position pos, struct fourscore_answer *answer)
{
    *answer = (struct fourscore_answer){
        .size = sizeof *answer, .status = FOURSCORE_OK, .user = query->user};
    if (query->fresh)
        solver_clear(handle->solver);
    double began = os_seconds();
    if (query->text != NULL) {
        struct lib_text read;
        answer->status =
            lib_read_text(handle->board, query->notation, query->text,
                          query->length, &read, &answer->error);
        if (answer->status != FOURSCORE_OK)
            return;
        pos = read.pos;
        query->position = lib_pack(pos);
        answer->reachable = read.is_game;
        if (read.is_game)
            answer->found = query->find & FOURSCORE_REACHABLE;
    }
    answer->position = query->position;
    if (!answer_finished_game(query, pos, answer))
        search(handle, query, pos, began, answer);
    if ((query->find & ~answer->found & FOURSCORE_REACHABLE) != 0)
        find_reachable(pos, answer);
    answer->finished = answer->finished && answer->found == query->find;
}

EXPORT enum fourscore_status fourscore_ask(fourscore_solver *solver,
                                           const struct fourscore_query *query,
                                           struct fourscore_answer *answer)
{
    struct fourscore_query read;
    struct fourscore_answer all;
    struct position pos;
    enum fourscore_status status =
        lib_read_query(query, solver->board, &read, &pos);
    if (status != FOURSCORE_OK)
        return status;
    if (answer->size < sizeof answer->size)
        return FOURSCORE_BAD_ARGUMENT;
    lib_answer(solver, &read, pos, &all);
    status = lib_write_structure(answer, &all, sizeof all);
    return status != FOURSCORE_OK ? status : all.status;
}

/* Whether each line of the query's text has a score. */
static bool has_lines(const struct fourscore_query *query)
{
    return query->text != NULL && query->goal != FOURSCORE_NULL_WINDOW &&
           query->find == 0 && !query->fresh;
}

/* Set 'query' to the next of the lines, whose end is 'end'; returns the line
 * after it. */
static const char *next_line(struct fourscore_query *query, const char *line,
                             const char *end)
{
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    query->text = line;
    query->length = (size_t)((newline == NULL ? end : newline) - line);
    return newline == NULL ? end : newline + 1;
}

static void add_costs(struct fourscore_answer *sum,
                      const struct fourscore_answer *answer)
{
    sum->nodes += answer->nodes;
    sum->seconds += answer->seconds;
    sum->book_hits += answer->book_hits;
}

EXPORT enum fourscore_status fourscore_ask_lines(
    fourscore_solver *solver, const struct fourscore_query *query, int *scores,
    size_t capacity, size_t *count, struct fourscore_answer *answer)
{
    struct fourscore_query read;
    struct fourscore_answer one = {.finished = 1}, costs = {0};
    struct position pos;
    enum fourscore_status status =
        lib_read_query(query, solver->board, &read, &pos);
    if (status != FOURSCORE_OK)
        return status;
    if (!has_lines(&read) || answer->size < sizeof answer->size)
        return FOURSCORE_BAD_ARGUMENT;

    const char *line = read.text, *end = line + read.length;
    for (*count = 0; *count < capacity && line < end; ++*count) {
        line = next_line(&read, line, end);
        if (read.cancel != NULL && read.cancel->cancelled) {
            one = (struct fourscore_answer){.status = FOURSCORE_CANCELLED};
            break;
        }
        lib_answer(solver, &read, pos, &one);
        add_costs(&costs, &one);
        if (!one.finished)
            break;
        scores[*count] = one.score.lower;
    }
    one.nodes = costs.nodes;
    one.seconds = costs.seconds;
    one.book_hits = costs.book_hits;
    status = lib_write_structure(answer, &one, sizeof one);
    return status != FOURSCORE_OK ? status : one.status;
}
