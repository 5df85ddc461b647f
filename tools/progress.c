#include "tools/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "tools/cli.h"

static const double REDRAW_SECONDS = 0.2;

void progress_start(struct progress *progress, const char *title, size_t total)
{
    double now = cli_seconds();
    *progress = (struct progress){
        .title = title,
        .total = total,
        .started = now,
        .shown = now,
        .terminal = isatty(STDERR_FILENO),
    };
}

void progress_show(struct progress *progress, size_t done)
{
    double now = cli_seconds();
    if (!progress->terminal || now - progress->shown < REDRAW_SECONDS)
        return;
    progress->shown = now;

    double spent = now - progress->started;
    fprintf(stderr, "\r%s: %zu of %zu", progress->title, done, progress->total);
    if (done > 0)
        fprintf(stderr, ", %.0f s left",
                spent / (double)done * (double)(progress->total - done));
    fputs("\033[K", stderr);
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
}
