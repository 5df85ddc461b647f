/*
 * os_ clock: the monotonic clock.
 */
#ifndef OS_CLOCK_H
#define OS_CLOCK_H

#include <time.h>

/* Returns seconds since an unspecified point in time.  Any thread may call. */
static inline double os_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
