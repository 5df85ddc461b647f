#include <sys/mman.h>

#include "os/posix.h"

bool os_want_huge_pages(void *bytes, size_t size)
{
    return madvise(bytes, size, MADV_HUGEPAGE) == 0;
}
