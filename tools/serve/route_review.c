/* /v1/review: the positions of a game are searched, the last one first. */
#include <string.h>

#include "lib/json/json.h"
#include "tools/serve/respond.h"
#include "tools/serve/route.h"

struct review {
    int width, height;
    char moves[FOURSCORE_MAX_CELLS + 1];
    int ply; /* of the position to be searched; -1: all are searched */
    bool unfinished;
    struct fourscore_point points[FOURSCORE_MAX_CELLS + 1];
};

/* Refuse a game with the number of the move that is wrong. */
static bool refuse_move(const struct review *review,
                        const struct fourscore_error *found,
                        struct server_error *error)
{
    server_refuse(error, 400, "move %zu: %s", strlen(review->moves) + 1,
                  found->reason);
    return server_error_at(error, found->at);
}

/* Begin a review of the one game that is asked for.  Returns false and sets
 * '*error' if it is not a game. */
static bool begin(struct review *review, const struct server_ask *ask,
                  struct server_error *error)
{
    struct fourscore_error found;
    if (ask->count != 1)
        return server_refuse(error, 400, "expected one game, got %zu",
                             ask->count);
    struct server_text text = ask->positions[0];
    if (!server_text_check(text, "a game", error))
        return false;
    *review = (struct review){.width = ask->width, .height = ask->height};
    if (fourscore_read_game(review->moves, ask->width, ask->height, text.bytes,
                            text.length, &found) != FOURSCORE_OK)
        return refuse_move(review, &found, error);
    review->ply = (int)strlen(review->moves);
    return true;
}

/* The position to be searched, for FOURSCORE_STRONG and FOURSCORE_BEST. */
static fourscore_position position_of(const struct review *review)
{
    fourscore_position position;
    fourscore_read(&position, review->width, review->height, FOURSCORE_MOVES,
                   review->moves, (size_t)review->ply, NULL);
    return position;
}

/* Note the answer about it, and go to the next position. */
static void learn(struct review *review, const struct fourscore_answer *answer)
{
    review->points[review->ply--] = fourscore_point_of(answer);
    review->unfinished = review->unfinished || !answer->finished;
}

/* NULL if memory runs out.  All positions must be searched. */
static json_t *json_of(const struct review *review)
{
    struct fourscore_review found = FOURSCORE_REVIEW_INIT;
    if (fourscore_judge_game(review->width, review->height, review->moves,
                             review->points, &found) != FOURSCORE_OK)
        return NULL;
    json_t *object = json_object();
    json_add(&object, "game", json_string(review->moves));
    json_add_review(&object, &found);
    json_add(&object, "finished", json_boolean(!review->unfinished));
    return object;
}

static enum MHD_Result send_review(struct server_request *request)
{
    const struct review *review = request->state;
    server_route_release_board(request);
    return server_respond_json(request,
                               server_cache_of(request, !review->unfinished),
                               json_of(review));
}

static enum MHD_Result judge(struct server_request *request)
{
    struct review *review = request->state;
    learn(review, &request->search.answer);
    if (review->ply < 0)
        return send_review(request);
    request->position = position_of(review);
    return server_route_search(request, judge);
}

enum MHD_Result server_route_review(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct server_error error;
    struct review *review = server_route_keep(request, sizeof *review);
    if (review == NULL)
        return server_respond_no_memory(request);
    if (!server_route_read(request, &error) || !server_ask_check(ask, &error) ||
        !begin(review, ask, &error) ||
        !server_route_check_plain(request, &error))
        return server_respond_error(request, &error);
    ask->find = FOURSCORE_BEST;
    request->position = position_of(review);
    return server_route_search_first(request, judge);
}
