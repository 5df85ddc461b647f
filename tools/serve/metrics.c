#include "tools/serve/metrics.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static const int statuses[] = {200, 204, 304, 400, 404, 405, 413,
                               414, 415, 429, 431, 499, 503};
enum { STATUSES = sizeof statuses / sizeof *statuses };

/* The upper limits of the classes of durations, in seconds. */
static const double limits[] = {0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03,
                                0.1,    0.3,    1,     3,     10,   30};
enum { LIMITS = sizeof limits / sizeof *limits };

struct durations {
    _Atomic uint64_t classes[LIMITS + 1];
    _Atomic uint64_t nanoseconds;
};

struct metrics {
    int routes;
    _Atomic uint64_t requests[METRICS_MAX_ROUTES][STATUSES];
    struct durations durations[METRICS_MAX_ROUTES];
    _Atomic uint64_t exact, bounded, nodes, book_hits;
    _Atomic uint64_t refusals[METRICS_LIMITS];
};

struct metrics *metrics_open(int routes)
{
    struct metrics *metrics = calloc(1, sizeof *metrics);
    if (metrics != NULL)
        metrics->routes = routes;
    return metrics;
}

void metrics_close(struct metrics *metrics)
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

void metrics_count_request(struct metrics *metrics, int route, int status,
                           double seconds)
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

void metrics_count_refusal(struct metrics *metrics, enum metrics_limit limit)
{
    add(&metrics->refusals[limit], 1);
}

void metrics_count_answer(struct metrics *metrics,
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

static void print_requests(FILE *out, const struct metrics *metrics,
                           const char *(*path)(int route))
{
    print_head(out, "requests_total", "counter",
               "Requests by path and status.");
    for (int route = 0; route < metrics->routes; route++)
        for (int i = 0; i < STATUSES; i++) {
            uint64_t count = load(&metrics->requests[route][i]);
            if (count > 0)
                fprintf(out,
                        "fourscore_requests_total{path=\"%s\",status=\"%d\"} "
                        "%ju\n",
                        path(route), statuses[i], (uintmax_t)count);
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

static void print_positions(FILE *out, const struct metrics *metrics)
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

/* By the name of what is limited. */
static void print_refusals(FILE *out, const struct metrics *metrics)
{
    static const char *const names[METRICS_LIMITS] = {
        [METRICS_CLIENT_CONNECTIONS] = "client-connections",
        [METRICS_CLIENT_BODIES] = "client-bodies",
        [METRICS_BODIES] = "bodies",
    };
    print_head(out, "refusals_total", "counter",
               "Requests and connections refused at a limit.");
    for (int i = 0; i < METRICS_LIMITS; i++)
        fprintf(out, "fourscore_refusals_total{limit=\"%s\"} %ju\n", names[i],
                (uintmax_t)load(&metrics->refusals[i]));
}

static void print_limits(FILE *out, const struct metrics_gauges *gauges)
{
    print_number(out, "connections_limit", "gauge",
                 "The number of connections that may be open.",
                 (uint64_t)gauges->connections_limit);
    print_number(out, "client_connections_limit", "gauge",
                 "The connections that a client may have open.",
                 (uint64_t)gauges->client_connections_limit);
}

static void print_gauges(FILE *out, const struct metrics_gauges *gauges)
{
    print_number(out, "connections", "gauge", "Open connections.",
                 (uint64_t)gauges->connections);
    print_number(out, "queue_length", "gauge",
                 "Questions that wait for their turn or have it.",
                 (uint64_t)gauges->questions);
    print_number(out, "clients", "gauge", "Clients that are connected.",
                 (uint64_t)gauges->clients);
    print_number(out, "table_bytes", "gauge",
                 "Memory of the transposition tables.", gauges->table_bytes);
}

char *metrics_text(const struct metrics *metrics,
                   const struct metrics_gauges *gauges,
                   const char *(*path)(int route), size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (out == NULL)
        return NULL;
    print_requests(out, metrics, path);
    print_head(out, "request_duration_seconds", "histogram",
               "Time from a request to the end of its answer.");
    for (int route = 0; route < metrics->routes; route++)
        print_durations(out, path(route), &metrics->durations[route]);
    print_positions(out, metrics);
    print_refusals(out, metrics);
    print_limits(out, gauges);
    print_gauges(out, gauges);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
