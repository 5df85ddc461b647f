/*
 * server_log: the access log, in the common format of web servers:
 *
 *     127.0.0.1 - - [22/Nov/2026:10:15:00 +0000] "GET /solve HTTP/1.1" 200 43
 *
 * Any thread may call server_log_request() and server_log_flush().
 */
#ifndef TOOLS_SERVE_LOG_H
#define TOOLS_SERVE_LOG_H

#include <stddef.h>

#include "tools/serve/address.h"

struct server_log;

/* Append to a file; "-" is the standard output.  Returns NULL with errno. */
struct server_log *server_log_open(const char *path);

/* Returns 0, or an errno if lines are lost. */
int server_log_close(struct server_log *log);

/* Control characters, quotes, backslashes and bytes beyond ASCII in the line of
 * the request are written as \xHH. */
void server_log_request(struct server_log *log, struct server_address address,
                        const char *method, const char *url,
                        const char *version, int status, size_t bytes);

/* Write what was logged.  Called every second or more often.  Returns 0, or an
 * errno if lines are lost: once, until writing succeeds again. */
int server_log_flush(struct server_log *log);

/* Open the file again, after another program has renamed it.  Returns 0, or an
 * errno: if it cannot be opened, the old one is kept. */
int server_log_reopen(struct server_log *log);

#endif
