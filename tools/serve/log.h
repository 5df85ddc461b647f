/*
 * server_log: the access log, in the combined format of web servers, with the
 * seconds of the request at the end:
 *
 *     127.0.0.1 - - [22/Nov/2026:10:15:00 +0000] "GET /solve HTTP/1.1" 200 43
 *     "-" "curl/8.0" 0.000120
 *
 * on one line; or as one JSON object a line.
 *
 * Any thread may call server_log_request(), which never waits; one at a time
 * the others.
 */
#ifndef TOOLS_SERVE_LOG_H
#define TOOLS_SERVE_LOG_H

#include <stddef.h>

#include "tools/serve/address.h"

struct server_log;

/* Append to a file, or to a pipe that has a reader; "-" is the standard output.
 * The format is one of the words of server_log_formats.  Returns NULL with
 * errno. */
struct server_log *server_log_open(const char *path, const char *format);
extern const char *const server_log_formats[]; /* end with NULL */

/* Returns 0, or an errno if lines are lost: ENOBUFS if a pipe is not read. */
int server_log_close(struct server_log *log);

/* What a request was; texts that were not read are "-". */
struct server_log_line {
    struct server_address address;
    const char *method, *url, *version, *referer, *agent;
    int status;
    size_t bytes; /* of the answer, without its headers */
    double seconds;
};

/* Control characters, quotes, backslashes and bytes beyond ASCII in texts are
 * written as \xHH, in JSON as \u00HH. */
void server_log_request(struct server_log *log,
                        const struct server_log_line *line);

/* Write what was logged and the file takes now; up to four megabytes of lines
 * wait, later ones are lost.  Called every second or more often.  Returns 0, or
 * an errno if lines are lost: once, until writing succeeds again. */
int server_log_flush(struct server_log *log);

/* Open the file again, after another program has renamed it.  Returns 0, or an
 * errno: if it cannot be opened, the old one is kept. */
int server_log_reopen(struct server_log *log);

#endif
