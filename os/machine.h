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
 * The memory is the smallest of the machine's, the limits of the process's
 * control groups (version 1 or 2) and its address space limit (ulimit -v).  The
 * cores are those of its affinity mask, or fewer if a control group has a
 * quota. malloc() does not report these limits: a system that overcommits
 * grants memory that it does not have, and kills the process when it is used.
 *
 * /proc/self/cgroup and /sys/fs/cgroup are read below the folder 'root': "",
 * except in tests.
 */
struct os_machine os_machine(const char *root);

#endif
