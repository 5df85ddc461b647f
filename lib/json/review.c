#include "lib/json/review.h"

/* A score, or bounds within what the board allows. */
static json_t *score_of(struct fourscore_bounds bounds, int cells)
{
    if (bounds.lower == bounds.upper)
        return json_integer(bounds.lower);
    json_t *object = json_object();
    int max = (cells + 1) / 2;
    json_add(&object, "lower",
             json_integer(bounds.lower < -max ? -max : bounds.lower));
    json_add(&object, "upper",
             json_integer(bounds.upper > max ? max : bounds.upper));
    return object;
}

static json_t *move_of(const struct fourscore_judged_move *move, int cells)
{
    json_t *object = json_object(), *best = json_array();
    for (int i = 0; i < move->best_count; i++)
        json_append(&best, json_integer(move->best[i]));
    json_add(&object, "column", json_integer(move->column));
    json_add(&object, "before", score_of(move->before, cells));
    json_add(&object, "after", score_of(move->after, cells));
    json_add(&object, "best", best);
    json_add(&object, "verdict",
             json_string(fourscore_verdict_name(move->verdict)));
    json_add(&object, "lost", json_integer(move->lost));
    json_add(&object, "choice",
             move->choice < 0 ? json_null() : json_boolean(move->choice));
    return object;
}

/* A number for which 'unknown' stands if it is not known. */
static json_t *known(int number, int unknown)
{
    return number == unknown ? json_null() : json_integer(number);
}

static json_t *side_of(const struct fourscore_side_review *side)
{
    json_t *object = json_object();
    json_add(&object, "accuracy", known(side->accuracy, -1));
    json_add(&object, "moves", json_integer(side->moves));
    json_add(&object, "choices", json_integer(side->choices));
    json_add(&object, "unknown", json_integer(side->unknown));
    for (int i = 0; i < FOURSCORE_VERDICTS; i++)
        json_add(&object, fourscore_verdict_name(i),
                 json_integer(side->counts[i]));
    return object;
}

void json_add_review(json_t **object, const struct fourscore_review *review)
{
    json_t *moves = json_array();
    int cells = review->width * review->height;
    for (int i = 0; i < review->count; i++)
        json_append(&moves, move_of(&review->moves[i], cells));
    json_add(object, "summary", json_string(review->summary));
    json_add(object, "over", json_boolean(review->finished));
    json_add(object, "score", score_of(review->score, cells));
    json_add(object, "winner", known(review->winner, -1));
    json_add(object, "last_stone", known(review->last_stone, 0));
    json_add(object, "decided", known(review->decided, -1));
    json_add(object, "changes", json_integer(review->changes));
    json_add(object, "first", side_of(&review->sides[0]));
    json_add(object, "second", side_of(&review->sides[1]));
    json_add(object, "moves", moves);
}
