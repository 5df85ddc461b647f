#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "os/os.h"

bool os_semaphore_init(os_semaphore *semaphore)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFL, O_NONBLOCK); /* a post never waits */
    *semaphore = (os_semaphore){.read_end = ends[0], .write_end = ends[1]};
    return true;
}

void os_semaphore_destroy(os_semaphore *semaphore)
{
    close(semaphore->read_end);
    close(semaphore->write_end);
}

void os_semaphore_post(os_semaphore *semaphore)
{
    int error = errno; /* of what the signal interrupts */
    while (write(semaphore->write_end, "", 1) < 0 && errno == EINTR)
        ;
    errno = error;
}

void os_semaphore_wait(os_semaphore *semaphore)
{
    char byte;
    while (read(semaphore->read_end, &byte, 1) < 0 && errno == EINTR)
        ;
}
