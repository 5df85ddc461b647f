#include "lib/structure.h"

#include <string.h>

bool lib_read_structure(void *all, size_t all_size, const void *structure,
                        size_t size)
{
    const unsigned char *bytes = structure;
    if (size < sizeof size || size > LIB_MAX_STRUCTURE)
        return false;
    for (size_t i = all_size; i < size; i++)
        if (bytes[i] != 0)
            return false;
    memcpy(all, structure, size < all_size ? size : all_size);
    return true;
}

enum fourscore_status lib_write_structure(void *structure, size_t size,
                                          const void *all, size_t all_size)
{
    if (size < sizeof size)
        return FOURSCORE_BAD_ARGUMENT;
    memcpy(structure, all, size < all_size ? size : all_size);
    memcpy(structure, &size, sizeof size);
    return FOURSCORE_OK;
}
