/*
 * server_listener: a socket that waits for connections, as the options describe
 * it: HOST:PORT, unix:PATH, or systemd for one that systemd has opened.
 */
#ifndef TOOLS_SERVE_LISTEN_H
#define TOOLS_SERVE_LISTEN_H

#include <stdbool.h>

#include "tools/cli.h"

struct server_listener {
    int socket;        /* -1: none */
    bool is_inherited; /* from systemd, which keeps it open */
};

/*
 * Listen at what 'text' of the option describes; of the sockets of systemd
 * number 'index', from 0.  A Unix socket that no program listens at any more is
 * replaced.  Reports what fails; then there is no socket.
 */
enum cli_status server_listener_open(struct server_listener *listener,
                                     const char *option, const char *text,
                                     int index);

/* Refuse new connections.  One that is inherited lets them wait for the next
 * server. */
void server_listener_shut_down(const struct server_listener *listener);

/* Close the socket, if there is one; its file is removed. */
void server_listener_close(struct server_listener *listener);

/* Write where it listens, such as http://127.0.0.1:8080/ or unix:/run/a.sock.
 */
enum { SERVER_LISTENER_SIZE = 160 };
void server_listener_name(const struct server_listener *listener,
                          char text[SERVER_LISTENER_SIZE]);

#endif
