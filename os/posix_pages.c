#include "os/posix.h"

bool os_want_huge_pages(void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return false;
}
