/*
 * monitor_: a separate thread that draws a line of progress, flushes stdout and
 * handles the signals that end the program.
 *
 * Progress is printed on stderr after the first second: the work done and the
 * total, and the position that has been searched for the longest time, with its
 * bounds, nodes, nodes per second and time.
 *
 * If stdout is a regular file, what has been printed is written within a tenth
 * of a second.  A thread that prints a line in pieces locks stdout meanwhile.
 *
 * SIGHUP, SIGINT and SIGTERM stop the search that the monitor watches.  The
 * command then has some seconds to print what it has; one that waits for input
 * or output the monitor ends at once.  A signal that was ignored when the
 * program started stays ignored.  The end of the time that the program may take
 * has the same effect.
 */
#ifndef TOOLS_MONITOR_H
#define TOOLS_MONITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/os.h"

enum monitor_mode {
    MONITOR_TERMINAL, /* progress where stderr is a terminal */
    MONITOR_ALWAYS,
    MONITOR_NEVER,
};

/*
 * Call monitor_start() before other threads are started.  command_run() calls
 * monitor_finish() when the command has run; a command that must do so before
 * calls it after its threads have ended.  If there is no monitor it does
 * nothing.  The program may take 'seconds' from now on; 0 is no limit.  Returns
 * false if the thread cannot be started.
 */
MUST_CHECK bool monitor_start(enum monitor_mode mode, double seconds);
void monitor_finish(void);

/*
 * Let the monitor call 'report' if it ends the program itself.  'prints' says
 * whether stdout has been flushed and stderr can be written without waiting.
 * It returns the exit status to use if there was no signal, which is
 * CLI_UNFINISHED without it.  Call this at most once.
 */
void monitor_at_end(int (*report)(void *context, bool prints), void *context);

/* Say that the command waits for input, or no longer. */
void monitor_reads(bool reads);

/*
 * From now on the command ends by itself, however long that takes: it saves
 * what would be lost.  monitor_is_urgent() returns whether another signal asks
 * the program to end since then.  What monitor_at_end() calls need not hold.
 */
void monitor_hold(void);
bool monitor_is_urgent(void);

/* Let the monitor call 'tick' about every 0.05 s; NULL: no more.  It must not
 * wait. */
void monitor_every(void (*tick)(void *context), void *context);

/* The signal that ends the program, or 0; whether the time limit is reached;
 * whether either is the case.  Any thread may call. */
int monitor_signal(void);
bool monitor_is_late(void);
bool monitor_is_stopped(void);

enum { MONITOR_TEXT_SIZE = 144 };

/* The position that has been searched for the longest time. */
struct monitor_progress {
    char position[MONITOR_TEXT_SIZE];
    int lower, upper; /* bounds of its score */
    uint64_t nodes;
    double seconds;
};

/* Write a position to 'text', truncated; the empty board has a name. */
void monitor_name(char text[MONITOR_TEXT_SIZE], const char *position,
                  size_t length);

/* A search that the monitor watches. */
struct monitor_watch {
    /* Set '*progress'; returns false if no position is being searched.  NULL:
     * there is no progress to show. */
    bool (*progress)(void *context, struct monitor_progress *progress);
    /* End the search soon. */
    void (*stop)(void *context);
    void *context;
};

/*
 * Watch a search; NULL: none.  While a function of '*watch' is called,
 * monitor_hide() waits.  If the program is to end already, calls stop().
 */
void monitor_watch(const struct monitor_watch *watch);

/* Tell the monitor the total number of positions, and the number done.  Without
 * a title the total is unknown. */
void monitor_job(const char *title, size_t total);
void monitor_done(size_t done);

/* Erase the line of progress.  Call this before anything else is printed.  Any
 * thread may call. */
void monitor_hide(void);

#endif
