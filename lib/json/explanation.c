#include "lib/json/explanation.h"

#include <string.h>

#include "lib/json/answer.h"

static json_t *player(int number)
{
    return number == 1 ? json_string("x") : json_string("o");
}

/* ------------------------------------------------------------------ reasons */

/* The cells with a mark: ["d2"], column by column. */
static json_t *marked_cells(const fourscore_position *position,
                            const struct fourscore_reason *reason,
                            unsigned mark)
{
    int width = fourscore_width(position), height = fourscore_height(position);
    json_t *cells = json_array();
    for (int column = 0; column < width; column++)
        for (int row = 0; row < height; row++)
            if ((reason->marks[(height - 1 - row) * width + column] & mark) !=
                0)
                json_append(&cells,
                            json_sprintf("%c%d", 'a' + column, row + 1));
    return cells;
}

static json_t *sentences(const char *text)
{
    json_t *array = json_array();
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        json_append(&array, json_stringn(text, length));
        text += length + (text[length] == '\n');
    }
    return array;
}

static json_t *reason_of(const fourscore_position *position,
                         const struct fourscore_reason *reason)
{
    json_t *object = json_object(), *cells = json_object();
    json_add(&cells, "four",
             marked_cells(position, reason, FOURSCORE_MARK_FOUR));
    json_add(&cells, "win", marked_cells(position, reason, FOURSCORE_MARK_WIN));
    json_add(&cells, "must",
             marked_cells(position, reason, FOURSCORE_MARK_MUST));
    json_add(&cells, "gets",
             marked_cells(position, reason, FOURSCORE_MARK_GETS));

    json_add(&object, "kind", json_string(fourscore_reason_name(reason->kind)));
    json_add(&object, "player", player(reason->player));
    json_add(&object, "wins", json_boolean(reason->wins));
    json_add(&object, "line", json_moves(reason->line, reason->line_length));
    json_add(&object, "forced", json_boolean(reason->forced));
    json_add(&object, "cells", cells);
    json_add(&object, "sentences", sentences(reason->text));
    return object;
}

/* ---------------------------------------------------------------- the whole */

static json_t *move_of(const struct fourscore_explanation *explanation)
{
    json_t *object = json_object(), *better = json_array();
    for (int i = 0; i < explanation->better_count; i++)
        json_append(&better, json_integer(explanation->better[i]));
    json_add(&object, "column", json_integer(explanation->move));
    json_add(&object, "before", json_integer(explanation->move_before));
    json_add(&object, "after", json_integer(explanation->move_after));
    json_add(&object, "mistake",
             json_boolean(explanation->move_after < explanation->move_before));
    json_add(&object, "only", json_boolean(explanation->move_only));
    json_add(&object, "better", better);
    return object;
}

static json_t *reasons_of(const struct fourscore_explanation *explanation)
{
    json_t *reasons = json_array();
    for (int i = 0; i < explanation->reason_count; i++)
        json_append(&reasons, reason_of(&explanation->position,
                                        &explanation->reasons[i]));
    return reasons;
}

void json_add_explanation(json_t **object,
                          const struct fourscore_explanation *explanation)
{
    json_add(object, "to_move",
             player(fourscore_ply(&explanation->position) % 2 + 1));
    json_add_score(object, FOURSCORE_STRONG, &explanation->position,
                   explanation->score);
    if (explanation->winner >= 0)
        json_add(object, "winner",
                 explanation->winner == 0 ? json_null()
                                          : player(explanation->winner));
    if (explanation->move != 0)
        json_add(object, "move", move_of(explanation));
    json_add(object, "reasons", reasons_of(explanation));
    json_add(object, "sentences", sentences(explanation->text));
    json_add(object, "finished", json_boolean(explanation->finished));
}
