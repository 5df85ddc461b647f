/*
 * server_respond: the response to a request, with the headers that all
 * responses have; answers and errors as JSON.
 */
#ifndef TOOLS_SERVE_RESPOND_H
#define TOOLS_SERVE_RESPOND_H

#include <microhttpd.h>

#include "lib/json/json.h"
#include "tools/serve/ask.h"

struct server_request;

/* How long others may keep a response. */
enum server_cache {
    SERVER_NO_STORE,   /* not at all */
    SERVER_REVALIDATE, /* ask again whether it is still the same */
    SERVER_ONE_DAY,
};

/* ---------------------------------------------------------------- responses */

enum {
    SERVER_MAX_ORIGIN = 512,
    SERVER_MAX_ANCESTORS = 512,
    SERVER_POLICY_SIZE = 1024
};

/* The headers of the options. */
struct server_headers {
    char policy[SERVER_POLICY_SIZE]; /* the Content-Security-Policy */
    const char *origin;              /* whose pages may read answers; or NULL */
};

/* Set the headers.  'ancestors' are the origins whose pages may embed the page.
 * Returns false if they are too long. */
bool server_headers_set(struct server_headers *headers, const char *origin,
                        const char *ancestors);

/* Add headers to a new response: those that all have, with this policy.
 * Returns the response, or NULL, having destroyed it, if memory runs out.  NULL
 * is returned as it is. */
struct MHD_Response *server_response(struct MHD_Response *response,
                                     const char *policy, const char *type,
                                     enum server_cache cache);

/* The same for an answer, which pages of the origin may read. */
struct MHD_Response *server_answer(struct MHD_Response *response,
                                   const struct server_headers *headers,
                                   const char *type, enum server_cache cache);

/* Add one more header.  Same result. */
struct MHD_Response *server_response_header(struct MHD_Response *response,
                                            const char *name,
                                            const char *value);

/* --------------------------------------------------------------------- JSON */

/* Add a text.  One that is not UTF-8 cannot be in JSON; it is left out. */
void server_json_add_text(struct json *json, const char *name,
                          struct server_text text);

/* The answer about the position of this text, as an object. */
void server_json_answer(struct json *json, const struct server_ask *ask,
                        struct server_text text,
                        const struct fourscore_answer *answer);

/* With the text of the position if it is not NULL. */
void server_json_error(struct json *json, const struct server_text *text,
                       const struct server_error *error);

/* ----------------------------------------------------- the end of a request */

/*
 * Each of these functions ends the steps of a request: the response is sent, or
 * the connection is closed if memory runs out.
 */

/* The response, which may be NULL, is released. */
void server_respond(struct server_request *request, int status,
                    struct MHD_Response *response);

/* The response, which is not released. */
void server_respond_shared(struct server_request *request, int status,
                           struct MHD_Response *response);

/* With a copy of these bytes. */
void server_respond_bytes(struct server_request *request, const char *type,
                          enum server_cache cache, const char *bytes,
                          size_t length);

/* With an object, which is released.  Others may keep it if the answer is
 * 'finished' and was asked by GET.  If memory ran out for the object, refuses
 * the request. */
void server_respond_json(struct server_request *request, bool finished,
                         struct json *object);

/* Answer on the socket, and shut it down: for what the library would not
 * answer, or answer twice. */
void server_respond_at_once(struct server_request *request,
                            const struct server_error *error);

void server_respond_error(struct server_request *request,
                          const struct server_error *error);

/* To a browser that asks whether a page of the origin may send a request. */
void server_respond_preflight(struct server_request *request);

/* With a status and a reason. */
void server_respond_refusal(struct server_request *request, int status,
                            const char *reason);

void server_respond_no_memory(struct server_request *request);

/* Hand the response to the library, which may close the connection instead. */
enum MHD_Result server_respond_send(struct server_request *request);

/* Release a response that the library has not asked for; one of a list releases
 * the request. */
void server_respond_drop(struct server_request *request);

#endif
