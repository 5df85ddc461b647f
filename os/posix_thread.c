#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "os/os.h"

bool os_thread_start(os_thread *thread, void *(*run)(void *), void *argument)
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

void os_thread_join(os_thread thread)
{
    pthread_join(thread, NULL);
}

void os_mutex_init(os_mutex *mutex)
{
    pthread_mutex_init(mutex, NULL);
}

void os_mutex_destroy(os_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

void os_mutex_lock(os_mutex *mutex)
{
    pthread_mutex_lock(mutex);
}

bool os_mutex_try(os_mutex *mutex)
{
    return pthread_mutex_trylock(mutex) == 0;
}

void os_mutex_unlock(os_mutex *mutex)
{
    pthread_mutex_unlock(mutex);
}

void os_condition_init(os_condition *condition)
{
    pthread_cond_init(condition, NULL);
}

void os_condition_destroy(os_condition *condition)
{
    pthread_cond_destroy(condition);
}

void os_condition_wait(os_condition *condition, os_mutex *mutex)
{
    pthread_cond_wait(condition, mutex);
}

void os_condition_broadcast(os_condition *condition)
{
    pthread_cond_broadcast(condition);
}

void os_condition_signal(os_condition *condition)
{
    pthread_cond_signal(condition);
}

long os_process(void)
{
    return getpid();
}
