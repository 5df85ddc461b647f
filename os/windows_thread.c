#include "os/os.h"

#include <limits.h>
#include <process.h>
#include <stdint.h>
#include <stdlib.h>
#include <windows.h>

_Static_assert(sizeof(os_mutex) == sizeof(SRWLOCK), "as in windows.h");
_Static_assert(sizeof(os_condition) == sizeof(CONDITION_VARIABLE),
               "as in windows.h");

/* What a thread calls. */
struct call {
    void *(*run)(void *);
    void *argument;
};

static unsigned __stdcall run_call(void *given)
{
    struct call call = *(struct call *)given;
    free(given);
    call.run(call.argument);
    return 0;
}

bool os_thread_start(os_thread *thread, void *(*run)(void *), void *argument)
{
    struct call *call = malloc(sizeof *call);
    if (call == NULL)
        return false;
    *call = (struct call){run, argument};
    uintptr_t started = _beginthreadex(NULL, OS_STACK_BYTES, run_call, call,
                                       STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (started == 0)
        free(call);
    *thread = (os_thread)started;
    return started != 0;
}

void os_thread_join(os_thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

void os_mutex_init(os_mutex *mutex)
{
    InitializeSRWLock((SRWLOCK *)mutex);
}

void os_mutex_destroy(os_mutex *mutex)
{
    (void)mutex;
}

void os_mutex_lock(os_mutex *mutex)
{
    AcquireSRWLockExclusive((SRWLOCK *)mutex);
}

bool os_mutex_try(os_mutex *mutex)
{
    return TryAcquireSRWLockExclusive((SRWLOCK *)mutex);
}

void os_mutex_unlock(os_mutex *mutex)
{
    ReleaseSRWLockExclusive((SRWLOCK *)mutex);
}

void os_condition_init(os_condition *condition)
{
    InitializeConditionVariable((CONDITION_VARIABLE *)condition);
}

void os_condition_destroy(os_condition *condition)
{
    (void)condition;
}

void os_condition_wait(os_condition *condition, os_mutex *mutex)
{
    SleepConditionVariableSRW((CONDITION_VARIABLE *)condition, (SRWLOCK *)mutex,
                              INFINITE, 0);
}

void os_condition_broadcast(os_condition *condition)
{
    WakeAllConditionVariable((CONDITION_VARIABLE *)condition);
}

void os_condition_signal(os_condition *condition)
{
    WakeConditionVariable((CONDITION_VARIABLE *)condition);
}

bool os_semaphore_init(os_semaphore *semaphore)
{
    *semaphore = CreateSemaphoreW(NULL, 0, LONG_MAX, NULL);
    return *semaphore != NULL;
}

void os_semaphore_destroy(os_semaphore *semaphore)
{
    CloseHandle(*semaphore);
}

void os_semaphore_post(os_semaphore *semaphore)
{
    ReleaseSemaphore(*semaphore, 1, NULL);
}

void os_semaphore_wait(os_semaphore *semaphore)
{
    WaitForSingleObject(*semaphore, INFINITE);
}

void os_thread_lower_priority(int steps)
{
    SetThreadPriority(GetCurrentThread(), steps < 10
                                              ? THREAD_PRIORITY_BELOW_NORMAL
                                              : THREAD_PRIORITY_LOWEST);
}

long os_process(void)
{
    return (long)GetCurrentProcessId();
}
