#include "os/program/program.h"

int os_find_closed(struct pollfd *connections, nfds_t count)
{
    for (nfds_t i = 0; i < count; i++)
        connections[i].events = POLLRDHUP;
    return poll(connections, count, 0);
}
