#include "solver/variant.h"

#include <stddef.h>

#include "solver/fast.h"

static const struct engine *const engines[] = {
#if FAST_FITS
    &engine_fast,
#endif
    &engine_tutorial_12,
    &engine_tutorial_11,
    NULL,
};

const struct engine_variant VARIANT_NAME(engine_variant) = {
    .isa = VARIANT_STRING(VARIANT),
    .engines = engines,
};
