/* os/os.h for WebAssembly, which has one core, no pages and no files.  Threads
 * and waits are in os/none.h. */

#include "os/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* -------------------------------------------------------------------- clock */

double os_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------------- errors */

/* There is but one locale. */
bool os_error_text(int number, char *text, size_t size)
{
    int length = snprintf(text, size, "%s", strerror(number));
    return length >= 0 && (size_t)length < size;
}

/* ------------------------------------------------------------------ machine */

struct os_machine os_machine(const char *root)
{
    (void)root;
    return (struct os_machine){.memory = UINT32_MAX, .cores = 1};
}

/* ------------------------------------------------------------------- memory */

/* Of a cache line. */
enum { ALIGNMENT = 64 };

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

/* -------------------------------------------------------------------- files */

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

/* --------------------------------------------------------- guards of stacks */

/* Debian compiles the compiler's own library with -fstack-protector, which
 * needs these two. */
uintptr_t stack_guard __asm__("__stack_chk_guard") = 0x5bd1e995;

_Noreturn void stack_overwritten(void) __asm__("__stack_chk_fail");
_Noreturn void stack_overwritten(void)
{
    __builtin_trap();
}
