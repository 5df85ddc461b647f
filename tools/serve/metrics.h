/*
 * metrics_: what the server counts, as text for Prometheus.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_METRICS_H
#define TOOLS_SERVE_METRICS_H

#include <stdbool.h>

#include "lib/fourscore.h"
#include "os/os.h"

struct request;

/* The limits at which clients are refused. */
enum metrics_limit {
    METRICS_CLIENT_CONNECTIONS,
    METRICS_CLIENT_BODIES,
    METRICS_BODIES,
    METRICS_LIMITS
};

/* Count a request to a route, from 0, that was answered with this status. */
void metrics_count_request(int route, int status, double seconds);

/* Count a request, or a connection, that was refused at a limit. */
void metrics_count_refusal(enum metrics_limit limit);

/* Count the position of an answer: its nodes, the scores found in the book, and
 * whether it has exact scores or only bounds. */
void metrics_count_answer(const struct fourscore_answer *answer);

/* Answer with what was counted, and what is measured now. */
MUST_CHECK bool metrics_answer(struct request *request);

#endif
