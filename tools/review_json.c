/* Reviews as JSON. */
#include <string.h>

#include "tools/review.h"

static json_t *json_bounds(struct fourscore_bounds bounds, int cells)
{
    if (bounds.lower == bounds.upper)
        return json_integer(bounds.lower);
    json_t *object = json_object();
    int max = (cells + 1) / 2;
    json_add(object, "lower",
             json_integer(bounds.lower < -max ? -max : bounds.lower));
    json_add(object, "upper",
             json_integer(bounds.upper > max ? max : bounds.upper));
    return object;
}

static json_t *json_move(const struct fourscore_judged_move *move, int cells)
{
    json_t *object = json_object(), *best = json_array();
    for (int i = 0; i < move->best_count; i++)
        json_append(best, json_integer(move->best[i]));
    json_add(object, "column", json_integer(move->column));
    json_add(object, "before", json_bounds(move->before, cells));
    json_add(object, "after", json_bounds(move->after, cells));
    json_add(object, "best", best);
    json_add(object, "verdict",
             json_string(fourscore_verdict_name(move->verdict)));
    json_add(object, "lost", json_integer(move->lost));
    json_add(object, "choice",
             move->choice < 0 ? json_null() : json_boolean(move->choice));
    return object;
}

static json_t *json_side(const struct fourscore_side_review *side)
{
    json_t *object = json_object();
    json_add(object, "accuracy",
             side->accuracy < 0 ? json_null() : json_integer(side->accuracy));
    json_add(object, "moves", json_integer(side->moves));
    json_add(object, "choices", json_integer(side->choices));
    json_add(object, "unknown", json_integer(side->unknown));
    for (int i = 0; i < FOURSCORE_VERDICTS; i++)
        json_add(object, fourscore_verdict_name(i),
                 json_integer(side->counts[i]));
    return object;
}

static void add_place(const struct review_game *game, json_t *object)
{
    if (game->file == NULL)
        return;
    json_add(object, "file", json_bytes(game->file, strlen(game->file)));
    json_add(object, "line", json_integer((json_int_t)game->number));
}

/* A number of which -1 stands for not known. */
static json_t *json_known(int number)
{
    return number < 0 ? json_null() : json_integer(number);
}

json_t *review_json(const struct review_game *game,
                    const struct fourscore_review *found)
{
    json_t *object = json_object(), *moves = json_array();
    int cells = found->width * found->height;
    for (int i = 0; i < found->count; i++)
        json_append(moves, json_move(&found->moves[i], cells));
    json_add(object, "game", json_string(game->moves));
    add_place(game, object);
    json_add(object, "summary", json_string(found->summary));
    json_add(object, "over", json_boolean(found->finished));
    json_add(object, "score", json_bounds(found->score, cells));
    json_add(object, "winner", json_known(found->winner));
    json_add(object, "last_stone",
             found->last_stone > 0 ? json_integer(found->last_stone)
                                   : json_null());
    json_add(object, "decided", json_known(found->decided));
    json_add(object, "changes", json_integer(found->changes));
    json_add(object, "first", json_side(&found->sides[0]));
    json_add(object, "second", json_side(&found->sides[1]));
    json_add(object, "moves", moves);
    json_add(object, "finished", json_boolean(!game->unfinished));
    return object;
}

json_t *review_json_error(const struct review_game *game)
{
    json_t *object = json_object();
    json_add(object, "game", json_bytes(game->text, game->length));
    add_place(game, object);
    json_add(object, "move", json_integer((json_int_t)strlen(game->moves) + 1));
    json_add(object, "error", json_string(game->reason));
    return object;
}
