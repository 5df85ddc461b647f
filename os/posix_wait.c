#include "os/wait.h"

#include <sched.h>

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    if (atomic_load_explicit(word, memory_order_relaxed) == value)
        sched_yield();
}

void os_wake(_Atomic uint32_t *word)
{
    (void)word;
}
