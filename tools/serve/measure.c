#include "tools/serve/measure.h"

#include <sys/resource.h>

#include "tools/serve/request.h"

const char server_measure_type[] = "text/plain; version=0.0.4; charset=utf-8";

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static struct server_process measure_process(const struct server *server)
{
    struct server_process process = {.started = server->started};
    struct rusage usage;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        process.cpu_seconds =
            seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        process.max_files = limit.rlim_cur;
    process.has_use = os_process_measure(&process.use);
    return process;
}

char *server_measure(const struct server *server, size_t *length)
{
    const struct server_config *config = &server->config;
    struct server_process process;
    struct server_gauges gauges = {
        .connections = server_sockets_count(server->sockets),
        .queue = server_queue_length(server->queue),
        .queue_limit = config->queue,
        .client_queue_limit = config->client_queue,
        .connections_limit = config->connections,
        .share = config->share,
        .clients = server_clients_count(server->clients),
        .table_bytes = server_boards_bytes(server->boards),
    };
    if (config->admin != NULL) {
        process = measure_process(server);
        gauges.process = &process;
    }
    return server_metrics_text(server->metrics, &gauges, length);
}
