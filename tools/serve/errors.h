/*
 * server_error: why a request fails.
 */
#ifndef TOOLS_SERVE_ERRORS_H
#define TOOLS_SERVE_ERRORS_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/fourscore.h"

/* Why a request fails: a status of HTTP, one line of English, and the byte of
 * the position or the body that is wrong, if there is one. */
struct server_error {
    int status;
    bool has_at;
    size_t at;
    char reason[192];
};

/* Set '*error' and return false. */
bool server_refuse(struct server_error *error, int status, const char *format,
                   ...) __attribute__((format(printf, 3, 4)));

/* The same for a body that is longer than 'max' bytes; if there is no room in
 * the queue or for a body; if the client asks more than its share; and if a
 * search fails with this status. */
bool server_refuse_body(struct server_error *error, size_t max);
bool server_refuse_busy(struct server_error *error);
bool server_refuse_client(struct server_error *error, const char *what);
bool server_refuse_search(struct server_error *error,
                          enum fourscore_status status);

/* The same with the status 400 and the byte that is wrong. */
bool server_refuse_at(struct server_error *error, size_t at, const char *format,
                      ...) __attribute__((format(printf, 3, 4)));

#endif
