/*
 * All engines, for the board of BOARD_WIDTH and BOARD_HEIGHT and the
 * instruction set ISA: baseline, avx2 or avx512.  This file is compiled once
 * for each; what it exports is one engine_set, named after the three.
 *
 * The engines are included, not linked, so that a build for all boards has one
 * object for each and one name in it.
 */
#include "solver/engine.h"

#include "solver/fast.c"
#include "solver/tutorial_11.c"
#include "solver/tutorial_12.c"

#define ENGINES_NAME_OF(width, height, isa)                                    \
    engine_set_##width##x##height##_##isa
#define ENGINES_NAME(width, height, isa) ENGINES_NAME_OF(width, height, isa)
#define ENGINES_STRING_OF(isa) #isa
#define ENGINES_STRING(isa) ENGINES_STRING_OF(isa)

static const struct engine *const engines[] = {
    &engine_fast,
    &engine_tutorial_12,
    &engine_tutorial_11,
    NULL,
};

extern const struct engine_set ENGINES_NAME(BOARD_WIDTH, BOARD_HEIGHT, ISA);
const struct engine_set ENGINES_NAME(BOARD_WIDTH, BOARD_HEIGHT, ISA) = {
    .isa = ENGINES_STRING(ISA),
    .width = BOARD_WIDTH,
    .height = BOARD_HEIGHT,
    .engines = engines,
};
