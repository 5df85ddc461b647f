/*
 * terminal_: the terminal by ncurses, and its signals.
 *
 * It is apart from play_screen.c because <term.h> has macros such as 'lines'.
 */
#ifndef TOOLS_PLAY_PLAY_TERMINAL_H
#define TOOLS_PLAY_PLAY_TERMINAL_H

#include <stdbool.h>

/*
 * Start ncurses.  Returns false if stdin or stdout is not a terminal, or if it
 * cannot write at any place; then nothing is changed.  terminal_close()
 * restores the terminal.
 */
bool terminal_open(void);
void terminal_close(void);

/* A file that can be read when a signal was noted: SIGHUP, SIGINT, SIGTERM,
 * SIGWINCH.  terminal_next_signal() returns the next one, or 0. */
int terminal_file(void);
int terminal_next_signal(void);

/* Use the size that the window has now, and draw all of it again. */
void terminal_fit(void);

#endif
