/*
 * monitor_: a thread beside the command's own, which draws a line of progress,
 * flushes stdout and takes the signals that end the program.
 *
 * Progress goes to stderr, once something has taken longer than a second: what
 * is done of how much, and the position that has been searched for the longest
 * time, its bounds, nodes, nodes per second and time.
 *
 * If stdout is a regular file, what has been printed is written within a tenth
 * of a second.  A thread that prints a line in pieces locks stdout meanwhile.
 *
 * SIGHUP, SIGINT and SIGTERM stop all searches that the monitor knows of.  The
 * command then has a moment to print what it has; if it does not end by itself,
 * because it waits for input or output, the monitor ends the program.  A signal
 * that was ignored when the program started stays ignored.  The end of the time
 * that the program may take has the same effect.
 */
#ifndef TOOLS_MONITOR_H
#define TOOLS_MONITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "solver/solver.h"

enum monitor_mode {
    MONITOR_TERMINAL, /* progress where stderr is a terminal */
    MONITOR_ALWAYS,
    MONITOR_NEVER,
};

/*
 * To be called before other threads are started, and after they have ended.
 * The program may take 'seconds' from now on; 0: any time.  Starting returns
 * false if there can be no thread.
 */
bool monitor_start(enum monitor_mode mode, double seconds);
void monitor_finish(void);

/*
 * Let the monitor call 'report' if it ends the program itself.  'prints' says
 * whether stdout has been flushed and stderr can be written without waiting.
 * Returns the exit status, which counts unless there was a signal.  To be
 * called once.
 */
void monitor_at_end(int (*report)(void *context, bool prints), void *context);

/* The signal that is to end the program, or 0; whether its time is over;
 * whether one of these is the case.  Any thread may call. */
int monitor_signal(void);
bool monitor_is_late(void);
bool monitor_is_stopped(void);

/* A solver that the monitor knows of, and what it does. */
struct monitor_search {
    struct solver *solver;
    struct monitor_search *next;
    char position[144]; /* empty if it does nothing */
    double started;
    uint64_t nodes_before;
};

/* Let the monitor know a solver, until the other.  Any thread may call. */
void monitor_add(struct monitor_search *search, struct solver *solver);
void monitor_remove(struct monitor_search *search);

/* The solver begins with a position, of 'length' characters, and has done with
 * it.  Any thread may call. */
void monitor_begin(struct monitor_search *search, const char *position,
                   size_t length);
void monitor_end(struct monitor_search *search);

/* The command begins with so many positions, and has done 'done' of them.  No
 * title: how many there are is not known. */
void monitor_job(const char *title, size_t total);
void monitor_done(size_t done);

/* Wipe the line, to be called before anything else is printed.  Any thread may
 * call. */
void monitor_hide(void);

#endif
