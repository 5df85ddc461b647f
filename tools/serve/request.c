#include "tools/serve/request.h"

#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "tools/serve/head.h"
#include "tools/serve/respond.h"

static char *copy_text(const struct server *server, const char *text)
{
    return server->log != NULL ? strdup(text) : NULL;
}

static void link_head(struct server_request *request)
{
    struct server *server = request->server;
    pthread_mutex_lock(&server->lock);
    request->thread = pthread_self();
    request->next_head = server->heads;
    request->link_head = &server->heads;
    if (request->next_head != NULL)
        request->next_head->link_head = &request->next_head;
    server->heads = request;
    pthread_mutex_unlock(&server->lock);
}

/* Does nothing if it was done before. */
static void unlink_head(struct server_request *request)
{
    struct server *server = request->server;
    pthread_mutex_lock(&server->lock);
    if (request->link_head != NULL) {
        *request->link_head = request->next_head;
        if (request->next_head != NULL)
            request->next_head->link_head = request->link_head;
        request->link_head = NULL;
    }
    pthread_mutex_unlock(&server->lock);
}

/* The library answers a bad Content-Length twice, and has reported it before.
 */
void server_request_report(struct server *server)
{
    struct server_error error;
    pthread_mutex_lock(&server->lock);
    for (struct server_request *request = server->heads; request != NULL;
         request = request->next_head)
        if (pthread_equal(request->thread, pthread_self()) != 0 &&
            !request->is_over &&
            server_head_has_bad_length(request->connection, &error))
            server_respond_at_once(request, &error);
    pthread_mutex_unlock(&server->lock);
}

/* Whether the path, which the library ends at a zero byte, has one. */
static bool is_path_cut(const char *url)
{
    const char *zero = strstr(url, "%00");
    return zero != NULL && zero < url + strcspn(url, "?");
}

struct server_request *server_request_open(struct server *server,
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
    request->server = server;
    request->connection = connection;
    request->client = info->socket_context;
    request->users = 1;
    request->began = os_seconds();
    request->is_path_cut = is_path_cut(url);
    request->log_url = copy_text(server, url);
    request->url_end = url + strlen(url);
    request->route = SERVER_UNKNOWN;
    server_ask_open(&request->ask);
    link_head(request);
    struct server_error error;
    if (!server_head_check_url(url, &error))
        server_respond_at_once(request, &error);
    return request;
}

void server_request_release(struct server_request *request)
{
    if (atomic_fetch_sub(&request->users, 1) > 1)
        return;
    if (request->state != NULL)
        request->free_state(request->state);
    server_board_release(request->server->boards, request->board);
    atomic_fetch_sub(&request->server->body_bytes, request->body_room);
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
        server_log_request(request->server->log, info->client_addr,
                           known(request->log_method), known(request->log_url),
                           known(request->log_version), request->status,
                           request->bytes);
}

void server_request_complete(struct server_request *request, bool sent)
{
    struct server *server = request->server;
    unlink_head(request);
    if (!sent && request->is_started && !request->is_over)
        request->status = SERVER_CANCELLED;
    if (request->status != 0) {
        server_metrics_request(server->metrics, request->route, request->status,
                               os_seconds() - request->began);
        if (server->log != NULL)
            log_request(request);
    }
    if (request->abandon != NULL)
        request->abandon(request->state);
    if (request->is_active)
        atomic_fetch_sub(&server->active, 1);
    server_client_expect(request->client, server->config.timeout);
    server_client_set_answering(request->client, false);
    server_request_release(request);
}

/* ------------------------------------------------------- parts of a request */

static bool is_type(const struct server_request *request, const char *type)
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
    server_refuse_body(&error);
    return server_respond_error(request, &error);
}

static int find_route(const struct server_request *request, const char *path)
{
    for (int i = 0; i < SERVER_PAGE && !request->is_path_cut; i++)
        if (strcmp(server_routes[i].path, path) == 0)
            return i;
    return SERVER_UNKNOWN;
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
    request->log_method = copy_text(request->server, method);
    request->log_version = copy_text(request->server, version);
    if (request->is_over)
        return MHD_NO;
    unlink_head(request);
    if (!server_head_check(request->connection, method, request->url_end,
                           version, &error)) {
        request->closes = true;
        return server_respond_error(request, &error);
    }

    request->path = path;
    request->route = find_route(request, path);
    bool takes_post = server_routes[request->route].takes_post;
    if (!is_get && !(request->is_post && takes_post))
        return server_respond_refusal(request, MHD_HTTP_METHOD_NOT_ALLOWED,
                                      takes_post ? "expected GET or POST"
                                                 : "expected GET");
    if (is_too_large(request))
        return refuse_large_body(request);
    if (request->is_post && !is_type(request, "application/json") &&
        !is_type(request, "text/plain"))
        return server_respond_refusal(
            request, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
            "expected the content type application/json or "
            "text/plain");
    return MHD_YES;
}

/* Make room for more bytes of the body. */
static bool grow_body(struct server_request *request, size_t count)
{
    struct server *server = request->server;
    size_t room = request->body_room;
    while (room < request->body_length + count)
        room = room < 4096 ? 4096 : 2 * room;
    size_t more = room - request->body_room;
    if (more == 0)
        return true;
    if (atomic_fetch_add(&server->body_bytes, more) + more >
        SERVER_MAX_BODIES) {
        atomic_fetch_sub(&server->body_bytes, more);
        return false;
    }
    char *body = realloc(request->body, room);
    if (body == NULL) {
        atomic_fetch_sub(&server->body_bytes, more);
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
    return length <= SERVER_MAX_SENT ? MHD_YES : MHD_NO;
}

/* ------------------------------------------------------ parts of the steps */

void *server_request_keep(struct server_request *request, size_t bytes)
{
    request->state = calloc(1, bytes);
    request->free_state = free;
    return request->state;
}

struct arguments {
    struct server_ask *ask;
    struct server_error *error;
    bool good;
};

static enum MHD_Result read_argument(void *context, enum MHD_ValueKind kind,
                                     const char *name, size_t name_length,
                                     const char *value, size_t length)
{
    struct arguments *arguments = context;
    (void)kind;
    struct server_text text = {value != NULL ? value : "", length};
    arguments->good =
        strlen(name) != name_length
            ? server_refuse(arguments->error, 400,
                            "the name of an argument has a zero byte")
            : server_ask_argument(arguments->ask, name, text, arguments->error);
    return arguments->good ? MHD_YES : MHD_NO;
}

bool server_request_read(struct server_request *request,
                         struct server_error *error)
{
    struct server_ask *ask = &request->ask;
    struct server_text body = {request->body != NULL ? request->body : "",
                               request->body_length};
    *error = (struct server_error){0};
    struct arguments arguments = {ask, error, true};
    MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND,
                                read_argument, &arguments);
    if (!arguments.good)
        return false;
    if (request->is_post && !(is_type(request, "application/json")
                                  ? server_ask_json(ask, body, error)
                                  : server_ask_lines(ask, body, error)))
        return false;
    return server_ask_check(ask, error);
}

bool server_request_use_board(struct server_request *request,
                              struct server_error *error)
{
    enum fourscore_status status =
        server_board_use(request->server->boards, request->ask.width,
                         request->ask.height, &request->board);
    return status == FOURSCORE_OK ||
           server_refuse(error, MHD_HTTP_SERVICE_UNAVAILABLE, "%s",
                         status == FOURSCORE_BUSY
                             ? "too many different boards are in use; try again"
                             : fourscore_strstatus(status));
}

struct server_search
server_request_search_of(const struct server_request *request,
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

static void resume(struct server_search *search)
{
    struct server_request *request = search->user;
    request->is_searched = true;
    MHD_resume_connection(request->connection);
}

enum MHD_Result server_request_search(struct server_request *request,
                                      server_step *next)
{
    struct server_queue *queue = request->server->queue;
    struct server_error error;
    if (request->board == NULL && !server_request_use_board(request, &error))
        return server_respond_error(request, &error);
    request->search =
        server_request_search_of(request, &request->position, resume, request);
    request->next = next;
    request->is_found = server_search_begin(queue, &request->search);
    if (request->is_found)
        return MHD_YES;
    MHD_suspend_connection(request->connection);
    if (!server_search_continue(queue, &request->search)) {
        request->is_refused = true;
        MHD_resume_connection(request->connection);
    }
    return MHD_YES;
}

/* ------------------------------------------------------------------ the steps
 */

/* Take the next step, after a search or the first one, and those after searches
 * that end on this thread and in this turn. */
static enum MHD_Result take_steps(struct server_request *request)
{
    double end = os_seconds() + SERVER_TURN_SECONDS;
    enum MHD_Result result = MHD_NO;
    do {
        if (request->is_found)
            server_metrics_answer(request->server->metrics,
                                  &request->search.answer);
        if (request->search.gone)
            return MHD_NO;
        request->is_found = false;
        result = request->next(request);
    } while (request->is_found && os_seconds() < end);
    if (request->is_found) {
        MHD_suspend_connection(request->connection);
        resume(&request->search);
    }
    return result;
}

static enum MHD_Result begin(struct server_request *request)
{
    struct server *server = request->server;
    request->is_active = true;
    atomic_fetch_add(&server->active, 1);
    server_client_set_answering(request->client, true);
    request->deadline = os_seconds() + server->config.time_limit;
    server_client_expect(request->client,
                         server->config.time_limit + server->config.timeout);
    request->next = server_routes[request->route].first;
    return take_steps(request);
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
    if (request->is_searched) {
        request->is_searched = false;
        request->is_found = true;
        return take_steps(request);
    }
    if (request->body_length > SERVER_MAX_BODY)
        return refuse_large_body(request);
    return begin(request);
}
