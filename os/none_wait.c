#include "os/wait.h"

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    (void)word;
    (void)value;
}

void os_wake(_Atomic uint32_t *word)
{
    (void)word;
}
