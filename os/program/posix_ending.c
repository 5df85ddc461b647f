#include "os/program/ending.h"

#include <signal.h>
#include <time.h>

/* It wakes the thread that waits; by default it does nothing. */
enum { WAKE = SIGURG };

static sigset_t held; /* those that end the program, and WAKE */

static void choose_signals(void)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGTERM};
    sigemptyset(&held);
    sigaddset(&held, WAKE);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action;
        if (sigaction(ending[i], NULL, &action) == 0 &&
            action.sa_handler != SIG_IGN)
            sigaddset(&held, ending[i]);
    }
}

void os_ending_hold(void)
{
    choose_signals();
    pthread_sigmask(SIG_BLOCK, &held, NULL);
}

void os_ending_release(void)
{
    pthread_sigmask(SIG_UNBLOCK, &held, NULL);
}

int os_ending_wait(double seconds)
{
    struct timespec time = {(time_t)seconds,
                            (long)((seconds - (double)(time_t)seconds) * 1e9)};
    int signal = sigtimedwait(&held, NULL, &time);
    return signal > 0 && signal != WAKE ? signal : 0;
}

void os_ending_wake(os_thread thread)
{
    pthread_kill(thread, WAKE);
}
