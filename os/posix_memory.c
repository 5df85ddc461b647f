#include "os/os.h"

#include <stdint.h>
#include <sys/mman.h>

#include "os/posix.h"

/* The size on x86-64 and most other machines.  A wrong value costs only speed.
 */
#define HUGE_PAGE ((size_t)2 << 20)

/* So much fits into any memory, and needs no look at the machine. */
#define ANY_MACHINE ((size_t)8 << 20)

bool os_map(struct os_memory *memory, size_t size)
{
    size_t mapped_size;
    *memory = (struct os_memory){0};
    if ((size > ANY_MACHINE && size > os_machine("").memory) ||
        __builtin_add_overflow(size, HUGE_PAGE, &mapped_size))
        return false;
    void *mapped = mmap(NULL, mapped_size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return false;

    size_t skip = HUGE_PAGE - (uintptr_t)mapped % HUGE_PAGE;
    memory->mapped = mapped;
    memory->mapped_size = mapped_size;
    memory->bytes = (char *)mapped + skip;
    memory->size = size;
    memory->huge_pages = os_want_huge_pages(memory->bytes, size);
    return true;
}

void os_unmap(struct os_memory *memory)
{
    if (memory->mapped != NULL)
        munmap(memory->mapped, memory->mapped_size);
    *memory = (struct os_memory){0};
}
