#include "server/explanation.h"

#include <string.h>

/* The column that leads from one position to the other, or 0. */
static int column_between(const fourscore_position *from,
                          const fourscore_position *to)
{
    uint64_t wanted[2], key[2];
    fourscore_key(to, wanted);
    for (int column = 1; column <= fourscore_width(from); column++) {
        fourscore_position next = *from;
        if (fourscore_play(&next, column) != FOURSCORE_OK)
            continue;
        fourscore_key(&next, key);
        if (memcmp(key, wanted, sizeof key) == 0)
            return column;
    }
    return 0;
}

int server_explanation_move(const fourscore_position *position,
                            const char *text, size_t length,
                            fourscore_position *before)
{
    if (length == 0 || fourscore_notation_of(text, length) != FOURSCORE_MOVES ||
        fourscore_read(before, fourscore_width(position),
                       fourscore_height(position), FOURSCORE_MOVES, text,
                       length - 1, NULL) != FOURSCORE_OK)
        return 0;
    return column_between(before, position);
}

/* A value that is made of others, and whether one could not be added. */
struct value {
    json_t *json;
    bool failed;
};

static void add(struct value *object, const char *name, json_t *member)
{
    object->failed |= json_object_set_new(object->json, name, member) != 0;
}

static void append(struct value *array, json_t *member)
{
    array->failed |= json_array_append_new(array->json, member) != 0;
}

static void add_value(struct value *object, const char *name,
                      struct value member)
{
    add(object, name, member.json);
    object->failed |= member.failed;
}

static json_t *player(int number)
{
    return number == 1 ? json_string("x") : json_string("o");
}

/* ------------------------------------------------------------------ reasons */

/* The cells with a mark: ["d2"], column by column. */
static struct value marked_cells(const fourscore_position *position,
                                 const struct fourscore_reason *reason,
                                 unsigned mark)
{
    int width = fourscore_width(position), height = fourscore_height(position);
    struct value cells = {json_array(), false};
    for (int column = 0; column < width; column++)
        for (int row = 0; row < height; row++)
            if ((reason->marks[(height - 1 - row) * width + column] & mark) !=
                0)
                append(&cells, json_sprintf("%c%d", 'a' + column, row + 1));
    return cells;
}

static struct value sentences(const char *text)
{
    struct value array = {json_array(), false};
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        append(&array, json_stringn(text, length));
        text += length + (text[length] == '\n');
    }
    return array;
}

static json_t *moves(const int *columns, int count)
{
    char text[FOURSCORE_MAX_CELLS];
    for (int i = 0; i < count; i++)
        text[i] = "0123456789abc"[columns[i]];
    return json_stringn(text, (size_t)count);
}

static struct value reason_value(const fourscore_position *position,
                                 const struct fourscore_reason *reason)
{
    struct value object = {json_object(), false};
    struct value cells = {json_object(), false};
    add_value(&cells, "four",
              marked_cells(position, reason, FOURSCORE_MARK_FOUR));
    add_value(&cells, "win",
              marked_cells(position, reason, FOURSCORE_MARK_WIN));
    add_value(&cells, "must",
              marked_cells(position, reason, FOURSCORE_MARK_MUST));
    add_value(&cells, "gets",
              marked_cells(position, reason, FOURSCORE_MARK_GETS));

    add(&object, "kind", json_string(fourscore_reason_name(reason->kind)));
    add(&object, "player", player(reason->player));
    add(&object, "wins", json_boolean(reason->wins));
    add(&object, "line", moves(reason->line, reason->line_length));
    add(&object, "forced", json_boolean(reason->forced));
    add_value(&object, "cells", cells);
    add_value(&object, "sentences", sentences(reason->text));
    return object;
}

/* ---------------------------------------------------------------- the whole */

static void add_score(struct value *object,
                      const struct fourscore_explanation *explanation)
{
    struct fourscore_bounds score = explanation->score;
    if (score.lower == score.upper) {
        add(object, "score", json_integer(score.lower));
        add(object, "last_stone",
            json_integer(
                fourscore_last_stone(&explanation->position, score.lower)));
    } else {
        add(object, "lower", json_integer(score.lower));
        add(object, "upper", json_integer(score.upper));
    }
}

static struct value move_value(const struct fourscore_explanation *explanation)
{
    struct value object = {json_object(), false};
    struct value better = {json_array(), false};
    for (int i = 0; i < explanation->better_count; i++)
        append(&better, json_integer(explanation->better[i]));
    add(&object, "column", json_integer(explanation->move));
    add(&object, "before", json_integer(explanation->move_before));
    add(&object, "after", json_integer(explanation->move_after));
    add(&object, "mistake",
        json_boolean(explanation->move_after < explanation->move_before));
    add(&object, "only", json_boolean(explanation->move_only));
    add_value(&object, "better", better);
    return object;
}

bool server_explanation_add(json_t *json,
                            const struct fourscore_explanation *explanation)
{
    struct value object = {json, false};
    struct value reasons = {json_array(), false};
    add(&object, "to_move",
        player(fourscore_ply(&explanation->position) % 2 + 1));
    add_score(&object, explanation);
    if (explanation->winner >= 0)
        add(&object, "winner",
            explanation->winner == 0 ? json_null()
                                     : player(explanation->winner));
    if (explanation->move != 0)
        add_value(&object, "move", move_value(explanation));
    for (int i = 0; i < explanation->reason_count; i++) {
        struct value reason =
            reason_value(&explanation->position, &explanation->reasons[i]);
        append(&reasons, reason.json);
        reasons.failed |= reason.failed;
    }
    add_value(&object, "reasons", reasons);
    add_value(&object, "sentences", sentences(explanation->text));
    add(&object, "finished", json_boolean(explanation->finished));
    return !object.failed;
}
