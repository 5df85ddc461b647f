/*
 * os_ sockets.  Only for platforms that have serve.
 *
 * Any thread may call these.
 */
#ifndef OS_PROGRAM_SOCKET_H
#define OS_PROGRAM_SOCKET_H

#include <poll.h>

/* Open a socket of streams that does not wait, and is closed in other programs.
 * Returns -1, with errno set, on failure. */
int os_socket_open(int family);

/* Set 'revents' of each connection: 0, or, if the other side will send nothing
 * more, another number.  It is also 0 while there is something to read, where
 * the system does not tell more.  Does not wait.  Returns the number of the
 * others. */
int os_find_closed(struct pollfd *connections, nfds_t count);

#endif
