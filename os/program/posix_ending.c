#include "os/program/program.h"

#include <signal.h>
#include <sys/select.h>
#include <time.h>

/* Those that end the program, and the one that wakes the thread that waits. */
static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGURG};
enum { SIGNALS = sizeof signals / sizeof *signals, WAKE = SIGURG };

static sigset_t held;
static struct sigaction before[SIGNALS];
static volatile sig_atomic_t came[SIGNALS];

/* Called only within os_ending_wait(): elsewhere the signals are blocked. */
static void note(int signal)
{
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i] == signal)
            came[i] = 1;
}

void os_ending_hold(void)
{
    const struct sigaction action = {.sa_handler = note};
    sigemptyset(&held);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN || signals[i] == WAKE)
            sigaddset(&held, signals[i]);
    }
    pthread_sigmask(SIG_BLOCK, &held, NULL);
    for (int i = 0; i < SIGNALS; i++)
        if (sigismember(&held, signals[i]) == 1)
            sigaction(signals[i], &action, NULL);
}

void os_ending_release(void)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    pthread_sigmask(SIG_UNBLOCK, &held, NULL);
}

/* A signal that came; WAKE is the last one. */
static int take(void)
{
    for (int i = 0; i < SIGNALS; i++)
        if (came[i] != 0) {
            came[i] = 0;
            return signals[i];
        }
    return 0;
}

/* Signals that have come meanwhile are still pending: none is missed. */
int os_ending_wait(double seconds)
{
    const struct timespec time = {
        (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    int signal = take();
    if (signal == 0) {
        sigset_t open;
        pthread_sigmask(SIG_BLOCK, NULL, &open);
        for (int i = 0; i < SIGNALS; i++)
            if (sigismember(&held, signals[i]) == 1)
                sigdelset(&open, signals[i]);
        pselect(0, NULL, NULL, NULL, &time, &open);
        signal = take();
    }
    return signal != WAKE ? signal : 0;
}

void os_ending_wake(os_thread thread)
{
    pthread_kill(thread, WAKE);
}
