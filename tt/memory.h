/*
 * tt_ memory: large pieces of it, aligned to pages and to cache lines.
 *
 * Any thread may call.
 */
#ifndef TT_MEMORY_H
#define TT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

struct tt_memory {
    void *bytes;
    size_t size;
    void *mapped; /* what to give back */
    size_t mapped_size;
    bool huge_pages; /* the system was asked for them and did not refuse */
};

/* Map 'size' zero bytes, in huge pages where they can be had; false if that is
 * more than the process may use.  What was mapped is to be unmapped. */
bool tt_map(struct tt_memory *memory, size_t size);
void tt_unmap(struct tt_memory *memory);

#endif
