#include "tools/monitor.h"

#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "os/clock.h"
#include "tools/output.h"

/* How long something takes before there is progress to see, and how often the
 * line is drawn: again and again on a terminal, else one below the other. */
static const double FIRST_SECONDS = 1;
static const double TERMINAL_SECONDS = 0.2;
static const double OTHER_SECONDS = 1;

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
    bool draws, terminal;
    double end; /* when the time is over, or INFINITY */

    int (*_Atomic report)(void *context, bool prints); /* or NULL */
    void *context;                                     /* of 'report' */

    pthread_mutex_t lock; /* of what follows */
    struct monitor_search *searches;
    const char *title;
    size_t total, done;
    double started; /* the job */
    double drawn;   /* the line, last */
    bool visible;
} monitor = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void wipe(void)
{
    if (monitor.visible)
        fputs("\r\033[K", stderr);
    monitor.visible = false;
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

static const struct monitor_search *longest_search(void)
{
    const struct monitor_search *longest = NULL;
    for (struct monitor_search *search = monitor.searches; search != NULL;
         search = search->next)
        if (search->position[0] != '\0' &&
            (longest == NULL || search->started < longest->started))
            longest = search;
    return longest;
}

/* Whether a line can be written without waiting for a reader. */
static bool is_ready(int file)
{
    struct pollfd poll_file = {.fd = file, .events = POLLOUT};
    return poll(&poll_file, 1, 0) == 1 && (poll_file.revents & POLLOUT) != 0;
}

static void print_job(FILE *out, double now)
{
    fprintf(out, "%s: %zu of %zu", monitor.title, monitor.done, monitor.total);
    if (monitor.done > 0)
        fprintf(out, ", %.0f s left",
                (now - monitor.started) / (double)monitor.done *
                    (double)(monitor.total - monitor.done));
}

static void print_search(FILE *out, const struct monitor_search *search,
                         double now)
{
    struct solver_progress progress = solver_progress(search->solver);
    double seconds = now - search->started;
    /* What the search has not told yet is missing. */
    double nodes = progress.nodes > search->nodes_before
                       ? (double)(progress.nodes - search->nodes_before)
                       : 0;
    char all[32], speed[32];
    fprintf(out, "%s: %d..%d, %s nodes, %s/s, %.1f s", search->position,
            progress.bounds.lower, progress.bounds.upper,
            format_nodes(nodes, all), format_nodes(nodes / seconds, speed),
            seconds);
}

/* On a terminal a line is no longer than a row. */
static int max_columns(void)
{
    struct winsize size;
    if (monitor.terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 1)
        return size.ws_col - 1;
    return 1000;
}

static void print_line(const struct monitor_search *search, bool job,
                       double now)
{
    char *line;
    size_t length;
    FILE *out = open_memstream(&line, &length);
    if (out == NULL)
        return;
    if (job)
        print_job(out, now);
    if (job && search != NULL)
        fputs("; ", out);
    if (search != NULL)
        print_search(out, search, now);
    if (fclose(out) == 0)
        fprintf(stderr, monitor.terminal ? "\r%.*s\033[K" : "%.*s\n",
                max_columns(), line);
    free(line);
}

static void draw(void)
{
    double now = os_seconds();
    double pause = monitor.terminal ? TERMINAL_SECONDS : OTHER_SECONDS;
    if (!monitor.draws || now - monitor.drawn < pause * 0.9)
        return;
    bool job = monitor.title != NULL && now - monitor.started >= FIRST_SECONDS;
    const struct monitor_search *search = longest_search();
    if (search != NULL && now - search->started < FIRST_SECONDS)
        search = NULL;
    if ((!job && search == NULL) || !is_ready(STDERR_FILENO))
        return;
    monitor.drawn = now;
    print_line(search, job, now);
    monitor.visible = monitor.terminal;
}

static void stop_searches(void)
{
    pthread_mutex_lock(&monitor.lock);
    for (struct monitor_search *search = monitor.searches; search != NULL;
         search = search->next)
        solver_stop(search->solver);
    pthread_mutex_unlock(&monitor.lock);
}

/* The command has not ended by itself.  It may wait, with a lock, for a reader
 * that never comes. */
static void end_program(void)
{
    bool prints = false;
    int status = 0;
    if (pthread_mutex_trylock(&monitor.lock) == 0) {
        prints = is_ready(STDERR_FILENO);
        if (prints)
            wipe();
        pthread_mutex_unlock(&monitor.lock);
    }
    if (ftrylockfile(stdout) == 0 && is_ready(STDOUT_FILENO))
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

/* Stop all searches, and leave the command some time to end by itself. */
static void end_within(double seconds)
{
    double waited = 0;
    stop_searches();
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
                   : monitor.draws  ? TERMINAL_SECONDS
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
    monitor.terminal = isatty(STDERR_FILENO);
    monitor.draws = mode == MONITOR_ALWAYS ||
                    (mode == MONITOR_TERMINAL && monitor.terminal);
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

void monitor_add(struct monitor_search *search, struct solver *solver)
{
    *search = (struct monitor_search){.solver = solver};
    pthread_mutex_lock(&monitor.lock);
    search->next = monitor.searches;
    monitor.searches = search;
    pthread_mutex_unlock(&monitor.lock);
    if (monitor_is_stopped())
        solver_stop(solver);
}

void monitor_remove(struct monitor_search *search)
{
    pthread_mutex_lock(&monitor.lock);
    struct monitor_search **at = &monitor.searches;
    while (*at != search)
        at = &(*at)->next;
    *at = search->next;
    pthread_mutex_unlock(&monitor.lock);
}

void monitor_begin(struct monitor_search *search, const char *position,
                   size_t length)
{
    uint64_t nodes = solver_nodes(search->solver);
    double now = os_seconds();
    pthread_mutex_lock(&monitor.lock);
    snprintf(search->position, sizeof search->position, "%.*s",
             length == 0 ? 15 : (int)length,
             length == 0 ? "the empty board" : position);
    search->started = now;
    search->nodes_before = nodes;
    pthread_mutex_unlock(&monitor.lock);
}

void monitor_end(struct monitor_search *search)
{
    pthread_mutex_lock(&monitor.lock);
    search->position[0] = '\0';
    pthread_mutex_unlock(&monitor.lock);
}

void monitor_job(const char *title, size_t total)
{
    pthread_mutex_lock(&monitor.lock);
    monitor.title = title;
    monitor.total = total;
    monitor.done = 0;
    monitor.started = os_seconds();
    pthread_mutex_unlock(&monitor.lock);
}

void monitor_done(size_t done)
{
    pthread_mutex_lock(&monitor.lock);
    monitor.done = done;
    pthread_mutex_unlock(&monitor.lock);
}

void monitor_hide(void)
{
    pthread_mutex_lock(&monitor.lock);
    wipe();
    pthread_mutex_unlock(&monitor.lock);
}
