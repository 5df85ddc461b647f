#ifndef OS_POSIX_THREAD_H
#define OS_POSIX_THREAD_H

#include <pthread.h>

typedef pthread_t os_thread;
typedef pthread_mutex_t os_mutex;
typedef pthread_cond_t os_condition;

#define OS_MUTEX_INIT PTHREAD_MUTEX_INITIALIZER

#endif
