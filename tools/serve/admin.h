/*
 * server_admin: the second listener, for operators: /live, /ready and /metrics.
 * Its requests have no limits of clients, and are neither counted nor logged.
 */
#ifndef TOOLS_SERVE_ADMIN_H
#define TOOLS_SERVE_ADMIN_H

#include <microhttpd.h>

struct server;

/* Answer on this socket, with a thread of its own.  The server must be complete
 * until MHD_stop_daemon().  Returns NULL with errno. */
struct MHD_Daemon *server_admin_start(struct server *server, int socket);

#endif
