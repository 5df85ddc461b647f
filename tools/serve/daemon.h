/*
 * server_daemon: the HTTP library for clients, and what it calls.
 */
#ifndef TOOLS_SERVE_DAEMON_H
#define TOOLS_SERVE_DAEMON_H

#include <microhttpd.h>

struct server;

/* Answer on the listener of the server, with config.threads threads.  The
 * server must be complete until MHD_stop_daemon().  Returns NULL with errno. */
struct MHD_Daemon *server_daemon_start(struct server *server);

#endif
