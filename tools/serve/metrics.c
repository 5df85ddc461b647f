#include "tools/serve/metrics.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/serve/route.h"

static const int statuses[] = {200, 204, 304, 400, 404, 405,
                               413, 414, 415, 429, 431, SERVER_CANCELLED,
                               503};
enum { STATUSES = sizeof statuses / sizeof *statuses };

/* The upper limits of the classes of durations, in seconds. */
static const double limits[] = {0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03,
                                0.1,    0.3,    1,     3,     10,   30};
enum { LIMITS = sizeof limits / sizeof *limits };

struct durations {
    _Atomic uint64_t classes[LIMITS + 1];
    _Atomic uint64_t nanoseconds;
};

struct server_metrics {
    _Atomic uint64_t requests[SERVER_ROUTES][STATUSES];
    struct durations durations[SERVER_ROUTES];
    _Atomic uint64_t exact, bounded, nodes, book_hits;
    _Atomic uint64_t refusals[SERVER_LIMITS];
};

struct server_metrics *server_metrics_open(void)
{
    return calloc(1, sizeof(struct server_metrics));
}

void server_metrics_close(struct server_metrics *metrics)
{
    free(metrics);
}

static void add(_Atomic uint64_t *counter, uint64_t number)
{
    atomic_fetch_add_explicit(counter, number, memory_order_relaxed);
}

static uint64_t load(const _Atomic uint64_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

void server_metrics_request(struct server_metrics *metrics, int route,
                            int status, double seconds)
{
    struct durations *durations = &metrics->durations[route];
    for (int i = 0; i < STATUSES; i++)
        if (statuses[i] == status)
            add(&metrics->requests[route][i], 1);
    int class = 0;
    while (class < LIMITS && seconds > limits[class])
        class ++;
    add(&durations->classes[class], 1);
    add(&durations->nanoseconds, (uint64_t)(seconds * 1e9));
}

void server_metrics_nodes(struct server_metrics *metrics, uint64_t nodes)
{
    add(&metrics->nodes, nodes);
}

void server_metrics_refusal(struct server_metrics *metrics,
                            enum server_limit limit)
{
    add(&metrics->refusals[limit], 1);
}

void server_metrics_answer(struct server_metrics *metrics,
                           const struct fourscore_answer *answer)
{
    add(answer->finished ? &metrics->exact : &metrics->bounded, 1);
    add(&metrics->nodes, answer->nodes);
    add(&metrics->book_hits, answer->book_hits);
}

static void print_head(FILE *out, const char *name, const char *type,
                       const char *help)
{
    fprintf(out, "# HELP fourscore_%s %s\n# TYPE fourscore_%s %s\n", name, help,
            name, type);
}

static void print_number(FILE *out, const char *name, const char *type,
                         const char *help, uint64_t number)
{
    print_head(out, name, type, help);
    fprintf(out, "fourscore_%s %ju\n", name, (uintmax_t)number);
}

static void print_requests(FILE *out, const struct server_metrics *metrics)
{
    print_head(out, "requests_total", "counter",
               "Requests by path and status.");
    for (int route = 0; route < SERVER_ROUTES; route++)
        for (int i = 0; i < STATUSES; i++) {
            uint64_t count = load(&metrics->requests[route][i]);
            if (count > 0)
                fprintf(out,
                        "fourscore_requests_total{path=\"%s\",status=\"%d\"} "
                        "%ju\n",
                        server_routes[route].path, statuses[i],
                        (uintmax_t)count);
        }
}

static void print_durations(FILE *out, const char *path,
                            const struct durations *durations)
{
    static const char name[] = "fourscore_request_duration_seconds";
    uint64_t count = 0;
    for (int i = 0; i < LIMITS; i++) {
        count += load(&durations->classes[i]);
        fprintf(out, "%s_bucket{path=\"%s\",le=\"%g\"} %ju\n", name, path,
                limits[i], (uintmax_t)count);
    }
    count += load(&durations->classes[LIMITS]);
    fprintf(out, "%s_bucket{path=\"%s\",le=\"+Inf\"} %ju\n", name, path,
            (uintmax_t)count);
    fprintf(out, "%s_sum{path=\"%s\"} %.9f\n", name, path,
            1e-9 * (double)load(&durations->nanoseconds));
    fprintf(out, "%s_count{path=\"%s\"} %ju\n", name, path, (uintmax_t)count);
}

static void print_positions(FILE *out, const struct server_metrics *metrics)
{
    print_head(out, "positions_total", "counter",
               "Positions answered, with exact scores or with bounds.");
    fprintf(out, "fourscore_positions_total{result=\"exact\"} %ju\n",
            (uintmax_t)load(&metrics->exact));
    fprintf(out, "fourscore_positions_total{result=\"bounds\"} %ju\n",
            (uintmax_t)load(&metrics->bounded));
    print_number(out, "nodes_total", "counter", "Positions searched.",
                 load(&metrics->nodes));
    print_number(out, "book_hits_total", "counter", "Scores found in the book.",
                 load(&metrics->book_hits));
}

/* By the name of the option that sets the limit. */
static void print_refusals(FILE *out, const struct server_metrics *metrics)
{
    static const char *const options[SERVER_LIMITS] = {
        [SERVER_QUEUE_LIMIT] = "queue",
        [SERVER_CLIENT_QUEUE_LIMIT] = "client-queue",
        [SERVER_CLIENT_RATE_LIMIT] = "client-rate",
        [SERVER_CLIENT_CONNECTIONS_LIMIT] = "client-connections",
        [SERVER_CLIENT_BODIES_LIMIT] = "client-bodies",
        [SERVER_BODIES_LIMIT] = "bodies",
    };
    print_head(out, "refusals_total", "counter",
               "Requests and connections refused at a limit.");
    for (int i = 0; i < SERVER_LIMITS; i++)
        fprintf(out, "fourscore_refusals_total{limit=\"%s\"} %ju\n", options[i],
                (uintmax_t)load(&metrics->refusals[i]));
}

static void print_limits(FILE *out, const struct server_gauges *gauges)
{
    print_number(out, "connections_limit", "gauge",
                 "The number of connections that may be open.",
                 (uint64_t)gauges->connections_limit);
    print_number(out, "queue_limit", "gauge",
                 "The length at which questions are refused.",
                 (uint64_t)gauges->queue_limit);
    print_number(out, "client_queue_limit", "gauge",
                 "The same for the questions of a client.",
                 (uint64_t)gauges->client_queue_limit);
    print_number(out, "client_connections_limit", "gauge",
                 "The connections that a client may have open.",
                 (uint64_t)gauges->share.connections);
    print_number(out, "client_rate_limit", "gauge",
                 "The requests per second of a client.",
                 (uint64_t)gauges->share.rate);
    print_number(out, "client_burst_limit", "gauge",
                 "The requests of a client at once.",
                 (uint64_t)gauges->share.burst);
}

static void print_gauges(FILE *out, const struct server_gauges *gauges)
{
    print_number(out, "connections", "gauge", "Open connections.",
                 (uint64_t)gauges->connections);
    print_number(out, "queue_length", "gauge",
                 "Questions that wait or are searched in the pools.",
                 (uint64_t)gauges->queue);
    print_number(out, "clients", "gauge",
                 "Clients that are connected, or were a short time ago.",
                 (uint64_t)gauges->clients);
    print_number(out, "table_bytes", "gauge",
                 "Memory of the transposition tables.", gauges->table_bytes);
}

static void print_real(FILE *out, const char *name, const char *type,
                       double number)
{
    fprintf(out, "# TYPE process_%s %s\nprocess_%s %.15g\n", name, type, name,
            number);
}

/* The names are those that clients of Prometheus have agreed on. */
static void print_process(FILE *out, const struct server_process *process)
{
    print_real(out, "cpu_seconds_total", "counter", process->cpu_seconds);
    print_real(out, "start_time_seconds", "gauge", process->started);
    print_real(out, "max_fds", "gauge", (double)process->max_files);
    if (!process->has_use)
        return;
    print_real(out, "resident_memory_bytes", "gauge",
               (double)process->use.resident_bytes);
    print_real(out, "virtual_memory_bytes", "gauge",
               (double)process->use.virtual_bytes);
    print_real(out, "open_fds", "gauge", process->use.files);
}

char *server_metrics_text(const struct server_metrics *metrics,
                          const struct server_gauges *gauges, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (out == NULL)
        return NULL;
    print_requests(out, metrics);
    print_head(out, "request_duration_seconds", "histogram",
               "Time from a request to the end of its answer.");
    for (int route = 0; route < SERVER_ROUTES; route++)
        print_durations(out, server_routes[route].path,
                        &metrics->durations[route]);
    print_positions(out, metrics);
    print_refusals(out, metrics);
    print_limits(out, gauges);
    print_gauges(out, gauges);
    if (gauges->process != NULL)
        print_process(out, gauges->process);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
