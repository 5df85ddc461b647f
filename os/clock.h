/*
 * os_ clock: the monotonic clock.
 */
#ifndef OS_CLOCK_H
#define OS_CLOCK_H

/* Returns seconds since an unspecified point in time.  Any thread may call. */
double os_seconds(void);

#endif
