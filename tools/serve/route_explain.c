/* /v1/explain: the position is searched, and then the one before its last move.
 */
#include "tools/serve/answer.h"
#include "tools/serve/respond.h"
#include "tools/serve/route.h"

static enum MHD_Result send_explanation(struct server_request *request,
                                        const struct fourscore_answer *before)
{
    char json[SERVER_EXPLANATION_SIZE];
    struct fourscore_explanation explanation = FOURSCORE_EXPLANATION_INIT;
    server_route_release_board(request);
    fourscore_explain_answers(&request->explained, before, request->move,
                              &explanation);
    size_t length = server_answer_explanation(request->ask.positions[0],
                                              &explanation, json, sizeof json);
    return server_respond_json(request, MHD_HTTP_OK,
                               server_cache_of(request, explanation.finished),
                               json, length);
}

static enum MHD_Result explain_move(struct server_request *request)
{
    return send_explanation(request, &request->search.answer);
}

static enum MHD_Result explain(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    request->explained = request->search.answer;
    if (request->move == 0)
        return send_explanation(request, NULL);
    ask->goal = FOURSCORE_WEAK;
    ask->find = FOURSCORE_BEST;
    request->position = request->before;
    return server_route_search(request, explain_move);
}

enum MHD_Result server_route_explain(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct server_error error;
    if (!server_route_read(request, &error) || !server_ask_check(ask, &error) ||
        !server_read_position(ask, ask->positions[0], &request->position,
                              &error) ||
        !server_route_check_plain(request, &error))
        return server_respond_error(request, &error);
    request->move = server_last_move(&request->position, ask->positions[0],
                                     &request->before);
    ask->find = FOURSCORE_PV;
    return server_route_search_first(request, explain);
}
