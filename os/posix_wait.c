#include "os/os.h"

#include <time.h>

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    if (atomic_load_explicit(word, memory_order_relaxed) == value)
        nanosleep(&moment, NULL);
}

void os_wake(_Atomic uint32_t *word)
{
    (void)word;
}
