/*
 * lib_: what each function of the public headers needs: its visibility, and the
 * structures of its caller, which start with their size.
 */
#ifndef LIB_STRUCTURE_H
#define LIB_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/fourscore.h"

/* The rest of the library is compiled with -fvisibility=hidden. */
#define EXPORT __attribute__((visibility("default")))

/*
 * Copy the caller's 'structure', of 'size' bytes, into 'all', of 'all_size'
 * bytes, which has the defaults.  The size may be that of an earlier version,
 * of this one, or of a later one if the members beyond this version are 0.
 * Returns false for any other size, and without reading the structure for a
 * size above LIB_MAX_STRUCTURE, as in a structure that nobody has filled.
 */
enum { LIB_MAX_STRUCTURE = 65536 };
bool lib_read_structure(void *all, size_t all_size, const void *structure,
                        size_t size);

/* The inverse: copy 'all' into the caller's structure, which keeps its size.
 * Fails with FOURSCORE_BAD_ARGUMENT. */
enum fourscore_status lib_write_structure(void *structure, size_t size,
                                          const void *all, size_t all_size);

#endif
