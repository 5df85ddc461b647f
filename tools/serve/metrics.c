#include "tools/serve/http.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static const int statuses[] = {200, 204, 304, 400, 404, 405,
                               413, 415, 429, 499, 503};
enum { STATUSES = sizeof statuses / sizeof *statuses };

static const char *const limits[METRICS_LIMITS] = {
    [METRICS_CLIENT_CONNECTIONS] = "client-connections",
    [METRICS_CLIENT_BODIES] = "client-bodies",
    [METRICS_BODIES] = "bodies",
};

/* All since the start. */
static _Atomic uint64_t requests[ROUTES][STATUSES];
static _Atomic uint64_t nanoseconds[ROUTES];
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

static void print_requests(FILE *out)
{
    print_head(out, "requests_total", "counter",
               "Requests by path and status.");
    for (int route = 0; route < ROUTES; route++)
        for (int i = 0; i < STATUSES; i++)
            if (requests[route][i] > 0)
                fprintf(out,
                        "fourscore_requests_total{path=\"%s\",status=\"%d\"} "
                        "%ju\n",
                        routes[route].path, statuses[i],
                        (uintmax_t)requests[route][i]);
    print_head(out, "request_seconds_total", "counter",
               "Time from requests to the ends of their answers, by path.");
    for (int route = 0; route < ROUTES; route++)
        fprintf(out, "fourscore_request_seconds_total{path=\"%s\"} %.9f\n",
                routes[route].path, 1e-9 * (double)nanoseconds[route]);
    print_head(out, "refusals_total", "counter",
               "Requests and connections refused at a limit.");
    for (int i = 0; i < METRICS_LIMITS; i++)
        fprintf(out, "fourscore_refusals_total{limit=\"%s\"} %ju\n", limits[i],
                (uintmax_t)refusals[i]);
}

static void print_searches(FILE *out, const struct server *server)
{
    const struct {
        const char *name, *type, *help;
        uint64_t number;
    } metrics[] = {
        {"nodes_total", "counter", "Positions searched.", nodes},
        {"book_hits_total", "counter", "Scores found in the book.", book_hits},
        {"connections_limit", "gauge",
         "The number of connections that may be open.",
         (uint64_t)server->settings->connections},
        {"client_connections_limit", "gauge",
         "The connections that a client may have open.",
         (uint64_t)server->settings->client_connections},
        {"connections", "gauge", "Open connections.",
         (uint64_t)server->connections},
        {"queue_length", "gauge",
         "Questions that wait for their turn or have it.",
         (uint64_t)turns_questions()},
        {"clients", "gauge", "Clients that are connected.",
         (uint64_t)turns_clients()},
        {"table_bytes", "gauge", "Memory of the transposition tables.",
         boards_bytes()},
    };
    print_head(out, "positions_total", "counter",
               "Positions answered, with exact scores or with bounds.");
    fprintf(out,
            "fourscore_positions_total{result=\"exact\"} %ju\n"
            "fourscore_positions_total{result=\"bounds\"} %ju\n",
            (uintmax_t)exact, (uintmax_t)bounded);
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        print_head(out, metrics[i].name, metrics[i].type, metrics[i].help);
        fprintf(out, "fourscore_%s %ju\n", metrics[i].name,
                (uintmax_t)metrics[i].number);
    }
}

bool metrics_answer(struct request *request)
{
    size_t length;
    char *text = NULL;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return ask_succeeds(&request->ask, FOURSCORE_NO_MEMORY);
    print_requests(out);
    print_searches(out, request->server);
    request->type = "text/plain; version=0.0.4; charset=utf-8";
    if (fclose(out) == 0)
        request->response = MHD_create_response_from_buffer(
            length, text, MHD_RESPMEM_MUST_FREE);
    if (request->response == NULL)
        free(text);
    return true;
}
