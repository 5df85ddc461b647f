/*
 * os_ files of the program: where they are, and how they are replaced.
 *
 * Any thread may call, unless it is said otherwise.
 */
#ifndef OS_PROGRAM_FILE_H
#define OS_PROGRAM_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Find the program, whose argv[0] is 'name', where the system does not tell.
 * Call this before other threads are started. */
void os_find_program(const char *name);

/* Write the folder of the program to 'folder'; "" if it is unknown. */
void os_program_folder(char folder[PATH_MAX]);

/* Write the whole path of a file or folder to 'path'.  Returns false if there
 * is no such file. */
bool os_whole_path(const char *name, char path[PATH_MAX]);

/* Whether two paths lead to the same file; if 'path' is NULL, whether it is
 * stdin. */
bool os_is_same_file(const char *path, const char *other);

/*
 * Replace the file at 'path', or create it.  At any time 'path' names the
 * complete old file or the complete new one.  The permissions of the old file
 * are kept, and a symbolic link is followed; on Windows neither is.
 *
 * Both functions create a temporary file in the folder of the target and remove
 * it before they return.  Until then SIGHUP, SIGINT, SIGQUIT and SIGTERM are
 * blocked, so that they cannot end the program; only SIGKILL or a crash of the
 * machine leaves the temporary file behind.  All other threads must block these
 * signals.  A signal that arrives during the write cancels the replacement, and
 * is delivered after the clean-up; on Windows Ctrl-C waits meanwhile.
 *
 * Returns NULL, or the reason of the failure; 'path' is then unchanged.
 * Anything but a regular file is refused.
 */
const char *os_replace(const char *path, const void *bytes, size_t size);

/* Check in advance whether os_replace() can create and replace files there. */
const char *os_replace_check(const char *path);

/* Lock an open file against other processes, until it is closed.  Returns
 * false, with errno set: to EWOULDBLOCK if another process has locked it. */
bool os_lock_file(int file);

/* Wait until what was written is on the disk.  Returns false, with errno set,
 * on failure. */
bool os_sync_file(int file);

#endif
