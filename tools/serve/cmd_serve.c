/* fourscore serve: an HTTP server that answers questions about positions, with
 * the public library only. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "os/os.h"
#include "os/program/program.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/serve/http.h"
#include "tools/serve/listen.h"

enum {
    OTHER_DESCRIPTORS = 64, /* besides connections */
    DEFAULT_CONNECTIONS = 4000,
    LEAST_CONNECTIONS = 4,
    MAX_ORIGIN = 512, /* bytes */
};

/* Seconds that requests may take once SIGTERM came: to be searched, and to be
 * answered with what is known then. */
static const double finish_seconds = 2, send_seconds = 2;

/* ------------------------------------------------------------------ options */

/* Set the default: 4000 connections, or as many as the process may open; and
 * allow as many open files as the connections need. */
static enum cli_status fit_connections(struct settings *settings)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        limit = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
    int connections = settings->connections;
    if (connections == 0 &&
        limit.rlim_max >= DEFAULT_CONNECTIONS + OTHER_DESCRIPTORS)
        connections = DEFAULT_CONNECTIONS;
    else if (connections == 0)
        connections = (int)limit.rlim_max - OTHER_DESCRIPTORS;
    if (connections < LEAST_CONNECTIONS)
        connections = LEAST_CONNECTIONS;
    settings->connections = connections;
    rlim_t wanted = (rlim_t)connections + OTHER_DESCRIPTORS;
    if (limit.rlim_cur >= wanted)
        return CLI_OK;
    limit.rlim_cur = wanted;
    if (wanted <= limit.rlim_max && setrlimit(RLIMIT_NOFILE, &limit) == 0)
        return CLI_OK;
    return cli_usage_error("--connections: %d need %ju open files, and this "
                           "process may open %ju (ulimit -n)",
                           connections, (uintmax_t)wanted,
                           (uintmax_t)limit.rlim_max);
}

/* Whether a text is visible ASCII, and so can be sent in a header. */
static bool is_origin(const char *text)
{
    size_t length = 0;
    while (text[length] > ' ' && text[length] < 0x7f)
        length++;
    return text[length] == '\0' && length > 0 && length <= MAX_ORIGIN;
}

/* ----------------------------------------------------------------- starting */

static enum cli_status open_own_book(const char *name, fourscore_book **book)
{
    struct fourscore_error error = {0};
    if (name == NULL)
        return CLI_OK;
    enum fourscore_status status = fourscore_book_open(book, name, &error);
    if (status == FOURSCORE_OK)
        return CLI_OK;
    bool is_bad = status == FOURSCORE_BAD_BOOK;
    return cli_fail(is_bad ? CLI_BAD_INPUT : CLI_FAILURE, "%.200s: %s", name,
                    is_bad ? error.reason : fourscore_strstatus(status));
}

static enum cli_status open_searches(const struct settings *settings,
                                     fourscore_book *book)
{
    enum fourscore_status status =
        boards_open(settings->threads, settings->table_bytes, book);
    turns_open(settings->threads, settings->client_connections);
    if (status == FOURSCORE_UNSAFE_TABLE)
        return cli_usage_error(
            "--table: with %ju bytes two positions could be confused; the safe "
            "minimum is %ju bytes",
            (uintmax_t)settings->table_bytes,
            (uintmax_t)boards_min_table_bytes());
    if (status == FOURSCORE_BAD_BOOK)
        return cli_fail(CLI_BAD_INPUT, "%.200s: not a book for 7x6",
                        settings->book);
    return status == FOURSCORE_OK ? CLI_OK
                                  : cli_fail(CLI_FAILURE, "cannot start: %s",
                                             fourscore_strstatus(status));
}

/* Say where the page is, and what the server searches with. */
static void describe(const struct settings *settings,
                     const struct listener *listener)
{
    const char *book = settings->book, *web = settings->web;
    char name[LISTENER_NAME_SIZE];
    listener_name(listener, name);
    printf("listening on %s\n", name);
    output_flush();
    cli_note("%d threads, table of %ju MiB, book %.160s, %s%.160s",
             settings->threads, (uintmax_t)(boards_bytes() >> 20),
             book != NULL ? book : "built in", web != NULL ? "page " : "",
             web != NULL ? web
                         : "no page ('make web' makes it, also for 'make "
                           "install'; --web names its folder)");
}

/* ------------------------------------------------------------------ running */

/* Wait until no request is being answered, at most 'seconds'. */
static void wait_for_requests(struct server *server, double seconds)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    double end = os_seconds() + seconds;
    while (server->active > 0 && os_seconds() < end) {
        nanosleep(&moment, NULL);
    }
}

static enum cli_status serve(struct settings *settings)
{
    struct server server = {.settings = settings};
    struct listener listener;
    fourscore_book *book = NULL;
    enum cli_status status = listener_open(&listener, settings->listen);
    if (status == CLI_OK && settings->web != NULL &&
        !files_open(settings->web, settings->root))
        status = cli_fail(CLI_BAD_INPUT, "%.120s: %s", settings->web,
                          strerror(errno));
    if (status == CLI_OK)
        status = open_own_book(settings->book, &book);
    if (status == CLI_OK)
        status = open_searches(settings, book);
    if (status == CLI_OK)
        status = http_start(&server, listener.socket)
                     ? CLI_OK
                     : cli_fail(CLI_FAILURE, "cannot start the HTTP server: %s",
                                strerror(errno));
    if (status == CLI_OK) {
        describe(settings, &listener);
        while (os_ending_wait(1) == 0) {
        }
        /* Accept no more connections, and finish what is running within two
         * seconds or end it with bounds. */
        http_close_door(&server);
        listener_shut_down(&listener);
        wait_for_requests(&server, finish_seconds);
        turns_stop();
        wait_for_requests(&server, send_seconds);
    } else if (listener.socket >= 0) {
        listener_shut_down(&listener);
    }
    http_stop(&server);
    boards_close();
    fourscore_book_free(book);
    listener_close(&listener);
    return status;
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct settings *settings = context;
    (void)arguments;
    if (settings->book == NULL)
        settings->book = options_find_book(settings->book_path);
    if (settings->web == NULL)
        settings->web = options_find("web", "web", settings->web_path);
    if (settings->threads == 0)
        settings->threads = fourscore_default_threads(NULL);
    if (settings->allow_origin != NULL && !is_origin(settings->allow_origin))
        return cli_usage_error("--allow-origin: expected an origin such as "
                               "https://example.org of up to %d bytes, or *",
                               MAX_ORIGIN);
    enum cli_status status = fit_connections(settings);
    if (status != CLI_OK)
        return status;
    if (settings->client_connections == 0)
        settings->client_connections = (settings->connections + 1) / 2;
    os_ending_hold();
    return serve(settings);
}

static const struct command_option options[] = {
    {"listen", "HOST:PORT",
     "the address to listen at, port 0: one chosen by the system; unix:PATH; "
     "or systemd, for a socket that it passes",
     VALUE(struct settings, listen), .initial = "127.0.0.1:8080"},
    {"threads", "N", "the number of threads that search (one for each core)",
     VALUE(struct settings, threads), .min = 1, .max = 256},
    {"table", "SIZE",
     "maximum memory for the table of 7x6, such as 64M or 1G (chosen by the "
     "memory of the machine)",
     VALUE(struct settings, table_bytes)},
    {"book", "FILE",
     "a book of early positions (7x6-10.book if it is installed, or else the "
     "built-in one)",
     VALUE(struct settings, book)},
    {"time-limit", "SECONDS", "answer each request within this time",
     VALUE(struct settings, time_limit), .initial = "10"},
    {"timeout", "SECONDS",
     "close a connection whose client sends and reads nothing for so long",
     VALUE(struct settings, timeout), .initial = "30", .min = 1, .max = 86400},
    {"connections", "N",
     "the number of connections that may be open (4000, or fewer if the "
     "process may not open as many files)",
     VALUE(struct settings, connections), .min = LEAST_CONNECTIONS,
     .max = 1000000},
    {"client-connections", "N",
     "the number of connections that a client may have open (half of all)",
     VALUE(struct settings, client_connections), .min = 1, .max = 1000000},
    {"allow-origin", "ORIGIN",
     "let pages of this origin use the answers, such as https://example.org, "
     "or * for all",
     VALUE(struct settings, allow_origin)},
    {"web", "DIR", "the folder of the page (that of this program)",
     VALUE(struct settings, web)},
    {0},
};

const struct command cmd_serve = {
    .name = "serve",
    .about = "Answer questions about positions over HTTP, and serve a page for "
             "browsers.",
    .notes = "SIGTERM, SIGINT and SIGHUP end the server within five seconds.",
    .options = {options},
    .request_bytes = sizeof(struct settings),
    .run = run,
};
