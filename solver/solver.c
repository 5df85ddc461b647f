#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

#include "solver/engine.h"
#include "solver/variant.h"

struct solver {
    const struct engine *engine;
    const char *isa;
    void *state;
};

/* The variants that this machine can run, the best first. */
static int machine_variants(const struct engine_variant *variants[3])
{
    int count = 0;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) {
        if (__builtin_cpu_supports("avx512f") &&
            __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl"))
            variants[count++] = &engine_variant_avx512;
        variants[count++] = &engine_variant_avx2;
    }
#endif
    variants[count++] = &engine_variant_baseline;
    return count;
}

const char *solver_machine_isa(int index)
{
    const struct engine_variant *variants[3];
    int count = machine_variants(variants);
    return index >= 0 && index < count ? variants[index]->isa : NULL;
}

/* The variant that the environment asks for, or the best; NULL if there is no
 * such one. */
static const struct engine_variant *find_variant(void)
{
    const struct engine_variant *variants[3];
    int count = machine_variants(variants);
    const char *wanted = getenv("FOURSCORE_ISA");

    if (wanted == NULL || *wanted == '\0')
        return variants[0];
    for (int i = 0; i < count; i++)
        if (strcmp(variants[i]->isa, wanted) == 0)
            return variants[i];
    return NULL;
}

const char *solver_chosen_isa(void)
{
    const struct engine_variant *variant = find_variant();
    return variant == NULL ? NULL : variant->isa;
}

const char *solver_engine(int index)
{
    for (int i = 0; i <= index; i++)
        if (engine_variant_baseline.engines[i] == NULL)
            return NULL;
    return index < 0 ? NULL : engine_variant_baseline.engines[index]->name;
}

const char *solver_strstatus(enum solver_status status)
{
    switch (status) {
    case SOLVER_OK:
        return "all is well";
    case SOLVER_UNKNOWN_ENGINE:
        return "there is no such engine";
    case SOLVER_UNKNOWN_ISA:
        return "FOURSCORE_ISA names no instruction set of this machine";
    case SOLVER_UNSAFE_TABLE:
        return "in a table so small two positions could be confused";
    case SOLVER_NO_MEMORY:
        return "out of memory";
    }
    return "unknown status";
}

static const struct engine *find_engine(const struct engine_variant *variant,
                                        const char *name)
{
    if (name == NULL)
        return variant->engines[0];
    for (int i = 0; variant->engines[i] != NULL; i++)
        if (strcmp(variant->engines[i]->name, name) == 0)
            return variant->engines[i];
    return NULL;
}

uint64_t solver_least_table_bytes(const char *name)
{
    const struct engine *engine = find_engine(&engine_variant_baseline, name);
    return engine == NULL ? 0 : engine->least_table_bytes();
}

enum solver_status solver_new(struct solver **solver,
                              const struct solver_config *config)
{
    *solver = NULL;
    const struct engine_variant *variant = find_variant();
    if (variant == NULL)
        return SOLVER_UNKNOWN_ISA;
    const struct engine *engine = find_engine(variant, config->engine);
    if (engine == NULL)
        return SOLVER_UNKNOWN_ENGINE;

    struct solver *created = malloc(sizeof *created);
    if (created == NULL)
        return SOLVER_NO_MEMORY;
    created->engine = engine;
    created->isa = variant->isa;
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
    /* No score is beyond, and differences stay small. */
    lower = lower < -BOARD_CELLS ? -BOARD_CELLS : lower;
    upper = upper > BOARD_CELLS ? BOARD_CELLS : upper;
    if (lower >= BOARD_CELLS || upper <= -BOARD_CELLS)
        return lower >= BOARD_CELLS ? lower : upper;
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

const char *solver_isa(const struct solver *solver)
{
    return solver->isa;
}

struct solver_table solver_table(const struct solver *solver)
{
    return solver->engine->table(solver->state);
}
