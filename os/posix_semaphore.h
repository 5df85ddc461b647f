#ifndef OS_POSIX_SEMAPHORE_H
#define OS_POSIX_SEMAPHORE_H

/* A pipe: macOS has no sem_init(), and signal handlers may not call what locks
 * a mutex.  Its bytes are the count; what does not fit is dropped. */
typedef struct {
    int read_end, write_end;
} os_semaphore;

#endif
