/*
 * server_route: what the server answers at each path, in steps.  Each of them
 * responds, or asks for a search; then the next step follows, which may be the
 * same one.  No step takes longer than a few milliseconds.
 */
#ifndef TOOLS_SERVE_ROUTE_H
#define TOOLS_SERVE_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

struct server_request;

typedef void server_step(struct server_request *request);

/* The page is at all other paths, or 404. */
server_step server_route_site, server_route_solve, server_route_explain,
    server_route_review, server_route_puzzle, server_route_health,
    server_route_metrics, server_route_openapi, server_route_page;

/* Of /v1/solve, once a list was read. */
server_step server_route_list;

/* The routes up to SERVER_PAGE have a path of their own; the names of the
 * others are for the metrics. */
enum { SERVER_PAGE = 8, SERVER_UNKNOWN, SERVER_ROUTES };
struct server_route {
    const char *path;
    server_step *first;
    bool is_long; /* workers take its steps, as those of a POST; of others one
                     search of 0.2 ms may follow the first one */
    size_t max_body; /* of a POST; 0: it takes none */
};
extern const struct server_route server_routes[SERVER_ROUTES];

#endif
