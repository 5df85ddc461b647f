#include "solver/engine.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"

/* The instruction sets that engines are compiled for, the best first, and the
 * variants of the board's geometry: solver/variant.h.  'make ONE_ISA=1' has
 * the baseline only. */
#if defined __x86_64__ && !defined ONE_ISA
#define MANY_ISAS
#define EACH_ISA(name)                                                         \
    {                                                                          \
        &name##_avx512, &name##_avx2, &name##_baseline                         \
    }
#define DECLARE_EACH_ISA(name)                                                 \
    extern const struct engine name##_avx512, name##_avx2, name##_baseline;
static const char *const isas[] = {"avx512", "avx2", "baseline"};
#else
#define EACH_ISA BASELINE
#define DECLARE_EACH_ISA DECLARE_BASELINE
static const char *const isas[] = {"baseline"};
#endif
#define BASELINE(name)                                                         \
    {                                                                          \
        [ISAS - 1] = &name##_baseline                                          \
    }
#define DECLARE_BASELINE(name) extern const struct engine name##_baseline;

enum { ISAS = sizeof isas / sizeof *isas, NO_ISA = ISAS };
enum { VARIANT_7X6, VARIANT_KEYS64, VARIANT_KEYS128, VARIANTS };

#define EACH_VARIANT(of, name)                                                 \
    of(name##_7x6) of(name##_keys64) of(name##_keys128)
#define ENGINE(name, source) EACH_VARIANT(DECLARE_EACH_ISA, engine_##name)
#define PLAIN_ENGINE(name, source) EACH_VARIANT(DECLARE_BASELINE, engine_##name)
#include "solver/engines.inc"
#undef ENGINE
#undef PLAIN_ENGINE

/* NULL where an engine is not compiled for an instruction set. */
static const struct engine *const engines[][VARIANTS][ISAS] = {
#define ROW(of, name) {of(name##_7x6), of(name##_keys64), of(name##_keys128)},
#define ENGINE(name, source) ROW(EACH_ISA, engine_##name)
#define PLAIN_ENGINE(name, source) ROW(BASELINE, engine_##name)
#include "solver/engines.inc"
#undef ENGINE
#undef PLAIN_ENGINE
};

enum { ENGINES = sizeof engines / sizeof *engines };

static bool machine_has(int isa)
{
#ifdef MANY_ISAS
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

/* The instruction set that FOURSCORE_ISA names, or the best one; NO_ISA if the
 * machine lacks it. */
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

const char *solver_chosen_isa(void)
{
    int isa = requested_isa();
    return isa == NO_ISA ? NULL : isas[isa];
}

const char *solver_engine(int index)
{
    return index < 0 || index >= ENGINES ? NULL
                                         : engines[index][0][ISAS - 1]->name;
}

static int variant_of(struct board board)
{
    if (board_is_default(board))
        return VARIANT_7X6;
    return board.width * (board.height + 1) <= 64 ? VARIANT_KEYS64
                                                  : VARIANT_KEYS128;
}

/* The engine of that name, or the default for NULL, by instruction set; NULL if
 * there is none. */
static const struct engine *const *find_engine(struct board board,
                                               const char *name)
{
    for (int i = 0; i < ENGINES; i++)
        if (name == NULL || strcmp(engines[i][0][ISAS - 1]->name, name) == 0)
            return engines[i][variant_of(board)];
    return NULL;
}

/* The engine for properties that do not depend on the instruction set. */
static const struct engine *find_baseline(struct board board, const char *name)
{
    const struct engine *const *found = find_engine(board, name);
    return found == NULL ? NULL : found[ISAS - 1];
}

uint64_t solver_min_table_bytes(struct board board, const char *name,
                                int threads)
{
    const struct engine *engine = find_baseline(board, name);
    return engine == NULL ? 0 : engine->min_table_bytes(board, threads);
}

uint64_t dispatch_table_bytes(const struct engine *engine, struct board board,
                              int threads)
{
    uint64_t bytes = engine->default_table_bytes(board, threads);
    uint64_t max = os_machine("").memory / 4;
    uint64_t min = engine->min_table_bytes(board, threads);
    bytes = bytes < max ? bytes : max;
    return bytes > min ? bytes : min;
}

uint64_t solver_default_table_bytes(struct board board, const char *name,
                                    int threads)
{
    const struct engine *engine = find_baseline(board, name);
    return engine == NULL ? 0 : dispatch_table_bytes(engine, board, threads);
}

bool solver_is_parallel(const char *name)
{
    const struct engine *engine = find_baseline(board_default(), name);
    return engine != NULL && engine->join != NULL;
}

enum solver_status dispatch_find(struct dispatch *dispatch, struct board board,
                                 const char *name)
{
    int isa = requested_isa();
    if (isa == NO_ISA)
        return SOLVER_UNKNOWN_ISA;
    if (!board_is_size(board.width, board.height))
        return SOLVER_UNKNOWN_BOARD;
    const struct engine *const *found = find_engine(board, name);
    if (found == NULL)
        return SOLVER_UNKNOWN_ENGINE;
    *dispatch = (struct dispatch){
        .engine = found[isa] != NULL ? found[isa] : found[ISAS - 1],
        .isa = isas[isa],
    };
    return SOLVER_OK;
}
