#include "tools/serve/daemon.h"

#include <sys/socket.h>

#include "tools/serve/request.h"

enum {
    CONNECTION_BYTES = 32 << 10, /* the headers of a request, and its answer */
    LONGEST_TIMEOUT = 1000000,   /* seconds */
};

static void *begin_request(void *context, const char *url,
                           struct MHD_Connection *connection)
{
    return server_request_open(context, connection, url);
}

static enum MHD_Result handle_request(void *context,
                                      struct MHD_Connection *connection,
                                      const char *url, const char *method,
                                      const char *version, const char *bytes,
                                      size_t *count, void **request)
{
    (void)context, (void)connection;
    if (*request == NULL)
        return MHD_NO;
    return server_request_handle(*request, url, method, version, bytes, count);
}

static void complete_request(void *context, struct MHD_Connection *connection,
                             void **request,
                             enum MHD_RequestTerminationCode code)
{
    (void)context, (void)connection;
    if (*request != NULL)
        server_request_complete(*request,
                                code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
    *request = NULL;
}

/* A client that has too many connections is told nothing: the new one is closed
 * before it has asked. */
static struct server_socket *add_socket(struct server *server,
                                        struct MHD_Connection *connection)
{
    int number =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
            ->connect_fd;
    struct server_address address = server_address_of(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
            ->client_addr);
    struct server_client *client = server_client_use(server->clients, address);
    if (client == NULL)
        return NULL;
    struct server_socket *socket = server_sockets_add(
        server->sockets, number, client, server->config.timeout);
    if (socket == NULL) {
        server_client_release(server->clients, client);
    } else if (!server_client_connect(server->clients, client) &&
               !server_proxies_trust(&server->config.proxies, address)) {
        server_metrics_refusal(server->metrics,
                               SERVER_CLIENT_CONNECTIONS_LIMIT);
        shutdown(number, SHUT_RDWR);
    }
    return socket;
}

static void remove_socket(struct server *server, struct server_socket *socket)
{
    struct server_client *client = server_socket_client(socket);
    server_sockets_remove(server->sockets, socket);
    server_client_disconnect(server->clients, client);
    server_client_release(server->clients, client);
}

static void notify_connection(void *context, struct MHD_Connection *connection,
                              void **socket,
                              enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *socket = add_socket(context, connection);
    } else if (*socket != NULL) {
        remove_socket(context, *socket);
        *socket = NULL;
    }
}

/* The library reports what clients do wrong. */
static void receive_report(void *context, const char *format, va_list args)
{
    (void)format, (void)args;
    server_request_report(context);
}

struct MHD_Daemon *server_daemon_start(struct server *server)
{
    const struct server_config *config = &server->config;
    const unsigned connections = (unsigned)config->connections;
    const unsigned silence = config->timeout < LONGEST_TIMEOUT
                                 ? 1 + (unsigned)config->timeout
                                 : LONGEST_TIMEOUT;
    struct MHD_OptionItem pool[] = {
        {MHD_OPTION_THREAD_POOL_SIZE, config->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    if (config->threads == 1)
        pool[0].option = MHD_OPTION_END; /* the library takes 2 or more */
    /* Not MHD_OPTION_STRICT_FOR_CLIENT: tools/serve/head.c refuses more, and
     * the refusals are answers in JSON that are logged and counted. */
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
            MHD_USE_ERROR_LOG,
        0, NULL, NULL, handle_request, server, MHD_OPTION_EXTERNAL_LOGGER,
        receive_report, server, MHD_OPTION_LISTEN_SOCKET,
        server->listener.socket, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
        MHD_OPTION_CONNECTION_TIMEOUT, silence, MHD_OPTION_URI_LOG_CALLBACK,
        begin_request, server, MHD_OPTION_NOTIFY_COMPLETED, complete_request,
        server, MHD_OPTION_NOTIFY_CONNECTION, notify_connection, server,
        MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
}
