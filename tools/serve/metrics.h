/*
 * metrics_: what the server counts, as text for Prometheus.
 *
 * Any thread may call these functions.
 */
#ifndef TOOLS_SERVE_METRICS_H
#define TOOLS_SERVE_METRICS_H

#include <stdint.h>
#include <stdio.h>

#include "lib/fourscore.h"

/* The limits at which clients are refused. */
enum metrics_limit {
    METRICS_CLIENT_CONNECTIONS,
    METRICS_CLIENT_BODIES,
    METRICS_BODIES,
    METRICS_LIMITS
};

enum { METRICS_MAX_ROUTES = 16 };

/* Count a request to a route, from 0, that was answered with this status. */
void metrics_count_request(int route, int status, double seconds);

/* Count a request, or a connection, that was refused at a limit. */
void metrics_count_refusal(enum metrics_limit limit);

/* Count the position of an answer: its nodes, the scores found in the book, and
 * whether it has exact scores or only bounds. */
void metrics_count_answer(const struct fourscore_answer *answer);

/* Print what was counted, for routes of which 'path' gives the paths. */
void metrics_print(FILE *out, int routes, const char *(*path)(int route));

/* Print what is measured when it is asked for. */
void metrics_print_gauge(FILE *out, const char *name, const char *help,
                         uint64_t number);

#endif
