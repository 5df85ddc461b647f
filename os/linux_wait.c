#include "os/os.h"

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
