/*
 * server_head: the head of a request, its first line and headers, where the
 * library reads it less strictly than HTTP allows.  A proxy could see other
 * requests in it than this server does.
 */
#ifndef TOOLS_SERVE_HEAD_H
#define TOOLS_SERVE_HEAD_H

#include <microhttpd.h>

#include "tools/serve/ask.h"

/* Check the URL as it was sent.  Sets '*error' and returns false if the library
 * must not go on with the request. */
bool server_head_check_url(const char *url, struct server_error *error);

/*
 * Check the head: zero bytes, folded lines, names that are not words, Host
 * once, and at most one sound statement of the length of the body.  'method'
 * and 'version' are what the library gives to its handler, 'url_end' is the end
 * of the URL as it was sent.  Sets '*error' and returns false if something is
 * wrong.
 */
bool server_head_check(struct MHD_Connection *connection, const char *method,
                       const char *url_end, const char *version,
                       struct server_error *error);

/* Whether the headers read so far have a Content-Length which the library
 * refuses; if so, sets '*error'. */
bool server_head_has_bad_length(struct MHD_Connection *connection,
                                struct server_error *error);

#endif
