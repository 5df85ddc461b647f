#include <sys/resource.h>
#include <unistd.h>

#include "os/posix.h"

struct os_machine os_posix_machine(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);
    struct rlimit address_space;
    struct os_machine machine = {
        .memory = UINT64_MAX,
        .cores = cores > 0 ? (int)cores : 1,
    };

    if (pages > 0 && page_bytes > 0)
        machine.memory = (uint64_t)pages * (uint64_t)page_bytes;
    if (getrlimit(RLIMIT_AS, &address_space) == 0 &&
        address_space.rlim_cur != RLIM_INFINITY &&
        address_space.rlim_cur < machine.memory)
        machine.memory = address_space.rlim_cur;
    return machine;
}
