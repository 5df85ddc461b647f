/* How much memory the C library has given out. */
#ifndef TEST_UNIT_HEAP_H
#define TEST_UNIT_HEAP_H

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* A hundred times the smallest block that is kept would be 2400 bytes; freed
 * blocks that the C library keeps at hand vary less. */
enum { HEAP_ROUNDS = 100, HEAP_LEAK = 2000 };

/* Bytes in use; 0 if the C library does not tell. */
static inline long long heap_bytes(void)
{
#ifdef __GLIBC__
    struct mallinfo2 info = mallinfo2();
    return (long long)info.uordblks + (long long)info.hblkhd;
#else
    return 0;
#endif
}

#endif
