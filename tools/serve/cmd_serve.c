#include "tools/options.h"
#include "tools/serve/log.h"
#include "tools/serve/server.h"

struct request {
    struct server_config config;
    char book[PATH_MAX], web[PATH_MAX];
};

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct request *request = context;
    struct server_config *config = &request->config;
    (void)arguments;
    if (config->book == NULL)
        config->book = open_find_book(request->book);
    if (config->web == NULL)
        config->web = open_find("web", "web", request->web);
    return server_run(config);
}

/* Add the network of a proxy. */
static bool parse_proxy(const struct command_option *option, const char *text,
                        void *value)
{
    struct server_proxies *proxies = value;
    struct server_network network;
    if (!server_network_read(&network, text)) {
        cli_error("--%s: expected ADDRESS/BITS such as 127.0.0.1/32 or "
                  "2001:db8::/32, got '%.80s'",
                  option->name, text);
        return false;
    }
    if (proxies->count == SERVER_MAX_PROXIES) {
        cli_error("--%s: expected at most %d networks", option->name,
                  SERVER_MAX_PROXIES);
        return false;
    }
    proxies->networks[proxies->count++] = network;
    return true;
}

static const struct command_option options[] = {
    {"listen", "HOST:PORT",
     "the address to listen at, port 0: one chosen by the system; unix:PATH; "
     "or "
     "systemd, for a socket that it passes",
     VALUE(struct request, config.listen), .initial = "127.0.0.1:8080"},
    {"admin", "HOST:PORT",
     "a second address, for operators: /live, /ready and /metrics, which then "
     "replaces /v1/metrics; the same forms",
     VALUE(struct request, config.admin)},
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
     "process may not open as many files)",
     VALUE(struct request, config.connections), .min = 4, .max = 1000000},
    {"client-queue", "N", "the number of questions of a client that may wait",
     VALUE(struct request, config.client_queue), .min = 1, .max = 65536,
     .initial = "64"},
    {"client-rate", "N", "the number of requests per second of a client",
     VALUE(struct request, config.share.rate), .min = 1, .max = 1000000,
     .initial = "1000"},
    {"client-burst", "N",
     "the number of requests that a client may send at once",
     VALUE(struct request, config.share.burst), .min = 1, .max = 1000000,
     .initial = "10000"},
    {"client-connections", "N",
     "the number of connections that a client may have open (half of all)",
     VALUE(struct request, config.share.connections), .min = 1, .max = 1000000},
    {"trust-proxy", "ADDRESS/BITS",
     "believe the proxies of this network who the client is; unix: those that "
     "come through a Unix socket",
     .parse = parse_proxy, .offset = offsetof(struct request, config.proxies),
     .several = true},
    {"allow-origin", "ORIGIN",
     "let pages of this origin use the answers, such as https://example.org, "
     "or * for all",
     VALUE(struct request, config.allow_origin)},
    {"frame-ancestors", "ORIGINS",
     "let pages of these origins embed the page, such as \"'self' "
     "https://example.org\"",
     VALUE(struct request, config.frame_ancestors), .initial = "'none'"},
    {"web", "DIR", "the folder of the page (that of this program)",
     VALUE(struct request, config.web)},
    {"access-log", "FILE",
     "append a line for each request to FILE; - is the standard output",
     VALUE(struct request, config.access_log)},
    {"log-format", "FORMAT", "the format of the access log",
     VALUE(struct request, config.log_format), .words = server_log_formats,
     .initial = "combined"},
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
