/*
 * variant_: one search, compiled for several instruction sets.  Internal to
 * solver/.
 *
 * The files that search (fast.c, tutorial*.c, variant.c) are compiled once for
 * each instruction set, with VARIANT naming it: baseline, avx2 or avx512.  What
 * they export gets that name as a suffix.  solver.c picks one at run time.
 */
#ifndef SOLVER_VARIANT_H
#define SOLVER_VARIANT_H

#include "solver/engine.h"

#ifdef VARIANT
#define VARIANT_PASTE(name, variant) name##_##variant
#define VARIANT_EXPAND(name, variant) VARIANT_PASTE(name, variant)
#define VARIANT_NAME(name) VARIANT_EXPAND(name, VARIANT)
#define VARIANT_STRINGIFY(variant) #variant
#define VARIANT_STRING(variant) VARIANT_STRINGIFY(variant)

#define engine_fast VARIANT_NAME(engine_fast)
#define engine_tutorial_11 VARIANT_NAME(engine_tutorial_11)
#define engine_tutorial_12 VARIANT_NAME(engine_tutorial_12)

extern const struct engine engine_fast;
extern const struct engine engine_tutorial_11;
extern const struct engine engine_tutorial_12;
#endif

struct engine_variant {
    const char *isa;
    const struct engine *const
        *engines; /* ended by a NULL, the default first */
};

extern const struct engine_variant engine_variant_baseline;
#ifdef __x86_64__
extern const struct engine_variant engine_variant_avx2;
extern const struct engine_variant engine_variant_avx512;
#endif

#endif
