/*
 * tt_ machine: how much of the machine the process may use.
 *
 * Any thread may call.
 */
#ifndef TT_MACHINE_H
#define TT_MACHINE_H

#include <stdint.h>

struct tt_machine {
    uint64_t memory; /* bytes; UINT64_MAX if nobody can tell */
    int cores;       /* at least 1 */
};

/*
 * The memory is the machine's, or less where the control groups of the process
 * (version 1 or 2) or its own limit (ulimit -v) say so; the cores are those it
 * may run on, or as many as the quota of its control groups keeps busy.
 * malloc() alone would not tell: systems that overcommit hand out memory that
 * they do not have, and end the process when it is used.
 *
 * 'root' is where /proc/self/cgroup and /sys/fs/cgroup are found: "" but in
 * tests.
 */
struct tt_machine tt_machine(const char *root);

#endif
