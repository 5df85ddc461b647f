/*
 * listener_: a socket that waits for connections, as --listen describes it:
 * HOST:PORT, unix:PATH, or systemd for one that systemd has opened.
 */
#ifndef TOOLS_SERVE_LISTEN_H
#define TOOLS_SERVE_LISTEN_H

#include <stdbool.h>
#include <sys/types.h>

#include "tools/cli.h"

struct listener {
    int socket;        /* -1: none */
    bool is_inherited; /* from systemd, which keeps it open */
    dev_t device;      /* of the file of a Unix socket, and its number there; */
    ino_t file;        /* 0: none */
};

/* Listen at what 'text' describes.  A Unix socket that no program listens at
 * any more is replaced.  Reports what fails; then there is no socket. */
MUST_CHECK enum cli_status listener_open(struct listener *listener,
                                         const char *text);

/* Refuse new connections; one that is inherited lets them wait for the next
 * server.  The file of a Unix socket is removed, unless another server has
 * replaced it. */
void listener_shut_down(const struct listener *listener);

/* Close the socket, if there is one. */
void listener_close(struct listener *listener);

/* Write where it listens, such as http://127.0.0.1:8080/ or unix:/run/a.sock.
 */
enum { LISTENER_NAME_SIZE = 160 };
void listener_name(const struct listener *listener,
                   char text[LISTENER_NAME_SIZE]);

#endif
