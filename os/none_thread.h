#ifndef OS_NONE_THREAD_H
#define OS_NONE_THREAD_H

typedef int os_thread, os_mutex, os_condition, os_semaphore;

#endif
