/*
 * os_ clock: seconds of a clock that never goes back.
 */
#ifndef OS_CLOCK_H
#define OS_CLOCK_H

#include <time.h>

/* Seconds of a clock that only goes forward, from an unspecified start.  Any
 * thread may call. */
static inline double os_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
