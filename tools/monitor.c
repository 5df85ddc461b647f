#include "tools/monitor.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "os/clock.h"
#include "tools/output.h"
#include "tools/progress.h"

/* How often what was printed to a file is written. */
static const double FLUSH_SECONDS = 0.05;

/* What a command that is to end may take for it: after a signal, and when its
 * time is over. */
static const double ENDING_SECONDS = 0.12;
static const double LATE_ENDING_SECONDS = 1;
/* It is counted in pauses, which last longer on a busy machine. */
static const double ENDING_PAUSE_SECONDS = 0.01;

/* The signal that wakes the monitor; by default it does nothing. */
enum { WAKE = SIGURG };

static struct {
    pthread_t thread;
    sigset_t signals; /* those that end the program, and WAKE */
    _Atomic int signal;
    _Atomic bool late;
    _Atomic bool finished;
    double end; /* when the time is over, or INFINITY */

    int (*_Atomic report)(void *context, bool prints); /* or NULL */
    void *context;                                     /* of 'report' */

    pthread_mutex_t lock; /* of what follows, and of progress_ */
    const struct monitor_watch *watch;
} monitor = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void draw(void)
{
    struct monitor_progress progress;
    const struct monitor_watch *watch = monitor.watch;
    if (!progress_is_due())
        return;
    bool searches = watch != NULL && watch->progress(watch->context, &progress);
    progress_draw(searches ? &progress : NULL);
}

static void stop_search(void)
{
    pthread_mutex_lock(&monitor.lock);
    if (monitor.watch != NULL)
        monitor.watch->stop(monitor.watch->context);
    pthread_mutex_unlock(&monitor.lock);
}

/* The command has not ended by itself.  It may wait, with a lock, for a reader
 * that never comes. */
static void end_program(void)
{
    bool prints = false;
    int status = 0;
    if (pthread_mutex_trylock(&monitor.lock) == 0) {
        prints = output_is_ready(STDERR_FILENO);
        if (prints)
            progress_wipe();
        pthread_mutex_unlock(&monitor.lock);
    }
    if (ftrylockfile(stdout) == 0 && output_is_ready(STDOUT_FILENO))
        fflush(stdout);
    else
        prints = false;
    if (monitor.report != NULL)
        status = monitor.report(monitor.context, prints);
    _exit(monitor.signal != 0 ? 128 + monitor.signal : status);
}

/* Wait for a signal that ends the program; 0: the time is over, or
 * monitor_finish() was called. */
static int wait_for_signal(double seconds)
{
    struct timespec time = {(time_t)seconds,
                            (long)((seconds - (double)(time_t)seconds) * 1e9)};
    int signal = sigtimedwait(&monitor.signals, NULL, &time);
    return signal > 0 && signal != WAKE ? signal : 0;
}

/* Stop the search, and leave the command some time to end by itself. */
static void end_within(double seconds)
{
    double waited = 0;
    stop_search();
    while (!monitor.finished) {
        if (waited >= seconds)
            end_program();
        wait_for_signal(ENDING_PAUSE_SECONDS);
        waited += ENDING_PAUSE_SECONDS;
    }
}

/* Until there is something to do. */
static double pause_seconds(void)
{
    double pause = output_is_file()   ? FLUSH_SECONDS
                   : progress_draws() ? progress_pause()
                                      : 3600;
    double left = monitor.end - os_seconds();
    return left < 0 ? 0 : left < pause ? left : pause;
}

static void *run_monitor(void *unused)
{
    while (!monitor.finished) {
        int signal = wait_for_signal(pause_seconds());
        if (monitor.finished)
            break;
        if (signal != 0) {
            monitor.signal = signal;
            end_within(ENDING_SECONDS);
        } else if (os_seconds() >= monitor.end) {
            monitor.late = true;
            end_within(LATE_ENDING_SECONDS);
        } else {
            if (output_is_file()) /* which takes it without waiting */
                output_flush();
            pthread_mutex_lock(&monitor.lock);
            draw();
            pthread_mutex_unlock(&monitor.lock);
        }
    }
    return unused;
}

/* A signal that is ignored stays so. */
static void choose_signals(void)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGTERM};
    sigemptyset(&monitor.signals);
    sigaddset(&monitor.signals, WAKE);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action;
        if (sigaction(ending[i], NULL, &action) == 0 &&
            action.sa_handler != SIG_IGN)
            sigaddset(&monitor.signals, ending[i]);
    }
}

bool monitor_start(enum monitor_mode mode, double seconds)
{
    monitor.end = seconds > 0 ? os_seconds() + seconds : INFINITY;
    progress_open(mode);
    choose_signals();
    pthread_sigmask(SIG_BLOCK, &monitor.signals, NULL);
    return pthread_create(&monitor.thread, NULL, run_monitor, NULL) == 0;
}

void monitor_finish(void)
{
    monitor_hide();
    output_flush(); /* while there is somebody to end that */
    monitor.finished = true;
    pthread_kill(monitor.thread, WAKE);
    pthread_join(monitor.thread, NULL);
    pthread_sigmask(SIG_UNBLOCK, &monitor.signals, NULL);
}

void monitor_at_end(int (*report)(void *context, bool prints), void *context)
{
    monitor.context = context;
    monitor.report = report;
}

int monitor_signal(void)
{
    return monitor.signal;
}

bool monitor_is_late(void)
{
    return monitor.late;
}

bool monitor_is_stopped(void)
{
    return monitor.signal != 0 || monitor.late;
}

void monitor_name(char text[MONITOR_TEXT_SIZE], const char *position,
                  size_t length)
{
    snprintf(text, MONITOR_TEXT_SIZE, "%.*s", length == 0 ? 15 : (int)length,
             length == 0 ? "the empty board" : position);
}

void monitor_watch(const struct monitor_watch *watch)
{
    pthread_mutex_lock(&monitor.lock);
    monitor.watch = watch;
    pthread_mutex_unlock(&monitor.lock);
    if (watch != NULL && monitor_is_stopped())
        watch->stop(watch->context);
}

void monitor_job(const char *title, size_t total)
{
    pthread_mutex_lock(&monitor.lock);
    progress_job(title, total);
    pthread_mutex_unlock(&monitor.lock);
}

void monitor_done(size_t done)
{
    pthread_mutex_lock(&monitor.lock);
    progress_done(done);
    pthread_mutex_unlock(&monitor.lock);
}

void monitor_hide(void)
{
    pthread_mutex_lock(&monitor.lock);
    progress_wipe();
    pthread_mutex_unlock(&monitor.lock);
}
