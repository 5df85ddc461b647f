#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/options.h"
#include "tools/output.h"
#include "tools/serve/server.h"

struct request {
    struct server_config config;
    char book[PATH_MAX], web[PATH_MAX];
};

/* Run until a signal ends the server. */
static void run_server(struct server *server, const sigset_t *signals)
{
    const struct timespec tick = {.tv_nsec = 50000000};
    struct server_failure failure;
    for (;;) {
        int signal = sigtimedwait(signals, NULL, &tick);
        if (signal == SIGTERM || signal == SIGINT)
            return;
        if (signal == SIGHUP && !server_reopen_log(server, &failure))
            cli_error("%s", failure.reason);
        if (!server_tick(server, &failure))
            cli_error("%s", failure.reason);
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
        config->book = open_find_book(request->book);
    if (config->web == NULL)
        config->web = open_find("web", "web", request->web);
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
    if (server_close(server, &failure))
        return CLI_OK;
    return report(&failure);
}

static const struct command_option options[] = {
    {"listen", "HOST:PORT",
     "the address to listen at; port 0: one chosen by the system",
     VALUE(struct request, config.listen), .initial = "127.0.0.1:8080"},
    {"threads", "N", "the number of threads (one for each core)",
     VALUE(struct request, config.threads), .min = 1, .max = 256},
    {"table", "SIZE",
     "maximum memory for the table of 7x6, such as 64M or 1G (chosen by the "
     "memory of the machine)",
     VALUE(struct request, config.table_bytes)},
    {"book", "FILE",
     "a book of early positions (7x6-10.book if it is installed, or else the "
     "built-in one)",
     VALUE(struct request, config.book)},
    {"time-limit", "SECONDS", "answer each request within this time",
     VALUE(struct request, config.time_limit), .initial = "10"},
    {"timeout", "SECONDS",
     "close a connection whose client takes longer to send a request or to "
     "read the answer",
     VALUE(struct request, config.timeout), .initial = "30"},
    {"queue", "N", "the number of questions that may wait",
     VALUE(struct request, config.queue), .min = 1, .max = 65536,
     .initial = "256"},
    {"connections", "N",
     "the number of connections that may be open (4000, or fewer if the "
     "process "
     "may not open as many files)",
     VALUE(struct request, config.connections), .min = 4, .max = 1000000},
    {"allow-origin", "ORIGIN",
     "let pages of this origin use the answers, such as https://example.org, "
     "or * for all",
     VALUE(struct request, config.allow_origin)},
    {"web", "DIR", "the folder of the page (that of this program)",
     VALUE(struct request, config.web)},
    {"access-log", "FILE",
     "append a line for each request to FILE; - is the standard output",
     VALUE(struct request, config.access_log)},
    {0},
};

const struct command cmd_serve = {
    .name = "serve",
    .summary = "answer questions over HTTP, and serve the page",
    .about = "Answer questions about positions over HTTP, and serve a page for "
             "browsers.",
    .notes = "SIGTERM and SIGINT end the server within five seconds. SIGHUP "
             "opens the access log again.",
    .options = {options},
    .request_bytes = sizeof(struct request),
    .run = run,
};
