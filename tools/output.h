/*
 * output_: when stdout, which commands print to with stdio, is written.
 *
 * Unless stdout is a terminal, nothing is written before output_flush() or
 * output_end_line().  So a failure is seen there, and the reason is known.
 */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <stdbool.h>

/* To be called once, before anything is printed.  From then on a closed pipe
 * and a file as large as is allowed are failed writes, not signals. */
void output_open(void);

/* Whether stdout is a regular file. */
bool output_is_file(void);

/*
 * A line is complete.  It is written now, unless stdout is a regular file: then
 * some 32 KiB of lines are written at a time.  Returns false if writing has
 * failed.
 */
bool output_end_line(void);

/* Write what has been printed.  Any thread may call. */
void output_flush(void);

/* Whether writing has failed, and errno at that time; 0 if it is not known. */
bool output_failed(void);
int output_error(void);

/* If writing has failed since a pipe has no reader, end the process by SIGPIPE,
 * as other filters end; but return if SIGPIPE was ignored at the start. */
void output_end_if_unread(void);

#endif
