/* /v1/review: the positions of a game are searched, the last one first. */
#include <string.h>

#include "lib/json/json.h"
#include "tools/serve/request.h"
#include "tools/serve/respond.h"
#include "tools/serve/steps.h"

struct review {
    char moves[FOURSCORE_MAX_CELLS + 1];
    int ply; /* of the position to be searched; -1: all are searched */
    bool unfinished;
    struct fourscore_point points[FOURSCORE_MAX_CELLS + 1];
};

/* Read the one game that is asked for.  A game that is wrong is refused with
 * the number of its move. */
static bool read_game(struct review *review, const struct server_ask *ask,
                      struct server_error *error)
{
    struct fourscore_error found;
    if (ask->count != 1)
        return server_refuse(error, 400, "expected one game, got %zu",
                             ask->count);
    struct server_text text = ask->positions[0];
    if (!server_text_check(text, "a game", error))
        return false;
    enum fourscore_status status =
        fourscore_read_game(review->moves, ask->width, ask->height, text.bytes,
                            text.length, &found);
    review->ply = (int)strlen(review->moves);
    return status == FOURSCORE_OK ||
           server_refuse_at(error, found.at, "move %d: %s", review->ply + 1,
                            found.reason);
}

static void send_review(struct server_request *request)
{
    const struct review *review = request->state;
    const struct server_ask *ask = &request->ask;
    struct fourscore_review found = FOURSCORE_REVIEW_INIT;
    if (fourscore_judge_game(ask->width, ask->height, review->moves,
                             review->points, &found) != FOURSCORE_OK) {
        server_respond_no_memory(request);
        return;
    }
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_text(&json, "game", review->moves);
    json_add_review(&json, &found);
    json_put_boolean(&json, "finished", !review->unfinished);
    json_end(&json);
    server_respond_json(request, !review->unfinished, &json);
}

static void judge(struct server_request *request);

static void search_next(struct server_request *request)
{
    const struct review *review = request->state;
    fourscore_read(&request->position, request->ask.width, request->ask.height,
                   FOURSCORE_MOVES, review->moves, (size_t)review->ply, NULL);
    server_steps_search(request, judge);
}

static void judge(struct server_request *request)
{
    const struct fourscore_answer *answer = &request->search.answer;
    struct review *review = request->state;
    review->points[review->ply--] = fourscore_point_of(answer);
    review->unfinished = review->unfinished || !answer->finished;
    if (review->ply < 0)
        send_review(request);
    else
        search_next(request);
}

void server_route_review(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct server_error error;
    struct review *review = server_request_keep(request, sizeof *review);
    if (review == NULL) {
        server_respond_no_memory(request);
        return;
    }
    if (!server_request_read(request, &error) ||
        !read_game(review, ask, &error) || !server_ask_is_plain(ask, &error)) {
        server_respond_error(request, &error);
        return;
    }
    ask->find = FOURSCORE_BEST;
    search_next(request);
}
