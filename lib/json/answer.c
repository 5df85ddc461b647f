#include "lib/json/answer.h"

static void add_bounds(json_t **object, struct fourscore_bounds bounds)
{
    json_add(object, "lower", json_integer(bounds.lower));
    json_add(object, "upper", json_integer(bounds.upper));
}

json_t *json_moves(const int *columns, int count)
{
    char text[FOURSCORE_MAX_CELLS];
    for (int i = 0; i < count; i++)
        text[i] = "0123456789abc"[columns[i]];
    return json_stringn(text, (size_t)count);
}

void json_add_score(json_t **object, int goal,
                    const fourscore_position *position,
                    struct fourscore_bounds score)
{
    if (score.lower != score.upper) {
        add_bounds(object, score);
    } else if (goal == FOURSCORE_WEAK) {
        json_add(object, "weak_score", json_integer(score.lower));
    } else {
        json_add(object, "score", json_integer(score.lower));
        json_add(object, "last_stone",
                 json_integer(fourscore_last_stone(position, score.lower)));
    }
}

static json_t *move_score(struct fourscore_bounds score)
{
    if (score.lower == FOURSCORE_NO_MOVE)
        return json_null();
    if (score.lower == score.upper)
        return json_integer(score.lower);
    json_t *object = json_object();
    add_bounds(&object, score);
    return object;
}

static json_t *move_scores(const struct fourscore_answer *answer)
{
    json_t *scores = json_array();
    for (int i = 0; i < fourscore_width(&answer->position); i++)
        json_append(&scores, move_score(answer->move_scores[i]));
    return scores;
}

static json_t *best(const struct fourscore_answer *answer)
{
    json_t *columns = json_array();
    for (int i = 0; i < answer->best_count; i++)
        json_append(&columns, json_integer(answer->best[i]));
    return columns;
}

void json_add_answer(json_t **object, int goal, unsigned find,
                     const struct fourscore_answer *answer)
{
    json_add_score(object, goal, &answer->position, answer->score);
    if ((find & FOURSCORE_ALL_MOVES) != 0)
        json_add(object, "move_scores", move_scores(answer));
    if ((find & FOURSCORE_BEST) != 0)
        json_add(object, "best", best(answer));
    if ((find & FOURSCORE_PV) != 0)
        json_add(object, "pv", json_moves(answer->pv, answer->pv_length));
}
