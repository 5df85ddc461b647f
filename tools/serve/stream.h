/*
 * server_stream: the answers to a list of positions, one JSON object a line, in
 * order, sent as they are found.
 *
 * A few positions are searched ahead of the one that is sent, so memory is
 * bounded.  A list has one place in the queue for as long as it lasts, and more
 * when there is room.
 */
#ifndef TOOLS_SERVE_STREAM_H
#define TOOLS_SERVE_STREAM_H

#include "tools/serve/request.h"

/* A response with the answers to the positions of a request, or NULL if memory
 * runs out.  Requires a place in the queue; the stream, which is the state of
 * the request then, takes it over. */
struct MHD_Response *server_stream_open(struct server_request *request);

#endif
