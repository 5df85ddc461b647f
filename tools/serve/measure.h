/*
 * server_measure: all metrics of a server: what it counts, what is measured
 * when they are asked for, and its limits.
 */
#ifndef TOOLS_SERVE_MEASURE_H
#define TOOLS_SERVE_MEASURE_H

#include <stddef.h>

struct server;

/* The text for Prometheus, to be freed with free(); NULL if memory runs out.
 * With a listener for operators it has metrics of the process, too.  Any thread
 * may call it. */
char *server_measure(const struct server *server, size_t *length);

/* Its media type. */
extern const char server_measure_type[];

#endif
