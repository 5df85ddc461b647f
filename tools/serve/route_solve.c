/* /v1/solve, and /solve as on the tutorial's site. */
#include "lib/json/json.h"
#include "tools/serve/request.h"
#include "tools/serve/respond.h"
#include "tools/serve/steps.h"

static void send_answer(struct server_request *request)
{
    const struct server_ask *ask = &request->ask;
    const struct fourscore_answer *answer = &request->search.answer;
    struct json json = {0};
    server_json_answer(&json, ask, ask->positions[0], answer);
    server_respond_json(request, answer->finished, &json);
}

void server_route_solve(struct server_request *request)
{
    const struct server_ask *ask = &request->ask;
    struct server_error error;
    bool is_good = server_request_read(request, &error);
    if (is_good && ask->many)
        server_route_list(request);
    else if (is_good && server_read_position(ask, ask->positions[0],
                                             &request->position, &error))
        server_steps_search(request, send_answer);
    else
        server_respond_error(request, &error);
}

/* ----------------------------------------------------------------- the site */

static bool is_over(const fourscore_position *position)
{
    return fourscore_winner(position) != 0 ||
           fourscore_ply(position) ==
               fourscore_width(position) * fourscore_height(position);
}

/* Respond with "pos", and "score", one number for each column. */
static void send_scores(struct server_request *request)
{
    enum { FULL_COLUMN = 100 };
    const struct server_ask *ask = &request->ask;
    struct json json = {0};
    json_begin_object(&json, NULL);
    server_json_add_text(&json, "pos", ask->positions[0]);
    json_begin_array(&json, "score");
    for (int column = 0; column < ask->width; column++) {
        int score = request->search.answer.move_scores[column].lower;
        json_put_integer(&json, NULL,
                         score == FOURSCORE_NO_MOVE ? FULL_COLUMN : score);
    }
    json_end(&json);
    json_end(&json);
    server_respond_json(request, true, &json);
}

static void send_columns(struct server_request *request)
{
    if (request->search.answer.finished)
        send_scores(request);
    else
        server_respond_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                               "not solved within the time limit; try again");
}

/* The position is a string of moves. */
void server_route_site(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct server_error error;
    struct server_text text = {0};
    if (MHD_lookup_connection_value_n(request->connection,
                                      MHD_GET_ARGUMENT_KIND, "pos", 3,
                                      &text.bytes, &text.length) != MHD_YES) {
        server_respond_refusal(request, MHD_HTTP_BAD_REQUEST,
                               "pos is missing, expected /solve?pos=4453");
        return;
    }
    if (text.bytes == NULL)
        text.bytes = "";
    ask->find = FOURSCORE_ALL_MOVES;
    if (!server_ask_position(ask, text, &error) ||
        !server_read_position(ask, text, &request->position, &error) ||
        (is_over(&request->position) &&
         !server_refuse_at(&error, text.length, "the game is over")))
        server_respond_error(request, &error);
    else
        server_steps_search(request, send_columns);
}
