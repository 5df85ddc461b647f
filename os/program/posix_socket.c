#include "os/program/socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* macOS has neither pipe2() nor SOCK_CLOEXEC. */
static void set_flags(int file)
{
    fcntl(file, F_SETFD, FD_CLOEXEC);
    fcntl(file, F_SETFL, O_NONBLOCK);
}

bool os_pipe_open(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    set_flags(ends[0]);
    set_flags(ends[1]);
    return true;
}

int os_socket_open(int family)
{
    int made = socket(family, SOCK_STREAM, 0);
    if (made >= 0)
        set_flags(made);
    return made;
}
