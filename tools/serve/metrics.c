#include "tools/serve/metrics.h"

#include <stdatomic.h>

static const int statuses[] = {200, 204, 304, 400, 404, 405,
                               413, 415, 429, 499, 503};
enum { STATUSES = sizeof statuses / sizeof *statuses };

static const char *const limits[METRICS_LIMITS] = {
    [METRICS_CLIENT_CONNECTIONS] = "client-connections",
    [METRICS_CLIENT_BODIES] = "client-bodies",
    [METRICS_BODIES] = "bodies",
};

/* All since the start. */
static _Atomic uint64_t requests[METRICS_MAX_ROUTES][STATUSES];
static _Atomic uint64_t nanoseconds[METRICS_MAX_ROUTES];
static _Atomic uint64_t refusals[METRICS_LIMITS];
static _Atomic uint64_t exact, bounded, nodes, book_hits;

void metrics_count_request(int route, int status, double seconds)
{
    for (int i = 0; i < STATUSES; i++)
        if (statuses[i] == status)
            requests[route][i]++;
    nanoseconds[route] += (uint64_t)(seconds * 1e9);
}

void metrics_count_refusal(enum metrics_limit limit)
{
    refusals[limit]++;
}

void metrics_count_answer(const struct fourscore_answer *answer)
{
    if (answer->finished)
        exact++;
    else
        bounded++;
    nodes += answer->nodes;
    book_hits += answer->book_hits;
}

static void print_head(FILE *out, const char *name, const char *type,
                       const char *help)
{
    fprintf(out, "# HELP fourscore_%s %s\n# TYPE fourscore_%s %s\n", name, help,
            name, type);
}

static void print_counter(FILE *out, const char *name, const char *help,
                          uint64_t number)
{
    print_head(out, name, "counter", help);
    fprintf(out, "fourscore_%s %ju\n", name, (uintmax_t)number);
}

void metrics_print_gauge(FILE *out, const char *name, const char *help,
                         uint64_t number)
{
    print_head(out, name, "gauge", help);
    fprintf(out, "fourscore_%s %ju\n", name, (uintmax_t)number);
}

static void print_requests(FILE *out, int routes,
                           const char *(*path)(int route))
{
    print_head(out, "requests_total", "counter",
               "Requests by path and status.");
    for (int route = 0; route < routes; route++)
        for (int i = 0; i < STATUSES; i++)
            if (requests[route][i] > 0)
                fprintf(out,
                        "fourscore_requests_total{path=\"%s\",status=\"%d\"} "
                        "%ju\n",
                        path(route), statuses[i],
                        (uintmax_t)requests[route][i]);
    print_head(out, "request_seconds_total", "counter",
               "Time from requests to the ends of their answers, by path.");
    for (int route = 0; route < routes; route++)
        fprintf(out, "fourscore_request_seconds_total{path=\"%s\"} %.9f\n",
                path(route), 1e-9 * (double)nanoseconds[route]);
}

void metrics_print(FILE *out, int routes, const char *(*path)(int route))
{
    print_requests(out, routes, path);
    print_head(out, "refusals_total", "counter",
               "Requests and connections refused at a limit.");
    for (int i = 0; i < METRICS_LIMITS; i++)
        fprintf(out, "fourscore_refusals_total{limit=\"%s\"} %ju\n", limits[i],
                (uintmax_t)refusals[i]);
    print_head(out, "positions_total", "counter",
               "Positions answered, with exact scores or with bounds.");
    fprintf(out,
            "fourscore_positions_total{result=\"exact\"} %ju\n"
            "fourscore_positions_total{result=\"bounds\"} %ju\n",
            (uintmax_t)exact, (uintmax_t)bounded);
    print_counter(out, "nodes_total", "Positions searched.", nodes);
    print_counter(out, "book_hits_total", "Scores found in the book.",
                  book_hits);
}
