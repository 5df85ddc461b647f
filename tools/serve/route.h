/*
 * server_route: what the server answers at each path, in steps: each of them
 * responds, or begins a search, after which the next step follows.
 */
#ifndef TOOLS_SERVE_ROUTE_H
#define TOOLS_SERVE_ROUTE_H

#include <stdbool.h>

#include <microhttpd.h>

struct server_request;

typedef enum MHD_Result server_step(struct server_request *request);

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
    bool takes_post;
};
extern const struct server_route server_routes[SERVER_ROUTES];

#endif
