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

    CANCELLED = 499, /* the status, of metrics only, of a request whose
                        connection was closed before its answer was sent */
};

/* ----------------------------------------------------------------- timeouts */

static void set_timeout(const struct request *request, int seconds)
{
    MHD_set_connection_option(request->connection,
                              MHD_CONNECTION_OPTION_TIMEOUT, (unsigned)seconds);
}

void http_hold_timeout(const struct request *request)
{
    set_timeout(request, 0);
}

void http_restart_timeout(const struct request *request)
{
    set_timeout(request, request->server->settings->timeout);
}

/* ---------------------------------------------------------------- responses */

/* No code within pages; WebAssembly and workers from this server only. */
#define POLICY(ancestors)                                                      \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src "     \
    "'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src "      \
    "'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "       \
    "frame-ancestors " ancestors
const char http_policy[] = POLICY("'none'");
const char http_policy_of_frames[] = POLICY("*");

static const char *const caches[] = {
    [CACHE_NOT] = "no-store",
    [CACHE_CHECK] = "no-cache",
    [CACHE_DAY] = "public, max-age=86400",
};

static const char type_of_json[] = "application/json";

struct MHD_Response *http_add_header(struct MHD_Response *response,
                                     const char *name, const char *value)
{
    if (response == NULL ||
        MHD_add_response_header(response, name, value) == MHD_YES)
        return response;
    MHD_destroy_response(response);
    return NULL;
}

struct MHD_Response *http_add_headers(struct MHD_Response *response,
                                      const char *policy, const char *type,
                                      enum cache cache)
{
    response = http_add_header(response, "Content-Security-Policy", policy);
    response = http_add_header(response, "X-Content-Type-Options", "nosniff");
    response = http_add_header(response, "Referrer-Policy", "no-referrer");
    response = http_add_header(response, "Content-Type", type);
    return http_add_header(response, "Cache-Control", caches[cache]);
}

/* The headers of what is not a file: pages of the origin may read it. */
static struct MHD_Response *add_headers(const struct request *request,
                                        struct MHD_Response *response,
                                        const char *type, enum cache cache)
{
    const char *origin = request->server->settings->allow_origin;
    response = http_add_headers(response, http_policy, type, cache);
    if (origin != NULL) {
        response = http_add_header(response, "Access-Control-Expose-Headers",
                                   "Retry-After");
        response =
            http_add_header(response, "Access-Control-Allow-Origin", origin);
    }
    return response;
}

enum MHD_Result http_send(struct request *request, int status,
                          struct MHD_Response *response)
{
    if (request->server->is_stopping)
        response =
            http_add_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    request->is_answered = true;
    if (response == NULL)
        return MHD_NO;
    request->status = status;
    enum MHD_Result queued =
        MHD_queue_response(request->connection, (unsigned)status, response);
    MHD_destroy_response(response);
    return queued;
}

static struct MHD_Response *copy_of(const char *bytes, size_t length)
{
    return MHD_create_response_from_buffer(length, (void *)bytes,
                                           MHD_RESPMEM_MUST_COPY);
}

enum MHD_Result http_respond(struct request *request, const char *type,
                             enum cache cache, const char *bytes, size_t length)
{
    return http_send(request, MHD_HTTP_OK,
                     add_headers(request, copy_of(bytes, length), type, cache));
}

enum MHD_Result http_respond_json(struct request *request, bool finished,
                                  struct json *json)
{
    size_t length;
    char *text = json_take(json, &length);
    if (text == NULL)
        return http_refuse_status(request, FOURSCORE_NO_MEMORY);
    enum MHD_Result result = http_respond(
        request, type_of_json,
        finished && !request->is_post ? CACHE_DAY : CACHE_NOT, text, length);
    free(text);
    return result;
}

enum MHD_Result http_respond_stream(struct request *request, const char *type,
                                    MHD_ContentReaderCallback read,
                                    void *context,
                                    void (*release)(void *context))
{
    enum { BLOCK_BYTES = 16 << 10 };
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK_BYTES, read, context, release);
    if (response == NULL)
        release(context);
    return http_send(request, MHD_HTTP_OK,
                     add_headers(request, response, type, CACHE_NOT));
}

void http_put_refusal(struct json *json, const struct refusal *refusal)
{
    json_put_text(json, "error", refusal->reason);
    if (refusal->has_at)
        json_put_integer(json, "at", (int64_t)refusal->at);
}

static enum MHD_Result respond_refusal(struct request *request)
{
    const struct refusal *refusal = &request->refusal;
    struct json json = {0};
    size_t length;
    int status = refusal->status;
    json_begin_object(&json, NULL);
    http_put_refusal(&json, refusal);
    json_end(&json);
    char *text = json_take(&json, &length);
    if (text == NULL)
        return http_send(request, status, NULL);
    struct MHD_Response *response =
        add_headers(request, copy_of(text, length), type_of_json, CACHE_NOT);
    free(text);
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE ||
        status == MHD_HTTP_TOO_MANY_REQUESTS)
        response = http_add_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        response = http_add_header(
            response, MHD_HTTP_HEADER_ALLOW,
            request->route->max_body > 0 ? "GET, HEAD, POST" : "GET, HEAD");
    return http_send(request, status, response);
}

enum MHD_Result http_refuse(struct request *request, int status,
                            const char *reason)
{
    refuse(&request->refusal, status, "%s", reason);
    return respond_refusal(request);
}

enum MHD_Result http_refuse_status(struct request *request,
                                   enum fourscore_status status)
{
    if (status == FOURSCORE_CANCELLED)
        return MHD_NO;
    refuse_status(&request->refusal, status);
    return respond_refusal(request);
}

/* To a browser that asks whether a page of the origin may send a request. */
static enum MHD_Result respond_to_preflight(struct request *request)
{
    struct MHD_Response *response =
        http_add_header(copy_of("", 0), "Access-Control-Allow-Origin",
                        request->server->settings->allow_origin);
    response = http_add_header(response, "Access-Control-Allow-Methods",
                               "GET, HEAD, POST");
    response = http_add_header(response, "Access-Control-Allow-Headers",
                               "Content-Type");
    response = http_add_header(response, "Access-Control-Max-Age", "86400");
    return http_send(request, MHD_HTTP_NO_CONTENT, response);
}

/* ------------------------------------------------------------------- bodies */

static size_t max_body(const struct request *request)
{
    return request->is_post ? request->route->max_body : ASK_MAX_BODY;
}

/* The length that the head states, or, without one, the largest that a body may
 * have. */
static size_t body_length(const struct request *request)
{
    const char *length = MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length != NULL ? strtoull(length, NULL, 10) : max_body(request);
}

static bool refuse_body(const struct request *request, struct refusal *refusal)
{
    return refuse(refusal, MHD_HTTP_CONTENT_TOO_LARGE,
                  "expected a body of at most %zu bytes", max_body(request));
}

/* Reserve memory for the body, of the client's share and of all. */
static bool reserve_body(struct request *request, size_t bytes)
{
    struct server *server = request->server;
    struct refusal *refusal = &request->refusal;
    if (!client_reserve(request->asker.client, bytes, ASK_MAX_CLIENT_BODIES)) {
        metrics_count_refusal(METRICS_CLIENT_BODIES);
        return refuse(
            refusal, MHD_HTTP_TOO_MANY_REQUESTS,
            "too many large bodies from your address; try again later");
    }
    if (atomic_fetch_add(&server->body_bytes, bytes) + bytes > ASK_MAX_BODIES) {
        atomic_fetch_sub(&server->body_bytes, bytes);
        client_unreserve(request->asker.client, bytes);
        metrics_count_refusal(METRICS_BODIES);
        return refuse(refusal, MHD_HTTP_SERVICE_UNAVAILABLE,
                      "too many questions are waiting; try again");
    }
    request->body_room += bytes;
    return true;
}

/* Make room for a body of this length, as its bytes arrive; or set the refusal
 * of the request, and return false. */
static bool grow_body(struct request *request, size_t length)
{
    enum { LEAST_ROOM = 4096 };
    size_t most = body_length(request), room = request->body_room;
    if (request->body != NULL && length <= room)
        return true;
    room = 2 * room < LEAST_ROOM ? LEAST_ROOM : 2 * room;
    room = room > most ? most : room;
    room = room < length ? length : room;
    if (!reserve_body(request, room - request->body_room))
        return false;
    char *body = realloc(request->body, room + 1);
    if (body == NULL)
        return refuse(&request->refusal, MHD_HTTP_SERVICE_UNAVAILABLE,
                      "out of memory");
    request->body = body;
    return true;
}

static void drop_body(struct request *request)
{
    atomic_fetch_sub(&request->server->body_bytes, request->body_room);
    client_unreserve(request->asker.client, request->body_room);
    free(request->body);
}

/* What has no room is read, too, so that the client learns why. */
static enum MHD_Result receive(struct request *request, const char *bytes,
                               size_t count)
{
    size_t length = request->body_length + count;
    if (request->is_post && request->refusal.status == 0 &&
        (length <= max_body(request) ? grow_body(request, length)
                                     : refuse_body(request, &request->refusal)))
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
                        (struct text){value != NULL ? value : "", length},
                        &request->refusal)
               ? MHD_YES
               : MHD_NO;
}

/* Read what is asked, in the URL and the body, and check it; or set the refusal
 * of the request, and return false. */
static bool read_question(struct request *request)
{
    struct ask *ask = &request->ask;
    struct refusal *refusal = &request->refusal;
    struct text body = {request->body, request->body_length};
    if (body.length > SMALL_BODY)
        boards_lower_priority();
    MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND,
                                read_argument, request);
    if (refusal->status != 0)
        return false;
    if (request->is_post && !(request->is_json ? ask_json(ask, body, refusal)
                                               : ask_lines(ask, body, refusal)))
        return false;
    return ask_check(ask, refusal);
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

static const struct route *find_route(const struct request *request)
{
    bool is_path = request->path[0] == '/';
    for (int i = 0; i < ROUTES && is_path; i++)
        if (strcmp(routes[i].path, request->path) == 0)
            return &routes[i];
    return unknown_route;
}

/* Look at the method and the headers. */
static bool check_head(struct request *request, bool is_get,
                       struct refusal *refusal)
{
    bool takes_post = request->route->max_body > 0;
    if (request->is_preflight)
        return true;
    if (!is_get && !(request->is_post && takes_post))
        return refuse(refusal, MHD_HTTP_METHOD_NOT_ALLOWED,
                      takes_post ? "expected GET or POST" : "expected GET");
    if (body_length(request) > max_body(request))
        return refuse_body(request, refusal);
    return !request->is_post || is_type(request, "application/json") ||
           is_type(request, "text/plain") ||
           refuse(refusal, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                  "expected the content type application/json or text/plain");
}

/* The head of a request has arrived. */
static enum MHD_Result begin(struct request *request, const char *url,
                             const char *method)
{
    bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0 ||
                  strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    request->is_post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    request->path = url;
    request->route = find_route(request);
    ask_open(&request->ask, request->route->question);
    request->is_preflight = request->server->settings->allow_origin != NULL &&
                            request->route != unknown_route &&
                            strcmp(method, MHD_HTTP_METHOD_OPTIONS) == 0;
    if (!check_head(request, is_get, &request->refusal))
        return respond_refusal(request);
    request->is_json = is_type(request, "application/json");
    if (request->is_post)
        grow_body(request, 0);
    return MHD_YES;
}

/* All of a request has arrived. */
static enum MHD_Result answer(struct request *request)
{
    request->asker.deadline =
        os_seconds() + request->server->settings->time_limit;
    request->is_active = true;
    request->server->active++;
    if (request->is_preflight)
        return respond_to_preflight(request);
    http_hold_timeout(request);
    bool is_good =
        request->refusal.status == 0 &&
        (request->route->question == ASK_NOTHING || read_question(request));
    enum MHD_Result result =
        is_good ? request->route->answer(request) : respond_refusal(request);
    http_restart_timeout(request);
    return result;
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
        request->status = CANCELLED;
    if (request->status != 0)
        metrics_count_request((int)(request->route - routes), request->status,
                              os_seconds() - request->began);
    if (request->is_active)
        server->active--;
    drop_body(request);
    ask_close(&request->ask);
    free(request);
}

static enum MHD_Result
accept_client(void *context, const struct sockaddr *address, socklen_t length)
{
    struct server *server = context;
    (void)length;
    if (turns_may_connect(server->turns, address))
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
        *kept = turns_connect(
            server->turns, MHD_get_connection_info(
                               connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
                               ->client_addr);
    } else {
        server->connections--;
        if (*kept != NULL)
            turns_disconnect(server->turns, *kept);
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
