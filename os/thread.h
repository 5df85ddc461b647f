/*
 * os_ threads: POSIX threads, mutexes, condition variables and semaphores.
 *
 * With OS_NO_THREADS (WebAssembly), os_thread_start() fails and the other
 * functions do nothing.
 */
#ifndef OS_THREAD_H
#define OS_THREAD_H

#include <stdbool.h>

#ifndef OS_NO_THREADS

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

typedef pthread_t os_thread;
typedef pthread_mutex_t os_mutex;
typedef pthread_cond_t os_condition;
typedef sem_t os_semaphore;

/* Of a thread: much more than a search needs, and much less than the 8 MiB that
 * are usual, so that threads start where there is little memory. */
enum { OS_STACK_BYTES = 1 << 20 };

/*
 * Start a thread that calls run(argument); the caller must join it.  Returns
 * false if the system refuses.  All signals are blocked in the thread, so that
 * other threads handle them.
 */
static inline bool os_thread_start(os_thread *thread, void *(*run)(void *),
                                   void *argument)
{
    sigset_t all, before;
    pthread_attr_t settings;
    if (pthread_attr_init(&settings) != 0)
        return false;
    pthread_attr_setstacksize(&settings, OS_STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(thread, &settings, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&settings);
    return failed == 0;
}

static inline void os_thread_join(os_thread thread)
{
    pthread_join(thread, NULL);
}

static inline void os_mutex_init(os_mutex *mutex)
{
    pthread_mutex_init(mutex, NULL);
}

static inline void os_mutex_destroy(os_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

static inline void os_mutex_lock(os_mutex *mutex)
{
    pthread_mutex_lock(mutex);
}

static inline void os_mutex_unlock(os_mutex *mutex)
{
    pthread_mutex_unlock(mutex);
}

static inline void os_condition_init(os_condition *condition)
{
    pthread_cond_init(condition, NULL);
}

static inline void os_condition_destroy(os_condition *condition)
{
    pthread_cond_destroy(condition);
}

static inline void os_condition_wait(os_condition *condition, os_mutex *mutex)
{
    pthread_cond_wait(condition, mutex);
}

static inline void os_condition_broadcast(os_condition *condition)
{
    pthread_cond_broadcast(condition);
}

static inline void os_condition_signal(os_condition *condition)
{
    pthread_cond_signal(condition);
}

static inline void os_semaphore_init(os_semaphore *semaphore)
{
    sem_init(semaphore, 0, 0);
}

static inline void os_semaphore_destroy(os_semaphore *semaphore)
{
    sem_destroy(semaphore);
}

/* Signal handlers may call this. */
static inline void os_semaphore_post(os_semaphore *semaphore)
{
    sem_post(semaphore);
}

static inline void os_semaphore_wait(os_semaphore *semaphore)
{
    while (sem_wait(semaphore) != 0)
        ; /* interrupted by a signal */
}

/* Lower the priority of the calling thread by 'steps' of nice(2).  Does nothing
 * where all threads of a process have the same priority. */
static inline void os_thread_lower_priority(int steps)
{
#ifdef __linux__
    (void)!nice(steps); /* where it is forbidden, the priority stays */
#else
    (void)steps;
#endif
}

/* Returns a number that is different in a parent and its child after fork(). */
static inline long os_process(void)
{
    return getpid();
}

#else

typedef int os_thread, os_mutex, os_condition, os_semaphore;

static inline bool os_thread_start(os_thread *thread, void *(*run)(void *),
                                   void *argument)
{
    (void)thread;
    (void)run;
    (void)argument;
    return false;
}

static inline void os_thread_join(os_thread thread)
{
    (void)thread;
}

#define OS_NOTHING(name, type)                                                 \
    static inline void name(type *object)                                      \
    {                                                                          \
        (void)object;                                                          \
    }
OS_NOTHING(os_mutex_init, os_mutex)
OS_NOTHING(os_mutex_destroy, os_mutex)
OS_NOTHING(os_mutex_lock, os_mutex)
OS_NOTHING(os_mutex_unlock, os_mutex)
OS_NOTHING(os_condition_init, os_condition)
OS_NOTHING(os_condition_destroy, os_condition)
OS_NOTHING(os_condition_broadcast, os_condition)
OS_NOTHING(os_condition_signal, os_condition)
OS_NOTHING(os_semaphore_init, os_semaphore)
OS_NOTHING(os_semaphore_destroy, os_semaphore)
OS_NOTHING(os_semaphore_post, os_semaphore)
OS_NOTHING(os_semaphore_wait, os_semaphore)
#undef OS_NOTHING

static inline void os_condition_wait(os_condition *condition, os_mutex *mutex)
{
    (void)condition;
    (void)mutex;
}

static inline void os_thread_lower_priority(int steps)
{
    (void)steps;
}

static inline long os_process(void)
{
    return 0;
}

#endif

#endif
