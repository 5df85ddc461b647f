#include "tools/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "os/clock.h"
#include "tools/output.h"

/* How long something takes before there is progress to see, and how often the
 * line is drawn: again and again on a terminal, else one below the other. */
static const double FIRST_SECONDS = 1;
static const double TERMINAL_SECONDS = 0.2;
static const double OTHER_SECONDS = 1;

static struct {
    bool draws, terminal;
    const char *title; /* of the job, or NULL */
    size_t total, done;
    double started; /* the job */
    double drawn;   /* the line, last */
    bool visible;
} line;

void progress_open(enum monitor_mode mode)
{
    line.terminal = isatty(STDERR_FILENO);
    line.draws =
        mode == MONITOR_ALWAYS || (mode == MONITOR_TERMINAL && line.terminal);
}

bool progress_draws(void)
{
    return line.draws;
}

double progress_pause(void)
{
    return TERMINAL_SECONDS;
}

bool progress_is_due(void)
{
    double pause = line.terminal ? TERMINAL_SECONDS : OTHER_SECONDS;
    return line.draws && os_seconds() - line.drawn >= pause * 0.9;
}

void progress_job(const char *title, size_t total)
{
    line.title = title;
    line.total = total;
    line.done = 0;
    line.started = os_seconds();
}

void progress_done(size_t done)
{
    line.done = done;
}

void progress_wipe(void)
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

void progress_draw(const struct monitor_progress *search)
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
