/*
 * os_ memory: large blocks of memory, aligned to pages.
 *
 * Thread safety: any thread may call.
 */
#ifndef OS_MEMORY_H
#define OS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

struct os_memory {
    void *bytes;
    size_t size;
    void *mapped; /* the mapping that 'bytes' lies in */
    size_t mapped_size;
    bool huge_pages; /* requested, and not refused by the system */
};

/* Set '*memory' to 'size' zero bytes, in huge pages where possible, to be freed
 * with os_unmap().  Returns false if the process may not use that much. */
bool os_map(struct os_memory *memory, size_t size);
void os_unmap(struct os_memory *memory);

#endif
