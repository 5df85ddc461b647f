#include "tools/serve/answer.h"

#include "lib/json/json.h"

enum { FULL_COLUMN = 100 };

static size_t dump(json_t *object, char *json, size_t size)
{
    size_t length = json_dumpb(object, json, size, JSON_COMPACT);
    json_decref(object);
    return length <= size ? length : 0;
}

/* A text that is not UTF-8 cannot be in JSON; it is left out. */
static void add_text(json_t **object, const char *name, struct server_text text)
{
    size_t length =
        text.length < SERVER_MAX_POSITION ? text.length : SERVER_MAX_POSITION;
    while (length < text.length && length > 0 &&
           (text.bytes[length] & 0xc0) == 0x80)
        length--;
    json_t *string = json_stringn(text.bytes, length);
    if (string != NULL)
        json_add(object, name, string);
}

size_t server_answer(const struct server_ask *ask, struct server_text text,
                     const struct fourscore_answer *answer, char *json,
                     size_t size)
{
    json_t *object = json_object();
    add_text(&object, "position", text);
    json_add_answer(&object, ask->goal, ask->find, answer);
    json_add(&object, "finished", json_boolean(answer->finished));
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
        json_append(&scores, json_integer(score));
    }
    add_text(&object, "pos", text);
    json_add(&object, "score", scores);
    return dump(object, json, size);
}

size_t
server_answer_explanation(struct server_text text,
                          const struct fourscore_explanation *explanation,
                          char *json, size_t size)
{
    json_t *object = json_object();
    add_text(&object, "position", text);
    json_add_explanation(&object, explanation);
    return dump(object, json, size);
}

size_t server_answer_puzzle(const struct server_puzzle *puzzle,
                            const struct fourscore_answer *answer, char *json,
                            size_t size)
{
    json_t *object = json_object();
    json_add(&object, "position", json_string(puzzle->moves));
    json_add_answer(&object, FOURSCORE_STRONG,
                    FOURSCORE_ALL_MOVES | FOURSCORE_PV, answer);
    json_add_puzzle(&object, &puzzle->found, NULL);
    return dump(object, json, size);
}

size_t server_answer_error(const struct server_text *text,
                           const struct server_error *error, char *json,
                           size_t size)
{
    json_t *object = json_object();
    if (text != NULL)
        add_text(&object, "position", *text);
    json_add(&object, "error", json_string(error->reason));
    if (error->has_at)
        json_add(&object, "at", json_integer((json_int_t)error->at));
    return dump(object, json, size);
}
