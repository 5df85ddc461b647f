#include "tools/serve/admin.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tools/serve/measure.h"
#include "tools/serve/request.h"

enum {
    CONNECTIONS = 64,
    TIMEOUT = 10,           /* seconds */
    READY_BYTES = 16 << 20, /* what the next requests may need */
};

static const char plain[] = "text/plain; charset=utf-8";

/* The response, which may be NULL, is released. */
static enum MHD_Result send_response(struct MHD_Connection *connection,
                                     unsigned status, const char *type,
                                     struct MHD_Response *response)
{
    if (response == NULL)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL,
                            "no-store");
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE)
        MHD_add_response_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    enum MHD_Result queued = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result send_text(struct MHD_Connection *connection,
                                 unsigned status, const char *text)
{
    return send_response(
        connection, status, plain,
        MHD_create_response_from_buffer(strlen(text), (void *)text,
                                        MHD_RESPMEM_PERSISTENT));
}

static bool has_memory(void)
{
    void *probe = mmap(NULL, READY_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (probe == MAP_FAILED)
        return false;
    munmap(probe, READY_BYTES);
    return true;
}

static enum MHD_Result send_ready(const struct server *server,
                                  struct MHD_Connection *connection)
{
    if (server->stopping)
        return send_text(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                         "the server ends\n");
    if (!has_memory())
        return send_text(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                         "out of memory\n");
    return send_text(connection, MHD_HTTP_OK, "ok\n");
}

static enum MHD_Result send_metrics(const struct server *server,
                                    struct MHD_Connection *connection)
{
    size_t length;
    char *text = server_measure(server, &length);
    if (text == NULL)
        return send_text(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                         "out of memory\n");
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE);
    if (response == NULL)
        free(text);
    return send_response(connection, MHD_HTTP_OK, server_measure_type,
                         response);
}

/* What the library calls with each part of a request: the headers, the body and
 * its end. */
static enum MHD_Result answer(void *context, struct MHD_Connection *connection,
                              const char *url, const char *method,
                              const char *version, const char *bytes,
                              size_t *count, void **request)
{
    const struct server *server = context;
    (void)version, (void)bytes;
    if (*request == NULL || *count > 0) {
        *request = context;
        *count = 0;
        return MHD_YES;
    }
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 &&
        strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
        return send_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                         "expected GET\n");
    if (strcmp(url, "/live") == 0)
        return send_text(connection, MHD_HTTP_OK, "ok\n");
    if (strcmp(url, "/ready") == 0)
        return send_ready(server, connection);
    if (strcmp(url, "/metrics") == 0)
        return send_metrics(server, connection);
    return send_text(connection, MHD_HTTP_NOT_FOUND,
                     "expected /live, /ready or /metrics\n");
}

struct MHD_Daemon *server_admin_start(struct server *server, int socket)
{
    /* MHD_USE_ITC, because the socket must be open when the daemon ends. */
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, answer,
        server, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT,
        MHD_OPTION_END);
}
