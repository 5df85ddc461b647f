/*
 * server_body: the body of a request, as it arrives.  Its memory is part of the
 * client's share, and of what the bodies of all requests may have.
 */
#ifndef TOOLS_SERVE_BODY_H
#define TOOLS_SERVE_BODY_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

struct server_request;

/* The bytes that it may have. */
size_t server_body_max(const struct server_request *request);

/* Whether it is said to be too large. */
bool server_body_is_too_large(const struct server_request *request);

/* Add bytes.  Those of a body that is refused are dropped, up to a limit, so
 * that the client can read why; beyond it returns MHD_NO. */
enum MHD_Result server_body_receive(struct server_request *request,
                                    const char *bytes, size_t count);

/* Give its memory back. */
void server_body_drop(struct server_request *request);

#endif
