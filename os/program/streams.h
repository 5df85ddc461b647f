/*
 * os_ streams: stdin, stdout and stderr of the program.
 *
 * Call os_open_streams() once, before the others.  Any thread may call these.
 */
#ifndef OS_PROGRAM_STREAMS_H
#define OS_PROGRAM_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Prepare the streams: bytes are read and written as they are, writing to a
 * closed pipe or beyond the limit of a file's size is an error and not a
 * signal, and a terminal takes UTF-8 and escape sequences.  Where a stream is
 * closed, nothing is read from it, and writing to it fails. */
void os_open_streams(void);

bool os_is_terminal(int file);

/* The columns and lines of a terminal; 0 if they are unknown. */
int os_terminal_columns(int file);
int os_terminal_lines(int file);

/* Whether there is input that was not read; false if that is unknown. */
bool os_can_read(int file);

/* Whether a line can be written to a file without waiting for a reader. */
bool os_can_write(int file);

/* Keep other threads from a stream. */
void os_lock_stream(FILE *stream);
void os_unlock_stream(FILE *stream);

/* The number of bytes in the buffer of a regular file that is written; more if
 * that is unknown. */
size_t os_pending(FILE *stream);

/* Flush a stream at the end of the program, unless another thread uses it or
 * the reader is slow.  Returns whether it was flushed.  The stream may stay
 * locked. */
bool os_try_flush(FILE *stream);

/* If 'error', an errno, says that a pipe has no reader, end the process as
 * other filters end then.  Returns if SIGPIPE was ignored at the start. */
void os_end_if_unread(int error);

#endif
