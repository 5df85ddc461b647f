#include "server/review.h"

#include <stdlib.h>
#include <string.h>

/* Refuse a game with the number of the move that is wrong. */
static bool refuse_move(const struct server_review *review,
                        const struct fourscore_error *found,
                        struct server_error *error)
{
    server_refuse(error, 400, "move %zu: %s", strlen(review->moves) + 1,
                  found->reason);
    error->has_at = true;
    error->at = found->at;
    return false;
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
    if (text.length > SERVER_MAX_POSITION)
        return server_refuse(error, 400, "expected a game of at most %d bytes",
                             SERVER_MAX_POSITION);
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

/* --------------------------------------------------------------------- JSON */

/* A value that is made of others, and whether one could not be added. */
struct value {
    json_t *json;
    bool failed;
};

static void add(struct value *object, const char *name, json_t *member)
{
    object->failed |= json_object_set_new(object->json, name, member) != 0;
}

static void add_value(struct value *object, const char *name,
                      struct value member)
{
    add(object, name, member.json);
    object->failed |= member.failed;
}

static void append(struct value *array, struct value member)
{
    array->failed |= json_array_append_new(array->json, member.json) != 0;
    array->failed |= member.failed;
}

static struct value integer(int number)
{
    return (struct value){json_integer(number), false};
}

static struct value score_value(struct fourscore_bounds score, int cells)
{
    struct value object = {json_object(), false};
    int max = (cells + 1) / 2;
    if (score.lower == score.upper) {
        json_decref(object.json);
        return integer(score.lower);
    }
    add_value(&object, "lower",
              integer(score.lower < -max ? -max : score.lower));
    add_value(&object, "upper", integer(score.upper > max ? max : score.upper));
    return object;
}

static struct value move_value(const struct fourscore_judged_move *move,
                               int cells)
{
    struct value object = {json_object(), false}, best = {json_array(), false};
    for (int i = 0; i < move->best_count; i++)
        append(&best, integer(move->best[i]));
    add_value(&object, "column", integer(move->column));
    add_value(&object, "before", score_value(move->before, cells));
    add_value(&object, "after", score_value(move->after, cells));
    add_value(&object, "best", best);
    add(&object, "verdict", json_string(fourscore_verdict_name(move->verdict)));
    add_value(&object, "lost", integer(move->lost));
    add(&object, "choice",
        move->choice < 0 ? json_null() : json_boolean(move->choice));
    return object;
}

/* A number for which 'unknown' stands if it is not known. */
static struct value known(int number, int unknown)
{
    return number == unknown ? (struct value){json_null(), false}
                             : integer(number);
}

static struct value side_value(const struct fourscore_side_review *side)
{
    struct value object = {json_object(), false};
    add_value(&object, "accuracy", known(side->accuracy, -1));
    add_value(&object, "moves", integer(side->moves));
    add_value(&object, "choices", integer(side->choices));
    add_value(&object, "unknown", integer(side->unknown));
    for (int i = 0; i < FOURSCORE_VERDICTS; i++)
        add_value(&object, fourscore_verdict_name(i), integer(side->counts[i]));
    return object;
}

static struct value review_value(const struct server_review *review,
                                 const struct fourscore_review *found)
{
    struct value object = {json_object(), false}, moves = {json_array(), false};
    int cells = found->width * found->height;
    for (int i = 0; i < found->count; i++)
        append(&moves, move_value(&found->moves[i], cells));
    add(&object, "game", json_string(review->moves));
    add(&object, "summary", json_string(found->summary));
    add(&object, "over", json_boolean(found->finished));
    add_value(&object, "score", score_value(found->score, cells));
    add_value(&object, "winner", known(found->winner, -1));
    add_value(&object, "last_stone", known(found->last_stone, 0));
    add_value(&object, "decided", known(found->decided, -1));
    add_value(&object, "changes", integer(found->changes));
    add_value(&object, "first", side_value(&found->sides[0]));
    add_value(&object, "second", side_value(&found->sides[1]));
    add_value(&object, "moves", moves);
    add(&object, "finished", json_boolean(!review->unfinished));
    return object;
}

char *server_review_text(const struct server_review *review, size_t *length)
{
    struct fourscore_review found = FOURSCORE_REVIEW_INIT;
    if (fourscore_judge_game(review->width, review->height, review->moves,
                             review->points, &found) != FOURSCORE_OK)
        return NULL;
    struct value object = review_value(review, &found);
    char *text = object.failed ? NULL : json_dumps(object.json, JSON_COMPACT);
    json_decref(object.json);
    if (text != NULL)
        *length = strlen(text);
    return text;
}
