#include "tools/serve/ask.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "lib/json/json.h"

/* ---------------------------------------------------------------- positions */

void server_ask_open(struct server_ask *ask)
{
    *ask = (struct server_ask){
        .width = 7, .height = 6, .puzzle = FOURSCORE_PUZZLE_CONFIG_INIT};
    ask->puzzle.seed = 1;
}

void server_ask_close(struct server_ask *ask)
{
    free(ask->positions);
    free(ask->storage);
    *ask = (struct server_ask){0};
}

static bool make_room(struct server_ask *ask, size_t count,
                      struct server_error *error)
{
    free(ask->positions);
    ask->positions = calloc(count + 1, sizeof *ask->positions);
    ask->count = 0;
    return ask->positions != NULL || server_refuse(error, 503, "out of memory");
}

bool server_ask_position(struct server_ask *ask, struct server_text text,
                         struct server_error *error)
{
    if (!make_room(ask, 1, error))
        return false;
    ask->positions[ask->count++] = text;
    return true;
}

/* ------------------------------------------------------------------- values */

enum { MAX_DECIMAL = 31 }; /* bytes */
#define MAX_NODES INT64_C(1000000000000000000)
#define MAX_SEED INT64_C(999999999999999999)

/* A value in a URL or in JSON, as each kind that it can be. */
struct value {
    const struct member *member;
    struct server_text text; /* "" if it is none */
    double number;           /* 0 if it is none */
    double whole;            /* same, but in a URL of digits only */
    int flag;                /* 1 or 0; -1 if it is none */
    const char *flags;       /* how 1 and 0 are written */
};

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* A number as in JSON, without a sign; 0 if the text is none. */
static double read_decimal(struct server_text text)
{
    json_t *json = NULL;
    if (text.length > 0 && text.length <= MAX_DECIMAL &&
        is_digit(text.bytes[0]) && is_digit(text.bytes[text.length - 1]))
        json = json_loadb(text.bytes, text.length, JSON_DECODE_ANY, NULL);
    double number = json_number_value(json);
    json_decref(json);
    return number;
}

static struct value value_of_text(struct server_text text)
{
    return (struct value){
        .text = text,
        .number = read_decimal(text),
        .whole = (double)server_text_number(text, MAX_NODES),
        .flag = server_text_flag(text),
        .flags = "1 or 0",
    };
}

static struct value value_of_json(const json_t *json)
{
    const char *text = json_string_value(json);
    double number = json_number_value(json);
    return (struct value){
        .text = {text != NULL ? text : "", json_string_length(json)},
        .number = number,
        .whole = number,
        .flag = json_is_boolean(json) ? json_is_true(json) : -1,
        .flags = "true or false",
    };
}

/* ------------------------------------------------------------------ members */

/* What a member asks about; in JSON, those of a search are in "limits". */
enum scope { OF_ALL, OF_POSITION, OF_LIMITS, OF_PUZZLE };

struct member {
    const char *name;
    bool (*set)(struct server_ask *ask, const struct value *value,
                struct server_error *error);
    enum scope scope;
    unsigned find; /* what a flag asks for */
};

/* The number in the bytes from 'first' up to 'end', of up to two digits; 0 or
 * -1 if there is none. */
static int read_side(struct server_text text, size_t first, size_t end)
{
    struct server_text side = {text.bytes + first, end - first};
    return (int)server_text_number(side, 99);
}

static bool set_board(struct server_ask *ask, const struct value *value,
                      struct server_error *error)
{
    struct server_text text = value->text;
    size_t x = 0;
    while (x < text.length && text.bytes[x] != 'x' && text.bytes[x] != 'X')
        x++;
    size_t behind = x < text.length ? x + 1 : x;
    int width = read_side(text, 0, x);
    int height = read_side(text, behind, text.length);
    if (width < 1 || height < 1)
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

static bool set_goal(struct server_ask *ask, const struct value *value,
                     struct server_error *error)
{
    bool is_weak = server_text_is(value->text, "weak");
    ask->goal = is_weak ? FOURSCORE_WEAK : FOURSCORE_STRONG;
    return is_weak || server_text_is(value->text, "strong") ||
           server_refuse(error, 400, "goal: expected strong or weak");
}

static bool set_seconds(struct server_ask *ask, const struct value *value,
                        struct server_error *error)
{
    ask->seconds = value->number;
    return (ask->seconds > 0 && ask->seconds <= 1e6) ||
           server_refuse(error, 400,
                         "seconds: expected a number above 0, at most "
                         "1000000");
}

static bool set_nodes(struct server_ask *ask, const struct value *value,
                      struct server_error *error)
{
    double nodes = value->whole;
    if (!(nodes >= 1 && nodes <= (double)MAX_NODES &&
          nodes == (double)(uint64_t)nodes))
        return server_refuse(error, 400,
                             "nodes: expected a whole number from 1 to 10^18");
    ask->nodes = (uint64_t)nodes;
    return true;
}

static bool set_flag(struct server_ask *ask, const struct value *value,
                     struct server_error *error)
{
    if (value->flag == 1)
        ask->find |= value->member->find;
    return value->flag >= 0 || server_refuse(error, 400, "%s: expected %s",
                                             value->member->name, value->flags);
}

static bool set_only_move(struct server_ask *ask, const struct value *value,
                          struct server_error *error)
{
    ask->puzzle.only_move = value->flag;
    return set_flag(ask, value, error);
}

static bool set_position(struct server_ask *ask, const struct value *value,
                         struct server_error *error)
{
    return server_ask_position(ask, value->text, error);
}

static bool set_seed(struct server_ask *ask, const struct value *value,
                     struct server_error *error)
{
    int64_t seed = server_text_number(value->text, MAX_SEED);
    ask->puzzle.seed = (uint64_t)seed;
    return seed >= 0 ||
           server_refuse(error, 400,
                         "seed: expected a whole number of up to 18 digits");
}

static bool set_win_in(struct server_ask *ask, const struct value *value,
                       struct server_error *error)
{
    ask->puzzle.win_in =
        (int)server_text_number(value->text, FOURSCORE_MAX_CELLS);
    return ask->puzzle.win_in >= 1 ||
           server_refuse(error, 400, "win_in: expected 1 to %d",
                         FOURSCORE_MAX_CELLS);
}

static bool set_difficulty(struct server_ask *ask, const struct value *value,
                           struct server_error *error)
{
    for (int i = 0; json_grade(i) != NULL; i++)
        if (server_text_is(value->text, json_grade(i))) {
            json_grade_set(&ask->puzzle, i);
            return true;
        }
    return server_refuse(error, 400,
                         "difficulty: expected easy, medium, hard or expert");
}

static const struct member members[] = {
    {"board", set_board, OF_ALL, 0},
    {"goal", set_goal, OF_POSITION, 0},
    {"all", set_flag, OF_POSITION, FOURSCORE_ALL_MOVES},
    {"best", set_flag, OF_POSITION, FOURSCORE_BEST},
    {"pv", set_flag, OF_POSITION, FOURSCORE_PV},
    {"position", set_position, OF_POSITION, 0},
    {"seconds", set_seconds, OF_LIMITS, 0},
    {"nodes", set_nodes, OF_LIMITS, 0},
    {"seed", set_seed, OF_PUZZLE, 0},
    {"win_in", set_win_in, OF_PUZZLE, 0},
    {"only_move", set_only_move, OF_PUZZLE, 0},
    {"difficulty", set_difficulty, OF_PUZZLE, 0},
};

/* The member of a name, or NULL. */
static const struct member *find_member(const struct server_ask *ask,
                                        const char *name)
{
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (strcmp(members[i].name, name) == 0 &&
            (members[i].scope == OF_ALL ||
             (members[i].scope == OF_PUZZLE) == ask->is_puzzle))
            return &members[i];
    return NULL;
}

/* Set a member, which must not be given twice. */
static bool set_member(struct server_ask *ask, const struct member *member,
                       struct value value, struct server_error *error)
{
    unsigned bit = 1u << (member - members);
    if ((ask->given & bit) != 0)
        return server_refuse(error, 400, "%s: given twice", member->name);
    ask->given |= bit;
    value.member = member;
    return member->set(ask, &value, error);
}

bool server_ask_argument(struct server_ask *ask, const char *name,
                         struct server_text value, struct server_error *error)
{
    const struct member *member = find_member(ask, name);
    if (member != NULL)
        return set_member(ask, member, value_of_text(value), error);
    return server_refuse(
        error, 400, "an argument of the URL is unknown, expected %s",
        ask->is_puzzle
            ? "board, seed, win_in, only_move or difficulty"
            : "position, board, goal, all, best, pv, seconds or nodes");
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
    if (!make_room(ask, count, error))
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

static bool set_limits(struct server_ask *ask, const json_t *limits,
                       struct server_error *error)
{
    const char *name;
    json_t *value;
    if (!json_is_object(limits))
        return server_refuse(error, 400, "limits: expected an object");
    json_object_foreach((json_t *)limits, name, value)
    {
        const struct member *member = find_member(ask, name);
        if (member == NULL || member->scope != OF_LIMITS)
            return server_refuse(error, 400,
                                 "limits: expected seconds or nodes");
        if (!set_member(ask, member, value_of_json(value), error))
            return false;
    }
    return true;
}

/* One position, or a list of them if 'many'. */
static bool set_positions(struct server_ask *ask, bool many,
                          const json_t *value, size_t room,
                          struct server_error *error)
{
    size_t count = many ? json_array_size(value) : 1, used = 0;
    if (ask->positions != NULL)
        return server_refuse(error, 400,
                             "give either position or positions, and no "
                             "position in the URL");
    if (many && !json_is_array(value))
        return server_refuse(error, 400, "positions: expected a list");
    if (count > SERVER_MAX_POSITIONS)
        return server_refuse(error, 413, "positions: expected at most %d",
                             SERVER_MAX_POSITIONS);
    ask->many = many;
    bool good = make_room(ask, count, error);
    for (size_t i = 0; i < count && good; i++)
        good = add_position(ask, many ? json_array_get(value, i) : value, room,
                            &used, error);
    return good;
}

static bool set_json(struct server_ask *ask, const char *name,
                     const json_t *value, size_t room,
                     struct server_error *error)
{
    const struct member *member = find_member(ask, name);
    bool many = strcmp(name, "positions") == 0;
    if (strcmp(name, "limits") == 0)
        return set_limits(ask, value, error);
    if (many || strcmp(name, "position") == 0)
        return set_positions(ask, many, value, room, error);
    if (member == NULL || member->scope == OF_LIMITS)
        return server_refuse(error, 400,
                             "a member of the object is unknown, expected "
                             "position, positions, board, goal, all, best, pv "
                             "or limits");
    return set_member(ask, member, value_of_json(value), error);
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
        value) if (!set_json(ask, name, value, room, error)) return false;
    return true;
}

bool server_ask_json(struct server_ask *ask, struct server_text body,
                     struct server_error *error)
{
    json_error_t found;
    json_t *object =
        json_loadb(body.bytes, body.length,
                   JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &found);
    if (object == NULL)
        return server_refuse_at(error,
                                found.position > 0 ? (size_t)found.position : 0,
                                "the body is not JSON: %.120s", found.text);
    bool good = set_members(ask, object, body.length + 1, error);
    json_decref(object);
    return good;
}

/* ----------------------------------------------------------------- checking */

static bool check_puzzle(struct server_ask *ask, struct server_error *error)
{
    int max = fourscore_puzzle_max_win_in(ask->width, ask->height);
    ask->puzzle.width = ask->width;
    ask->puzzle.height = ask->height;
    return ask->puzzle.win_in <= max ||
           server_refuse(error, 400,
                         "win_in: a puzzle on a board of %dx%d has at most a "
                         "win in %d",
                         ask->width, ask->height, max);
}

bool server_ask_check(struct server_ask *ask, struct server_error *error)
{
    if (ask->is_puzzle)
        return check_puzzle(ask, error);
    if (ask->positions == NULL)
        return server_refuse(error, 400, "the position is missing");
    if (ask->goal == FOURSCORE_WEAK && (ask->find & FOURSCORE_PV) != 0)
        return server_refuse(error, 400, "pv: expected the goal strong");
    return true;
}

bool server_ask_is_plain(const struct server_ask *ask,
                         struct server_error *error)
{
    return (ask->goal == FOURSCORE_STRONG && ask->find == 0) ||
           server_refuse(error, 400,
                         "expected no other arguments than position, board, "
                         "seconds and nodes");
}

bool server_text_check(struct server_text text, const char *what,
                       struct server_error *error)
{
    if (text.length > SERVER_MAX_POSITION)
        return server_refuse_at(error, SERVER_MAX_POSITION,
                                "expected %s of at most %d bytes", what,
                                SERVER_MAX_POSITION);
    size_t length = server_text_utf8(text);
    return length == text.length ||
           server_refuse_at(error, length, "%s: byte 0x%02x is not UTF-8", what,
                            (unsigned char)text.bytes[length]);
}

bool server_read_position(const struct server_ask *ask, struct server_text text,
                          fourscore_position *position,
                          struct server_error *error)
{
    struct fourscore_error found = {0};
    if (!server_text_check(text, "a position", error))
        return false;
    return fourscore_read(position, ask->width, ask->height, FOURSCORE_AUTO,
                          text.bytes, text.length, &found) == FOURSCORE_OK ||
           server_refuse_at(error, found.at, "%s", found.reason);
}
