#include "tools/monitor.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "os/os.h"
#include "os/program/program.h"
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

/* Of a text about the job or the search. */
enum { LINE_SIZE = 512 };

static void format_job(double seconds, char text[LINE_SIZE])
{
    char left[64] = "";
    if (line.done > 0)
        snprintf(left, sizeof left, ", %.0f s left",
                 seconds / (double)line.done *
                     (double)(line.total - line.done));
    snprintf(text, LINE_SIZE, "%.200s: %zu of %zu%s", line.title, line.done,
             line.total, left);
}

static void format_search(const struct monitor_progress *search,
                          const char *before, char text[LINE_SIZE])
{
    char all[32], speed[32];
    double nodes = (double)search->nodes;
    snprintf(text, LINE_SIZE, "%s%s: %d..%d, %s nodes, %s/s, %.1f s", before,
             search->position, search->lower, search->upper,
             format_nodes(nodes, all),
             format_nodes(nodes / search->seconds, speed), search->seconds);
}

/* -------------------------------------------------------------- the thread */

/* How often what was printed to a file or a pipe is written. */
static const double FLUSH_SECONDS = 0.05;

/* What a command may take to end if it computes; and what it may if it waits
 * for input or output, after a signal, or when its time is over. */
static const double ENDING_SECONDS = 5;
static const double WAITING_SECONDS = 0.12;
static const double LATE_WAITING_SECONDS = 1;
/* It is counted in pauses, which last longer on a busy machine. */
static const double ENDING_PAUSE_SECONDS = 0.01;

static struct {
    bool runs;
    os_thread thread;
    _Atomic int signal;
    _Atomic bool late;
    _Atomic bool reads; /* the command waits for input */
    _Atomic bool finished;
    double end; /* when the time is over, or INFINITY */

    int (*_Atomic report)(void *context, bool prints); /* or NULL */
    void *context;                                     /* of 'report' */
    _Atomic bool held;   /* it ends by itself, however long that takes */
    _Atomic bool urgent; /* another signal came meanwhile */
    bool ends;           /* the program, itself */

    os_mutex lock; /* of what follows, and of 'line' */
    const struct monitor_watch *watch;
    void (*tick)(void *context); /* or NULL */
    void *tick_context;
} monitor = {.lock = OS_MUTEX_INIT};

static bool find_search(struct monitor_progress *progress)
{
    const struct monitor_watch *watch = monitor.watch;
    return watch != NULL && watch->progress != NULL &&
           watch->progress(watch->context, progress);
}

/* Draw the line, if it is time; nothing in the first second of the job, and of
 * the search of a position, if there is one. */
static void draw_line(void)
{
    double now = os_seconds();
    double pause = line.terminal ? TERMINAL_SECONDS : OTHER_SECONDS;
    struct monitor_progress search;
    if (!line.draws || now - line.drawn < pause * 0.9)
        return;
    bool job = line.title != NULL && now - line.started >= FIRST_SECONDS;
    bool searches = find_search(&search) && search.seconds >= FIRST_SECONDS;
    if ((!job && !searches) || !os_can_write(STDERR_FILENO))
        return;
    char text[2 * LINE_SIZE] = "";
    if (job)
        format_job(now - line.started, text);
    if (searches)
        format_search(&search, job ? "; " : "", text + strlen(text));
    /* On a terminal a line is no longer than a row. */
    int columns = line.terminal ? os_terminal_columns(STDERR_FILENO) : 0;
    fprintf(stderr, line.terminal ? "\r%.*s\033[K" : "%.*s\n",
            columns > 1 ? columns - 1 : 1000, text);
    line.drawn = now;
    line.visible = line.terminal;
}

/* The command has not ended by itself.  It may wait, with a lock, for a reader
 * that never comes. */
static void end_program(void)
{
    bool prints = false;
    int status = CLI_UNFINISHED;
    monitor.ends = true;
    if (os_mutex_try(&monitor.lock)) {
        prints = os_can_write(STDERR_FILENO);
        if (prints)
            wipe_line();
        os_mutex_unlock(&monitor.lock);
    }
    if (!os_try_flush(stdout))
        prints = false;
    if (monitor.report != NULL)
        status = monitor.report(monitor.context, prints);
    _exit(monitor.signal != 0 ? 128 + monitor.signal : status);
}

/* Whether a search goes on that has been stopped. */
static bool is_searching(void)
{
    struct monitor_progress progress;
    if (!os_mutex_try(&monitor.lock))
        return false;
    bool searches = find_search(&progress);
    os_mutex_unlock(&monitor.lock);
    return searches;
}

/* Stop the search, and leave the command some time to end by itself. */
static void await_end(void)
{
    double limit = monitor.late ? LATE_WAITING_SECONDS : WAITING_SECONDS;
    double waited = 0, idle = 0; /* idle: while nothing is searched */
    os_mutex_lock(&monitor.lock);
    if (monitor.watch != NULL)
        monitor.watch->stop(monitor.watch->context);
    os_mutex_unlock(&monitor.lock);
    while (!monitor.finished) {
        bool waits = monitor.reads || !os_can_write(STDOUT_FILENO);
        idle = is_searching() ? 0 : idle;
        if (!monitor.held &&
            (waited >= ENDING_SECONDS || (waits && idle >= limit)))
            end_program();
        if (os_ending_wait(ENDING_PAUSE_SECONDS) != 0 && monitor.held)
            monitor.urgent = true;
        waited += ENDING_PAUSE_SECONDS;
        idle += ENDING_PAUSE_SECONDS;
    }
}

static void *run_monitor(void *unused)
{
    while (!monitor.finished) {
        double left = monitor.end - os_seconds();
        int signal = os_ending_wait(left < 0               ? 0
                                    : left < FLUSH_SECONDS ? left
                                                           : FLUSH_SECONDS);
        if (monitor.finished)
            break;
        if (signal != 0) {
            monitor.signal = signal;
            await_end();
        } else if (os_seconds() >= monitor.end) {
            monitor.late = true;
            await_end();
        } else {
            output_write_soon();
            os_mutex_lock(&monitor.lock);
            draw_line();
            if (monitor.tick != NULL)
                monitor.tick(monitor.tick_context);
            os_mutex_unlock(&monitor.lock);
        }
    }
    return unused;
}

/* -------------------------------------------------------- for the commands */

static void prepare_message(void)
{
    output_flush();
    monitor_hide();
}

bool monitor_start(enum monitor_mode mode, double seconds)
{
    cli_before_messages(prepare_message);
    monitor.end = seconds > 0 ? os_seconds() + seconds : INFINITY;
    line.terminal = os_is_terminal(STDERR_FILENO);
    line.draws =
        mode == MONITOR_ALWAYS || (mode == MONITOR_TERMINAL && line.terminal);
    os_ending_hold();
    monitor.runs = os_thread_start(&monitor.thread, run_monitor, NULL);
    return monitor.runs;
}

void monitor_finish(void)
{
    if (!monitor.runs)
        return;
    monitor.runs = false;
    monitor_hide();
    output_flush(); /* while there is somebody to end that */
    monitor.finished = true;
    os_ending_wake(monitor.thread);
    os_thread_join(monitor.thread);
    os_ending_release();
}

void monitor_at_end(int (*report)(void *context, bool prints), void *context)
{
    monitor.context = context;
    monitor.report = report;
}

void monitor_every(void (*tick)(void *context), void *context)
{
    os_mutex_lock(&monitor.lock);
    monitor.tick = tick;
    monitor.tick_context = context;
    os_mutex_unlock(&monitor.lock);
}

void monitor_reads(bool reads)
{
    monitor.reads = reads;
}

void monitor_hold(void)
{
    monitor.held = true;
}

bool monitor_is_urgent(void)
{
    return monitor.urgent || (monitor.ends && os_ending_wait(0) != 0);
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
    return monitor_signal() != 0 || monitor.late;
}

void monitor_name(char text[MONITOR_TEXT_SIZE], const char *position,
                  size_t length)
{
    snprintf(text, MONITOR_TEXT_SIZE, "%.*s", length == 0 ? 15 : (int)length,
             length == 0 ? "the empty board" : position);
}

void monitor_watch(const struct monitor_watch *watch)
{
    os_mutex_lock(&monitor.lock);
    monitor.watch = watch;
    os_mutex_unlock(&monitor.lock);
    if (watch != NULL && monitor_is_stopped())
        watch->stop(watch->context);
}

void monitor_job(const char *title, size_t total)
{
    os_mutex_lock(&monitor.lock);
    line.title = title;
    line.total = total;
    line.done = 0;
    line.started = os_seconds();
    os_mutex_unlock(&monitor.lock);
}

void monitor_done(size_t done)
{
    os_mutex_lock(&monitor.lock);
    line.done = done;
    os_mutex_unlock(&monitor.lock);
}

void monitor_hide(void)
{
    os_mutex_lock(&monitor.lock);
    wipe_line();
    os_mutex_unlock(&monitor.lock);
}
