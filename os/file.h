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
    OS_FILE_UNREADABLE, /* errno says why */
    OS_FILE_NOT_REGULAR,
    OS_FILE_TOO_LARGE, /* larger than the limit or the address space */
};

/*
 * Set '*file' to the bytes of the regular file at 'path', which must have at
 * most 'max_size'; unmap them with os_file_unmap().  They are mapped:
 * truncating the file meanwhile may end the process.
 */
enum os_file_status os_file_map(struct os_file *file, const char *path,
                                uint64_t max_size);
void os_file_unmap(struct os_file *file);

#endif
