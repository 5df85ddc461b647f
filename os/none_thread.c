#include "os/thread.h"
#include "os/wait.h"

bool os_thread_start(os_thread *thread, void *(*run)(void *), void *argument)
{
    (void)thread;
    (void)run;
    (void)argument;
    return false;
}

void os_thread_join(os_thread thread)
{
    (void)thread;
}

#define OS_NOTHING(name, type)                                                 \
    void name(type *object)                                                    \
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
OS_NOTHING(os_wake, _Atomic uint32_t)

bool os_semaphore_init(os_semaphore *semaphore)
{
    *semaphore = 0;
    return true;
}

void os_condition_wait(os_condition *condition, os_mutex *mutex)
{
    (void)condition;
    (void)mutex;
}

void os_thread_lower_priority(int steps)
{
    (void)steps;
}

long os_process(void)
{
    return 0;
}

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    (void)word;
    (void)value;
}
