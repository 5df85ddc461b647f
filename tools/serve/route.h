/*
 * server_route: what the server answers at each path, in steps: each of them
 * responds, or begins a search, after which the next step follows.
 */
#ifndef TOOLS_SERVE_ROUTE_H
#define TOOLS_SERVE_ROUTE_H

#include "lib/fourscore_game.h"
#include "tools/serve/request.h"

/* The first steps; the page is at all other paths, or 404. */
server_step server_route_site, server_route_solve, server_route_explain,
    server_route_review, server_route_puzzle, server_route_health,
    server_route_metrics, server_route_openapi, server_route_page;

/* -------------------------------------------------------- parts of the steps
 */

/* Memory that the request keeps as its state, all bytes 0; NULL if there is
 * none. */
void *server_route_keep(struct server_request *request, size_t bytes);

/* Reads one argument of the URL.  Sets '*error' and returns false if it is
 * wrong. */
typedef bool server_argument(struct server_request *request, const char *name,
                             struct server_text value,
                             struct server_error *error);

/* Read the arguments of the URL. */
bool server_route_read_arguments(struct server_request *request,
                                 server_argument *read,
                                 struct server_error *error);

/* Read the arguments of the URL and the body into 'ask'.  Sets '*error' and
 * returns false if something is wrong. */
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

/* ------------------------------------------------- the puzzle that is asked
 * for
 */

struct server_puzzle {
    struct fourscore_puzzle_config config;
    unsigned given;                      /* the arguments that were given */
    uint64_t next;                       /* the next candidate */
    char moves[FOURSCORE_MAX_CELLS + 1]; /* of the one that is searched */
    struct fourscore_puzzle found;       /* its move is 0 until one is found */
};

/* A puzzle of any kind. */
void server_puzzle_open(struct server_puzzle *puzzle);

/* Read one argument of the URL; the board is one of 'ask'.  Sets '*error' and
 * returns false if it is wrong. */
bool server_puzzle_argument(struct server_puzzle *puzzle,
                            struct server_ask *ask, const char *name,
                            struct server_text value,
                            struct server_error *error);

/* Check the arguments as a whole, and set the board. */
bool server_puzzle_check(struct server_puzzle *puzzle,
                         const struct server_ask *ask,
                         struct server_error *error);

#endif
