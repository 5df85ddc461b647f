/*
 * server_steps: the steps in which a request is answered.  The thread that
 * speaks HTTP takes the first ones if they are short; workers take the others,
 * by turns of the clients, and searches in the pools come between them.
 */
#ifndef TOOLS_SERVE_STEPS_H
#define TOOLS_SERVE_STEPS_H

#include "tools/serve/request.h"

/* Begin with a request that has arrived: answer it, or hand it over to workers.
 */
enum MHD_Result server_steps_begin(struct server_request *request);

/* The search that the request asks for of a position, to be begun. */
struct server_search
server_steps_search_of(const struct server_request *request,
                       const fourscore_position *position,
                       void (*done)(struct server_search *search), void *user);

/* Search request->position, and then take the step 'next'. */
void server_steps_search(struct server_request *request, server_step *next);

/* Give the place in the queue back, if the request has one. */
void server_steps_leave(struct server_request *request);

#endif
