#ifndef OS_WINDOWS_THREAD_H
#define OS_WINDOWS_THREAD_H

/* Handles, SRWLOCK and CONDITION_VARIABLE, without the many names of
 * windows.h. */
typedef void *os_thread, *os_semaphore;
typedef struct {
    void *lock;
} os_mutex;
#define OS_MUTEX_INIT                                                          \
    {                                                                          \
        NULL                                                                   \
    }
typedef struct {
    void *waiters;
} os_condition;

#endif
