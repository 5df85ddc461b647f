/*
 * server_http: responses with the headers that all of them have.
 */
#ifndef TOOLS_SERVE_HTTP_H
#define TOOLS_SERVE_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include <microhttpd.h>

/* How long others may keep a response. */
enum server_cache {
    SERVER_NO_STORE,   /* not at all */
    SERVER_REVALIDATE, /* ask again whether it is still the same */
    SERVER_ONE_DAY,
};

/* A content type, and whether pages of other origins may read the response. */
struct server_kind {
    const char *type;
    enum server_cache cache;
    const char *allow_origin; /* NULL: none */
};

/* Add the headers to a new response.  Returns it, or NULL, having destroyed it,
 * if memory runs out.  NULL is returned as it is. */
struct MHD_Response *server_response(struct MHD_Response *response,
                                     const struct server_kind *kind);

/* A response with a copy of these bytes. */
struct MHD_Response *server_response_copy(const char *bytes, size_t length,
                                          const struct server_kind *kind);

/* Add one more header.  Same result. */
struct MHD_Response *server_response_header(struct MHD_Response *response,
                                            const char *name,
                                            const char *value);

/* A whole response as text, which ends the connection.  Returns its length;
 * 'size' must suffice. */
size_t server_response_text(char *text, size_t size, int status,
                            const struct server_kind *kind, const char *bytes,
                            size_t length);

/* Queue a response and release it.  NULL closes the connection. */
enum MHD_Result server_queue_response(struct MHD_Connection *connection,
                                      int status,
                                      struct MHD_Response *response);

#endif
