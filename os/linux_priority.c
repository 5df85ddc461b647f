#include <unistd.h>

#include "os/os.h"

void os_thread_lower_priority(int steps)
{
    (void)!nice(steps); /* where it is forbidden, the priority stays */
}
