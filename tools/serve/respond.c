#include "tools/serve/respond.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/json/json.h"
#include "tools/serve/request.h"
#include "tools/serve/steps.h"

/* ---------------------------------------------------------------- responses */

struct header {
    const char *name, *value;
};

/* No code within pages; WebAssembly and workers from this server only. */
static const char policy_of_content[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src "
    "'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src "
    "'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors";

static const struct header common[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
};

static const char content_policy[] = "Content-Security-Policy";
static const char allow_origin[] = "Access-Control-Allow-Origin";
/* Pages of other origins see this header only if it is named. */
static const struct header expose = {"Access-Control-Expose-Headers",
                                     "Retry-After"};

static const char *const caches[] = {
    [SERVER_NO_STORE] = "no-store",
    [SERVER_REVALIDATE] = "no-cache",
    [SERVER_ONE_DAY] = "public, max-age=86400",
};

struct MHD_Response *server_response_header(struct MHD_Response *response,
                                            const char *name, const char *value)
{
    if (response == NULL ||
        MHD_add_response_header(response, name, value) == MHD_YES)
        return response;
    MHD_destroy_response(response);
    return NULL;
}

bool server_headers_set(struct server_headers *headers, const char *origin,
                        const char *ancestors)
{
    headers->origin = origin;
    return strlen(ancestors) <= SERVER_MAX_ANCESTORS &&
           snprintf(headers->policy, sizeof headers->policy, "%s %s",
                    policy_of_content, ancestors) < (int)sizeof headers->policy;
}

struct MHD_Response *server_response(struct MHD_Response *response,
                                     const char *policy, const char *type,
                                     enum server_cache cache)
{
    response = server_response_header(response, content_policy, policy);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        response =
            server_response_header(response, common[i].name, common[i].value);
    response = server_response_header(response, "Content-Type", type);
    return server_response_header(response, "Cache-Control", caches[cache]);
}

struct MHD_Response *server_answer(struct MHD_Response *response,
                                   const struct server_headers *headers,
                                   const char *type, enum server_cache cache)
{
    response = server_response(response, headers->policy, type, cache);
    if (headers->origin == NULL)
        return response;
    response = server_response_header(response, expose.name, expose.value);
    return server_response_header(response, allow_origin, headers->origin);
}

/* --------------------------------------------------------------------- JSON */

void server_json_add_text(struct json *json, const char *name,
                          struct server_text text)
{
    size_t length =
        text.length < SERVER_MAX_POSITION ? text.length : SERVER_MAX_POSITION;
    while (length < text.length && length > 0 &&
           (text.bytes[length] & 0xc0) == 0x80)
        length--;
    if (json_is_utf8(text.bytes, length))
        json_put_bytes(json, name, text.bytes, length);
}

void server_json_answer(struct json *json, const struct server_ask *ask,
                        struct server_text text,
                        const struct fourscore_answer *answer)
{
    json_begin_object(json, NULL);
    server_json_add_text(json, "position", text);
    json_add_answer(json, ask->goal, ask->find, answer);
    json_put_boolean(json, "finished", answer->finished);
    json_end(json);
}

void server_json_error(struct json *json, const struct server_text *text,
                       const struct server_error *error)
{
    json_begin_object(json, NULL);
    if (text != NULL)
        server_json_add_text(json, "position", *text);
    json_put_text(json, "error", error->reason);
    if (error->has_at)
        json_put_integer(json, "at", (int64_t)error->at);
    json_end(json);
}

/* ----------------------------------------------------- the end of a request */

static const char type_of_json[] = "application/json";

void server_respond(struct server_request *request, int status,
                    struct MHD_Response *response)
{
    request->status = status;
    server_socket_set_answering(request->socket, true);
    if (request->server->stopping || request->closes)
        response = server_response_header(response, MHD_HTTP_HEADER_CONNECTION,
                                          "close");
    request->response = response;
    request->is_answered = true;
    if (!request->keeps_place)
        server_steps_leave(request);
}

void server_respond_shared(struct server_request *request, int status,
                           struct MHD_Response *response)
{
    request->status = status;
    request->response = response;
    request->is_shared = true;
    request->is_answered = true;
}

static struct MHD_Response *copy(struct server_request *request,
                                 const char *type, enum server_cache cache,
                                 const char *bytes, size_t length)
{
    const struct server *server = request->server;
    request->bytes = length;
    return server_answer(MHD_create_response_from_buffer(length, (void *)bytes,
                                                         MHD_RESPMEM_MUST_COPY),
                         &server->headers, type, cache);
}

void server_respond_bytes(struct server_request *request, const char *type,
                          enum server_cache cache, const char *bytes,
                          size_t length)
{
    server_respond(request, MHD_HTTP_OK,
                   copy(request, type, cache, bytes, length));
}

void server_respond_json(struct server_request *request, bool finished,
                         struct json *object)
{
    size_t length;
    char *json = json_take(object, &length);
    if (json == NULL) {
        server_respond_no_memory(request);
        return;
    }
    server_respond_bytes(request, type_of_json,
                         finished && !request->is_post ? SERVER_ONE_DAY
                                                       : SERVER_NO_STORE,
                         json, length);
    free(json);
}

/* A whole response with an error as text, which ends the connection.  Returns
 * its length; 'size' must suffice. */
static size_t write_response(char *text, size_t size, int status,
                             const struct server_headers *headers,
                             const char *json, size_t length)
{
    FILE *out = fmemopen(text, size, "w");
    if (out == NULL)
        return 0;
    fprintf(out, "HTTP/1.1 %d %s\r\nConnection: close\r\n", status,
            MHD_get_reason_phrase_for((unsigned)status));
    fprintf(out, "%s: %s\r\n", content_policy, headers->policy);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        fprintf(out, "%s: %s\r\n", common[i].name, common[i].value);
    fprintf(out, "Content-Type: %s\r\nCache-Control: %s\r\n", type_of_json,
            caches[SERVER_NO_STORE]);
    if (headers->origin != NULL)
        fprintf(out, "%s: %s\r\n", allow_origin, headers->origin);
    fprintf(out, "Content-Length: %zu\r\n\r\n%.*s", length, (int)length, json);
    long written = ftell(out);
    return fclose(out) == 0 ? (size_t)written : 0;
}

void server_respond_at_once(struct server_request *request,
                            const struct server_error *error)
{
    char text[4096];
    struct json json = {0};
    size_t length;
    server_json_error(&json, NULL, error);
    char *body = json_take(&json, &length);
    size_t size = write_response(text, sizeof text, error->status,
                                 &request->server->headers,
                                 body != NULL ? body : "", length);
    free(body);
    int number = server_socket_number(request->socket);
    send(number, text, size, MSG_DONTWAIT);
    shutdown(number, SHUT_RDWR);
    request->status = error->status;
    request->bytes = length;
    request->is_over = true;
}

void server_respond_error(struct server_request *request,
                          const struct server_error *error)
{
    struct json json = {0};
    size_t length;
    server_json_error(&json, NULL, error);
    char *body = json_take(&json, &length);
    struct MHD_Response *response =
        copy(request, type_of_json, SERVER_NO_STORE, body, length);
    free(body);
    if (error->status == MHD_HTTP_SERVICE_UNAVAILABLE ||
        error->status == MHD_HTTP_TOO_MANY_REQUESTS)
        response =
            server_response_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (error->status == MHD_HTTP_METHOD_NOT_ALLOWED)
        response = server_response_header(
            response, MHD_HTTP_HEADER_ALLOW,
            server_routes[request->route].max_body > 0 ? "GET, HEAD, POST"
                                                       : "GET, HEAD");
    server_respond(request, error->status, response);
}

void server_respond_preflight(struct server_request *request)
{
    static const struct header headers[] = {
        {"Access-Control-Allow-Methods", "GET, HEAD, POST"},
        {"Access-Control-Allow-Headers", "Content-Type"},
        {"Access-Control-Max-Age", "86400"},
    };
    struct MHD_Response *response = server_response_header(
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT),
        allow_origin, request->server->headers.origin);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        response =
            server_response_header(response, headers[i].name, headers[i].value);
    server_respond(request, MHD_HTTP_NO_CONTENT, response);
}

void server_respond_refusal(struct server_request *request, int status,
                            const char *reason)
{
    struct server_error error;
    server_refuse(&error, status, "%s", reason);
    server_respond_error(request, &error);
}

void server_respond_no_memory(struct server_request *request)
{
    server_respond_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                           "out of memory");
}

void server_respond_drop(struct server_request *request)
{
    if (request->response != NULL && !request->is_shared)
        MHD_destroy_response(request->response);
    request->response = NULL;
}

enum MHD_Result server_respond_send(struct server_request *request)
{
    enum MHD_Result queued = MHD_NO;
    if (request->response != NULL)
        queued = MHD_queue_response(
            request->connection, (unsigned)request->status, request->response);
    server_respond_drop(request);
    return queued;
}
