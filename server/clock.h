/* server_now: seconds of a clock that never goes back. */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <time.h>

static inline double server_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
