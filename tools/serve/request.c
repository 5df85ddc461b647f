#include "tools/serve/request.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "os/clock.h"
#include "tools/serve/body.h"
#include "tools/serve/head.h"
#include "tools/serve/respond.h"
#include "tools/serve/steps.h"

static char *copy_text(const struct server *server, const char *text)
{
    return server->log != NULL ? strdup(text) : NULL;
}

static char *copy_header(const struct server_request *request, const char *name)
{
    const char *text =
        MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
    return text != NULL ? copy_text(request->server, text) : NULL;
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
    const union MHD_ConnectionInfo *peer =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    request->address = server_address_of(peer->client_addr);
    request->client = server_client_use(server->clients, request->address);
    if (request->client == NULL) {
        free(request);
        return NULL;
    }
    request->server = server;
    request->connection = connection;
    request->socket = info->socket_context;
    request->users = 1;
    request->began = os_seconds();
    request->is_path_cut = is_path_cut(url);
    request->log_url = copy_text(server, url);
    request->url_end = url + strlen(url);
    request->route = SERVER_UNKNOWN;
    server_ask_open(&request->ask);
    link_head(request);
    struct server_error error;
    if (!server_head_check_url(url, &error)) {
        server_client_ask(server->clients, request->client);
        server_respond_at_once(request, &error);
    }
    return request;
}

void server_request_release(struct server_request *request)
{
    if (atomic_fetch_sub(&request->users, 1) > 1)
        return;
    if (request->state != NULL)
        request->free_state(request->state);
    server_steps_leave(request);
    server_body_drop(request);
    server_ask_close(&request->ask);
    if (request->is_forwarded)
        server_client_disconnect(request->server->clients, request->client);
    server_client_release(request->server->clients, request->client);
    free(request->log_method);
    free(request->log_url);
    free(request->log_version);
    free(request->log_referer);
    free(request->log_agent);
    free(request);
}

/* What was not read. */
static const char *known(const char *text)
{
    return text != NULL ? text : "-";
}

static void log_request(const struct server_request *request, double seconds)
{
    const struct server_log_line line = {
        .address = request->address,
        .method = known(request->log_method),
        .url = known(request->log_url),
        .version = known(request->log_version),
        .referer = known(request->log_referer),
        .agent = known(request->log_agent),
        .status = request->status,
        .bytes = request->bytes,
        .seconds = seconds,
    };
    server_log_request(request->server->log, &line);
}

void server_request_complete(struct server_request *request, bool sent)
{
    struct server *server = request->server;
    unlink_head(request);
    server_respond_drop(request); /* that the library has not asked for */
    if (!sent && request->is_started && !request->is_over)
        request->status = SERVER_CANCELLED;
    if (request->is_head || (!sent && !request->is_list && !request->is_over))
        request->bytes = 0;
    if (request->status != 0) {
        double seconds = os_seconds() - request->began;
        server_metrics_request(server->metrics, request->route, request->status,
                               seconds);
        if (server->log != NULL)
            log_request(request, seconds);
    }
    if (request->abandon != NULL)
        request->abandon(request->state);
    if (request->is_active)
        atomic_fetch_sub(&server->active, 1);
    server_socket_expect(request->socket, server->config.timeout);
    server_socket_set_answering(request->socket, false);
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

/* The path in a URL, which may begin with "http://" and a host. */
static const char *path_of(const char *url)
{
    const char *schemes[] = {"http://", "https://"};
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(schemes[i]);
        if (strncasecmp(url, schemes[i], length) == 0) {
            const char *path = strchr(url + length, '/');
            return path != NULL ? path : "/";
        }
    }
    return url;
}

static int find_route(const struct server_request *request, const char *path)
{
    bool has_admin = request->server->config.admin != NULL;
    int route = SERVER_UNKNOWN;
    for (int i = 0; i < SERVER_PAGE && !request->is_path_cut; i++)
        if (strcmp(server_routes[i].path, path) == 0)
            route = i;
    return has_admin && server_routes[route].first == server_route_metrics
               ? SERVER_UNKNOWN
               : route;
}

/* Find the client behind a trusted proxy.  Returns false if the request is
 * refused. */
static bool find_client(struct server_request *request,
                        struct server_error *error)
{
    struct server *server = request->server;
    const struct server_proxies *proxies = &server->config.proxies;
    if (!server_proxies_trust(proxies, request->address))
        return true;
    request->address =
        server_forwarded_client(proxies, request->connection, request->address);
    struct server_client *client =
        server_client_use(server->clients, request->address);
    if (client == NULL)
        return server_refuse(error, MHD_HTTP_SERVICE_UNAVAILABLE,
                             "out of memory");
    server_client_release(server->clients, request->client);
    request->is_forwarded = client != request->client;
    request->client = client;
    if (!request->is_forwarded ||
        server_client_connect(server->clients, client))
        return true;
    server_metrics_refusal(server->metrics, SERVER_CLIENT_CONNECTIONS_LIMIT);
    return server_refuse_client(error, "requests at a time");
}

/* Look at the method, the path and the headers.  Returns false if the request
 * is refused. */
static bool check_start(struct server_request *request, const char *path,
                        const char *method, const char *version,
                        struct server_error *error)
{
    bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0 ||
                  strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    if (!server_head_check(request->connection, method, request->url_end,
                           version, error)) {
        server_client_ask(request->server->clients, request->client);
        request->closes = true;
        return false;
    }
    request->path = path_of(path);
    request->route = find_route(request, request->path);
    if (!find_client(request, error))
        return false;
    if (server_client_ask(request->server->clients, request->client) > 0) {
        server_metrics_refusal(request->server->metrics,
                               SERVER_CLIENT_RATE_LIMIT);
        return server_refuse_client(error, "requests");
    }
    bool takes_post = server_routes[request->route].max_body > 0;
    request->is_preflight = request->server->headers.origin != NULL &&
                            request->route < SERVER_PAGE &&
                            strcmp(method, MHD_HTTP_METHOD_OPTIONS) == 0;
    if (request->is_preflight)
        return true;
    if (!is_get && !(request->is_post && takes_post))
        return server_refuse(error, MHD_HTTP_METHOD_NOT_ALLOWED,
                             takes_post ? "expected GET or POST"
                                        : "expected GET");
    if (server_body_is_too_large(request))
        return server_refuse_body(error, server_body_max(request));
    return !request->is_post || is_type(request, "application/json") ||
           is_type(request, "text/plain") ||
           server_refuse(error, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                         "expected the content type application/json or "
                         "text/plain");
}

static enum MHD_Result start(struct server_request *request, const char *path,
                             const char *method, const char *version)
{
    struct server_error error;
    request->is_started = true;
    request->is_post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    request->is_head = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    request->log_referer = copy_header(request, MHD_HTTP_HEADER_REFERER);
    request->log_agent = copy_header(request, MHD_HTTP_HEADER_USER_AGENT);
    request->log_method = copy_text(request->server, method);
    request->log_version = copy_text(request->server, version);
    if (request->is_over)
        return MHD_NO;
    unlink_head(request);
    if (check_start(request, path, method, version, &error)) {
        request->is_json =
            request->is_post && is_type(request, "application/json");
        return MHD_YES;
    }
    server_respond_error(request, &error);
    return server_respond_send(request);
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
    if (request->is_post &&
        !(request->is_json ? server_ask_json(ask, body, error)
                           : server_ask_lines(ask, body, error)))
        return false;
    return server_ask_check(ask, error);
}

enum MHD_Result server_request_handle(struct server_request *request,
                                      const char *url, const char *method,
                                      const char *version, const char *bytes,
                                      size_t *count)
{
    if (!request->is_started)
        return start(request, url, method, version);
    if (*count > 0) {
        enum MHD_Result result = server_body_receive(request, bytes, *count);
        *count = 0;
        return result;
    }
    return request->is_answered ? server_respond_send(request)
                                : server_steps_begin(request);
}
