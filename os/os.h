/*
 * os_: what the library needs of the system.
 *
 * os/posix.c and os/posix_machine.c have it for Linux, macOS and the BSDs,
 * os/windows.c for Windows, os/none.c and os/none.h for WebAssembly, which has
 * neither threads nor files.  What only the program needs is in
 * os/program/program.h.
 *
 * Thread safety: any thread may call, unless it is said otherwise.
 */
#ifndef OS_OS_H
#define OS_OS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if !defined _WIN32 && !defined OS_NO_THREADS
#include <pthread.h>
#endif
#ifdef __linux__
#include <semaphore.h>
#endif

/* Marks functions whose result must not be ignored. */
#define MUST_CHECK __attribute__((warn_unused_result))

/* -------------------------------------------------------------------- clock */

/* Returns seconds since an unspecified point in time, by the monotonic clock.
 */
double os_seconds(void);

/* ------------------------------------------------------------------- errors */

/* Write the description of an errno to 'text', in English in every locale.
 * Returns false if it is not to be had. */
bool os_error_text(int number, char *text, size_t size);

/* ------------------------------------------------------------------ machine */

/* The memory and the cores that the process may use. */
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

/* ------------------------------------------------------------------- memory */

/* A large block of memory, in huge pages where possible. */
struct os_memory {
    void *bytes; /* aligned to 2 MiB; in WebAssembly to 64 bytes */
    size_t size;
    void *mapped; /* the mapping that contains 'bytes' */
    size_t mapped_size;
    bool huge_pages; /* the system accepted the request for them */
};

/* Set '*memory' to 'size' zero bytes, to be freed with os_unmap().  Returns
 * false, with '*memory' empty, if the system refuses or if 'size' is more than
 * os_machine() reports. */
MUST_CHECK bool os_map(struct os_memory *memory, size_t size);

/* Does nothing if '*memory' is empty. */
void os_unmap(struct os_memory *memory);

/* -------------------------------------------------------------------- files */

/* A regular file as bytes in memory. */
struct os_file {
    const void *bytes; /* NULL if the file is empty */
    size_t size;
};

enum os_file_status {
    OS_FILE_OK,
    OS_FILE_UNREADABLE, /* errno has the reason */
    OS_FILE_NOT_REGULAR,
    OS_FILE_TOO_LARGE, /* for the limit */
    OS_FILE_NO_MEMORY, /* in the system, or in the address space */
};

/*
 * Map the regular file at 'path', of at most 'max_size' bytes, and set '*file';
 * unmap it with os_file_unmap().  On failure '*file' is empty.  If the file is
 * truncated while it is mapped, reading it may end the process by SIGBUS.
 */
MUST_CHECK enum os_file_status os_file_map(struct os_file *file,
                                           const char *path, uint64_t max_size);

/* Does nothing if '*file' is empty. */
void os_file_unmap(struct os_file *file);

/* ------------------------------------------------------------------ threads */

/*
 * Threads, mutexes, condition variables and semaphores.
 *
 * With OS_NO_THREADS (WebAssembly), os_thread_start() fails, and the other
 * functions of this part and the next do nothing.
 */
#ifdef OS_NO_THREADS
#include "os/none.h"
#else

#ifdef _WIN32
/* Handles, SRWLOCK and CONDITION_VARIABLE, without the many names of
 * windows.h. */
typedef void *os_thread, *os_semaphore;
typedef struct {
    void *lock;
} os_mutex;
typedef struct {
    void *waiters;
} os_condition;
#define OS_MUTEX_INIT                                                          \
    {                                                                          \
        NULL                                                                   \
    }
#else
typedef pthread_t os_thread;
typedef pthread_mutex_t os_mutex;
typedef pthread_cond_t os_condition;
#define OS_MUTEX_INIT PTHREAD_MUTEX_INITIALIZER
#ifdef __linux__
typedef sem_t os_semaphore;
#else
/* A pipe: macOS has no sem_init(), and signal handlers may not call what locks
 * a mutex.  Its bytes are the count; what does not fit is dropped. */
typedef struct {
    int read_end, write_end;
} os_semaphore;
#endif
#endif

/* Of a thread: much more than a search needs, and much less than the 8 MiB that
 * are usual, so that threads start where there is little memory. */
enum { OS_STACK_BYTES = 1 << 20 };

/*
 * Start a thread that calls run(argument); the caller must join it.  Returns
 * false if the system refuses.  All signals are blocked in the thread, so that
 * other threads handle them.
 */
MUST_CHECK bool os_thread_start(os_thread *thread, void *(*run)(void *),
                                void *argument);
void os_thread_join(os_thread thread);

/* Lower the priority of the calling thread by 'steps' of nice(2).  Does nothing
 * where all threads of a process have the same priority. */
void os_thread_lower_priority(int steps);

/* Returns a number that is different in a parent and its child after fork(). */
long os_process(void);

/* OS_MUTEX_INIT initializes a static one. */
void os_mutex_init(os_mutex *mutex);
void os_mutex_destroy(os_mutex *mutex);
void os_mutex_lock(os_mutex *mutex);
bool os_mutex_try(os_mutex *mutex); /* false if it is locked */
void os_mutex_unlock(os_mutex *mutex);

void os_condition_init(os_condition *condition);
void os_condition_destroy(os_condition *condition);
void os_condition_wait(os_condition *condition, os_mutex *mutex);
void os_condition_broadcast(os_condition *condition);
void os_condition_signal(os_condition *condition);

/* Returns false if the system refuses: a semaphore may be a pipe. */
MUST_CHECK bool os_semaphore_init(os_semaphore *semaphore);
void os_semaphore_destroy(os_semaphore *semaphore);
/* Signal handlers may call this. */
void os_semaphore_post(os_semaphore *semaphore);
void os_semaphore_wait(os_semaphore *semaphore);

/* -------------------------------------------------------------------- waits */

/* Sleep until os_wake() for '*word', but not if it is not 'value' any more.
 * May return at any time, and does so after a moment where there are no such
 * waits: the caller tests the condition again. */
void os_wait_while(_Atomic uint32_t *word, uint32_t value);

/* Wake one thread that waits for '*word'. */
void os_wake(_Atomic uint32_t *word);

#endif

#endif
