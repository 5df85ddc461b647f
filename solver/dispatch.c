#include "solver/dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"
#include "tt/machine.h"

/* The instruction sets that an engine can be compiled for, the best first. */
static const char *const isas[] = {"avx512", "avx2", "baseline"};

enum { ISAS = sizeof isas / sizeof *isas, NO_ISA = ISAS };

static bool machine_has(int isa)
{
#ifdef __x86_64__
    bool avx2 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    if (isa == 0)
        return avx2 && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
    if (isa == 1)
        return avx2;
#endif
    return isa == ISAS - 1;
}

const char *solver_machine_isa(int index)
{
    for (int isa = 0; isa < ISAS; isa++)
        if (machine_has(isa) && index-- == 0)
            return isas[isa];
    return NULL;
}

/* The instruction set that the environment asks for, or the best; NO_ISA if the
 * machine has no such one. */
static int requested_isa(void)
{
    const char *wanted = getenv("FOURSCORE_ISA");
    bool any = wanted == NULL || *wanted == '\0';
    int isa = 0;
    while (isa < ISAS &&
           !(machine_has(isa) && (any || strcmp(isas[isa], wanted) == 0)))
        isa++;
    return isa;
}

/* The engines of a board for the best instruction set from number 'isa' on that
 * they are compiled for; NULL if the board is not in this build. */
static const struct engine_set *find_set(struct board board, int isa)
{
    for (; isa < ISAS; isa++)
        for (int i = 0; engine_sets[i] != NULL; i++) {
            const struct engine_set *set = engine_sets[i];
            if (set->width == board.width && set->height == board.height &&
                strcmp(set->isa, isas[isa]) == 0)
                return set;
        }
    return NULL;
}

/* Every board has those. */
static const struct engine_set *baseline_set(struct board board)
{
    return find_set(board, ISAS - 1);
}

bool solver_board(int index, struct board *board)
{
    for (int i = 0; engine_sets[i] != NULL; i++)
        if (strcmp(engine_sets[i]->isa, isas[ISAS - 1]) == 0 && index-- == 0) {
            *board = board_make(engine_sets[i]->width, engine_sets[i]->height);
            return true;
        }
    return false;
}

const char *solver_chosen_isa(struct board board)
{
    const struct engine_set *set = find_set(board, requested_isa());
    return set == NULL ? NULL : set->isa;
}

const char *solver_engine(int index)
{
    const struct engine *const *engines = engine_sets[0]->engines;
    for (int i = 0; i <= index; i++)
        if (engines[i] == NULL)
            return NULL;
    return index < 0 ? NULL : engines[index]->name;
}

static const struct engine *find_engine(const struct engine_set *set,
                                        const char *name)
{
    if (set == NULL || name == NULL)
        return set == NULL ? NULL : set->engines[0];
    for (int i = 0; set->engines[i] != NULL; i++)
        if (strcmp(set->engines[i]->name, name) == 0)
            return set->engines[i];
    return NULL;
}

uint64_t solver_min_table_bytes(struct board board, const char *name,
                                int threads)
{
    const struct engine *engine = find_engine(baseline_set(board), name);
    return engine == NULL ? 0 : engine->min_table_bytes(threads);
}

uint64_t dispatch_table_bytes(const struct engine *engine, int threads)
{
    uint64_t bytes = engine->default_table_bytes(threads);
    uint64_t max = tt_machine("").memory / 4;
    uint64_t min = engine->min_table_bytes(threads);
    bytes = bytes < max ? bytes : max;
    return bytes > min ? bytes : min;
}

uint64_t solver_default_table_bytes(struct board board, const char *name,
                                    int threads)
{
    const struct engine *engine = find_engine(baseline_set(board), name);
    return engine == NULL ? 0 : dispatch_table_bytes(engine, threads);
}

bool solver_is_parallel(const char *name)
{
    const struct engine *engine = find_engine(engine_sets[0], name);
    return engine != NULL && engine->join != NULL;
}

enum solver_status dispatch_find(struct dispatch *dispatch, struct board board,
                                 const char *name)
{
    int isa = requested_isa();
    if (isa == NO_ISA)
        return SOLVER_UNKNOWN_ISA;
    const struct engine_set *set = find_set(board, isa);
    if (set == NULL)
        return SOLVER_UNKNOWN_BOARD;
    const struct engine *engine = find_engine(set, name);
    if (engine == NULL)
        return SOLVER_UNKNOWN_ENGINE;
    *dispatch = (struct dispatch){.engine = engine, .isa = set->isa};
    return SOLVER_OK;
}
