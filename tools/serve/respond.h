/*
 * server_respond: the response to a request.
 *
 * Each of these functions ends a request: it queues the response, or closes the
 * connection if memory runs out.
 */
#ifndef TOOLS_SERVE_RESPOND_H
#define TOOLS_SERVE_RESPOND_H

#include "tools/serve/http.h"
#include "tools/serve/request.h"

/* The kind of a response, with the origins that the server allows. */
struct server_kind server_kind_of(const struct server_request *request,
                                  const char *type, enum server_cache cache);

/* How long others may keep an answer, which may have bounds only. */
enum server_cache server_cache_of(const struct server_request *request,
                                  bool finished);

enum MHD_Result server_respond(struct server_request *request, int status,
                               struct MHD_Response *response);

/* With a copy of 'json'.  A length of 0 is an answer for which memory ran out:
 * refuses the request. */
enum MHD_Result server_respond_json(struct server_request *request, int status,
                                    enum server_cache cache, const char *json,
                                    size_t length);

/* Answer on the socket, and shut it down: for what the library would not
 * answer, or answer twice. */
void server_respond_at_once(struct server_request *request,
                            const struct server_error *error);

enum MHD_Result server_respond_error(struct server_request *request,
                                     const struct server_error *error);

/* With a status and a reason. */
enum MHD_Result server_respond_refusal(struct server_request *request,
                                       int status, const char *reason);

/* Too many searches wait. */
enum MHD_Result server_respond_busy(struct server_request *request);

#endif
