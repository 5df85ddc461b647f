#include "tools/serve/ask.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "lib/json/json.h"
#include "tools/positions.h"

/* ----------------------------------------------------------------- refusals */

/* In one line: a name that is shown may have any bytes. */
static void write_reason(struct refusal *refusal, const char *format,
                         va_list args)
{
    vsnprintf(refusal->reason, sizeof refusal->reason, format, args);
    for (char *byte = refusal->reason; *byte != '\0'; byte++)
        if ((unsigned char)*byte < ' ')
            *byte = '?';
}

bool refuse(struct ask *ask, int status, const char *format, ...)
{
    va_list args;
    ask->refusal = (struct refusal){.status = status};
    va_start(args, format);
    write_reason(&ask->refusal, format, args);
    va_end(args);
    return false;
}

bool refuse_at(struct ask *ask, size_t at, const char *format, ...)
{
    va_list args;
    ask->refusal = (struct refusal){.status = 400, .has_at = true, .at = at};
    va_start(args, format);
    write_reason(&ask->refusal, format, args);
    va_end(args);
    return false;
}

bool ask_succeeds(struct ask *ask, enum fourscore_status status)
{
    return status == FOURSCORE_OK ||
           refuse(ask, status == FOURSCORE_CANCELLED ? ASK_CANCELLED : 503,
                  "%s",
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

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
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
        if (!is_digit(text.bytes[i]) || digit > max ||
            number > (max - digit) / 10)
            return -1;
        number = 10 * number + digit;
    }
    return number;
}

/* ------------------------------------------------------------------ members */

/* Where a member is given. */
enum place { IN_URL = 1, IN_BODY = 2, IN_LIMITS = 4 };

/* The questions that a member is for. */
enum {
    OF_SOLVE = 1 << ASK_SOLVE,
    OF_MOVE = 1 << ASK_MOVE,
    OF_PUZZLE = 1 << ASK_PUZZLE,
    OF_SITE = 1 << ASK_SITE,
    OF_SUCCESSOR = 1 << ASK_SUCCESSOR,
    OF_POSITION = OF_SOLVE | 1 << ASK_EXPLAIN | 1 << ASK_REVIEW | OF_MOVE,
};

struct member {
    const char *name;
    unsigned questions, places; /* sums */

    /* Set it, or return false: then set_member() refuses, unless this has. */
    bool (*set)(struct ask *ask, struct text text);
    bool (*set_json)(struct ask *ask, const json_t *value);

    /* Without these a flag or, if 'max' is set, a number. */
    size_t at; /* in struct ask */
    int64_t min, max;

    const char *expected; /* of a text that is refused */
};

static bool make_room(struct ask *ask, size_t count)
{
    if (ask->positions != NULL)
        return refuse(ask, 400,
                      "give either position or positions, and either in the "
                      "URL or in the body");
    ask->positions = calloc(count + 1, sizeof *ask->positions);
    return ask->positions != NULL || ask_succeeds(ask, FOURSCORE_NO_MEMORY);
}

static bool set_position(struct ask *ask, struct text text)
{
    if (!make_room(ask, 1))
        return false;
    ask->positions[ask->count++] = text;
    return true;
}

/* A number as in JSON, without a sign. */
static bool set_seconds(struct ask *ask, struct text text)
{
    enum { MAX_LENGTH = 31 };
    json_t *json = NULL;
    if (text.length > 0 && text.length <= MAX_LENGTH &&
        is_digit(text.bytes[0]) && is_digit(text.bytes[text.length - 1]))
        json = json_loadb(text.bytes, text.length, JSON_DECODE_ANY, NULL);
    ask->seconds = json_number_value(json);
    json_decref(json);
    return ask->seconds > 0 && ask->seconds <= 1e6;
}

static bool set_board(struct ask *ask, struct text text)
{
    fourscore_position position;
    size_t x = 0;
    while (x < text.length && text.bytes[x] != 'x' && text.bytes[x] != 'X')
        x++;
    if (x == text.length)
        return false;
    struct text width = {text.bytes, x};
    struct text height = {text.bytes + x + 1, text.length - x - 1};
    ask->width = (int)text_number(width, 99);
    ask->height = (int)text_number(height, 99);
    if (ask->width < 1 || ask->height < 1)
        return false;
    return fourscore_from_moves(&position, ask->width, ask->height, "", NULL) ==
               FOURSCORE_OK ||
           refuse(ask, 400,
                  "board: expected at most %d columns and %d rows, and width * "
                  "(height + 1) of at most 127",
                  FOURSCORE_MAX_WIDTH, FOURSCORE_MAX_HEIGHT);
}

static bool set_goal(struct ask *ask, struct text text)
{
    bool is_weak = text_is(text, "weak");
    ask->goal = is_weak ? FOURSCORE_WEAK : FOURSCORE_STRONG;
    return is_weak || text_is(text, "strong");
}

static bool set_full(struct ask *ask, struct text text)
{
    ask->full_is_null = text_is(text, "null");
    return true;
}

static bool set_difficulty(struct ask *ask, struct text text)
{
    int grade = 0;
    while (json_grade(grade) != NULL && !text_is(text, json_grade(grade)))
        grade++;
    if (json_grade(grade) == NULL)
        return false;
    json_grade_set(&ask->puzzle, grade);
    return true;
}

static bool set_positions(struct ask *ask, const json_t *value);
static bool set_limits(struct ask *ask, const json_t *value);

#define DIGITS_OF(number) #number
#define DIGITS(number) DIGITS_OF(number)
#define NUMBER(member, least, most)                                            \
    .at = offsetof(struct ask, member), .min = (least), .max = (most)
#define FLAG(member)                                                           \
    .at = offsetof(struct ask, member), .expected = "true or false, or 1 or 0"

static const struct member members[] = {
    {"position", OF_POSITION | OF_SUCCESSOR, IN_URL | IN_BODY,
     .set = set_position},
    {"positions", OF_POSITION, IN_BODY, .set_json = set_positions},
    {"pos", OF_SITE, IN_URL, .set = set_position},
    {"full", OF_SITE, IN_URL, .set = set_full},
    {"first", OF_POSITION | OF_SITE | OF_SUCCESSOR, IN_URL | IN_BODY,
     NUMBER(first, 0, 1),
     .expected = "1 or 0, the number of the leftmost column"},
    {"board", OF_POSITION | OF_PUZZLE | OF_SITE | OF_SUCCESSOR,
     IN_URL | IN_BODY, .set = set_board,
     .expected = "a width and a height, as in 7x6"},
    {"goal", OF_SOLVE, IN_URL | IN_BODY, .set = set_goal,
     .expected = "strong or weak"},
    {"all", OF_SOLVE, IN_URL | IN_BODY, FLAG(all)},
    {"best", OF_SOLVE, IN_URL | IN_BODY, FLAG(best)},
    {"pv", OF_SOLVE, IN_URL | IN_BODY, FLAG(pv)},
    {"level", OF_MOVE, IN_URL, NUMBER(level, 1, FOURSCORE_LEVELS),
     .expected = "1 to " DIGITS(FOURSCORE_LEVELS)},
    {"seed", OF_MOVE | OF_PUZZLE, IN_URL,
     NUMBER(seed, 0, INT64_C(999999999999999999)),
     .expected = "a whole number of up to 18 digits"},
    {"win_in", OF_PUZZLE, IN_URL, NUMBER(win_in, 1, FOURSCORE_MAX_CELLS),
     .expected = "1 to " DIGITS(FOURSCORE_MAX_CELLS)},
    {"only_move", OF_PUZZLE, IN_URL, FLAG(only_move)},
    {"difficulty", OF_PUZZLE, IN_URL, .set = set_difficulty,
     .expected = "easy, medium, hard or expert"},
    {"seconds", OF_POSITION, IN_URL | IN_LIMITS, .set = set_seconds,
     .expected = "a number above 0, at most 1000000"},
    {"nodes", OF_POSITION, IN_URL | IN_LIMITS,
     NUMBER(nodes, 1, INT64_C(1000000000000000000)),
     .expected = "a whole number from 1 to 10^18"},
    {"limits", OF_POSITION, IN_BODY, .set_json = set_limits},
};
enum { MEMBERS = sizeof members / sizeof *members };

static bool may_have(const struct ask *ask, enum place place, int member)
{
    return (members[member].questions & 1u << ask->question) != 0 &&
           (members[member].places & place) != 0;
}

/* The member of a name, or NULL. */
static const struct member *find_member(const struct ask *ask, enum place place,
                                        struct text name)
{
    for (int i = 0; i < MEMBERS; i++)
        if (may_have(ask, place, i) && text_is(name, members[i].name))
            return &members[i];
    return NULL;
}

static bool refuse_unknown(struct ask *ask, enum place place, struct text name)
{
    enum { SHOWN = 23 }; /* bytes */
    static const char *const kinds[] = {[IN_URL] = "argument",
                                        [IN_BODY] = "member",
                                        [IN_LIMITS] = "member of limits"};
    char expected[128] = "";
    int last = MEMBERS - 1;
    while (last >= 0 && !may_have(ask, place, last))
        last--;
    for (int i = 0; i <= last; i++)
        if (may_have(ask, place, i))
            cli_append(expected, sizeof expected, "%s%s",
                       expected[0] == '\0' ? ""
                       : i < last          ? ", "
                                           : " or ",
                       members[i].name);
    return refuse(ask, 400, "%.*s: this %s is unknown, expected %s",
                  name.length < SHOWN ? (int)name.length : SHOWN, name.bytes,
                  kinds[place], expected);
}

/* Set a member, which must not be given twice. */
static bool set_member(struct ask *ask, const struct member *member,
                       struct text text)
{
    unsigned bit = 1u << (member - members);
    if ((ask->given & bit) != 0)
        return refuse(ask, 400, "%s: given twice", member->name);
    ask->given |= bit;
    void *value = (char *)ask + member->at;
    bool is_good;
    if (member->set != NULL) {
        is_good = member->set(ask, text);
    } else if (member->max > 0) {
        *(int64_t *)value = text_number(text, member->max);
        is_good = *(int64_t *)value >= member->min;
    } else {
        *(bool *)value = text_is(text, "1") || text_is(text, "true");
        is_good =
            *(bool *)value || text_is(text, "0") || text_is(text, "false");
    }
    if (!is_good && ask->refusal.status == 0)
        refuse(ask, 400, "%s: expected %s", member->name, member->expected);
    return is_good;
}

bool ask_argument(struct ask *ask, struct text name, struct text value)
{
    const struct member *member = find_member(ask, IN_URL, name);
    bool is_ignored =
        (ask->question == ASK_SITE || ask->question == ASK_SUCCESSOR) &&
        !text_is(name, "first_column") && !text_is(name, "firstColumn");
    return member != NULL ? set_member(ask, member, value)
                          : is_ignored || refuse_unknown(ask, IN_URL, name);
}

/* -------------------------------------------------------------------- lines */

bool ask_lines(struct ask *ask, struct text body)
{
    size_t count = 0;
    const char *end = body.bytes + body.length;
    for (const char *byte = body.bytes; byte < end; byte++)
        count += *byte == '\n';
    count += body.length > 0 && end[-1] != '\n';
    if (count > ASK_MAX_POSITIONS)
        return refuse(ask, 413, "expected at most %d lines", ASK_MAX_POSITIONS);
    if (ask->question == ASK_EXPLAIN ||
        (ask->question == ASK_REVIEW &&
         positions_begins_with_tag(body.bytes, body.length)))
        return set_position(ask, body);
    ask->many = true;
    if (!make_room(ask, count))
        return false;
    for (const char *line = body.bytes; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        size_t length = (size_t)(stop - line);
        if (length > 0 && line[length - 1] == '\r')
            length--;
        if (*line != '#')
            ask->positions[ask->count++] = (struct text){line, length};
        line = stop < end ? stop + 1 : end;
    }
    return true;
}

/* --------------------------------------------------------------------- JSON */

static const char no_position[] =
    "a position: expected a string, a list or an object";

/*
 * The text of a value as in a URL, in the storage; that of a list or an object
 * is JSON.  Without bytes for what no member can be, and for what there is no
 * room for.  The storage is as large as the body, in which a value is at least
 * as long as its text; but a list of numbers such as 1e300 becomes longer.
 */
static struct text text_of(struct ask *ask, const json_t *value)
{
    char *text = ask->storage + ask->used;
    size_t room = ask->room - ask->used, length;
    if (json_is_real(value))
        length = (size_t)snprintf(text, room, "%.17g", json_real_value(value));
    else if (json_is_string(value))
        length = json_string_length(value);
    else
        length = json_dumpb(value, text, room, JSON_COMPACT | JSON_ENCODE_ANY);
    if (length >= room || json_is_null(value))
        return (struct text){0};
    if (json_is_string(value))
        memcpy(text, json_string_value(value), length);
    ask->used += length;
    return (struct text){text, length};
}

static struct text position_of(struct ask *ask, const json_t *value)
{
    bool is_position =
        json_is_string(value) || json_is_array(value) || json_is_object(value);
    return is_position ? text_of(ask, value) : (struct text){0};
}

static bool set_positions(struct ask *ask, const json_t *value)
{
    size_t count = json_array_size(value);
    ask->many = true;
    if (count > ASK_MAX_POSITIONS)
        return refuse(ask, 413, "positions: expected at most %d",
                      ASK_MAX_POSITIONS);
    if (!make_room(ask, count))
        return false;
    for (; ask->count < count; ask->count++)
        ask->positions[ask->count] =
            position_of(ask, json_array_get(value, ask->count));
    return json_is_array(value) ||
           refuse(ask, 400, "positions: expected a list");
}

/* Set the members of an object: of the whole body, or its limits. */
static bool set_members(struct ask *ask, enum place place, const json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        const struct text name = {key, strlen(key)};
        const struct member *member = find_member(ask, place, name);
        bool is_good;
        if (member == NULL)
            is_good = refuse_unknown(ask, place, name);
        else if (member->set_json != NULL)
            is_good = member->set_json(ask, value);
        else
            is_good =
                set_member(ask, member,
                           member->set == set_position ? position_of(ask, value)
                                                       : text_of(ask, value));
        if (!is_good)
            return false;
    }
    return true;
}

static bool set_limits(struct ask *ask, const json_t *value)
{
    return json_is_object(value)
               ? set_members(ask, IN_LIMITS, value)
               : refuse(ask, 400, "limits: expected an object");
}

/* Bound the stack and the memory of the parser: lists and objects take a
 * hundred times their bytes. */
static bool check_nesting(struct ask *ask, struct text body)
{
    int depth = 0, lists = 0;
    bool is_in_text = false;
    for (size_t at = 0; at < body.length; at++) {
        char byte = body.bytes[at];
        if (byte == '\\' && is_in_text)
            at++;
        else if (byte == '"')
            is_in_text = !is_in_text;
        if (is_in_text)
            continue;
        if (byte == '[' || byte == '{') {
            depth++;
            lists++;
        } else if (byte == ']' || byte == '}') {
            depth--;
        }
        if (depth > ASK_MAX_DEPTH)
            return refuse_at(ask, at, no_position);
        if (lists > ASK_MAX_LISTS)
            return refuse(ask, 413, "the body: expected at most %d lists",
                          ASK_MAX_LISTS);
    }
    return true;
}

bool ask_json(struct ask *ask, struct text body)
{
    /* What is parsed takes many times the bytes of the body: one at a time. */
    static pthread_mutex_t parser = PTHREAD_MUTEX_INITIALIZER;
    json_error_t found;
    if (!check_nesting(ask, body))
        return false;
    ask->room = body.length + 1;
    ask->storage = malloc(ask->room);
    if (ask->storage == NULL)
        return ask_succeeds(ask, FOURSCORE_NO_MEMORY);
    pthread_mutex_lock(&parser);
    json_t *object =
        json_loadb(body.bytes, body.length,
                   JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &found);
    bool is_good = json_is_object(object) && set_members(ask, IN_BODY, object);
    if (object != NULL && !json_is_object(object))
        refuse(ask, 400, "the body: expected a JSON object");
    else if (object == NULL && found.text[0] == '\0') /* it is good */
        is_good = ask_succeeds(ask, FOURSCORE_NO_MEMORY);
    else if (object == NULL)
        refuse_at(ask, found.position > 0 ? (size_t)found.position : 0,
                  "the body is not JSON: %.120s", found.text);
    json_decref(object);
    pthread_mutex_unlock(&parser);
    return is_good;
}

/* ----------------------------------------------------------------- checking */

void ask_open(struct ask *ask, enum ask_question question)
{
    *ask = (struct ask){.question = question,
                        .width = 7,
                        .height = 6,
                        .first = 1,
                        .level = FOURSCORE_LEVELS,
                        .seed = 1,
                        .puzzle = FOURSCORE_PUZZLE_CONFIG_INIT};
}

void ask_close(struct ask *ask)
{
    free(ask->positions);
    free(ask->storage);
    *ask = (struct ask){0};
}

bool ask_read(struct ask *ask, struct text text)
{
    struct fourscore_error found = {0};
    bool is_game = ask->question == ASK_REVIEW;
    int notation = ask->first == 0 ? FOURSCORE_FROM_0 : FOURSCORE_AUTO;
    if (text.bytes == NULL)
        return refuse(ask, 400, no_position);
    if (text.length > ASK_MAX_POSITION)
        return refuse_at(ask, ASK_MAX_POSITION,
                         "expected a %s of at most %d bytes",
                         is_game ? "game" : "position", ASK_MAX_POSITION);
    enum fourscore_status status =
        is_game ? fourscore_read_game(ask->moves, ask->width, ask->height,
                                      notation, text.bytes, text.length, &found)
                : fourscore_read(&ask->position, ask->moves, ask->width,
                                 ask->height, notation, text.bytes, text.length,
                                 &found);
    size_t length = json_utf8(text.bytes, text.length);
    positions_name_option(found.reason, "first=0");
    if (status != FOURSCORE_OK && is_game)
        return refuse_at(ask, found.at, "move %zu: %s", strlen(ask->moves) + 1,
                         found.reason);
    if (status != FOURSCORE_OK)
        return refuse_at(ask, found.at, "%s", found.reason);
    return length == text.length || /* there may be comments */
           refuse_at(ask, length, "byte 0x%02x is not UTF-8",
                     (unsigned char)text.bytes[length]);
}

static bool check_puzzle(struct ask *ask)
{
    int max = fourscore_puzzle_max_win_in(ask->width, ask->height);
    ask->puzzle.width = ask->width;
    ask->puzzle.height = ask->height;
    ask->puzzle.seed = (uint64_t)ask->seed;
    ask->puzzle.win_in = (int)ask->win_in;
    ask->puzzle.only_move = ask->only_move;
    return ask->win_in <= max ||
           refuse(ask, 400,
                  "win_in: a puzzle on a board of %dx%d has at most a win in "
                  "%d",
                  ask->width, ask->height, max);
}

bool ask_check(struct ask *ask)
{
    const unsigned unfinished = OF_SITE | OF_SUCCESSOR | OF_MOVE;
    ask->find = (ask->all ? FOURSCORE_ALL_MOVES : 0) |
                (ask->best ? FOURSCORE_BEST : 0) | (ask->pv ? FOURSCORE_PV : 0);
    if (ask->question == ASK_PUZZLE)
        return check_puzzle(ask);
    if (ask->positions == NULL)
        return refuse(ask, 400, "%s",
                      ask->question == ASK_SITE
                          ? "pos is missing, expected /solve?pos=4453"
                          : "the position is missing");
    if (ask->goal == FOURSCORE_WEAK && ask->pv)
        return refuse(ask, 400, "pv: expected the goal strong");
    if (ask->question == ASK_SOLVE && ask->many)
        return true;
    if (ask->count != 1)
        return refuse(ask, 400, "expected one %s, got %zu",
                      ask->question == ASK_REVIEW ? "game" : "position",
                      ask->count);
    return ask_read(ask, ask->positions[0]) &&
           ((unfinished & 1u << ask->question) == 0 ||
            !positions_is_over(&ask->position) ||
            refuse_at(ask, ask->positions[0].length, "the game is over"));
}
