#ifndef OS_LINUX_SEMAPHORE_H
#define OS_LINUX_SEMAPHORE_H

#include <semaphore.h>

typedef sem_t os_semaphore;

#endif
