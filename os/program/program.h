/*
 * os_: what only the program needs of the system: its files, the standard
 * streams, the signals that end it, and sockets.
 *
 * os/program/posix.c has it for Linux, macOS and the BSDs, os/program/windows.c
 * for Windows.
 *
 * Thread safety: any thread may call, unless it is said otherwise.
 */
#ifndef OS_PROGRAM_PROGRAM_H
#define OS_PROGRAM_PROGRAM_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "os/os.h"

/* -------------------------------------------------------------------- files */

/* Find the program, whose argv[0] is 'name', where the system does not tell.
 * Call this before other threads are started. */
void os_find_program(const char *name);

/* Write the folder of the program to 'folder'; "" is the root, or unknown. */
void os_program_folder(char folder[PATH_MAX]);

/* Write the whole path of a file or folder to 'path'.  Returns false if there
 * is no such file. */
bool os_whole_path(const char *name, char path[PATH_MAX]);

/* Go on as another program of the same folder, with the arguments 'argv', whose
 * first is replaced by its path.  Returns if that is not possible.  Only for
 * platforms that have serve. */
void os_become(const char *name, char **argv);

/* Whether two paths lead to the same file; if 'path' is NULL, whether it is
 * stdin. */
bool os_is_same_file(const char *path, const char *other);

/* Lock an open file against other processes, until it is closed.  Returns
 * false, with errno set: to EWOULDBLOCK if another process has locked it. */
MUST_CHECK bool os_lock_file(int file);

/* Wait until what was written is on the disk.  Returns false, with errno set,
 * on failure. */
MUST_CHECK bool os_sync_file(int file);

/* ---------------------------------------------------------- replacing files */

/*
 * Replace the file at 'path', or create it.  At any time 'path' names the
 * complete old file or the complete new one.  The permissions of the old file
 * are kept, and a symbolic link is followed; on Windows neither is.
 *
 * os_replace_begin() creates a temporary file in the folder of the target,
 * os_replace_write() writes to it, and os_replace_end() renames it, or removes
 * it unless 'done' is true and nothing has failed.  Until then SIGHUP, SIGINT,
 * SIGQUIT and SIGTERM are blocked in the calling thread, which must be the same
 * all the time, so that they cannot end the program; only SIGKILL or a crash of
 * the machine leaves the temporary file behind.  All other threads must block
 * these signals.  One that arrives meanwhile makes the next write fail, and is
 * delivered by os_replace_end(); on Windows Ctrl-C waits meanwhile.
 *
 * They return NULL, or the reason of the failure; 'path' is then unchanged.
 * Anything but a regular file is refused.  os_replace_end() must be called for
 * a '*replacement' that is not NULL.
 */
struct os_replacement;
MUST_CHECK const char *os_replace_begin(struct os_replacement **replacement,
                                        const char *path);
const char *os_replace_write(struct os_replacement *replacement,
                             const void *bytes, size_t size);
MUST_CHECK const char *os_replace_end(struct os_replacement *replacement,
                                      bool done);

/* --------------------------------------------------------- standard streams */

/* Call os_open_streams() once, before the others. */

/* Prepare the streams: bytes are read and written as they are, writing to a
 * closed pipe or beyond the limit of a file's size is an error and not a
 * signal, and a terminal takes UTF-8 and escape sequences.  Reading or writing
 * a stream that is closed fails. */
void os_open_streams(void);

bool os_is_terminal(int file);

/* The columns and lines of a terminal; 0 if they are unknown. */
int os_terminal_columns(int file);
int os_terminal_lines(int file);

/* Whether there is input that was not read; false if that is unknown. */
bool os_can_read(int file);

/* Whether a line can be written to a file without waiting for a reader. */
bool os_can_write(int file);

/* Keep other threads from a stream; os_try_lock_stream() fails if another
 * thread does, and on systems where no thread can try. */
void os_lock_stream(FILE *stream);
bool os_try_lock_stream(FILE *stream);
void os_unlock_stream(FILE *stream);

/* The number of bytes in the buffer of a stream that is written; more if that
 * is unknown. */
size_t os_pending(FILE *stream);

/* Flush a stream at the end of the program, unless another thread uses it or
 * the reader is slow.  Returns whether it was flushed.  The stream may stay
 * locked. */
bool os_try_flush(FILE *stream);

/* If 'error', an errno, says that a pipe has no reader, end the process as
 * other filters end then.  Returns if SIGPIPE was ignored at the start. */
void os_end_if_unread(int error);

/* ------------------------------------------------------------------- ending */

/* Signals that ask the program to end are SIGHUP, SIGINT and SIGTERM; on
 * Windows Ctrl-C, Ctrl-Break, and closing the window. */

/* From now on nothing of this ends the program: it waits for the thread that
 * calls os_ending_wait().  A signal that is ignored stays so.  Call this before
 * other threads are started, and os_ending_release() after they have ended. */
void os_ending_hold(void);
void os_ending_release(void);

/* Returns a signal that asks the program to end, each once; 0 if the time is
 * over, or if os_ending_wake() was called for the thread that waits.  May
 * return 0 at any time.  One thread at a time may call it. */
int os_ending_wait(double seconds);
void os_ending_wake(os_thread thread);

/* ------------------------------------------------------------------ sockets */

/* Only for platforms that have serve. */
#ifndef _WIN32

/* Open a socket of streams that does not wait, and is closed in other programs.
 * Returns -1, with errno set, on failure. */
int os_socket_open(int family);

/* Whether the other side of a connection will send nothing more.  False while
 * there is something to read, where the system does not tell more.  Does not
 * wait. */
bool os_is_closed(int connection);

/* Open a condition for os_timed_wait(), to be destroyed as any other. */
void os_timed_open(pthread_cond_t *condition);

/* Wait for a condition, at most so many seconds, 0 or less for none.  On Linux
 * by a clock that nobody sets. */
void os_timed_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                   double seconds);

#endif

#endif
