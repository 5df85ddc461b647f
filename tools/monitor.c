#include "tools/monitor.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "os/clock.h"
#include "tools/output.h"

/* ---------------------------------------------------- the line of progress */

/* How long something takes before there is progress to see, and how often the
 * line is drawn: again and again on a terminal, else one below the other. */
static const double FIRST_SECONDS = 1;
static const double TERMINAL_SECONDS = 0.2;
static const double OTHER_SECONDS = 1;

/* One thread at a time may use it: the one that holds monitor.lock. */
static struct {
    bool draws, terminal;
    const char *title; /* of the job, or NULL */
    size_t total, done;
    double started; /* the job */
    double drawn;   /* the line, last */
    bool visible;
} line;

static void open_line(enum monitor_mode mode)
{
    line.terminal = isatty(STDERR_FILENO);
    line.draws =
        mode == MONITOR_ALWAYS || (mode == MONITOR_TERMINAL && line.terminal);
}

static bool is_due(void)
{
    double pause = line.terminal ? TERMINAL_SECONDS : OTHER_SECONDS;
    return line.draws && os_seconds() - line.drawn >= pause * 0.9;
}

static void wipe_line(void)
{
    if (line.visible)
        fputs("\r\033[K", stderr);
    line.visible = false;
}

/* A number with a unit of thousands: 12.3 M. */
static const char *format_nodes(double nodes, char text[32])
{
    static const char units[] = " kMGT";
    int unit = 0;
    for (; nodes >= 1000 && units[unit + 1] != '\0'; unit++)
        nodes /= 1000;
    snprintf(text, 32, unit == 0 ? "%.0f" : "%.1f %c", nodes, units[unit]);
    return text;
}

static void print_job(FILE *out, double seconds)
{
    fprintf(out, "%s: %zu of %zu", line.title, line.done, line.total);
    if (line.done > 0)
        fprintf(out, ", %.0f s left",
                seconds / (double)line.done * (double)(line.total - line.done));
}

static void print_search(FILE *out, const struct monitor_progress *search)
{
    char all[32], speed[32];
    double nodes = (double)search->nodes;
    fprintf(out, "%s: %d..%d, %s nodes, %s/s, %.1f s", search->position,
            search->lower, search->upper, format_nodes(nodes, all),
            format_nodes(nodes / search->seconds, speed), search->seconds);
}

/* On a terminal a line is no longer than a row. */
static int max_columns(void)
{
    struct winsize size;
    if (line.terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 1)
        return size.ws_col - 1;
    return 1000;
}

/* Draw the line; 'search' is NULL if no position is being searched.  Draws
 * nothing in the first second of either. */
static void draw_line(const struct monitor_progress *search)
{
    double now = os_seconds();
    bool job = line.title != NULL && now - line.started >= FIRST_SECONDS;
    if (search != NULL && search->seconds < FIRST_SECONDS)
        search = NULL;
    if ((!job && search == NULL) || !output_is_ready(STDERR_FILENO))
        return;
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return;
    if (job)
        print_job(out, now - line.started);
    if (job && search != NULL)
        fputs("; ", out);
    if (search != NULL)
        print_search(out, search);
    if (fclose(out) == 0)
        fprintf(stderr, line.terminal ? "\r%.*s\033[K" : "%.*s\n",
                max_columns(), text);
    free(text);
    line.drawn = now;
    line.visible = line.terminal;
}

/* -------------------------------------------------------------- the thread */

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

    pthread_mutex_t lock; /* of what follows, and of 'line' */
    const struct monitor_watch *watch;
} monitor = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void draw(void)
{
    struct monitor_progress progress;
    const struct monitor_watch *watch = monitor.watch;
    if (!is_due())
        return;
    bool searches = watch != NULL && watch->progress != NULL &&
                    watch->progress(watch->context, &progress);
    draw_line(searches ? &progress : NULL);
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
            wipe_line();
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
    double pause = output_is_file() ? FLUSH_SECONDS
                   : line.draws     ? TERMINAL_SECONDS
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

/* -------------------------------------------------------- for the commands */

bool monitor_start(enum monitor_mode mode, double seconds)
{
    monitor.end = seconds > 0 ? os_seconds() + seconds : INFINITY;
    open_line(mode);
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
    line.title = title;
    line.total = total;
    line.done = 0;
    line.started = os_seconds();
    pthread_mutex_unlock(&monitor.lock);
}

void monitor_done(size_t done)
{
    pthread_mutex_lock(&monitor.lock);
    line.done = done;
    pthread_mutex_unlock(&monitor.lock);
}

void monitor_hide(void)
{
    pthread_mutex_lock(&monitor.lock);
    wipe_line();
    pthread_mutex_unlock(&monitor.lock);
}
