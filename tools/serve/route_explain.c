/* /v1/explain: the position is searched, and then the one before its last move.
 */
#include "lib/json/json.h"
#include "tools/positions.h"
#include "tools/serve/request.h"
#include "tools/serve/respond.h"
#include "tools/serve/steps.h"

struct explained {
    int move; /* the last one, or 0 */
    fourscore_position before;
    struct fourscore_answer answer; /* about the position, once there is one */
};

static void send_explanation(struct server_request *request,
                             const struct fourscore_answer *before)
{
    const struct explained *explained = request->state;
    struct fourscore_explanation explanation = FOURSCORE_EXPLANATION_INIT;
    struct json json = {0};
    fourscore_explain_answers(&explained->answer, before, explained->move,
                              &explanation);
    json_begin_object(&json, NULL);
    server_json_add_text(&json, "position", request->ask.positions[0]);
    json_add_explanation(&json, &explanation);
    json_end(&json);
    server_respond_json(request, explanation.finished, &json);
}

static void explain_move(struct server_request *request)
{
    send_explanation(request, &request->search.answer);
}

static void explain(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct explained *explained = request->state;
    explained->answer = request->search.answer;
    if (explained->move == 0) {
        send_explanation(request, NULL);
        return;
    }
    ask->goal = FOURSCORE_WEAK;
    ask->find = FOURSCORE_BEST;
    request->position = explained->before;
    server_steps_search(request, explain_move);
}

void server_route_explain(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct server_error error;
    struct explained *explained =
        server_request_keep(request, sizeof *explained);
    if (explained == NULL) {
        server_respond_no_memory(request);
        return;
    }
    if (!server_request_read(request, &error) ||
        !server_read_position(ask, ask->positions[0], &request->position,
                              &error) ||
        !server_ask_is_plain(ask, &error)) {
        server_respond_error(request, &error);
        return;
    }
    explained->move =
        positions_last_move(&request->position, ask->positions[0].bytes,
                            ask->positions[0].length, &explained->before);
    ask->find = FOURSCORE_PV;
    server_steps_search(request, explain);
}
