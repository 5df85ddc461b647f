#include "os/os.h"

#include <windows.h>

/* The CPUs of the affinity mask. */
static int affinity_count(void)
{
    DWORD_PTR process, all;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &process, &all) ||
        process == 0)
        return 1; /* its threads are in several groups of processors */
    return __builtin_popcountll(process);
}

struct os_machine os_machine(const char *root)
{
    (void)root;
    struct os_machine machine = {
        .memory = UINT64_MAX,
        .cores = affinity_count(),
    };
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (GlobalMemoryStatusEx(&status))
        machine.memory = status.ullTotalPhys;
    return machine;
}
