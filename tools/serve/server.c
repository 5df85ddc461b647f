#include "tools/serve/server.h"

#include <errno.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <microhttpd.h>

#include "os/clock.h"
#include "tools/serve/route.h"

enum {
    CONNECTION_BYTES = 32 << 10, /* the headers of a request, and its answer */
    LONGEST_TIMEOUT = 1000000,   /* seconds */
    OTHER_DESCRIPTORS = 64,      /* besides connections */
    DEFAULT_CONNECTIONS = 4000,
    MAX_PORT = 65535,
    /* Once SIGTERM came: for running searches, and for their answers. */
    FINISH_SECONDS = 2,
    SEND_SECONDS = 2,
};

static const struct server_path paths[] = {
    {"/solve", server_route_site, SERVER_SOLVE, false},
    {"/v1/solve", server_route_solve, SERVER_V1_SOLVE, true},
    {"/v1/explain", server_route_explain, SERVER_V1_EXPLAIN, false},
    {"/v1/review", server_route_review, SERVER_V1_REVIEW, true},
    {"/v1/puzzle", server_route_puzzle, SERVER_V1_PUZZLE, false},
    {"/v1/health", server_route_health, SERVER_HEALTH, false},
    {"/v1/metrics", server_route_metrics, SERVER_METRICS, false},
    {"/v1/openapi.json", server_route_openapi, SERVER_OPENAPI, false},
    {NULL, server_route_page, SERVER_UNKNOWN, false},
};

struct server {
    struct server_config config;
    struct server_context context;
    struct MHD_Daemon *daemon;
    fourscore_book *book;
    int socket; /* that listens */
};

/* Set '*failure' and return false. */
static bool __attribute__((format(printf, 3, 4)))
fail(struct server_failure *failure, enum server_fault fault,
     const char *format, ...)
{
    va_list args;
    failure->fault = fault;
    va_start(args, format);
    vsnprintf(failure->reason, sizeof failure->reason, format, args);
    va_end(args);
    return false;
}

/* ------------------------------------------------- what the HTTP library calls
 */

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

static void notify_connection(void *context, struct MHD_Connection *connection,
                              void **client,
                              enum MHD_ConnectionNotificationCode code)
{
    struct server_context *shared = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(
            connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *client = server_clients_add(shared->clients, info->connect_fd,
                                     shared->timeout);
    } else if (*client != NULL) {
        server_clients_remove(shared->clients, *client);
        *client = NULL;
    }
}

/* The library reports what clients do wrong. */
static void receive_report(void *context, const char *format, va_list args)
{
    (void)format, (void)args;
    server_request_report(context);
}

static bool start_daemon(struct server *server, struct server_failure *failure)
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
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
            MHD_USE_ERROR_LOG,
        0, NULL, NULL, handle_request, &server->context,
        MHD_OPTION_EXTERNAL_LOGGER, receive_report, &server->context,
        MHD_OPTION_LISTEN_SOCKET, server->socket, MHD_OPTION_CONNECTION_LIMIT,
        connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, (connections + 1) / 2,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
        MHD_OPTION_CONNECTION_TIMEOUT, silence, MHD_OPTION_URI_LOG_CALLBACK,
        begin_request, &server->context, MHD_OPTION_NOTIFY_COMPLETED,
        complete_request, &server->context, MHD_OPTION_NOTIFY_CONNECTION,
        notify_connection, &server->context, MHD_OPTION_ARRAY, pool,
        MHD_OPTION_END);
    if (server->daemon == NULL)
        fail(failure, SERVER_BAD_SYSTEM, "cannot start the HTTP server: %s",
             strerror(errno));
    return server->daemon != NULL;
}

/* ---------------------------------------------------------------- listening */

/* Split "HOST:PORT" or "[HOST]:PORT". */
static bool split_address(const char *text, char *host, size_t size,
                          const char **port)
{
    const char *colon = strrchr(text, ':');
    if (colon == NULL)
        return false;
    size_t length = (size_t)(colon - text);
    if (length >= 2 && text[0] == '[' && colon[-1] == ']') {
        text++;
        length -= 2;
    }
    if (length == 0 || length >= size)
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    *port = colon + 1;
    size_t digits = strspn(*port, "0123456789");
    return digits > 0 && digits <= 5 && (*port)[digits] == '\0' &&
           strtoul(*port, NULL, 10) <= MAX_PORT;
}

/* Returns the socket, or -1 with errno. */
static int listen_at(const struct addrinfo *address)
{
    const int on = 1;
    int made = socket(address->ai_family,
                      SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0)
        return -1;
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(made, address->ai_addr, address->ai_addrlen) == 0 &&
        listen(made, SOMAXCONN) == 0)
        return made;
    int error = errno;
    close(made);
    errno = error;
    return -1;
}

static bool start_listening(struct server *server,
                            struct server_failure *failure)
{
    const char *text = server->config.listen;
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                                   .ai_socktype = SOCK_STREAM};
    const char *port;
    char host[64];
    struct addrinfo *addresses;
    if (!split_address(text, host, sizeof host, &port))
        return fail(
            failure, SERVER_BAD_CONFIG,
            "--listen: expected HOST:PORT such as 127.0.0.1:8080, got '%.80s'",
            text);
    int error = getaddrinfo(host, port, &hints, &addresses);
    if (error != 0)
        return fail(failure, SERVER_BAD_CONFIG, "--listen: %.80s: %s", text,
                    gai_strerror(error));
    server->socket = listen_at(addresses);
    if (server->socket < 0)
        fail(failure, SERVER_BAD_SYSTEM, "cannot listen at %.80s: %s", text,
             strerror(errno));
    freeaddrinfo(addresses);
    return server->socket >= 0;
}

/* --------------------------------------------------------- opening, closing */

/* The default: as many as the process may have, and not more than 4000. */
static int default_connections(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 ||
        limit.rlim_max >= DEFAULT_CONNECTIONS + OTHER_DESCRIPTORS)
        return DEFAULT_CONNECTIONS;
    return limit.rlim_max > OTHER_DESCRIPTORS + 4
               ? (int)limit.rlim_max - OTHER_DESCRIPTORS
               : 4;
}

/* Allow as many open files as there may be connections. */
static bool raise_limit_of_files(int connections,
                                 struct server_failure *failure)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + OTHER_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return true;
    if (limit.rlim_max >= wanted) {
        limit.rlim_cur = wanted;
        if (setrlimit(RLIMIT_NOFILE, &limit) == 0)
            return true;
    }
    return fail(failure, SERVER_BAD_CONFIG,
                "--connections: expected at most %jd, since this process may "
                "open %ju files (ulimit -n)",
                (intmax_t)limit.rlim_max - OTHER_DESCRIPTORS,
                (uintmax_t)limit.rlim_max);
}

static bool open_book(struct server *server, struct server_failure *failure)
{
    struct fourscore_error error = {0};
    if (server->config.book == NULL)
        return true;
    enum fourscore_status status =
        fourscore_book_open(&server->book, server->config.book, &error);
    if (status == FOURSCORE_BAD_BOOK)
        return fail(failure, SERVER_BAD_FILE, "%.200s: %s", server->config.book,
                    error.reason);
    return status == FOURSCORE_OK ||
           fail(failure, SERVER_BAD_SYSTEM, "%.200s: %s", server->config.book,
                fourscore_strstatus(status));
}

static bool open_boards(struct server *server, struct server_failure *failure)
{
    const struct server_config *config = &server->config;
    struct server_boards_config wanted = {
        .threads = config->threads,
        .capacity = config->queue + 1, /* one is being answered */
        .table_bytes = config->table_bytes,
        .book = server->book,
        .answered = {[SERVER_MEDIUM] = server_search_answered_medium,
                     [SERVER_LONG] = server_search_answered_long},
        .context = server->context.queue,
    };
    enum fourscore_status status =
        server_boards_open(&server->context.boards, &wanted);
    if (status == FOURSCORE_UNSAFE_TABLE)
        return fail(failure, SERVER_BAD_CONFIG,
                    "--table: with %ju bytes two positions could be confused; "
                    "the safe minimum is %ju bytes",
                    (uintmax_t)config->table_bytes,
                    (uintmax_t)server_boards_min_table_bytes(&wanted));
    if (status == FOURSCORE_BAD_BOOK)
        return fail(failure, SERVER_BAD_FILE, "%.200s: not a book for 7x6",
                    config->book);
    return status == FOURSCORE_OK ||
           fail(failure, SERVER_BAD_SYSTEM, "cannot start: %s",
                fourscore_strstatus(status));
}

/* An origin is sent in a header. */
static bool check_origin(const char *origin, struct server_failure *failure)
{
    bool is_good = origin == NULL || *origin != '\0';
    for (const char *byte = origin; is_good && byte != NULL && *byte; byte++)
        is_good = *byte > ' ' && *byte < 0x7f;
    return is_good || fail(failure, SERVER_BAD_CONFIG,
                           "--allow-origin: expected an origin such as "
                           "https://example.org, or *");
}

static bool open_parts(struct server *server, struct server_failure *failure)
{
    const struct server_config *config = &server->config;
    struct server_context *context = &server->context;
    context->metrics = server_metrics_open();
    context->clients = server_clients_open();
    context->queue = server_queue_open(config->queue);
    if (context->metrics == NULL || context->clients == NULL ||
        context->queue == NULL)
        return fail(failure, SERVER_BAD_SYSTEM, "out of memory");
    if (config->web != NULL) {
        char reason[SERVER_REASON_SIZE];
        context->files = server_files_open(config->web, reason);
        if (context->files == NULL)
            return fail(failure, SERVER_BAD_FILE, "%s", reason);
    }
    if (config->access_log != NULL) {
        context->log = server_log_open(config->access_log);
        if (context->log == NULL)
            return fail(failure, SERVER_BAD_SYSTEM, "%.200s: %s",
                        config->access_log, strerror(errno));
    }
    return true;
}

/* Whether there is no errno; otherwise sets '*failure'. */
static bool check_log(const char *path, int error,
                      struct server_failure *failure)
{
    return error == 0 ||
           fail(failure, SERVER_BAD_SYSTEM, "the access log %.200s: %s", path,
                strerror(error));
}

/* Returns an errno of the access log, or 0. */
static int free_server(struct server *server)
{
    if (server->context.boards != NULL)
        server_boards_close(server->context.boards);
    fourscore_book_free(server->book);
    server_files_close(server->context.files);
    int error = server_log_close(server->context.log);
    server_queue_close(server->context.queue);
    pthread_mutex_destroy(&server->context.lock);
    server_clients_close(server->context.clients);
    server_metrics_close(server->context.metrics);
    if (server->socket >= 0)
        close(server->socket);
    free(server);
    return error;
}

struct server *server_open(const struct server_config *config,
                           struct server_failure *failure)
{
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        fail(failure, SERVER_BAD_SYSTEM, "out of memory");
        return NULL;
    }
    server->config = *config;
    if (config->threads == 0)
        server->config.threads = fourscore_default_threads(NULL);
    if (config->connections == 0)
        server->config.connections = default_connections();
    server->socket = -1;
    pthread_mutex_init(&server->context.lock, NULL);
    server->context.paths = paths;
    server->context.time_limit = config->time_limit;
    server->context.timeout = config->timeout;
    server->context.queue_limit = config->queue;
    server->context.allow_origin = config->allow_origin;
    if (check_origin(config->allow_origin, failure) &&
        raise_limit_of_files(server->config.connections, failure) &&
        start_listening(server, failure) && open_parts(server, failure) &&
        open_book(server, failure) && open_boards(server, failure) &&
        start_daemon(server, failure))
        return server;
    free_server(server);
    return NULL;
}

void server_url(const struct server *server, char url[SERVER_URL_SIZE])
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    char host[64] = "", port[16] = "";
    getsockname(server->socket, (struct sockaddr *)&address, &length);
    getnameinfo((const struct sockaddr *)&address, length, host, sizeof host,
                port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    bool is_wide = address.ss_family == AF_INET6;
    snprintf(url, SERVER_URL_SIZE, "http://%s%s%s:%s/", is_wide ? "[" : "",
             host, is_wide ? "]" : "", port);
}

void server_describe(const struct server *server, char text[SERVER_TEXT_SIZE])
{
    const struct server_context *context = &server->context;
    const fourscore_solver *solver = server_boards_solver(context->boards);
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    fourscore_solver_info(solver, &info);
    const char *book = server->config.book, *web = server->config.web;
    snprintf(text, SERVER_TEXT_SIZE,
             "%d threads, table of %ju MiB, book %.160s, page %.160s",
             server->config.threads, (uintmax_t)(info.table_bytes >> 20),
             book != NULL ? book : "built in", web != NULL ? web : "none");
}

bool server_tick(struct server *server, struct server_failure *failure)
{
    struct server_log *log = server->context.log;
    server_queue_tick(server->context.queue);
    server_clients_tick(server->context.clients);
    return log == NULL ||
           check_log(server->config.access_log, server_log_flush(log), failure);
}

bool server_reopen_log(struct server *server, struct server_failure *failure)
{
    struct server_log *log = server->context.log;
    return log == NULL || check_log(server->config.access_log,
                                    server_log_reopen(log), failure);
}

/* Wait until no request is being answered, at most 'seconds'. */
static void wait_for_requests(struct server *server, double seconds)
{
    const struct timespec moment = {.tv_nsec = 10000000};
    double end = os_seconds() + seconds;
    while (server->context.active > 0 && os_seconds() < end) {
        nanosleep(&moment, NULL);
        server_queue_tick(server->context.queue);
        server_clients_tick(server->context.clients);
    }
}

bool server_close(struct server *server, struct server_failure *failure)
{
    const char *log = server->config.access_log;
    server->context.stopping = true;
    /* From now on connections are refused.  Threads may still look at the
     * socket, so it is closed at the end. */
    MHD_quiesce_daemon(server->daemon);
    shutdown(server->socket, SHUT_RDWR);
    wait_for_requests(server, FINISH_SECONDS);
    server_queue_cancel(server->context.queue);
    wait_for_requests(server, SEND_SECONDS);
    server_clients_shut_down(server->context.clients);
    MHD_stop_daemon(server->daemon);
    return check_log(log, free_server(server), failure);
}
