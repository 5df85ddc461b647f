/*
 * metrics_: what the server counts, as text for Prometheus.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_METRICS_H
#define TOOLS_SERVE_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/fourscore.h"

/* The limits at which clients are refused. */
enum metrics_limit {
    METRICS_CLIENT_CONNECTIONS,
    METRICS_CLIENT_BODIES,
    METRICS_BODIES,
    METRICS_LIMITS
};

/* What is measured when it is asked for, and what was set at the start. */
struct metrics_gauges {
    int connections, clients, questions;
    int connections_limit, client_connections_limit;
    uint64_t table_bytes;
};

struct metrics;

enum { METRICS_MAX_ROUTES = 16 };

/* Requests are counted for so many routes, at most METRICS_MAX_ROUTES.  Returns
 * NULL if memory runs out. */
struct metrics *metrics_open(int routes);
void metrics_close(struct metrics *metrics);

/* Count a request to a route, from 0, that was answered with this status. */
void metrics_count_request(struct metrics *metrics, int route, int status,
                           double seconds);

/* Count a request, or a connection, that was refused at a limit. */
void metrics_count_refusal(struct metrics *metrics, enum metrics_limit limit);

/* Count the position of an answer: its nodes, the scores found in the book, and
 * whether it has exact scores or only bounds. */
void metrics_count_answer(struct metrics *metrics,
                          const struct fourscore_answer *answer);

/* The text, to be freed with free(); NULL if memory runs out.  'path' gives the
 * path of a route. */
char *metrics_text(const struct metrics *metrics,
                   const struct metrics_gauges *gauges,
                   const char *(*path)(int route), size_t *length);

#endif
