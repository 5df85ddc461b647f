/*
 * fuzz_: functions for the libFuzzer targets.
 *
 * A target checks with assert(), so it is built without NDEBUG.
 */
#ifndef TEST_FUZZ_FUZZ_H
#define TEST_FUZZ_FUZZ_H

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fourscore.h"

/* Called by libFuzzer, repeatedly in one process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whether a message is one line of printable characters, and not empty. */
static inline bool fuzz_is_line(const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (isascii(*c) && !isprint(*c))
            return false;
    return *text != '\0';
}

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
