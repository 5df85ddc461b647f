#include "os/wait.h"

#if defined __linux__ && !defined OS_NO_THREADS

#include <sys/syscall.h>
#include <unistd.h>

/* As in linux/futex.h, which musl does not have. */
enum { FUTEX_WAIT_PRIVATE = 0 | 128, FUTEX_WAKE_PRIVATE = 1 | 128 };

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void os_wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

#else

#ifndef OS_NO_THREADS
#include <sched.h>
#endif

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
#ifndef OS_NO_THREADS
    if (atomic_load_explicit(word, memory_order_relaxed) == value)
        sched_yield();
#else
    (void)word;
    (void)value;
#endif
}

void os_wake(_Atomic uint32_t *word)
{
    (void)word;
}

#endif
