/*
 * os_ threads: threads, mutexes, condition variables and semaphores.
 *
 * A platform's header has the types os_thread, os_mutex, os_condition and
 * os_semaphore.  With OS_NO_THREADS (WebAssembly), os_thread_start() fails and
 * the other functions do nothing.
 */
#ifndef OS_THREAD_H
#define OS_THREAD_H

#include <stdbool.h>

#ifdef OS_NO_THREADS
#include "os/none_thread.h"
#else

#if defined _WIN32
#include "os/windows_thread.h"
#elif defined __linux__ && !defined OS_POSIX
#include "os/linux_semaphore.h"
#include "os/posix_thread.h"
#else
#include "os/posix_semaphore.h"
#include "os/posix_thread.h"
#endif

/* Of a thread: much more than a search needs, and much less than the 8 MiB that
 * are usual, so that threads start where there is little memory. */
enum { OS_STACK_BYTES = 1 << 20 };

/*
 * Start a thread that calls run(argument); the caller must join it.  Returns
 * false if the system refuses.  All signals are blocked in the thread, so that
 * other threads handle them.
 */
bool os_thread_start(os_thread *thread, void *(*run)(void *), void *argument);
void os_thread_join(os_thread thread);

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
bool os_semaphore_init(os_semaphore *semaphore);
void os_semaphore_destroy(os_semaphore *semaphore);
/* Signal handlers may call this. */
void os_semaphore_post(os_semaphore *semaphore);
void os_semaphore_wait(os_semaphore *semaphore);

/* Lower the priority of the calling thread by 'steps' of nice(2).  Does nothing
 * where all threads of a process have the same priority. */
void os_thread_lower_priority(int steps);

/* Returns a number that is different in a parent and its child after fork(). */
long os_process(void);

#endif

#endif
