/* Machine, memory and files of os/os.h for WebAssembly, which has one core, no
 * pages and no files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "os/os.h"

/* Of a cache line. */
enum { ALIGNMENT = 64 };

struct os_machine os_machine(const char *root)
{
    (void)root;
    return (struct os_machine){.memory = UINT32_MAX, .cores = 1};
}

bool os_map(struct os_memory *memory, size_t size)
{
    *memory = (struct os_memory){0};
    if (size > SIZE_MAX - ALIGNMENT)
        return false;
    void *bytes = aligned_alloc(ALIGNMENT,
                                (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (bytes == NULL)
        return false;
    memset(bytes, 0, size);
    *memory = (struct os_memory){
        .bytes = bytes, .size = size, .mapped = bytes, .mapped_size = size};
    return true;
}

void os_unmap(struct os_memory *memory)
{
    free(memory->mapped);
    *memory = (struct os_memory){0};
}

enum os_file_status os_file_map(struct os_file *file, const char *path,
                                uint64_t max_size)
{
    (void)path;
    (void)max_size;
    *file = (struct os_file){0};
    errno = ENOENT;
    return OS_FILE_UNREADABLE;
}

void os_file_unmap(struct os_file *file)
{
    *file = (struct os_file){0};
}

/* Debian compiles the compiler's own library with -fstack-protector, which
 * needs these two. */
uintptr_t stack_guard __asm__("__stack_chk_guard") = 0x5bd1e995;

_Noreturn void stack_overwritten(void) __asm__("__stack_chk_fail");
_Noreturn void stack_overwritten(void)
{
    __builtin_trap();
}
