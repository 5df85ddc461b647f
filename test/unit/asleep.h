/* Waiting until another thread of the process sleeps. */
#ifndef TEST_UNIT_ASLEEP_H
#define TEST_UNIT_ASLEEP_H

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the thread to be waited for sets, before the call in which it sleeps. */
typedef _Atomic long sleeper;

static inline void sleeper_begin(sleeper *thread)
{
    *thread = syscall(SYS_gettid);
}

static inline bool is_asleep(long thread)
{
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/self/task/%ld/stat", thread);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    const char *end = read ? strrchr(line, ')') : NULL;
    return end != NULL && end[2] == 'S';
}

/* It may also sleep for a moment on the way: to take a lock. */
static inline void sleeper_wait(const sleeper *thread)
{
    for (int times = 0; times < 20; sched_yield())
        times = *thread != 0 && is_asleep(*thread) ? times + 1 : 0;
}

#endif
