/* /v1/review: the positions of a game are searched, the last one first. */
#include <stdlib.h>

#include "tools/serve/respond.h"
#include "tools/serve/route.h"

static enum MHD_Result send_review(struct server_request *request)
{
    size_t length;
    char *json = server_review_text(request->review, &length);
    server_route_release_board(request);
    if (json == NULL)
        return server_respond_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                                      "out of memory");
    enum MHD_Result result = server_respond_json(
        request, MHD_HTTP_OK,
        server_cache_of(request, !request->review->unfinished), json, length);
    free(json);
    return result;
}

static enum MHD_Result review(struct server_request *request)
{
    server_review_learn(request->review, &request->search.answer);
    if (request->review->ply < 0)
        return send_review(request);
    request->position = server_review_position(request->review);
    return server_route_search(request, review);
}

enum MHD_Result server_route_review(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct server_error error;
    request->review = malloc(sizeof *request->review);
    if (request->review == NULL)
        return server_respond_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                                      "out of memory");
    if (!server_route_read(request, &error) || !server_ask_check(ask, &error) ||
        !server_review_begin(request->review, ask, &error) ||
        !server_route_check_plain(request, &error))
        return server_respond_error(request, &error);
    ask->find = FOURSCORE_BEST;
    request->position = server_review_position(request->review);
    return server_route_search_first(request, review);
}
