#include "tools/serve/request.h"

#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "tools/serve/head.h"
#include "tools/serve/respond.h"

/* The memory of the bodies of all requests. */
enum { ALL_BODIES = 64 << 20 };

static char *copy_text(const struct server_context *context, const char *text)
{
    return context->log != NULL ? strdup(text) : NULL;
}

static void link_head(struct server_request *request)
{
    struct server_context *context = request->context;
    pthread_mutex_lock(&context->lock);
    request->thread = pthread_self();
    request->next_head = context->heads;
    request->link_head = &context->heads;
    if (request->next_head != NULL)
        request->next_head->link_head = &request->next_head;
    context->heads = request;
    pthread_mutex_unlock(&context->lock);
}

/* Does nothing if it was done before. */
static void unlink_head(struct server_request *request)
{
    struct server_context *context = request->context;
    pthread_mutex_lock(&context->lock);
    if (request->link_head != NULL) {
        *request->link_head = request->next_head;
        if (request->next_head != NULL)
            request->next_head->link_head = request->link_head;
        request->link_head = NULL;
    }
    pthread_mutex_unlock(&context->lock);
}

/* The library answers a bad Content-Length twice, and has reported it before.
 */
void server_request_report(struct server_context *context)
{
    struct server_error error;
    pthread_mutex_lock(&context->lock);
    for (struct server_request *request = context->heads; request != NULL;
         request = request->next_head)
        if (pthread_equal(request->thread, pthread_self()) != 0 &&
            !request->is_over &&
            server_head_has_bad_length(request->connection, &error))
            server_respond_at_once(request, &error);
    pthread_mutex_unlock(&context->lock);
}

/* Whether the path, which the library ends at a zero byte, has one. */
static bool is_path_cut(const char *url)
{
    const char *zero = strstr(url, "%00");
    return zero != NULL && zero < url + strcspn(url, "?");
}

struct server_request *server_request_open(struct server_context *context,
                                           struct MHD_Connection *connection,
                                           const char *url)
{
    struct server_request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return NULL;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (info->socket_context == NULL) {
        free(request);
        return NULL;
    }
    request->context = context;
    request->connection = connection;
    request->client = info->socket_context;
    request->users = 1;
    request->began = os_seconds();
    request->is_path_cut = is_path_cut(url);
    request->log_url = copy_text(context, url);
    request->url_end = url + strlen(url);
    request->route = SERVER_UNKNOWN;
    server_ask_open(&request->ask);
    link_head(request);
    struct server_error error;
    if (!server_head_check_url(url, &error))
        server_respond_at_once(request, &error);
    return request;
}

struct server_search
server_request_search(const struct server_request *request,
                      const fourscore_position *position,
                      void (*done)(struct server_search *search), void *user)
{
    const struct server_ask *ask = &request->ask;
    double own = os_seconds() + ask->seconds;
    struct server_search search = {
        .board = request->board,
        .query = FOURSCORE_QUERY_INIT,
        .deadline = ask->seconds > 0 && own < request->deadline
                        ? own
                        : request->deadline,
        .socket = server_client_socket(request->client),
        .done = done,
        .user = user,
    };
    search.query.position = *position;
    search.query.goal = ask->goal;
    search.query.find = ask->find;
    search.query.nodes = ask->nodes;
    return search;
}

void server_request_release(struct server_request *request)
{
    if (atomic_fetch_sub(&request->users, 1) > 1)
        return;
    if (request->state != NULL)
        request->free_state(request->state);
    server_board_release(request->context->boards, request->board);
    atomic_fetch_sub(&request->context->body_bytes, request->body_room);
    server_ask_close(&request->ask);
    free(request->body);
    free(request->log_method);
    free(request->log_url);
    free(request->log_version);
    free(request);
}

/* What was not read. */
static const char *known(const char *text)
{
    return text != NULL ? text : "-";
}

static void log_request(const struct server_request *request)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info != NULL)
        server_log_request(request->context->log, info->client_addr,
                           known(request->log_method), known(request->log_url),
                           known(request->log_version), request->status,
                           request->bytes);
}

void server_request_complete(struct server_request *request, bool sent)
{
    struct server_context *context = request->context;
    unlink_head(request);
    if (!sent && request->is_started && !request->is_over)
        request->status = SERVER_CANCELLED;
    if (request->status != 0) {
        server_metrics_request(context->metrics, request->route,
                               request->status, os_seconds() - request->began);
        if (context->log != NULL)
            log_request(request);
    }
    if (request->abandon != NULL)
        request->abandon(request->state);
    if (request->is_active)
        atomic_fetch_sub(&context->active, 1);
    server_client_expect(request->client, context->timeout);
    server_client_set_answering(request->client, false);
    server_request_release(request);
}

/* ------------------------------------------------------- parts of a request */

bool server_request_is_type(const struct server_request *request,
                            const char *type)
{
    const char *given = MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE);
    size_t length = strlen(type);
    return given != NULL && strncasecmp(given, type, length) == 0 &&
           strchr("; \t", given[length]) != NULL;
}

/* Whether the body is said to be too large. */
static bool is_too_large(const struct server_request *request)
{
    const char *length = MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length != NULL && strtoull(length, NULL, 10) > SERVER_MAX_BODY;
}

static enum MHD_Result refuse_large_body(struct server_request *request)
{
    struct server_error error;
    server_refuse(&error, MHD_HTTP_CONTENT_TOO_LARGE,
                  "expected a body of at most %d bytes", SERVER_MAX_BODY);
    return server_respond_error(request, &error);
}

/* Look at the method, the path and the headers. */
static enum MHD_Result start(struct server_request *request, const char *path,
                             const char *method, const char *version)
{
    struct server_error error;
    bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0 ||
                  strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    request->is_started = true;
    request->is_post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    request->log_method = copy_text(request->context, method);
    request->log_version = copy_text(request->context, version);
    if (request->is_over)
        return MHD_NO;
    unlink_head(request);
    if (!server_head_check(request->connection, method, request->url_end,
                           version, &error)) {
        request->closes = true;
        return server_respond_error(request, &error);
    }

    const struct server_path *found = request->context->paths;
    while (found->path != NULL &&
           (request->is_path_cut || strcmp(found->path, path) != 0))
        found++;
    request->path = path;
    request->route = found->route;
    request->takes_post = found->takes_post;
    request->next = found->first;
    if (!is_get && !(request->is_post && request->takes_post))
        return server_respond_refusal(
            request, MHD_HTTP_METHOD_NOT_ALLOWED,
            request->takes_post ? "expected GET or POST" : "expected GET");
    if (is_too_large(request))
        return refuse_large_body(request);
    if (request->is_post &&
        !server_request_is_type(request, "application/json") &&
        !server_request_is_type(request, "text/plain"))
        return server_respond_refusal(
            request, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
            "expected the content type application/json or "
            "text/plain");
    return MHD_YES;
}

/* Make room for more bytes of the body. */
static bool grow_body(struct server_request *request, size_t count)
{
    struct server_context *context = request->context;
    size_t room = request->body_room;
    while (room < request->body_length + count)
        room = room < 4096 ? 4096 : 2 * room;
    size_t more = room - request->body_room;
    if (more == 0)
        return true;
    if (atomic_fetch_add(&context->body_bytes, more) + more > ALL_BODIES) {
        atomic_fetch_sub(&context->body_bytes, more);
        return false;
    }
    char *body = realloc(request->body, room);
    if (body == NULL) {
        atomic_fetch_sub(&context->body_bytes, more);
        return false;
    }
    request->body = body;
    request->body_room = room;
    return true;
}

/* Add bytes to the body.  Bytes that are not wanted are dropped, up to a limit,
 * so that the client can read why. */
static enum MHD_Result receive(struct server_request *request,
                               const char *bytes, size_t count)
{
    size_t length = request->body_length + count;
    bool wanted = request->is_post && !request->is_refused;
    if (wanted && length <= SERVER_MAX_BODY) {
        if (grow_body(request, count))
            memcpy(request->body + request->body_length, bytes, count);
        else
            request->is_refused = true;
    }
    request->body_length = length;
    return length <= (size_t)4 * SERVER_MAX_BODY ? MHD_YES : MHD_NO;
}

enum MHD_Result server_request_go_on(struct server_request *request)
{
    const struct fourscore_answer *answer = &request->search.answer;
    server_metrics_position(request->context->metrics, answer->nodes,
                            answer->book_hits, answer->finished);
    return request->search.gone ? MHD_NO : request->next(request);
}

enum MHD_Result server_request_handle(struct server_request *request,
                                      const char *url, const char *method,
                                      const char *version, const char *bytes,
                                      size_t *count)
{
    if (!request->is_started)
        return start(request, url, method, version);
    if (*count > 0) {
        enum MHD_Result result = receive(request, bytes, *count);
        *count = 0;
        return result;
    }
    if (request->is_refused)
        return server_respond_busy(request);
    if (request->is_searched)
        return server_request_go_on(request);
    if (request->body_length > SERVER_MAX_BODY)
        return refuse_large_body(request);
    request->is_active = true;
    atomic_fetch_add(&request->context->active, 1);
    server_client_set_answering(request->client, true);
    request->deadline = os_seconds() + request->context->time_limit;
    server_client_expect(request->client, request->context->time_limit +
                                              request->context->timeout);
    return request->next(request);
}
