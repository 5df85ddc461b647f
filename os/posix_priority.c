#include "os/os.h"

void os_thread_lower_priority(int steps)
{
    (void)steps; /* nice() is for all threads of the process */
}
