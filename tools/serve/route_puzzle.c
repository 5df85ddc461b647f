/* /v1/puzzle: candidates are searched until one is a puzzle. */
#include <stdlib.h>

#include "tools/serve/answer.h"
#include "tools/serve/respond.h"
#include "tools/serve/route.h"

static enum MHD_Result send_puzzle(struct server_request *request)
{
    char json[SERVER_ANSWER_SIZE];
    server_route_release_board(request);
    if (!request->search.answer.finished)
        return server_respond_refusal(
            request, MHD_HTTP_SERVICE_UNAVAILABLE,
            "no puzzle was found within the time limit; try again");
    if (request->puzzle->found.move == 0)
        return server_respond_refusal(
            request, MHD_HTTP_NOT_FOUND,
            "no such puzzle was found; try another seed");
    size_t length = server_answer_puzzle(
        request->puzzle, &request->search.answer, json, sizeof json);
    return server_respond_json(request, MHD_HTTP_OK,
                               server_cache_of(request, true), json, length);
}

static enum MHD_Result judge(struct server_request *request)
{
    const struct fourscore_answer *answer = &request->search.answer;
    if (!answer->finished || server_puzzle_learn(request->puzzle, answer) ||
        !server_puzzle_next(request->puzzle, &request->position))
        return send_puzzle(request);
    return server_route_search_in_turn(request, judge);
}

enum MHD_Result server_route_puzzle(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct server_error error;
    request->puzzle = malloc(sizeof *request->puzzle);
    if (request->puzzle == NULL)
        return server_respond_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                                      "out of memory");
    server_puzzle_open(request->puzzle);
    if (!server_route_read(request, &error) ||
        !server_puzzle_check(request->puzzle, ask, &error))
        return server_respond_error(request, &error);
    ask->find = FOURSCORE_ALL_MOVES | FOURSCORE_PV;
    request->search.answer.finished = 1;
    enum MHD_Result result = server_route_use_board(request);
    if (request->board == NULL)
        return result;
    return server_puzzle_next(request->puzzle, &request->position)
               ? server_route_search_in_turn(request, judge)
               : send_puzzle(request);
}
