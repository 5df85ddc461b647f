/*
 * os_ wait: sleep until another thread changes a number.
 *
 * Where there are no such waits, os_wait_while() sleeps for a moment.  With
 * OS_NO_THREADS both functions do nothing.
 *
 * Thread safety: any thread may call.
 */
#ifndef OS_WAIT_H
#define OS_WAIT_H

#include <stdatomic.h>
#include <stdint.h>

/* Sleep until os_wake() for '*word', but not if it is not 'value' any more.
 * May return at any time: the caller tests the condition again. */
void os_wait_while(_Atomic uint32_t *word, uint32_t value);

/* Wake one thread that waits for '*word'. */
void os_wake(_Atomic uint32_t *word);

#endif
