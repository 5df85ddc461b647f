#include "os/os.h"

#include <windows.h>

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    WaitOnAddress(word, &value, sizeof value, INFINITE);
}

void os_wake(_Atomic uint32_t *word)
{
    WakeByAddressSingle((void *)word);
}
