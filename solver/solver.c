#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

#include "solver/engine.h"
#include "tt/table.h"

struct solver {
    const struct engine *engine;
    void *state;
};

static const struct engine *const engines[] = {
    &engine_tutorial_12,
    &engine_tutorial_11,
};

enum { ENGINE_COUNT = sizeof engines / sizeof *engines };

const char *solver_engine(int index)
{
    return index >= 0 && index < ENGINE_COUNT ? engines[index]->name : NULL;
}

const char *solver_strstatus(enum solver_status status)
{
    switch (status) {
    case SOLVER_OK:
        return "all is well";
    case SOLVER_UNKNOWN_ENGINE:
        return "there is no such engine";
    case SOLVER_UNSAFE_TABLE:
        return "in a table so small two positions could be confused";
    case SOLVER_NO_MEMORY:
        return "out of memory";
    }
    return "unknown status";
}

static const struct engine *find_engine(const char *name)
{
    if (name == NULL)
        return engines[0];
    for (int i = 0; i < ENGINE_COUNT; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    return NULL;
}

uint64_t solver_least_table_bytes(const char *name)
{
    const struct engine *engine = find_engine(name);
    return engine == NULL ? 0 : engine->least_table_bytes();
}

enum solver_status solver_new(struct solver **solver,
                              const struct solver_config *config)
{
    *solver = NULL;
    const struct engine *engine = find_engine(config->engine);
    if (engine == NULL)
        return SOLVER_UNKNOWN_ENGINE;

    struct solver *created = malloc(sizeof *created);
    if (created == NULL)
        return SOLVER_NO_MEMORY;
    created->engine = engine;
    enum solver_status status =
        engine->open(&created->state, config->table_bytes);
    if (status != SOLVER_OK) {
        free(created);
        return status;
    }
    *solver = created;
    return SOLVER_OK;
}

void solver_free(struct solver *solver)
{
    if (solver == NULL)
        return;
    solver->engine->close(solver->state);
    free(solver);
}

int solver_narrow(struct solver *solver, struct position pos, int lower,
                  int upper)
{
    assert(lower < upper);
    return solver->engine->narrow(solver->state, pos, lower, upper);
}

int solver_solve(struct solver *solver, struct position pos,
                 enum solver_goal goal)
{
    if (goal == SOLVER_WEAK)
        return solver_sign(solver_narrow(solver, pos, -1, 1));
    return solver->engine->narrow(solver->state, pos,
                                  -solver_win_score(pos.ply + 2),
                                  solver_win_score(pos.ply + 1));
}

int solver_move_scores(struct solver *solver, struct position pos,
                       enum solver_goal goal, int scores[BOARD_WIDTH])
{
    board_bits wins = board_winning_moves(pos);
    int best = SOLVER_NO_MOVE;

    for (int column = 0; column < BOARD_WIDTH; column++) {
        int score = SOLVER_NO_MOVE;
        if ((wins & board_column(column)) != 0)
            score = goal == SOLVER_WEAK ? 1 : solver_win_score(pos.ply + 1);
        else if (board_can_play(pos, column))
            score = -solver_solve(solver, board_play(pos, column), goal);
        scores[column] = score;
        if (score > best)
            best = score;
    }
    return best == SOLVER_NO_MOVE ? 0 : best;
}

int solver_best_moves(const int scores[BOARD_WIDTH], int columns[BOARD_WIDTH])
{
    int count = 0;
    int best = SOLVER_NO_MOVE;

    for (int place = 0; place < BOARD_WIDTH; place++) {
        int column = board_centre_first(place);
        if (scores[column] > best) {
            best = scores[column];
            count = 0;
        }
        if (scores[column] == best && best != SOLVER_NO_MOVE)
            columns[count++] = column;
    }
    return count;
}

/*
 * The column nearest to the centre that keeps 'score', in a position where
 * nobody wins at once.  One question a move: does it leave the opponent at
 * most -score?
 */
static int keeping_move(struct solver *solver, struct position pos, int score)
{
    for (int place = 0; place < BOARD_WIDTH; place++) {
        int column = board_centre_first(place);
        if (board_can_play(pos, column) &&
            solver_narrow(solver, board_play(pos, column), -score,
                          -score + 1) <= -score)
            return column;
    }
    return -1; /* 'score' is not the score */
}

int solver_variation(struct solver *solver, struct position pos, int score,
                     int columns[BOARD_CELLS])
{
    int count = 0;

    for (; pos.ply < BOARD_CELLS; score = -score) {
        board_bits wins = board_winning_moves(pos);
        if (wins != 0) {
            int place = 0;
            while (!(wins & board_column(board_centre_first(place))))
                place++;
            columns[count++] = board_centre_first(place);
            break;
        }
        int column = keeping_move(solver, pos, score);
        if (column < 0)
            break;
        columns[count++] = column;
        pos = board_play(pos, column);
    }
    return count;
}

uint64_t solver_nodes(const struct solver *solver)
{
    return solver->engine->nodes(solver->state);
}

void solver_clear(struct solver *solver)
{
    solver->engine->clear(solver->state);
}

const char *solver_engine_name(const struct solver *solver)
{
    return solver->engine->name;
}

uint64_t solver_table_bytes(const struct solver *solver)
{
    return solver->engine->table_bytes(solver->state);
}
