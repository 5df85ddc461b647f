/*
 * server_route: what the server answers at each path, in steps: each of them
 * responds, or begins a search, after which the next step follows.
 */
#ifndef TOOLS_SERVE_ROUTE_H
#define TOOLS_SERVE_ROUTE_H

#include "tools/serve/request.h"

/* The first steps. */
server_step server_route_site, server_route_solve, server_route_explain,
    server_route_review, server_route_puzzle, server_route_health,
    server_route_metrics, server_route_openapi;

/* The page, at all other paths; or 404. */
enum MHD_Result server_route_page(struct server_request *request,
                                  const char *path);

/* -------------------------------------------------------- parts of the steps
 */

/* Read the arguments of the URL and the body, into 'ask' and, if there is one,
 * 'puzzle'.  Sets '*error' and returns false if something is wrong. */
bool server_route_read(struct server_request *request,
                       struct server_error *error);

/* Whether nothing is asked but a position, its board and limits; otherwise sets
 * '*error'. */
bool server_route_check_plain(const struct server_request *request,
                              struct server_error *error);

/* Use the board that is asked for.  If there is none to use, responds, and
 * 'board' stays NULL. */
enum MHD_Result server_route_use_board(struct server_request *request);
void server_route_release_board(struct server_request *request);

/* Search 'position' on 'board', and then take the step 'next'.  The second
 * function gives the other requests of the thread their turn before. */
enum MHD_Result server_route_search(struct server_request *request,
                                    server_step *next);
enum MHD_Result server_route_search_in_turn(struct server_request *request,
                                            server_step *next);

/* Use the board, and search. */
enum MHD_Result server_route_search_first(struct server_request *request,
                                          server_step *next);

/* Take the next step, after a search; or close the connection if the client has
 * gone. */
enum MHD_Result server_route_go_on(struct server_request *request);

#endif
