#include "server/answer.h"

#include <jansson.h>

#include "server/explanation.h"

enum { FULL_COLUMN = 100 };

static size_t dump(json_t *object, char *json, size_t size)
{
    size_t length = json_dumpb(object, json, size, JSON_COMPACT);
    json_decref(object);
    return length <= size ? length : 0;
}

/* Bytes that are not UTF-8 cannot be in JSON; they are left out. */
static void add_text(json_t *object, const char *name, struct server_text text)
{
    size_t length =
        text.length < SERVER_MAX_POSITION ? text.length : SERVER_MAX_POSITION;
    json_t *string = json_stringn(text.bytes, length);
    if (string != NULL)
        json_object_set_new(object, name, string);
}

static bool is_exact(struct fourscore_bounds score)
{
    return score.lower == score.upper;
}

/* The number of the stone that ends a game of this score. */
static int last_stone(const fourscore_position *position, int score)
{
    int cells = fourscore_width(position) * fourscore_height(position);
    int ply = fourscore_ply(position);
    if (score == 0)
        return cells;
    /* The winner's stones are odd ones if it plays first. */
    int parity = score > 0 ? (ply + 1) % 2 : ply % 2;
    int last = cells + 2 - 2 * (score > 0 ? score : -score);
    return last % 2 == parity ? last : last - 1;
}

static void add_bounds(json_t *object, struct fourscore_bounds bounds)
{
    json_object_set_new(object, "lower", json_integer(bounds.lower));
    json_object_set_new(object, "upper", json_integer(bounds.upper));
}

static void add_score(const struct server_ask *ask,
                      const fourscore_position *position,
                      struct fourscore_bounds score, json_t *object)
{
    if (!is_exact(score)) {
        add_bounds(object, score);
    } else if (ask->goal == FOURSCORE_WEAK) {
        json_object_set_new(object, "weak_score", json_integer(score.lower));
    } else {
        json_object_set_new(object, "score", json_integer(score.lower));
        json_object_set_new(object, "last_stone",
                            json_integer(last_stone(position, score.lower)));
    }
}

static json_t *move_score(struct fourscore_bounds score)
{
    if (score.lower == FOURSCORE_NO_MOVE)
        return json_null();
    if (is_exact(score))
        return json_integer(score.lower);
    json_t *object = json_object();
    add_bounds(object, score);
    return object;
}

static void add_move_scores(int width, const struct fourscore_answer *answer,
                            json_t *object)
{
    json_t *scores = json_array();
    for (int column = 0; column < width; column++)
        json_array_append_new(scores, move_score(answer->move_scores[column]));
    json_object_set_new(object, "move_scores", scores);
}

static void add_best(const struct fourscore_answer *answer, json_t *object)
{
    json_t *columns = json_array();
    for (int i = 0; i < answer->best_count; i++)
        json_array_append_new(columns, json_integer(answer->best[i]));
    json_object_set_new(object, "best", columns);
}

static void add_pv(const struct fourscore_answer *answer, json_t *object)
{
    char moves[FOURSCORE_MAX_CELLS];
    for (int i = 0; i < answer->pv_length; i++)
        moves[i] = "0123456789abc"[answer->pv[i]];
    json_object_set_new(object, "pv",
                        json_stringn(moves, (size_t)answer->pv_length));
}

size_t server_answer(const struct server_ask *ask, struct server_text text,
                     const fourscore_position *position,
                     const struct fourscore_answer *answer, char *json,
                     size_t size)
{
    json_t *object = json_object();
    add_text(object, "position", text);
    add_score(ask, position, answer->score, object);
    if ((ask->find & FOURSCORE_ALL_MOVES) != 0)
        add_move_scores(ask->width, answer, object);
    if ((ask->find & FOURSCORE_BEST) != 0)
        add_best(answer, object);
    if ((ask->find & FOURSCORE_PV) != 0)
        add_pv(answer, object);
    json_object_set_new(object, "finished", json_boolean(answer->finished));
    return dump(object, json, size);
}

size_t server_answer_columns(struct server_text text, int width,
                             const struct fourscore_answer *answer, char *json,
                             size_t size)
{
    json_t *object = json_object(), *scores = json_array();
    for (int column = 0; column < width; column++) {
        int score = answer->move_scores[column].lower;
        if (score == FOURSCORE_NO_MOVE)
            score = FULL_COLUMN;
        json_array_append_new(scores, json_integer(score));
    }
    add_text(object, "pos", text);
    json_object_set_new(object, "score", scores);
    return dump(object, json, size);
}

size_t
server_answer_explanation(struct server_text text,
                          const struct fourscore_explanation *explanation,
                          char *json, size_t size)
{
    json_t *object = json_object();
    add_text(object, "position", text);
    if (!server_explanation_add(object, explanation)) {
        json_decref(object);
        return 0;
    }
    return dump(object, json, size);
}

size_t server_answer_error(const struct server_text *text,
                           const struct server_error *error, char *json,
                           size_t size)
{
    json_t *object = json_object();
    if (text != NULL)
        add_text(object, "position", *text);
    json_object_set_new(object, "error", json_string(error->reason));
    if (error->has_at)
        json_object_set_new(object, "at", json_integer((json_int_t)error->at));
    return dump(object, json, size);
}
