#include <semaphore.h>

#include "os/os.h"

bool os_semaphore_init(os_semaphore *semaphore)
{
    return sem_init(semaphore, 0, 0) == 0;
}

void os_semaphore_destroy(os_semaphore *semaphore)
{
    sem_destroy(semaphore);
}

void os_semaphore_post(os_semaphore *semaphore)
{
    sem_post(semaphore);
}

void os_semaphore_wait(os_semaphore *semaphore)
{
    while (sem_wait(semaphore) != 0)
        ; /* interrupted by a signal */
}
