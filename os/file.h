/*
 * os_ files: a regular file as bytes in memory.
 *
 * Thread safety: any thread may call.
 */
#ifndef OS_FILE_H
#define OS_FILE_H

#include <stddef.h>
#include <stdint.h>

struct os_file {
    const void *bytes; /* NULL if the file is empty */
    size_t size;
};

enum os_file_status {
    OS_FILE_OK,
    OS_FILE_UNREADABLE, /* errno has the reason */
    OS_FILE_NOT_REGULAR,
    OS_FILE_TOO_LARGE, /* for the limit */
    OS_FILE_NO_MEMORY, /* in the system, or in the address space */
};

/*
 * Map the regular file at 'path', of at most 'max_size' bytes, and set '*file';
 * unmap it with os_file_unmap().  On failure '*file' is empty.  If the file is
 * truncated while it is mapped, reading it may end the process by SIGBUS.
 */
enum os_file_status os_file_map(struct os_file *file, const char *path,
                                uint64_t max_size);

/* Does nothing if '*file' is empty. */
void os_file_unmap(struct os_file *file);

#endif
