#include "tools/serve/ask.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "lib/json/json.h"
#include "tools/positions.h"

/* ----------------------------------------------------------------- refusals */

bool refuse(struct refusal *refusal, int status, const char *format, ...)
{
    va_list args;
    *refusal = (struct refusal){.status = status};
    va_start(args, format);
    vsnprintf(refusal->reason, sizeof refusal->reason, format, args);
    va_end(args);
    return false;
}

bool refuse_at(struct refusal *refusal, size_t at, const char *format, ...)
{
    va_list args;
    *refusal = (struct refusal){.status = 400, .has_at = true, .at = at};
    va_start(args, format);
    vsnprintf(refusal->reason, sizeof refusal->reason, format, args);
    va_end(args);
    return false;
}

bool refuse_status(struct refusal *refusal, enum fourscore_status status)
{
    return refuse(refusal, 503, "%s",
                  status == FOURSCORE_BUSY
                      ? "too many different boards are in use; try again"
                      : fourscore_strstatus(status));
}

/* -------------------------------------------------------------------- texts */

static bool text_is(struct text value, const char *word)
{
    return value.length == strlen(word) &&
           memcmp(value.bytes, word, value.length) == 0;
}

/* 1 for "1" or "true", 0 for "0" or "false", -1 for other texts. */
static int text_flag(struct text text)
{
    if (text_is(text, "1") || text_is(text, "true"))
        return 1;
    return text_is(text, "0") || text_is(text, "false") ? 0 : -1;
}

/* A whole number, without a sign or leading zeros, of at most 'max', which is
 * at most 10^18; -1 if the text is none. */
static int64_t text_number(struct text text, int64_t max)
{
    int64_t number = 0;
    if (text.length == 0 || (text.length > 1 && text.bytes[0] == '0'))
        return -1;
    for (size_t i = 0; i < text.length; i++) {
        int digit = text.bytes[i] - '0';
        if (digit < 0 || digit > 9 || digit > max ||
            number > (max - digit) / 10)
            return -1;
        number = 10 * number + digit;
    }
    return number;
}

/* ---------------------------------------------------------------- positions */

void ask_open(struct ask *ask)
{
    *ask = (struct ask){.width = 7,
                        .height = 6,
                        .level = FOURSCORE_LEVELS,
                        .puzzle = FOURSCORE_PUZZLE_CONFIG_INIT};
    ask->puzzle.seed = 1;
}

void ask_close(struct ask *ask)
{
    free(ask->positions);
    free(ask->storage);
    *ask = (struct ask){0};
}

static bool make_room(struct ask *ask, size_t count, struct refusal *refusal)
{
    free(ask->positions);
    ask->positions = calloc(count + 1, sizeof *ask->positions);
    ask->count = 0;
    return ask->positions != NULL || refuse(refusal, 503, "out of memory");
}

bool ask_set_position(struct ask *ask, struct text text,
                      struct refusal *refusal)
{
    if (!make_room(ask, 1, refusal))
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
    struct text text;  /* "" if it is none */
    double number;     /* 0 if it is none */
    double whole;      /* same, but in a URL of digits only; -1 if it is none */
    int flag;          /* 1 or 0; -1 if it is none */
    const char *flags; /* how 1 and 0 are written */
};

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* A number as in JSON, without a sign; 0 if the text is none. */
static double read_decimal(struct text text)
{
    json_t *json = NULL;
    if (text.length > 0 && text.length <= MAX_DECIMAL &&
        is_digit(text.bytes[0]) && is_digit(text.bytes[text.length - 1]))
        json = json_loadb(text.bytes, text.length, JSON_DECODE_ANY, NULL);
    double number = json_number_value(json);
    json_decref(json);
    return number;
}

static struct value value_of_text(struct text text)
{
    return (struct value){
        .text = text,
        .number = read_decimal(text),
        .whole = (double)text_number(text, MAX_NODES),
        .flag = text_flag(text),
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
        .whole = json_is_number(json) ? number : -1,
        .flag = json_is_boolean(json) ? json_is_true(json) : -1,
        .flags = "true or false",
    };
}

/* ------------------------------------------------------------------ members */

/* The questions that a member is for; in JSON, limits are in "limits". */
enum scope {
    OF_POSITION = 1 << ASK_POSITION,
    OF_PUZZLE = 1 << ASK_PUZZLE,
    OF_MOVE = 1 << ASK_MOVE,
    OF_ALL = OF_POSITION | OF_PUZZLE | OF_MOVE,
    OF_LIMITS = 1 << ASK_QUESTIONS
};

struct member {
    const char *name;
    bool (*set)(struct ask *ask, const struct value *value,
                struct refusal *refusal);
    unsigned scope; /* a sum of enum scope */
    unsigned find;  /* what a flag asks for */
};

/* The number in the bytes from 'first' up to 'end', of up to two digits; 0 or
 * -1 if there is none. */
static int read_side(struct text text, size_t first, size_t end)
{
    struct text side = {text.bytes + first, end - first};
    return (int)text_number(side, 99);
}

static bool set_board(struct ask *ask, const struct value *value,
                      struct refusal *refusal)
{
    struct text text = value->text;
    size_t x = 0;
    while (x < text.length && text.bytes[x] != 'x' && text.bytes[x] != 'X')
        x++;
    size_t behind = x < text.length ? x + 1 : x;
    int width = read_side(text, 0, x);
    int height = read_side(text, behind, text.length);
    if (width < 1 || height < 1)
        return refuse(refusal, 400,
                      "board: expected a width and a height, as in 7x6");
    fourscore_position position;
    if (fourscore_from_moves(&position, width, height, "", NULL) !=
        FOURSCORE_OK)
        return refuse(
            refusal, 400,
            "board: expected at most %d columns and %d rows, and width * "
            "(height + 1) of at most 127",
            FOURSCORE_MAX_WIDTH, FOURSCORE_MAX_HEIGHT);
    ask->width = width;
    ask->height = height;
    return true;
}

static bool set_goal(struct ask *ask, const struct value *value,
                     struct refusal *refusal)
{
    bool is_weak = text_is(value->text, "weak");
    ask->goal = is_weak ? FOURSCORE_WEAK : FOURSCORE_STRONG;
    return is_weak || text_is(value->text, "strong") ||
           refuse(refusal, 400, "goal: expected strong or weak");
}

static bool set_seconds(struct ask *ask, const struct value *value,
                        struct refusal *refusal)
{
    ask->seconds = value->number;
    return (ask->seconds > 0 && ask->seconds <= 1e6) ||
           refuse(refusal, 400,
                  "seconds: expected a number above 0, at most "
                  "1000000");
}

static bool set_nodes(struct ask *ask, const struct value *value,
                      struct refusal *refusal)
{
    double nodes = value->whole;
    if (!(nodes >= 1 && nodes <= (double)MAX_NODES &&
          nodes == (double)(uint64_t)nodes))
        return refuse(refusal, 400,
                      "nodes: expected a whole number from 1 to 10^18");
    ask->nodes = (uint64_t)nodes;
    return true;
}

static bool set_flag(struct ask *ask, const struct value *value,
                     struct refusal *refusal)
{
    if (value->flag == 1)
        ask->find |= value->member->find;
    return value->flag >= 0 || refuse(refusal, 400, "%s: expected %s",
                                      value->member->name, value->flags);
}

static bool set_only_move(struct ask *ask, const struct value *value,
                          struct refusal *refusal)
{
    ask->puzzle.only_move = value->flag;
    return set_flag(ask, value, refusal);
}

static bool set_position(struct ask *ask, const struct value *value,
                         struct refusal *refusal)
{
    return ask_set_position(ask, value->text, refusal);
}

static bool set_first(struct ask *ask, const struct value *value,
                      struct refusal *refusal)
{
    ask->notation = value->whole == 0 ? FOURSCORE_FROM_0 : FOURSCORE_AUTO;
    return value->whole == 0 || value->whole == 1 ||
           refuse(refusal, 400,
                  "first: expected 1 or 0, the number of the leftmost column");
}

static bool set_seed(struct ask *ask, const struct value *value,
                     struct refusal *refusal)
{
    int64_t seed = text_number(value->text, MAX_SEED);
    ask->puzzle.seed = (uint64_t)seed;
    return seed >= 0 ||
           refuse(refusal, 400,
                  "seed: expected a whole number of up to 18 digits");
}

static bool set_level(struct ask *ask, const struct value *value,
                      struct refusal *refusal)
{
    ask->level = (int)text_number(value->text, FOURSCORE_LEVELS);
    return ask->level >= 1 ||
           refuse(refusal, 400, "level: expected 1 to %d", FOURSCORE_LEVELS);
}

static bool set_win_in(struct ask *ask, const struct value *value,
                       struct refusal *refusal)
{
    ask->puzzle.win_in = (int)text_number(value->text, FOURSCORE_MAX_CELLS);
    return ask->puzzle.win_in >= 1 ||
           refuse(refusal, 400, "win_in: expected 1 to %d",
                  FOURSCORE_MAX_CELLS);
}

static bool set_difficulty(struct ask *ask, const struct value *value,
                           struct refusal *refusal)
{
    for (int i = 0; json_grade(i) != NULL; i++)
        if (text_is(value->text, json_grade(i))) {
            json_grade_set(&ask->puzzle, i);
            return true;
        }
    return refuse(refusal, 400,
                  "difficulty: expected easy, medium, hard or expert");
}

static const struct member members[] = {
    {"board", set_board, OF_ALL, 0},
    {"goal", set_goal, OF_POSITION, 0},
    {"all", set_flag, OF_POSITION, FOURSCORE_ALL_MOVES},
    {"best", set_flag, OF_POSITION, FOURSCORE_BEST},
    {"pv", set_flag, OF_POSITION, FOURSCORE_PV},
    {"position", set_position, OF_POSITION | OF_MOVE, 0},
    {"first", set_first, OF_POSITION | OF_MOVE, 0},
    {"seconds", set_seconds, OF_POSITION | OF_MOVE | OF_LIMITS, 0},
    {"nodes", set_nodes, OF_POSITION | OF_MOVE | OF_LIMITS, 0},
    {"seed", set_seed, OF_PUZZLE | OF_MOVE, 0},
    {"level", set_level, OF_MOVE, 0},
    {"win_in", set_win_in, OF_PUZZLE, 0},
    {"only_move", set_only_move, OF_PUZZLE, 0},
    {"difficulty", set_difficulty, OF_PUZZLE, 0},
};

/* The member of a name, or NULL. */
static const struct member *find_member(const struct ask *ask, const char *name)
{
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (strcmp(members[i].name, name) == 0 &&
            (members[i].scope & 1u << ask->question) != 0)
            return &members[i];
    return NULL;
}

/* Set a member, which must not be given twice. */
static bool set_member(struct ask *ask, const struct member *member,
                       struct value value, struct refusal *refusal)
{
    unsigned bit = 1u << (member - members);
    if ((ask->given & bit) != 0)
        return refuse(refusal, 400, "%s: given twice", member->name);
    ask->given |= bit;
    value.member = member;
    return member->set(ask, &value, refusal);
}

bool ask_argument(struct ask *ask, const char *name, struct text value,
                  struct refusal *refusal)
{
    static const char *const expected[] = {
        [ASK_POSITION] = ("position, first, board, goal, all, best, pv, "
                          "seconds or nodes"),
        [ASK_PUZZLE] = "board, seed, win_in, only_move or difficulty",
        [ASK_MOVE] = "position, first, board, level, seed, seconds or nodes",
    };
    const struct member *member = find_member(ask, name);
    if (member != NULL)
        return set_member(ask, member, value_of_text(value), refusal);
    return refuse(refusal, 400,
                  "an argument of the URL is unknown, expected %s",
                  expected[ask->question]);
}

/* -------------------------------------------------------------------- lines */

bool ask_lines(struct ask *ask, struct text body, struct refusal *refusal)
{
    size_t count = 0;
    const char *end = body.bytes + body.length;
    for (const char *byte = body.bytes; byte < end; byte++)
        count += *byte == '\n';
    count += body.length > 0 && end[-1] != '\n';
    if (count > ASK_MAX_POSITIONS)
        return refuse(refusal, 413, "expected at most %d lines",
                      ASK_MAX_POSITIONS);
    if (ask->positions != NULL)
        return refuse(refusal, 400, "give positions in the URL or in the body");
    if (!make_room(ask, count, refusal))
        return false;
    ask->many = true;
    for (const char *line = body.bytes; ask->count < count;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        size_t length = (size_t)(stop - line);
        if (length > 0 && line[length - 1] == '\r')
            length--;
        ask->positions[ask->count++] = (struct text){line, length};
        line = stop + 1;
    }
    return true;
}

/* ------------------------------------------------------- the shape of JSON */

/*
 * A pass over a JSON body before it is parsed: it bounds the memory that the
 * parser takes, which is many times the bytes of a list of numbers.
 */
struct shape {
    size_t at;       /* bytes that were read */
    int depth;       /* of objects and lists */
    bool is_in_text; /* between quotes, and there behind a backslash */
    bool is_escaped;
    /* Of the object, of the list of positions, and of the list of cells. */
    int members, elements, numbers;
};

/* A list of positions is in an object, and a list of cells in that list or in
 * the object. */
enum { DEPTH_OF_POSITIONS = 2, DEPTH_OF_CELLS = 3 };

static bool refuse_cells(const struct shape *shape, struct refusal *refusal)
{
    return refuse_at(
        refusal, shape->at,
        "a position: expected a string or a list of at most %d whole numbers",
        FOURSCORE_MAX_CELLS);
}

/* Count the commas, up to which each is behind another member, number or
 * position. */
static bool count_commas(struct shape *shape, struct refusal *refusal)
{
    if (shape->depth < DEPTH_OF_POSITIONS)
        return ++shape->members < ASK_MAX_MEMBERS ||
               refuse_at(refusal, shape->at,
                         "expected an object of at most %d members",
                         ASK_MAX_MEMBERS);
    if (++shape->numbers >= FOURSCORE_MAX_CELLS)
        return refuse_cells(shape, refusal);
    return shape->depth != DEPTH_OF_POSITIONS ||
           ++shape->elements < ASK_MAX_POSITIONS ||
           refuse(refusal, 413, "positions: expected at most %d",
                  ASK_MAX_POSITIONS);
}

static void scan_text(struct shape *shape, char byte)
{
    shape->is_in_text = shape->is_escaped || byte != '"';
    shape->is_escaped = !shape->is_escaped && byte == '\\';
}

/* A byte outside of texts. */
static bool scan_byte(struct shape *shape, char byte, struct refusal *refusal)
{
    if (byte == ',')
        return count_commas(shape, refusal);
    if ((byte == '{' && shape->depth >= DEPTH_OF_POSITIONS) ||
        (byte == '[' && shape->depth >= DEPTH_OF_CELLS))
        return refuse_cells(shape, refusal);
    if (byte == '{' || byte == '[')
        shape->depth++;
    else if (byte == '}' || byte == ']')
        shape->depth--;
    else if (byte != '"')
        return true;
    shape->is_in_text = byte == '"';
    if (byte != '"' || shape->depth < DEPTH_OF_CELLS)
        shape->numbers = 0;
    if (shape->depth < DEPTH_OF_POSITIONS)
        shape->elements = 0;
    return true;
}

/* Refuse a list of more numbers than any board has cells, more members or
 * positions than a request may have, and lists that are nested too deep. */
static bool check_shape(struct text body, struct refusal *refusal)
{
    struct shape shape = {0};
    for (; shape.at < body.length; shape.at++)
        if (shape.is_in_text)
            scan_text(&shape, body.bytes[shape.at]);
        else if (!scan_byte(&shape, body.bytes[shape.at], refusal))
            return false;
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
static bool add_position(struct ask *ask, const json_t *value, size_t room,
                         size_t *used, struct refusal *refusal)
{
    char *text = ask->storage + *used;
    size_t length;
    if (json_is_string(value)) {
        length = json_string_length(value);
        memcpy(text, json_string_value(value), length);
    } else if (is_list_of_cells(value)) {
        length = json_dumpb(value, text, room - *used, JSON_COMPACT);
        if (length == 0 || length > room - *used)
            return refuse(refusal, 503, "out of memory");
    } else {
        return refuse(
            refusal, 400,
            "a position: expected a string or a list of whole numbers");
    }
    *used += length;
    ask->positions[ask->count++] = (struct text){text, length};
    return true;
}

static bool set_limits(struct ask *ask, const json_t *limits,
                       struct refusal *refusal)
{
    const char *name;
    json_t *value;
    if (!json_is_object(limits))
        return refuse(refusal, 400, "limits: expected an object");
    json_object_foreach((json_t *)limits, name, value)
    {
        const struct member *member = find_member(ask, name);
        if (member == NULL || (member->scope & OF_LIMITS) == 0)
            return refuse(refusal, 400, "limits: expected seconds or nodes");
        if (!set_member(ask, member, value_of_json(value), refusal))
            return false;
    }
    return true;
}

/* One position, or a list of them if 'many'. */
static bool set_positions(struct ask *ask, bool many, const json_t *value,
                          size_t room, struct refusal *refusal)
{
    size_t count = many ? json_array_size(value) : 1, used = 0;
    if (ask->positions != NULL)
        return refuse(refusal, 400,
                      "give either position or positions, and no "
                      "position in the URL");
    if (many && !json_is_array(value))
        return refuse(refusal, 400, "positions: expected a list");
    if (count > ASK_MAX_POSITIONS)
        return refuse(refusal, 413, "positions: expected at most %d",
                      ASK_MAX_POSITIONS);
    ask->many = many;
    bool good = make_room(ask, count, refusal);
    for (size_t i = 0; i < count && good; i++)
        good = add_position(ask, many ? json_array_get(value, i) : value, room,
                            &used, refusal);
    return good;
}

static bool set_json(struct ask *ask, const char *name, const json_t *value,
                     size_t room, struct refusal *refusal)
{
    const struct member *member = find_member(ask, name);
    bool many = strcmp(name, "positions") == 0;
    if (strcmp(name, "limits") == 0)
        return set_limits(ask, value, refusal);
    if (many || strcmp(name, "position") == 0)
        return set_positions(ask, many, value, room, refusal);
    if (member == NULL || (member->scope & OF_LIMITS) != 0)
        return refuse(refusal, 400,
                      "a member of the object is unknown, expected "
                      "position, positions, first, board, goal, all, best, "
                      "pv or limits");
    return set_member(ask, member, value_of_json(value), refusal);
}

static bool set_members(struct ask *ask, json_t *object, size_t room,
                        struct refusal *refusal)
{
    const char *name;
    json_t *value;
    if (!json_is_object(object))
        return refuse(refusal, 400, "the body: expected a JSON object");
    ask->storage = malloc(room);
    if (ask->storage == NULL)
        return refuse(refusal, 503, "out of memory");
    json_object_foreach(
        object, name,
        value) if (!set_json(ask, name, value, room, refusal)) return false;
    return true;
}

bool ask_json(struct ask *ask, struct text body, struct refusal *refusal)
{
    json_error_t found;
    if (!check_shape(body, refusal))
        return false;
    json_t *object =
        json_loadb(body.bytes, body.length,
                   JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &found);
    if (object == NULL && found.text[0] == '\0') /* nothing is wrong with it */
        return refuse(refusal, 503, "out of memory");
    if (object == NULL)
        return refuse_at(refusal,
                         found.position > 0 ? (size_t)found.position : 0,
                         "the body is not JSON: %.120s", found.text);
    bool good = set_members(ask, object, body.length + 1, refusal);
    json_decref(object);
    return good;
}

/* ----------------------------------------------------------------- checking */

static bool check_puzzle(struct ask *ask, struct refusal *refusal)
{
    int max = fourscore_puzzle_max_win_in(ask->width, ask->height);
    ask->puzzle.width = ask->width;
    ask->puzzle.height = ask->height;
    return ask->puzzle.win_in <= max ||
           refuse(refusal, 400,
                  "win_in: a puzzle on a board of %dx%d has at most a "
                  "win in %d",
                  ask->width, ask->height, max);
}

bool ask_check(struct ask *ask, struct refusal *refusal)
{
    if (ask->question == ASK_PUZZLE)
        return check_puzzle(ask, refusal);
    if (ask->positions == NULL)
        return refuse(refusal, 400, "the position is missing");
    if (ask->goal == FOURSCORE_WEAK && (ask->find & FOURSCORE_PV) != 0)
        return refuse(refusal, 400, "pv: expected the goal strong");
    return true;
}

bool ask_check_plain(const struct ask *ask, struct refusal *refusal)
{
    return (ask->goal == FOURSCORE_STRONG && ask->find == 0) ||
           refuse(refusal, 400,
                  "expected no other arguments than position, first, board, "
                  "seconds and nodes");
}

/* Check the length and the encoding of the text of 'what', such as "a
 * position". */
static bool check_text(struct text text, const char *what,
                       struct refusal *refusal)
{
    if (text.length > ASK_MAX_POSITION)
        return refuse_at(refusal, ASK_MAX_POSITION,
                         "expected %s of at most %d bytes", what,
                         ASK_MAX_POSITION);
    size_t length = json_utf8(text.bytes, text.length);
    return length == text.length ||
           refuse_at(refusal, length, "%s: byte 0x%02x is not UTF-8", what,
                     (unsigned char)text.bytes[length]);
}

/* The argument for columns that are numbered from 0. */
static const char from_0[] = "first=0";

bool ask_read_position(const struct ask *ask, struct text text,
                       fourscore_position *position,
                       char moves[FOURSCORE_MAX_CELLS + 1],
                       struct refusal *refusal)
{
    struct fourscore_error found = {0};
    if (!check_text(text, "a position", refusal))
        return false;
    if (fourscore_read(position, moves, ask->width, ask->height, ask->notation,
                       text.bytes, text.length, &found) == FOURSCORE_OK)
        return true;
    positions_name_option(found.reason, from_0);
    return refuse_at(refusal, found.at, "%s", found.reason);
}

bool ask_read_game(const struct ask *ask, char moves[FOURSCORE_MAX_CELLS + 1],
                   struct refusal *refusal)
{
    struct fourscore_error found = {0};
    if (ask->count != 1)
        return refuse(refusal, 400, "expected one game, got %zu", ask->count);
    struct text text = ask->positions[0];
    if (!check_text(text, "a game", refusal))
        return false;
    if (fourscore_read_game(moves, ask->width, ask->height, ask->notation,
                            text.bytes, text.length, &found) == FOURSCORE_OK)
        return true;
    positions_name_option(found.reason, from_0);
    return refuse_at(refusal, found.at, "move %zu: %s", strlen(moves) + 1,
                     found.reason);
}
