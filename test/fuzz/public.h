/* fuzz_: for the targets that use the public library. */
#ifndef TEST_FUZZ_PUBLIC_H
#define TEST_FUZZ_PUBLIC_H

#include <stdlib.h>

#include "lib/fourscore.h"
#include "test/fuzz/fuzz.h"

/* A script: bytes that tell what is called, and with what. */
struct fuzz_script {
    const uint8_t *at, *end;
};

/* Its next byte; 0 after the end. */
static inline uint8_t fuzz_next(struct fuzz_script *script)
{
    return script->at < script->end ? *script->at++ : 0;
}

static inline fourscore_solver *fuzz_solver(struct fourscore_config config)
{
    fourscore_solver *solver;
    config.size = sizeof config;
    assert(fourscore_solver_new(&solver, &config) == FOURSCORE_OK);
    return solver;
}

/*
 * A structure that says it has 'size' bytes: those of 'known', then 'extra'.
 * It has no more than that, so that ASan finds accesses beyond it; SIZE_MAX is
 * a size that nobody has set.  To be freed.
 */
static inline void *fuzz_structure(size_t size, const void *known,
                                   size_t known_size, int extra)
{
    size_t room = size == SIZE_MAX ? known_size : size;
    unsigned char *made = malloc(room < sizeof size ? sizeof size : room);
    assert(made != NULL);
    memset(made, extra, room);
    memcpy(made, known, room < known_size ? room : known_size);
    memcpy(made, &size, sizeof size);
    return made;
}

/* Copy the members of this version that a structure has. */
static inline void fuzz_read_structure(void *all, size_t all_size,
                                       const void *structure)
{
    size_t size;
    memcpy(&size, structure, sizeof size);
    memcpy(all, structure, size < all_size ? size : all_size);
}

#endif
