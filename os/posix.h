/*
 * os_: what the files of os/ for POSIX have in common.  Internal to os/.
 *
 * Where a system has more than POSIX, os/SYSTEM_NAME.c replaces
 * os/posix_NAME.c: see mk/platform.mk.
 */
#ifndef OS_POSIX_H
#define OS_POSIX_H

#include <stdbool.h>
#include <stddef.h>

#include "os/os.h"

/* Returns the limits that POSIX systems tell: the machine's memory and CPUs,
 * and the limit of the address space. */
struct os_machine os_posix_machine(void);

/* Ask for huge pages for a block.  Returns whether the system accepts. */
bool os_want_huge_pages(void *bytes, size_t size);

#endif
