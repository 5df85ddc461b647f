/*
 * For tests that link with the library: a system that refuses to start
 * threads.  Include it in one file of a program.
 */
#ifndef TEST_UNIT_THREADS_H
#define TEST_UNIT_THREADS_H

#ifdef __GLIBC__

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

/* Each attempt of this number is refused; 0: none. */
static int threads_refused;

/* In place of the system's, also for a shared library. */
__attribute__((visibility("default"))) int
threads_create(pthread_t *thread, const pthread_attr_t *settings,
               void *(*run)(void *), void *argument) __asm__("pthread_create");

int threads_create(pthread_t *thread, const pthread_attr_t *settings,
                   void *(*run)(void *), void *argument)
{
    static _Atomic int attempts;
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                  void *);
    if (threads_refused == 0)
        attempts = 0;
    else if (++attempts % threads_refused == 0)
        return EAGAIN;
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    return create(thread, settings, run, argument);
}

#endif
#endif
