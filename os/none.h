/* Threads and waits of os/os.h where there are none: in place of calls,
 * nothing.  Internal to os/os.h. */
#ifndef OS_NONE_H
#define OS_NONE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Parameters are those of os/os.h.
 * NOLINTBEGIN(bugprone-macro-parentheses,readability-non-const-parameter) */

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
OS_NOTHING(os_semaphore_destroy, os_semaphore)
OS_NOTHING(os_semaphore_post, os_semaphore)
OS_NOTHING(os_semaphore_wait, os_semaphore)
#undef OS_NOTHING

static inline bool os_semaphore_init(os_semaphore *semaphore)
{
    *semaphore = 0;
    return true;
}

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

static inline void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    (void)word;
    (void)value;
}

static inline void os_wake(_Atomic uint32_t *word)
{
    (void)word;
}

/* NOLINTEND(bugprone-macro-parentheses,readability-non-const-parameter) */

#endif
