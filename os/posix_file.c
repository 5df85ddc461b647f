#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The status for the errno of a failed call. */
static enum os_file_status failure(void)
{
    return errno == ENOMEM ? OS_FILE_NO_MEMORY : OS_FILE_UNREADABLE;
}

static enum os_file_status map_descriptor(struct os_file *file, int descriptor,
                                          uint64_t max_size)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0)
        return failure();
    if (!S_ISREG(about.st_mode))
        return OS_FILE_NOT_REGULAR;
    if ((uint64_t)about.st_size > max_size)
        return OS_FILE_TOO_LARGE;
    if ((uint64_t)about.st_size > SIZE_MAX)
        return OS_FILE_NO_MEMORY;
    if (about.st_size == 0)
        return OS_FILE_OK;
    size_t size = (size_t)about.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes == MAP_FAILED)
        return failure();
    file->bytes = bytes;
    file->size = size;
    return OS_FILE_OK;
}

enum os_file_status os_file_map(struct os_file *file, const char *path,
                                uint64_t max_size)
{
    *file = (struct os_file){0};
    /* O_NONBLOCK: opening a pipe must not wait for a writer. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return failure();
    enum os_file_status status = map_descriptor(file, descriptor, max_size);
    int error = errno;
    close(descriptor);
    errno = error;
    return status;
}

void os_file_unmap(struct os_file *file)
{
    if (file->bytes != NULL)
        munmap((void *)file->bytes, file->size);
    *file = (struct os_file){0};
}
