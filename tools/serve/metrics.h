/*
 * server_metrics: what the server counts, as text for Prometheus.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_METRICS_H
#define TOOLS_SERVE_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/fourscore.h"

/* The status, of logs and metrics only, of a request whose connection was
 * closed before its answer was sent. */
enum { SERVER_CANCELLED = 499 };

/* What is measured when it is asked for. */
struct server_gauges {
    int connections;
    int queue, queue_limit;
    uint64_t table_bytes;
};

struct server_metrics;

struct server_metrics *server_metrics_open(void);
void server_metrics_close(struct server_metrics *metrics);

/* Count a request to a route that was answered with this status. */
void server_metrics_request(struct server_metrics *metrics, int route,
                            int status, double seconds);

/* Count the position of an answer: its nodes, the scores found in the book, and
 * whether it has exact scores or only bounds. */
void server_metrics_answer(struct server_metrics *metrics,
                           const struct fourscore_answer *answer);

/* The text, to be freed with free(); NULL if memory runs out. */
char *server_metrics_text(const struct server_metrics *metrics,
                          const struct server_gauges *gauges, size_t *length);

#endif
