/*
 * progress_: the line of progress on stderr.
 *
 * One thread at a time may call these functions.
 */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include "tools/monitor.h"

/* Choose whether and where lines are drawn. */
void progress_open(enum monitor_mode mode);

/* Whether lines are drawn, and whether it is time for the next one. */
bool progress_draws(void);
bool progress_is_due(void);

/* Seconds between two lines. */
double progress_pause(void);

/* The work that is being done, as monitor_job() and monitor_done(). */
void progress_job(const char *title, size_t total);
void progress_done(size_t done);

/* Draw the line; 'search' is NULL if no position is being searched.  Draws
 * nothing in the first second of either. */
void progress_draw(const struct monitor_progress *search);

/* Erase the line. */
void progress_wipe(void);

#endif
