#include <stddef.h>

#include "solver/engine.h"

/* A line ENGINE_SET(7x6_avx2) for each. */
#define ENGINE_SET(name) extern const struct engine_set engine_set_##name;
#include "engine_sets.inc" /* written by the build */
#undef ENGINE_SET

const struct engine_set *const engine_sets[] = {
#define ENGINE_SET(name) &engine_set_##name,
#include "engine_sets.inc"
    NULL,
};
