#include "tools/serve/review.h"

#include <string.h>

#include "lib/json/json.h"

/* Refuse a game with the number of the move that is wrong. */
static bool refuse_move(const struct server_review *review,
                        const struct fourscore_error *found,
                        struct server_error *error)
{
    server_refuse(error, 400, "move %zu: %s", strlen(review->moves) + 1,
                  found->reason);
    return server_error_at(error, found->at);
}

bool server_review_begin(struct server_review *review,
                         const struct server_ask *ask,
                         struct server_error *error)
{
    struct fourscore_error found;
    if (ask->count != 1)
        return server_refuse(error, 400, "expected one game, got %zu",
                             ask->count);
    struct server_text text = ask->positions[0];
    if (!server_text_check(text, "a game", error))
        return false;
    *review =
        (struct server_review){.width = ask->width, .height = ask->height};
    if (fourscore_read_game(review->moves, ask->width, ask->height, text.bytes,
                            text.length, &found) != FOURSCORE_OK)
        return refuse_move(review, &found, error);
    review->ply = (int)strlen(review->moves);
    return true;
}

fourscore_position server_review_position(const struct server_review *review)
{
    fourscore_position position;
    fourscore_read(&position, review->width, review->height, FOURSCORE_MOVES,
                   review->moves, (size_t)review->ply, NULL);
    return position;
}

void server_review_learn(struct server_review *review,
                         const struct fourscore_answer *answer)
{
    review->points[review->ply--] = fourscore_point_of(answer);
    review->unfinished = review->unfinished || !answer->finished;
}

char *server_review_text(const struct server_review *review, size_t *length)
{
    struct fourscore_review found = FOURSCORE_REVIEW_INIT;
    if (fourscore_judge_game(review->width, review->height, review->moves,
                             review->points, &found) != FOURSCORE_OK)
        return NULL;
    json_t *object = json_object();
    json_add(&object, "game", json_string(review->moves));
    json_add_review(&object, &found);
    json_add(&object, "finished", json_boolean(!review->unfinished));
    return json_text(object, JSON_COMPACT, length);
}
