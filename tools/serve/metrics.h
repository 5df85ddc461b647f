/*
 * server_metrics: what the server counts, as text for Prometheus.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_METRICS_H
#define TOOLS_SERVE_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fourscore.h"
#include "os/program/process.h"
#include "tools/serve/clients.h"

/* The status, of logs and metrics only, of a request whose connection was
 * closed before its answer was sent. */
enum { SERVER_CANCELLED = 499 };

/* The limits at which clients are refused. */
enum server_limit {
    SERVER_QUEUE_LIMIT,
    SERVER_CLIENT_QUEUE_LIMIT,
    SERVER_CLIENT_RATE_LIMIT,
    SERVER_CLIENT_CONNECTIONS_LIMIT,
    SERVER_CLIENT_BODIES_LIMIT,
    SERVER_BODIES_LIMIT,
    SERVER_LIMITS
};

/* What is measured of the process. */
struct server_process {
    double started;     /* seconds since 1970 */
    double cpu_seconds; /* of all threads */
    uint64_t max_files;
    bool has_use; /* the system tells: */
    struct os_process_use use;
};

/* What is measured when it is asked for, and what was set at the start. */
struct server_gauges {
    int connections, clients;
    int queue, queue_limit, client_queue_limit;
    int connections_limit;
    struct server_share share;
    uint64_t table_bytes;
    const struct server_process *process; /* or NULL */
};

struct server_metrics;

struct server_metrics *server_metrics_open(void);
void server_metrics_close(struct server_metrics *metrics);

/* Count a request to a route that was answered with this status. */
void server_metrics_request(struct server_metrics *metrics, int route,
                            int status, double seconds);

/* Count nodes of a search without an answer. */
void server_metrics_nodes(struct server_metrics *metrics, uint64_t nodes);

/* Count a request, or a connection, that was refused at a limit. */
void server_metrics_refusal(struct server_metrics *metrics,
                            enum server_limit limit);

/* Count the position of an answer: its nodes, the scores found in the book, and
 * whether it has exact scores or only bounds. */
void server_metrics_answer(struct server_metrics *metrics,
                           const struct fourscore_answer *answer);

/* The text, to be freed with free(); NULL if memory runs out. */
char *server_metrics_text(const struct server_metrics *metrics,
                          const struct server_gauges *gauges, size_t *length);

#endif
