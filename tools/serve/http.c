#include "tools/serve/http.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "os/os.h"

enum {
    CONNECTION_BYTES = 64 << 10, /* the headers of a request, and its answer */
    STACK_BYTES = 256 << 10,     /* of the thread of a connection */
    MAX_SENT = 4 * ASK_MAX_BODY, /* of a body that is refused */
    /* A larger one is read with the low priority of searches. */
    SMALL_BODY = 8 << 10,
};

static const char type_of_json[] = "application/json";

void http_hold_timeout(const struct request *request, bool is_held)
{
    MHD_set_connection_option(
        request->connection, MHD_CONNECTION_OPTION_TIMEOUT,
        is_held ? 0u : (unsigned)request->server->settings->timeout);
}

/* ---------------------------------------------------------------- responses */

/* No code within pages; WebAssembly and workers from this server only. */
#define POLICY(ancestors)                                                      \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src "     \
    "'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src "      \
    "'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "       \
    "frame-ancestors " ancestors

static const char *const caches[] = {
    [CACHE_NOT] = "no-store",
    [CACHE_CHECK] = "no-cache",
    [CACHE_DAY] = "public, max-age=86400",
};

void http_add_header(struct request *request, const char *name,
                     const char *value)
{
    if (request->response == NULL ||
        MHD_add_response_header(request->response, name, value) == MHD_YES)
        return;
    MHD_destroy_response(request->response);
    request->response = NULL;
}

/* Send the response; the connection is closed if there is none. */
static enum MHD_Result send_response(struct request *request)
{
    const char *origin = request->server->settings->allow_origin;
    int status = request->status;
    http_add_header(request, "Content-Security-Policy",
                    request->is_frame ? POLICY("*") : POLICY("'none'"));
    http_add_header(request, "X-Content-Type-Options", "nosniff");
    http_add_header(request, "Referrer-Policy", "no-referrer");
    http_add_header(request, "Content-Type", request->type);
    http_add_header(request, "Cache-Control", caches[request->cache]);
    if (origin != NULL && !request->is_file) {
        http_add_header(request, "Access-Control-Allow-Origin", origin);
        http_add_header(request, "Access-Control-Expose-Headers",
                        "Retry-After");
    }
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE ||
        status == MHD_HTTP_TOO_MANY_REQUESTS)
        http_add_header(request, "Retry-After", "1");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        http_add_header(request, "Allow",
                        request->route->max_body > 0 ? "GET, HEAD, POST"
                                                     : "GET, HEAD");
    if (request->server->is_stopping)
        http_add_header(request, "Connection", "close");
    request->is_answered = true;
    if (request->response == NULL)
        return MHD_NO;
    enum MHD_Result queued = MHD_queue_response(
        request->connection, (unsigned)status, request->response);
    MHD_destroy_response(request->response);
    return queued;
}

/* Make a response of the JSON; returns false if memory runs out. */
static bool use_json(struct request *request)
{
    size_t length;
    char *text = json_take(&request->json, &length);
    if (text != NULL)
        request->response = MHD_create_response_from_buffer(
            length, text, MHD_RESPMEM_MUST_FREE);
    if (request->response == NULL)
        free(text);
    return request->response != NULL;
}

void http_put_refusal(struct json *json, const struct refusal *refusal)
{
    json_put_text(json, "error", refusal->reason);
    if (refusal->has_at)
        json_put_integer(json, "at", (int64_t)refusal->at);
}

static enum MHD_Result send_refusal(struct request *request)
{
    request->type = type_of_json;
    request->cache = CACHE_NOT;
    request->status = request->ask.refusal.status;
    json_begin_object(&request->json, NULL);
    http_put_refusal(&request->json, &request->ask.refusal);
    json_end(&request->json);
    return use_json(request) ? send_response(request) : MHD_NO;
}

/* To a browser that asks whether a page of the origin may send a request. */
static bool answer_preflight(struct request *request)
{
    request->status = MHD_HTTP_NO_CONTENT;
    request->response =
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    http_add_header(request, "Access-Control-Allow-Methods", "GET, HEAD, POST");
    http_add_header(request, "Access-Control-Allow-Headers", "Content-Type");
    http_add_header(request, "Access-Control-Max-Age", "86400");
    return true;
}

/* ------------------------------------------------------------------- bodies */

static size_t max_body(const struct request *request)
{
    return request->is_post ? request->route->max_body : ASK_MAX_BODY;
}

static bool refuse_body(struct request *request)
{
    return refuse(&request->ask, MHD_HTTP_CONTENT_TOO_LARGE,
                  "expected a body of at most %zu bytes", max_body(request));
}

/* Reserve bytes, of which there are at most so many. */
static bool reserve(_Atomic size_t *reserved, size_t bytes, size_t most)
{
    bool fits = atomic_fetch_add(reserved, bytes) + bytes <= most;
    if (!fits)
        atomic_fetch_sub(reserved, bytes);
    return fits;
}

/* Make room for more bytes of the body. */
static bool grow_body(struct request *request, size_t count)
{
    _Atomic size_t *of_client = client_bodies(request->asker.client);
    if (!reserve(of_client, count, ASK_MAX_CLIENT_BODIES)) {
        metrics_count_refusal(METRICS_CLIENT_BODIES);
        return refuse(
            &request->ask, MHD_HTTP_TOO_MANY_REQUESTS,
            "too many large bodies from your address; try again later");
    }
    if (!reserve(&request->server->bodies, count, ASK_MAX_BODIES)) {
        atomic_fetch_sub(of_client, count);
        metrics_count_refusal(METRICS_BODIES);
        return refuse(&request->ask, MHD_HTTP_SERVICE_UNAVAILABLE,
                      "too many questions are waiting; try again");
    }
    request->body_reserved += count;
    char *body = realloc(request->body, request->body_reserved);
    if (body == NULL)
        return ask_succeeds(&request->ask, FOURSCORE_NO_MEMORY);
    request->body = body;
    return true;
}

/* What has no room is read, too, so that the client learns why. */
static enum MHD_Result receive(struct request *request, const char *bytes,
                               size_t count)
{
    size_t length = request->body_length + count;
    if (request->is_post && request->ask.refusal.status == 0 &&
        (length <= max_body(request) ? grow_body(request, count)
                                     : refuse_body(request)))
        memcpy(request->body + request->body_length, bytes, count);
    request->body_length = length;
    return length <= MAX_SENT ? MHD_YES : MHD_NO;
}

/* ----------------------------------------------------------------- requests */

static enum MHD_Result read_argument(void *context, enum MHD_ValueKind kind,
                                     const char *name, size_t name_length,
                                     const char *value, size_t length)
{
    struct request *request = context;
    (void)kind;
    return ask_argument(&request->ask, (struct text){name, name_length},
                        (struct text){value != NULL ? value : "", length})
               ? MHD_YES
               : MHD_NO;
}

/* Read what is asked, in the URL and the body, and check it. */
static bool read_question(struct request *request)
{
    struct ask *ask = &request->ask;
    struct text body = {request->body != NULL ? request->body : "",
                        request->body_length};
    if (body.length > SMALL_BODY)
        boards_lower_priority();
    MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND,
                                read_argument, request);
    return ask->refusal.status == 0 &&
           (!request->is_post ||
            (request->is_json ? ask_json(ask, body) : ask_lines(ask, body))) &&
           ask_check(ask);
}

static bool is_type(const struct request *request, const char *type)
{
    const char *given = MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE);
    size_t length = strlen(type);
    return given != NULL && strncasecmp(given, type, length) == 0 &&
           strchr("; \t", given[length]) != NULL;
}

static const struct route *const unknown_route = &routes[ROUTES - 1];

/* Look at the method and the headers. */
static bool check_head(struct request *request, bool is_get)
{
    bool takes_post = request->route->max_body > 0;
    const char *length = MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (request->is_preflight)
        return true;
    if (!is_get && !(request->is_post && takes_post))
        return refuse(&request->ask, MHD_HTTP_METHOD_NOT_ALLOWED,
                      takes_post ? "expected GET or POST" : "expected GET");
    if (length != NULL && strtoull(length, NULL, 10) > max_body(request))
        return refuse_body(request);
    return !request->is_post || request->is_json ||
           is_type(request, "text/plain") ||
           refuse(&request->ask, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                  "expected the content type application/json or text/plain");
}

/* The head of a request has arrived. */
static enum MHD_Result begin(struct request *request, const char *url,
                             const char *method)
{
    bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0 ||
                  strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    request->is_post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    request->is_json = is_type(request, type_of_json);
    request->path = url;
    request->route = routes;
    while (request->route != unknown_route &&
           (url[0] != '/' || strcmp(request->route->path, url) != 0))
        request->route++;
    ask_open(&request->ask, request->route->question);
    request->is_preflight = request->server->settings->allow_origin != NULL &&
                            request->route != unknown_route &&
                            strcmp(method, MHD_HTTP_METHOD_OPTIONS) == 0;
    return check_head(request, is_get) ? MHD_YES : send_refusal(request);
}

/* All of a request has arrived. */
static enum MHD_Result answer(struct request *request)
{
    const struct route *route = request->route;
    struct ask *ask = &request->ask;
    request->asker.deadline =
        os_seconds() + request->server->settings->time_limit;
    request->is_active = true;
    request->server->active++;
    request->type = type_of_json;
    request->status = MHD_HTTP_OK;
    http_hold_timeout(request, true);
    bool is_good =
        request->is_preflight
            ? answer_preflight(request)
            : ask->refusal.status == 0 &&
                  (route->question == ASK_NOTHING || read_question(request)) &&
                  route->answer(request);
    if (is_good && request->response == NULL)
        is_good = use_json(request) || ask_succeeds(ask, FOURSCORE_NO_MEMORY);
    if (is_good && request->is_post)
        request->cache = CACHE_NOT;
    http_hold_timeout(request, false);
    if (ask->refusal.status == ASK_CANCELLED)
        return MHD_NO;
    return is_good ? send_response(request) : send_refusal(request);
}

/* -------------------------------------------------------------- the library */

/* What the library calls, by the thread of the connection. */

/* %00 would end a path: what has it stays as it is, and leads nowhere. */
static size_t unescape(void *context, struct MHD_Connection *connection,
                       char *text)
{
    (void)context, (void)connection;
    return strstr(text, "%00") == NULL ? MHD_http_unescape(text) : strlen(text);
}

/* NULL if memory runs out, as it did for the client of the connection. */
static struct request *open_request(struct server *server,
                                    struct MHD_Connection *connection)
{
    struct client *client =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
            ->socket_context;
    struct request *request =
        client != NULL ? calloc(1, sizeof *request) : NULL;
    if (request == NULL)
        return NULL;
    request->server = server;
    request->connection = connection;
    request->asker.client = client;
    request->asker.socket =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
            ->connect_fd;
    request->began = os_seconds();
    return request;
}

static enum MHD_Result handle_request(void *context,
                                      struct MHD_Connection *connection,
                                      const char *url, const char *method,
                                      const char *version, const char *bytes,
                                      size_t *count, void **kept)
{
    struct request *request = *kept;
    (void)version;
    if (request == NULL) {
        *kept = request = open_request(context, connection);
        return request != NULL ? begin(request, url, method) : MHD_NO;
    }
    if (*count == 0)
        return request->is_answered ? MHD_YES : answer(request);
    enum MHD_Result result = receive(request, bytes, *count);
    *count = 0;
    return result;
}

static void close_request(void *context, struct MHD_Connection *connection,
                          void **kept, enum MHD_RequestTerminationCode code)
{
    struct server *server = context;
    struct request *request = *kept;
    (void)connection;
    *kept = NULL;
    if (request == NULL)
        return;
    if (code != MHD_REQUEST_TERMINATED_COMPLETED_OK)
        request->status = ASK_CANCELLED;
    if (request->status != 0)
        metrics_count_request((int)(request->route - routes), request->status,
                              os_seconds() - request->began);
    if (request->is_active)
        server->active--;
    atomic_fetch_sub(&server->bodies, request->body_reserved);
    atomic_fetch_sub(client_bodies(request->asker.client),
                     request->body_reserved);
    free(request->body);
    json_free(&request->json);
    ask_close(&request->ask);
    free(request);
}

static enum MHD_Result
accept_client(void *context, const struct sockaddr *address, socklen_t length)
{
    (void)context, (void)length;
    if (turns_may_connect(address))
        return MHD_YES;
    metrics_count_refusal(METRICS_CLIENT_CONNECTIONS);
    return MHD_NO;
}

/* The context of a connection is its client. */
static void notify_connection(void *context, struct MHD_Connection *connection,
                              void **kept,
                              enum MHD_ConnectionNotificationCode code)
{
    struct server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        server->connections++;
        *kept =
            turns_connect(MHD_get_connection_info(
                              connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
                              ->client_addr);
    } else {
        server->connections--;
        if (*kept != NULL)
            turns_disconnect(*kept);
    }
}

bool http_start(struct server *server, int listener)
{
    server->daemon = MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_THREAD_PER_CONNECTION |
            MHD_USE_ITC,
        0, accept_client, server, handle_request, server,
        MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)server->settings->connections, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)server->settings->timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_BYTES, MHD_OPTION_THREAD_STACK_SIZE,
        (size_t)STACK_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, close_request, server,
        MHD_OPTION_NOTIFY_CONNECTION, notify_connection, server,
        MHD_OPTION_END);
    return server->daemon != NULL;
}

void http_close_door(struct server *server)
{
    server->is_stopping = true;
    MHD_quiesce_daemon(server->daemon);
}

void http_stop(struct server *server)
{
    if (server->daemon != NULL)
        MHD_stop_daemon(server->daemon);
}
