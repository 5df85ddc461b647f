/*
 * os_ memory: large blocks of memory, in huge pages where possible.
 *
 * Thread safety: any thread may call.
 */
#ifndef OS_MEMORY_H
#define OS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

struct os_memory {
    void *bytes; /* aligned to 2 MiB; in WebAssembly to 64 bytes */
    size_t size;
    void *mapped; /* the mapping that contains 'bytes' */
    size_t mapped_size;
    bool huge_pages; /* the system accepted the request for them */
};

/* Set '*memory' to 'size' zero bytes, to be freed with os_unmap().  Returns
 * false, with '*memory' empty, if the system refuses or if 'size' is more than
 * os_machine() reports. */
bool os_map(struct os_memory *memory, size_t size);

/* Does nothing if '*memory' is empty. */
void os_unmap(struct os_memory *memory);

#endif
