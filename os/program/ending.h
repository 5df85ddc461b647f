/*
 * os_ ending: what asks the program to end: SIGHUP, SIGINT and SIGTERM; on
 * Windows Ctrl-C, Ctrl-Break, and closing the window.
 */
#ifndef OS_PROGRAM_ENDING_H
#define OS_PROGRAM_ENDING_H

#include "os/thread.h"

/* From now on nothing of this ends the program: it waits for the thread that
 * calls os_ending_wait().  A signal that is ignored stays so.  Call this before
 * other threads are started, and os_ending_release() after they have ended. */
void os_ending_hold(void);
void os_ending_release(void);

/* Returns a signal that asks the program to end, each once; 0 if the time is
 * over, or if os_ending_wake() was called for the thread that waits.  May
 * return 0 at any time.  One thread at a time may call it. */
int os_ending_wait(double seconds);
void os_ending_wake(os_thread thread);

#endif
