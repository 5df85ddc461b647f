/* What is asked, as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tools/serve/members.h"

static bool is_list_of_cells(const json_t *value)
{
    size_t index;
    const json_t *cell;
    if (!json_is_array(value))
        return false;
    json_array_foreach(value, index,
                       cell) if (!json_is_integer(cell)) return false;
    return true;
}

/*
 * Append a position: a string, or a list of cells.  As text it is at most as
 * long as in the body, so that 'storage', as long as the body, has room for
 * all.
 */
static bool add_position(struct server_ask *ask, const json_t *value,
                         size_t room, size_t *used, struct server_error *error)
{
    char *text = ask->storage + *used;
    size_t length;
    if (json_is_string(value)) {
        length = json_string_length(value);
        memcpy(text, json_string_value(value), length);
    } else if (is_list_of_cells(value)) {
        length = json_dumpb(value, text, room - *used, JSON_COMPACT);
        if (length == 0 || length > room - *used)
            return server_refuse(error, 503, "out of memory");
    } else {
        return server_refuse(
            error, 400,
            "a position: expected a string or a list of whole numbers");
    }
    *used += length;
    ask->positions[ask->count++] = (struct server_text){text, length};
    return true;
}

static bool set_positions(struct server_ask *ask, const json_t *values,
                          size_t room, struct server_error *error)
{
    size_t index, used = 0;
    const json_t *value;
    if (!json_is_array(values))
        return server_refuse(error, 400, "positions: expected a list");
    if (json_array_size(values) > SERVER_MAX_POSITIONS)
        return server_refuse(error, 413, "positions: expected at most %d",
                             SERVER_MAX_POSITIONS);
    if (!server_ask_make_room(ask, json_array_size(values), error))
        return false;
    ask->many = true;
    json_array_foreach(
        values, index,
        value) if (!add_position(ask, value, room, &used, error)) return false;
    return true;
}

static bool set_position(struct server_ask *ask, const json_t *value,
                         size_t room, struct server_error *error)
{
    size_t used = 0;
    return server_ask_make_room(ask, 1, error) &&
           add_position(ask, value, room, &used, error);
}

static struct server_text text_of(const json_t *value)
{
    if (!json_is_string(value))
        return (struct server_text){"", 0};
    return (struct server_text){json_string_value(value),
                                json_string_length(value)};
}

static bool set_limits(struct server_ask *ask, const json_t *limits,
                       struct server_error *error)
{
    const char *name;
    json_t *value;
    if (!json_is_object(limits))
        return server_refuse(error, 400, "limits: expected an object");
    json_object_foreach((json_t *)limits, name, value)
    {
        enum server_member member = server_member_find(name);
        double number = json_is_number(value) ? json_number_value(value) : NAN;
        if (member != SERVER_ASK_SECONDS && member != SERVER_ASK_NODES)
            return server_refuse(error, 400,
                                 "limits: expected seconds or nodes");
        if (!server_member_mark(ask, member, error) ||
            !server_member_set_number(ask, member, number, error))
            return false;
    }
    return true;
}

static bool set_flag(struct server_ask *ask, enum server_member member,
                     const json_t *value, struct server_error *error)
{
    if (!json_is_boolean(value))
        return server_refuse(error, 400, "%s: expected true or false",
                             server_member_names[member]);
    server_member_set_flag(ask, member, json_is_true(value));
    return true;
}

/* One position, or a list of them if 'many'. */
static bool set_either(struct server_ask *ask, bool many, const json_t *value,
                       size_t room, struct server_error *error)
{
    if (ask->positions != NULL)
        return server_refuse(error, 400,
                             "give either position or positions, and no "
                             "position in the URL");
    return many ? set_positions(ask, value, room, error)
                : set_position(ask, value, room, error);
}

static bool set_member(struct server_ask *ask, const char *name,
                       const json_t *value, size_t room,
                       struct server_error *error)
{
    enum server_member member = server_member_find(name);
    if (strcmp(name, "limits") == 0)
        return set_limits(ask, value, error);
    if (member == SERVER_ASK_POSITION || strcmp(name, "positions") == 0)
        return set_either(ask, member != SERVER_ASK_POSITION, value, room,
                          error);
    if (member == SERVER_ASK_MEMBERS || member == SERVER_ASK_SECONDS ||
        member == SERVER_ASK_NODES)
        return server_refuse(error, 400,
                             "a member of the object is unknown, expected "
                             "position, positions, board, goal, all, best, pv "
                             "or limits");
    if (!server_member_mark(ask, member, error))
        return false;
    if (member == SERVER_ASK_BOARD || member == SERVER_ASK_GOAL)
        return server_member_set_text(ask, member, text_of(value), error);
    return set_flag(ask, member, value, error);
}

static bool set_members(struct server_ask *ask, json_t *object, size_t room,
                        struct server_error *error)
{
    const char *name;
    json_t *value;
    if (!json_is_object(object))
        return server_refuse(error, 400, "the body: expected a JSON object");
    ask->storage = malloc(room);
    if (ask->storage == NULL)
        return server_refuse(error, 503, "out of memory");
    json_object_foreach(
        object, name,
        value) if (!set_member(ask, name, value, room, error)) return false;
    return true;
}

bool server_ask_json(struct server_ask *ask, struct server_text body,
                     struct server_error *error)
{
    json_error_t found;
    json_t *object =
        json_loadb(body.bytes, body.length,
                   JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &found);
    if (object == NULL) {
        server_refuse(error, 400, "the body is not JSON: %.120s", found.text);
        error->has_at = true;
        error->at = found.position > 0 ? (size_t)found.position : 0;
        return false;
    }
    bool good = set_members(ask, object, body.length + 1, error);
    json_decref(object);
    return good;
}
