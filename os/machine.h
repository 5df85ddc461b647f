/*
 * os_ machine: the memory and the cores that the process may use.
 *
 * Thread safety: any thread may call.
 */
#ifndef OS_MACHINE_H
#define OS_MACHINE_H

#include <stdint.h>

struct os_machine {
    uint64_t memory; /* bytes; UINT64_MAX if unknown */
    int cores;       /* at least 1 */
};

/*
 * Returns the limits of the process.
 *
 * 'memory' is the smallest of the machine's memory, the limits of the process's
 * control groups (version 1 or 2) and its address space limit (ulimit -v).  A
 * successful malloc() does not prove that the memory exists: a system that
 * overcommits grants more memory than it has, and kills the process that uses
 * it.
 *
 * 'cores' is the minimum of the number of CPUs in the affinity mask and the CPU
 * quota of the control groups, rounded up.
 *
 * 'root' is a prefix of the paths /proc/self/cgroup and /sys/fs/cgroup.  It is
 * "" except in tests.
 */
struct os_machine os_machine(const char *root);

#endif
