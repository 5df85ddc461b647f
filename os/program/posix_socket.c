#include "os/program/program.h"

#include <fcntl.h>
#include <sys/socket.h>

/* macOS has no SOCK_CLOEXEC. */
int os_socket_open(int family)
{
    int made = socket(family, SOCK_STREAM, 0);
    if (made >= 0) {
        fcntl(made, F_SETFD, FD_CLOEXEC);
        fcntl(made, F_SETFL, O_NONBLOCK);
    }
    return made;
}
