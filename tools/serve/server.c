#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <microhttpd.h>

#include "os/clock.h"
#include "os/program/ending.h"
#include "tools/output.h"
#include "tools/serve/admin.h"
#include "tools/serve/daemon.h"
#include "tools/serve/request.h"

enum {
    OTHER_DESCRIPTORS = 64, /* besides connections */
    DEFAULT_CONNECTIONS = 4000,
    /* Once SIGTERM came: for running searches, and for their answers. */
    FINISH_SECONDS = 2,
    SEND_SECONDS = 2,
    /* For the library to close the connections: it crashes if it is stopped
     * while a worker still takes a step. */
    CLOSE_SECONDS = 30,
};

const struct server_route server_routes[SERVER_ROUTES] = {
    {"/solve", server_route_site, false, 0},
    {"/v1/solve", server_route_solve, false, SERVER_MAX_BODY},
    {"/v1/explain", server_route_explain, true, 0},
    {"/v1/review", server_route_review, true, SERVER_MAX_GAME_BODY},
    {"/v1/puzzle", server_route_puzzle, true, 0},
    {"/v1/health", server_route_health, false, 0},
    {"/v1/metrics", server_route_metrics, false, 0},
    {"/v1/openapi.json", server_route_openapi, false, 0},
    [SERVER_PAGE] = {"page", NULL, false, 0},
    [SERVER_UNKNOWN] = {"unknown", server_route_page, false, 0},
};

/* Report a failure of the system. */
static enum cli_status __attribute__((format(printf, 1, 2)))
fail(const char *format, ...)
{
    char reason[512];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    cli_error("%s", reason);
    return CLI_FAILURE;
}

/* --------------------------------------------------------- opening, closing */

static enum cli_status start_daemon(struct server *server)
{
    server->daemon = server_daemon_start(server);
    return server->daemon != NULL
               ? CLI_OK
               : fail("cannot start the HTTP server: %s", strerror(errno));
}

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
static enum cli_status raise_limit_of_files(int connections)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + OTHER_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return CLI_OK;
    if (limit.rlim_max >= wanted) {
        limit.rlim_cur = wanted;
        if (setrlimit(RLIMIT_NOFILE, &limit) == 0)
            return CLI_OK;
    }
    return cli_usage_error(
        "--connections: expected at most %jd, since this process may open %ju "
        "files (ulimit -n)",
        (intmax_t)limit.rlim_max - OTHER_DESCRIPTORS,
        (uintmax_t)limit.rlim_max);
}

/* Of two sockets that systemd passes the first one is for clients. */
static enum cli_status start_listening(struct server *server)
{
    const struct server_config *config = &server->config;
    enum cli_status status =
        server_listener_open(&server->listener, "listen", config->listen, 0);
    bool is_first = !server->listener.is_inherited;
    return status == CLI_OK && config->admin != NULL
               ? server_listener_open(&server->admin_listener, "admin",
                                      config->admin, is_first ? 0 : 1)
               : status;
}

static enum cli_status open_book(struct server *server)
{
    const char *name = server->config.book;
    struct fourscore_error error = {0};
    if (name == NULL)
        return CLI_OK;
    enum fourscore_status status =
        fourscore_book_open(&server->book, name, &error);
    if (status == FOURSCORE_BAD_BOOK) {
        cli_error("%.200s: %s", name, error.reason);
        return CLI_BAD_INPUT;
    }
    return status == FOURSCORE_OK
               ? CLI_OK
               : fail("%.200s: %s", name, fourscore_strstatus(status));
}

static enum cli_status open_boards(struct server *server)
{
    const struct server_config *config = &server->config;
    struct server_boards_config wanted = {
        .threads = config->threads,
        .table_bytes = config->table_bytes,
        .book = server->book,
        .answered = {[SERVER_MEDIUM] = server_search_answered_medium,
                     [SERVER_LONG] = server_search_answered_long},
        .context = server->queue,
    };
    enum fourscore_status status = server_boards_open(&server->boards, &wanted);
    if (status == FOURSCORE_UNSAFE_TABLE)
        return cli_usage_error(
            "--table: with %ju bytes two positions could be confused; the safe "
            "minimum is %ju bytes",
            (uintmax_t)config->table_bytes,
            (uintmax_t)server_boards_min_table_bytes(&wanted));
    if (status == FOURSCORE_BAD_BOOK) {
        cli_error("%.200s: not a book for 7x6", config->book);
        return CLI_BAD_INPUT;
    }
    if (status != FOURSCORE_OK)
        return fail("cannot start: %s", fourscore_strstatus(status));
    server_queue_set_boards(server->queue, server->boards);
    return CLI_OK;
}

static enum cli_status start_workers(struct server *server)
{
    server->workers =
        server_workers_open(SERVER_WORK_LINE, server->config.threads);
    server->readers = server_workers_open(SERVER_BODY_LINE, 1);
    return server->workers != NULL && server->readers != NULL
               ? CLI_OK
               : fail("cannot start: out of memory, or too many threads");
}

/* Whether a text can be sent in a header: visible ASCII, without these others.
 */
static bool is_sendable(const char *text, const char *others)
{
    for (const char *byte = text; *byte != '\0'; byte++)
        if (*byte < ' ' || *byte >= 0x7f || strchr(others, *byte) != NULL)
            return false;
    return *text != '\0';
}

/* The headers that all responses have. */
static enum cli_status make_headers(struct server *server)
{
    const struct server_config *config = &server->config;
    if (config->allow_origin != NULL &&
        (!is_sendable(config->allow_origin, " ") ||
         strlen(config->allow_origin) > SERVER_MAX_ORIGIN))
        return cli_usage_error("--allow-origin: expected an origin such as "
                               "https://example.org of up to %d bytes, or *",
                               SERVER_MAX_ORIGIN);
    if (!is_sendable(config->frame_ancestors, ";,") ||
        !server_headers_set(&server->headers, config->allow_origin,
                            config->frame_ancestors))
        return cli_usage_error("--frame-ancestors: expected up to %d bytes of "
                               "origins such as https://example.org, or "
                               "'none'",
                               SERVER_MAX_ANCESTORS);
    return CLI_OK;
}

static enum cli_status start_admin(struct server *server)
{
    if (server->admin_listener.socket < 0)
        return CLI_OK;
    server->admin = server_admin_start(server, server->admin_listener.socket);
    return server->admin != NULL
               ? CLI_OK
               : fail("cannot start the HTTP server of --admin: %s",
                      strerror(errno));
}

static enum cli_status open_parts(struct server *server)
{
    const struct server_config *config = &server->config;
    server->metrics = server_metrics_open();
    server->sockets = server_sockets_open();
    server->clients = server_clients_open(&config->share);
    server->queue =
        server_queue_open(config->queue, config->client_queue, config->threads);
    if (server->metrics == NULL || server->sockets == NULL ||
        server->clients == NULL || server->queue == NULL)
        return fail("out of memory");
    if (config->web != NULL) {
        char reason[SERVER_REASON_SIZE];
        server->files =
            server_files_open(config->web, server->headers.policy, reason);
        if (server->files == NULL) {
            cli_error("%s", reason);
            return CLI_BAD_INPUT;
        }
    }
    if (config->access_log != NULL) {
        server->log = server_log_open(config->access_log, config->log_format);
        if (server->log == NULL)
            return fail("%.200s: %s", config->access_log, strerror(errno));
    }
    return CLI_OK;
}

static enum cli_status start(struct server *server)
{
    static enum cli_status (*const parts[])(struct server * server) = {
        make_headers, start_listening, open_parts,   open_book,
        open_boards,  start_workers,   start_daemon, start_admin};
    enum cli_status status = raise_limit_of_files(server->config.connections);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && status == CLI_OK;
         i++)
        status = parts[i](server);
    return status;
}

/* Say where the page is, and what the server searches with. */
static void describe(const struct server *server)
{
    char name[SERVER_LISTENER_SIZE];
    server_listener_name(&server->listener, name);
    printf("listening on %s\n", name);
    if (server->admin != NULL) {
        server_listener_name(&server->admin_listener, name);
        printf("for operators on %s\n", name);
    }
    output_flush();

    const char *book = server->config.book, *web = server->config.web;
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    fourscore_solver_info(server_boards_solver(server->boards), &info);
    cli_note("%d threads, table of %ju MiB, book %.160s, page %.160s",
             server->config.threads, (uintmax_t)(info.table_bytes >> 20),
             book != NULL ? book : "built in", web != NULL ? web : "none");
}

/* ------------------------------------------------------------------ running */

/* Report an errno of the access log, unless it is 0. */
static enum cli_status check_log(const struct server *server, int error)
{
    return error == 0 ? CLI_OK
                      : fail("the access log %.200s: %s",
                             server->config.access_log, strerror(error));
}

/* Apply time limits. */
static void tick(struct server *server)
{
    server_queue_tick(server->queue);
    server_sockets_tick(server->sockets);
    server_clients_tick(server->clients);
    server_workers_tick(server->workers);
}

static const double TICK_SECONDS = 0.05;

/* Run until a signal ends the server. */
static void run(struct server *server)
{
    for (;;) {
        int signal = os_ending_wait(TICK_SECONDS);
        if (signal == SIGTERM || signal == SIGINT)
            return;
        if (signal == SIGHUP && server->log != NULL)
            check_log(server, server_log_reopen(server->log));
        tick(server);
        if (server->log != NULL)
            check_log(server, server_log_flush(server->log));
    }
}

static int count_requests(const struct server *server)
{
    return server->active;
}

static int count_connections(const struct server *server)
{
    return server_sockets_count(server->sockets);
}

/* Wait until there are none, at most 'seconds'. */
static void wait_for(struct server *server,
                     int (*count)(const struct server *server), double seconds)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    double end = os_seconds() + seconds;
    while (count(server) > 0 && os_seconds() < end) {
        nanosleep(&moment, NULL);
        tick(server);
    }
}

/* Accept no more connections, finish what is running within two seconds or end
 * it with bounds.  Takes at most five seconds, unless a step of a request takes
 * longer. */
static void stop(struct server *server)
{
    server->stopping = true;
    /* From now on connections are refused.  Threads may still look at the
     * socket, so it is closed at the end. */
    MHD_quiesce_daemon(server->daemon);
    server_listener_shut_down(&server->listener);
    wait_for(server, count_requests, FINISH_SECONDS);
    server->refusing = true;
    server_queue_cancel(server->queue);
    wait_for(server, count_requests, SEND_SECONDS);
    server_sockets_shut_down(server->sockets);
    /* A thread of the library that is about to refuse a request crashes when
     * the library stops. */
    wait_for(server, count_connections, CLOSE_SECONDS);
    MHD_stop_daemon(server->daemon);
    if (server->admin == NULL)
        return;
    MHD_quiesce_daemon(server->admin); /* which leaves the socket open */
    MHD_stop_daemon(server->admin);
}

/* Returns an errno of the access log, or 0. */
static int close_parts(struct server *server)
{
    server_workers_close(server->readers);
    server_workers_close(server->workers);
    server_boards_close(server->boards);
    fourscore_book_free(server->book);
    server_files_close(server->files);
    int error = server_log_close(server->log);
    server_queue_close(server->queue);
    pthread_mutex_destroy(&server->lock);
    server_sockets_close(server->sockets);
    server_clients_close(server->clients);
    server_metrics_close(server->metrics);
    server_listener_close(&server->listener);
    server_listener_close(&server->admin_listener);
    return error;
}

enum cli_status server_run(const struct server_config *config)
{
    struct server server = {.config = *config,
                            .listener = {.socket = -1},
                            .admin_listener = {.socket = -1},
                            .started = (double)time(NULL)};
    if (config->threads == 0)
        server.config.threads = fourscore_default_threads(NULL);
    if (config->connections == 0)
        server.config.connections = default_connections();
    if (config->share.connections == 0)
        server.config.share.connections = (server.config.connections + 1) / 2;
    pthread_mutex_init(&server.lock, NULL);
    os_ending_hold(true);
    enum cli_status status = start(&server);
    if (status != CLI_OK) {
        close_parts(&server);
        return status;
    }
    describe(&server);
    run(&server);
    stop(&server);
    return check_log(&server, close_parts(&server));
}
