#include <sys/socket.h>

#include "os/program/program.h"

int os_find_closed(struct pollfd *connections, nfds_t count)
{
    int closed = 0;
    char byte;
    for (nfds_t i = 0; i < count; i++)
        connections[i].events = POLLIN;
    if (poll(connections, count, 0) <= 0)
        return 0;
    for (nfds_t i = 0; i < count; i++) {
        struct pollfd *at = &connections[i];
        if (at->revents == POLLIN &&
            recv(at->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0)
            at->revents = 0;
        closed += at->revents != 0;
    }
    return closed;
}
