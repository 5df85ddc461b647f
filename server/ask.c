#include "server/ask.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

bool server_refuse(struct server_error *error, int status, const char *format,
                   ...)
{
    va_list args;
    *error = (struct server_error){.status = status};
    va_start(args, format);
    vsnprintf(error->reason, sizeof error->reason, format, args);
    va_end(args);
    return false;
}

static bool refuse_memory(struct server_error *error)
{
    return server_refuse(error, 503, "out of memory");
}

void server_ask_open(struct server_ask *ask)
{
    *ask = (struct server_ask){.width = 7, .height = 6};
}

void server_ask_close(struct server_ask *ask)
{
    free(ask->positions);
    free(ask->storage);
    *ask = (struct server_ask){0};
}

/* ------------------------------------------------------------------- values */

static bool is_word(struct server_text value, const char *word)
{
    return value.length == strlen(word) &&
           memcmp(value.bytes, word, value.length) == 0;
}

/* The whole text as a number; NAN if it is none. */
static double read_number(struct server_text value)
{
    char text[32], *end;
    if (value.length == 0 || value.length >= sizeof text ||
        memchr(value.bytes, '\0', value.length) != NULL ||
        strchr("0123456789.", value.bytes[0]) == NULL)
        return NAN;
    memcpy(text, value.bytes, value.length);
    text[value.length] = '\0';
    double number = strtod(text, &end);
    return *end == '\0' ? number : NAN;
}

/* Read a number of one or two digits from '*at' on; returns 0 if there is none.
 */
static int read_side(struct server_text text, size_t *at)
{
    int side = 0;
    for (size_t end = *at + 2; *at < end && *at < text.length; ++*at) {
        char digit = text.bytes[*at];
        if (digit < '0' || digit > '9')
            break;
        side = 10 * side + (digit - '0');
    }
    return side;
}

static bool set_board(struct server_ask *ask, struct server_text value,
                      struct server_error *error)
{
    size_t at = 0;
    int width = read_side(value, &at);
    bool has_x =
        at < value.length && (value.bytes[at] == 'x' || value.bytes[at] == 'X');
    at += has_x;
    int height = read_side(value, &at);
    if (!has_x || width == 0 || height == 0 || at != value.length)
        return server_refuse(error, 400,
                             "board: expected a width and a height, as in 7x6");
    fourscore_position position;
    if (fourscore_from_moves(&position, width, height, "", NULL) !=
        FOURSCORE_OK)
        return server_refuse(
            error, 400,
            "board: expected at most %d columns and %d rows, and width * "
            "(height + 1) of at most 127",
            FOURSCORE_MAX_WIDTH, FOURSCORE_MAX_HEIGHT);
    ask->width = width;
    ask->height = height;
    return true;
}

static bool set_goal(struct server_ask *ask, struct server_text value,
                     struct server_error *error)
{
    if (!is_word(value, "strong") && !is_word(value, "weak"))
        return server_refuse(error, 400, "goal: expected strong or weak");
    ask->goal = is_word(value, "weak") ? FOURSCORE_WEAK : FOURSCORE_STRONG;
    return true;
}

static bool set_seconds(struct server_ask *ask, double seconds,
                        struct server_error *error)
{
    if (!(seconds > 0 && seconds <= 1e6))
        return server_refuse(error, 400, "seconds: expected a number above 0");
    ask->seconds = seconds;
    return true;
}

static bool set_nodes(struct server_ask *ask, double nodes,
                      struct server_error *error)
{
    if (!(nodes >= 1 && nodes <= 1e18 && nodes == (double)(uint64_t)nodes))
        return server_refuse(error, 400,
                             "nodes: expected a whole number above 0");
    ask->nodes = (uint64_t)nodes;
    return true;
}

static void set_flag(struct server_ask *ask, unsigned flag, bool on)
{
    if (on)
        ask->find |= flag;
}

/* ------------------------------------------------------------------ members */

/* What can be asked, in URLs and in JSON. */
enum member {
    BOARD,
    GOAL,
    ALL,
    BEST,
    PV,
    SECONDS,
    NODES,
    POSITION,
    NAMES,
    POSITIONS = NAMES /* in JSON only */
};

static const char *const names[NAMES] = {
    "board", "goal", "all", "best", "pv", "seconds", "nodes", "position"};

static const unsigned flags[] = {
    [ALL] = FOURSCORE_ALL_MOVES, [BEST] = FOURSCORE_BEST, [PV] = FOURSCORE_PV};

/* Note that a member is given; it must not be given twice. */
static bool mark(struct server_ask *ask, enum member member,
                 struct server_error *error)
{
    if ((ask->given >> member & 1) != 0)
        return server_refuse(error, 400, "%s: given twice", names[member]);
    ask->given |= 1u << member;
    return true;
}

static bool set_position_list(struct server_ask *ask, size_t count,
                              struct server_error *error)
{
    free(ask->positions);
    ask->positions = calloc(count + 1, sizeof *ask->positions);
    ask->count = 0;
    return ask->positions != NULL || refuse_memory(error);
}

bool server_ask_position(struct server_ask *ask, struct server_text text,
                         struct server_error *error)
{
    if (!set_position_list(ask, 1, error))
        return false;
    ask->positions[ask->count++] = text;
    return true;
}

static bool set_flag_argument(struct server_ask *ask, enum member member,
                              struct server_text value,
                              struct server_error *error)
{
    bool on = is_word(value, "1") || is_word(value, "true");
    if (!on && !is_word(value, "0") && !is_word(value, "false"))
        return server_refuse(error, 400, "%s: expected 1 or 0", names[member]);
    set_flag(ask, flags[member], on);
    return true;
}

bool server_ask_argument(struct server_ask *ask, const char *name,
                         struct server_text value, struct server_error *error)
{
    enum member member = 0;
    while (member < NAMES && strcmp(names[member], name) != 0)
        member++;
    if (member == NAMES)
        return server_refuse(error, 400,
                             "an argument of the URL is unknown, expected "
                             "position, board, goal, all, best, pv, seconds or "
                             "nodes");
    if (!mark(ask, member, error))
        return false;
    switch (member) {
    case BOARD:
        return set_board(ask, value, error);
    case GOAL:
        return set_goal(ask, value, error);
    case SECONDS:
        return set_seconds(ask, read_number(value), error);
    case NODES:
        return set_nodes(ask, read_number(value), error);
    case POSITION:
        return server_ask_position(ask, value, error);
    default:
        return set_flag_argument(ask, member, value, error);
    }
}

/* --------------------------------------------------------------------- JSON */

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
static bool add_json_position(struct server_ask *ask, const json_t *value,
                              size_t room, size_t *used,
                              struct server_error *error)
{
    char *text = ask->storage + *used;
    size_t length;
    if (json_is_string(value)) {
        length = json_string_length(value);
        memcpy(text, json_string_value(value), length);
    } else if (is_list_of_cells(value)) {
        length = json_dumpb(value, text, room - *used, JSON_COMPACT);
        if (length == 0 || length > room - *used)
            return refuse_memory(error);
    } else {
        return server_refuse(
            error, 400,
            "a position: expected a string or a list of whole numbers");
    }
    *used += length;
    ask->positions[ask->count++] = (struct server_text){text, length};
    return true;
}

static bool set_json_positions(struct server_ask *ask, const json_t *values,
                               size_t room, struct server_error *error)
{
    size_t index, used = 0;
    const json_t *value;
    if (!json_is_array(values))
        return server_refuse(error, 400, "positions: expected a list");
    if (json_array_size(values) > SERVER_MAX_POSITIONS)
        return server_refuse(error, 413, "positions: expected at most %d",
                             SERVER_MAX_POSITIONS);
    if (!set_position_list(ask, json_array_size(values), error))
        return false;
    ask->many = true;
    json_array_foreach(values, index,
                       value) if (!add_json_position(ask, value, room, &used,
                                                     error)) return false;
    return true;
}

static bool set_json_position(struct server_ask *ask, const json_t *value,
                              size_t room, struct server_error *error)
{
    size_t used = 0;
    return set_position_list(ask, 1, error) &&
           add_json_position(ask, value, room, &used, error);
}

static struct server_text text_of(const json_t *value)
{
    if (!json_is_string(value))
        return (struct server_text){"", 0};
    return (struct server_text){json_string_value(value),
                                json_string_length(value)};
}

static bool set_json_limits(struct server_ask *ask, const json_t *limits,
                            struct server_error *error)
{
    const char *name;
    json_t *value;
    if (!json_is_object(limits))
        return server_refuse(error, 400, "limits: expected an object");
    json_object_foreach((json_t *)limits, name, value)
    {
        double number = json_is_number(value) ? json_number_value(value) : NAN;
        if (strcmp(name, "seconds") == 0) {
            if (!mark(ask, SECONDS, error) || !set_seconds(ask, number, error))
                return false;
        } else if (strcmp(name, "nodes") == 0) {
            if (!mark(ask, NODES, error) || !set_nodes(ask, number, error))
                return false;
        } else {
            return server_refuse(error, 400,
                                 "limits: expected seconds or nodes");
        }
    }
    return true;
}

static bool set_json_flag(struct server_ask *ask, enum member member,
                          const json_t *value, struct server_error *error)
{
    if (!json_is_boolean(value))
        return server_refuse(error, 400, "%s: expected true or false",
                             names[member]);
    set_flag(ask, flags[member], json_is_true(value));
    return true;
}

static bool set_json_member(struct server_ask *ask, const char *name,
                            const json_t *value, size_t room,
                            struct server_error *error)
{
    enum member member = 0;
    if (strcmp(name, "limits") == 0)
        return set_json_limits(ask, value, error);
    while (member < NAMES && strcmp(names[member], name) != 0)
        member++;
    if (strcmp(name, "positions") == 0)
        member = POSITIONS;
    else if (member == NAMES || member == SECONDS || member == NODES)
        return server_refuse(error, 400,
                             "a member of the object is unknown, expected "
                             "position, positions, board, goal, all, best, pv "
                             "or limits");
    if (member < POSITION && !mark(ask, member, error))
        return false;
    switch (member) {
    case BOARD:
        return set_board(ask, text_of(value), error);
    case GOAL:
        return set_goal(ask, text_of(value), error);
    case POSITION:
    case POSITIONS:
        if (ask->positions != NULL)
            return server_refuse(error, 400,
                                 "give either position or positions, and no "
                                 "position in the URL");
        return member == POSITION ? set_json_position(ask, value, room, error)
                                  : set_json_positions(ask, value, room, error);
    default:
        return set_json_flag(ask, member, value, error);
    }
}

static bool set_json_members(struct server_ask *ask, json_t *object,
                             size_t room, struct server_error *error)
{
    const char *name;
    json_t *value;
    if (!json_is_object(object))
        return server_refuse(error, 400, "the body: expected a JSON object");
    ask->storage = malloc(room);
    if (ask->storage == NULL)
        return refuse_memory(error);
    json_object_foreach(object, name,
                        value) if (!set_json_member(ask, name, value, room,
                                                    error)) return false;
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
    bool good = set_json_members(ask, object, body.length + 1, error);
    json_decref(object);
    return good;
}

/* -------------------------------------------------------------------- lines */

bool server_ask_lines(struct server_ask *ask, struct server_text body,
                      struct server_error *error)
{
    size_t count = 0;
    const char *end = body.bytes + body.length;
    for (const char *byte = body.bytes; byte < end; byte++)
        count += *byte == '\n';
    count += body.length > 0 && end[-1] != '\n';
    if (count > SERVER_MAX_POSITIONS)
        return server_refuse(error, 413, "expected at most %d lines",
                             SERVER_MAX_POSITIONS);
    if (ask->positions != NULL)
        return server_refuse(error, 400,
                             "give positions in the URL or in the body");
    if (!set_position_list(ask, count, error))
        return false;
    ask->many = true;
    for (const char *line = body.bytes; ask->count < count;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        size_t length = (size_t)(stop - line);
        if (length > 0 && line[length - 1] == '\r')
            length--;
        ask->positions[ask->count++] = (struct server_text){line, length};
        line = stop + 1;
    }
    return true;
}

/* ----------------------------------------------------------------- checking */

bool server_ask_check(const struct server_ask *ask, struct server_error *error)
{
    if (ask->positions == NULL)
        return server_refuse(error, 400, "the position is missing");
    if (ask->goal == FOURSCORE_WEAK && (ask->find & FOURSCORE_PV) != 0)
        return server_refuse(error, 400, "pv: expected the goal strong");
    return true;
}

bool server_read_position(const struct server_ask *ask, struct server_text text,
                          fourscore_position *position,
                          struct server_error *error)
{
    struct fourscore_error found = {0};
    if (text.length > SERVER_MAX_POSITION) {
        server_refuse(error, 400, "expected a position of at most %d bytes",
                      SERVER_MAX_POSITION);
        found.at = SERVER_MAX_POSITION;
    } else if (fourscore_read(position, ask->width, ask->height, FOURSCORE_AUTO,
                              text.bytes, text.length,
                              &found) == FOURSCORE_OK) {
        return true;
    } else {
        server_refuse(error, 400, "%s", found.reason);
    }
    error->has_at = true;
    error->at = found.at;
    return false;
}
