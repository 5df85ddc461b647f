/*
 * server_metrics: what the server counts, as text for Prometheus.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_METRICS_H
#define TOOLS_SERVE_METRICS_H

#include <stddef.h>
#include <stdint.h>

/* What a request is for. */
enum server_route {
    SERVER_SOLVE,
    SERVER_V1_SOLVE,
    SERVER_V1_EXPLAIN,
    SERVER_V1_REVIEW,
    SERVER_V1_PUZZLE,
    SERVER_HEALTH,
    SERVER_METRICS,
    SERVER_OPENAPI,
    SERVER_PAGE,
    SERVER_UNKNOWN,
    SERVER_ROUTES
};

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

/* Count a request that was answered with this status. */
void server_metrics_request(struct server_metrics *metrics,
                            enum server_route route, int status,
                            double seconds);

/* Count a position: its nodes, the scores found in the book, and whether it has
 * exact scores or only bounds. */
void server_metrics_position(struct server_metrics *metrics, uint64_t nodes,
                             uint64_t book_hits, int finished);

/* The text, to be freed with free(); NULL if memory runs out. */
char *server_metrics_text(const struct server_metrics *metrics,
                          const struct server_gauges *gauges, size_t *length);

#endif
