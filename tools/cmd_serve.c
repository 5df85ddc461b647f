#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "datadir.inc" /* written by the build */
#include "server/server.h"
#include "tools/output.h"
#include "tools/value.h"

enum { PATH_SIZE = 4096 };

struct request {
    struct server_config config;
    char book[PATH_SIZE], web[PATH_SIZE];
};

/* Write the folder of the program to 'path', of PATH_SIZE bytes. */
static void find_program(char *path)
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - 1);
    path[length > 0 ? length : 0] = '\0';
    char *name = strrchr(path, '/');
    if (name != NULL)
        *name = '\0';
}

/*
 * Set 'path' to a file or folder of the project: where the build has it beside
 * the program, or where 'make install' put it.  Returns NULL if there is none.
 */
static const char *find_data(const char *beside, const char *installed,
                             char path[PATH_SIZE])
{
    char program[PATH_SIZE], joined[PATH_SIZE];
    find_program(program);
    snprintf(joined, sizeof joined, "%.3000s/%s", program, beside);
    if (realpath(joined, path) != NULL)
        return path;
    snprintf(joined, sizeof joined, "%s/%s", DATADIR, installed);
    return realpath(joined, path);
}

/* Run until a signal ends the server. */
static void run_server(struct server *server, const sigset_t *signals)
{
    const struct timespec tick = {.tv_nsec = 50000000};
    for (;;) {
        int signal = sigtimedwait(signals, NULL, &tick);
        if (signal == SIGTERM || signal == SIGINT)
            return;
        if (signal == SIGHUP)
            server_reopen_log(server);
        server_tick(server);
    }
}

static enum cli_status report(const struct server_failure *failure)
{
    if (failure->fault == SERVER_BAD_CONFIG)
        return cli_usage_error("%s", failure->reason);
    cli_error("%s", failure->reason);
    return failure->fault == SERVER_BAD_FILE ? CLI_BAD_INPUT : CLI_FAILURE;
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct request *request = context;
    struct server_config *config = &request->config;
    char text[SERVER_TEXT_SIZE], url[SERVER_URL_SIZE];
    struct server_failure failure;
    sigset_t signals;
    (void)arguments;

    if (config->book == NULL)
        config->book =
            find_data("../book/7x6-10.book", "7x6-10.book", request->book);
    if (config->web == NULL)
        config->web = find_data("web", "web", request->web);
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, NULL); /* the server's threads, too */
    struct server *server = server_open(config, &failure);
    if (server == NULL)
        return report(&failure);
    server_url(server, url);
    printf("listening on %s\n", url);
    output_flush();
    server_describe(server, text);
    cli_note("%s", text);
    run_server(server, &signals);
    server_close(server);
    return CLI_OK;
}

static const struct command_option options[] = {
    {"listen", "HOST:PORT",
     "the address to listen at; port 0: one chosen by the system",
     VALUE_TEXT(struct server_config, listen), .initial = "127.0.0.1:8080"},
    {"threads", "N", "the number of threads (one for each core)",
     VALUE_NUMBER(struct server_config, threads, 1, 256)},
    {"table", "SIZE",
     "maximum memory for the table of 7x6, such as 64M or 1G (chosen by the "
     "memory of the machine)",
     VALUE_SIZE(struct server_config, table_bytes)},
    {"book", "FILE",
     "a book of early positions (7x6-10.book if it is installed, or else the "
     "built-in one)",
     VALUE_TEXT(struct server_config, book)},
    {"time-limit", "SECONDS", "answer each request within this time",
     VALUE_SECONDS(struct server_config, time_limit), .initial = "10"},
    {"timeout", "SECONDS",
     "close a connection whose client takes longer to send a request or to "
     "read the answer",
     VALUE_SECONDS(struct server_config, timeout), .initial = "30"},
    {"queue", "N", "the number of questions that may wait",
     VALUE_NUMBER(struct server_config, queue, 1, 65536), .initial = "256"},
    {"connections", "N",
     "the number of connections that may be open (4000, or fewer if the "
     "process "
     "may not open as many files)",
     VALUE_NUMBER(struct server_config, connections, 4, 1000000)},
    {"allow-origin", "ORIGIN",
     "let pages of this origin use the answers, such as https://example.org, "
     "or * for all",
     VALUE_TEXT(struct server_config, allow_origin)},
    {"web", "DIR", "the folder of the page (that of this program)",
     VALUE_TEXT(struct server_config, web)},
    {"access-log", "FILE",
     "append a line for each request to FILE; - is the standard output",
     VALUE_TEXT(struct server_config, access_log)},
    {0},
};

const struct command cmd_serve = {
    .name = "serve",
    .summary = "answer questions over HTTP, and serve the page",
    .about = "Answer questions about positions over HTTP, and serve a page for "
             "browsers.",
    .notes = "SIGTERM and SIGINT end the server within five seconds. SIGHUP "
             "opens the access log again.",
    .groups = {{.options = options,
                .offset = offsetof(struct request, config)}},
    .request_bytes = sizeof(struct request),
    .run = run,
};
