/*
 * os_ process: what the system has given to it.
 *
 * Any thread may call this.
 */
#ifndef OS_PROGRAM_PROCESS_H
#define OS_PROGRAM_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct os_process_use {
    uint64_t resident_bytes, virtual_bytes; /* memory */
    int files;                              /* that are open */
};

/* Returns false if the system does not tell. */
bool os_process_measure(struct os_process_use *use);

#endif
