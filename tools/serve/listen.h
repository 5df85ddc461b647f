/*
 * server_listen: the socket at which the server listens.
 */
#ifndef TOOLS_SERVE_LISTEN_H
#define TOOLS_SERVE_LISTEN_H

#include "tools/serve/failure.h"

enum { SERVER_URL_SIZE = 128 };

/* Listen at HOST:PORT.  Returns the socket, or -1 and sets '*failure'. */
int server_listen(const char *text, struct server_failure *failure);

/* Write the address of the page, "http://127.0.0.1:8080/". */
void server_listen_url(int socket, char url[SERVER_URL_SIZE]);

#endif
