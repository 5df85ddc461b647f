#include "tools/serve/measure.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tools/serve/request.h"

const char server_measure_type[] = "text/plain; version=0.0.4; charset=utf-8";

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The descriptors that are open, but for the one that counts them. */
static int count_files(void)
{
    struct dirent **entries;
    int count = scandir("/proc/self/fd", &entries, is_file, alphasort);
    if (count < 0)
        return 0;
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return count - 1;
}

static void measure_memory(struct server_process *process)
{
    FILE *file = fopen("/proc/self/statm", "re");
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    char line[128], *end;
    if (file == NULL)
        return;
    if (fgets(line, sizeof line, file) != NULL) {
        process->virtual_bytes = page * strtoumax(line, &end, 10);
        process->resident_bytes = page * strtoumax(end, NULL, 10);
    }
    fclose(file);
}

static struct server_process measure_process(const struct server *server)
{
    struct server_process process = {.started = server->started,
                                     .files = count_files()};
    struct rusage usage;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        process.cpu_seconds =
            seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        process.max_files = limit.rlim_cur;
    measure_memory(&process);
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
