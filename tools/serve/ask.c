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

enum { SHOWN_SIZE = 24 };

/* Write the beginning of a name for a message, with '?' for what is not ASCII;
 * returns 'shown'. */
static const char *show(struct text name, char shown[SHOWN_SIZE])
{
    size_t length = 0;
    for (; length < name.length && length < SHOWN_SIZE - 1; length++) {
        char byte = name.bytes[length];
        shown[length] = byte > ' ' && byte <= '~' ? byte : '?';
    }
    shown[length] = '\0';
    return shown;
}

/* ---------------------------------------------------------------- positions */

static const char no_position[] = "a position: expected a string or a list";

void ask_open(struct ask *ask, enum ask_question question)
{
    *ask = (struct ask){.question = question,
                        .width = 7,
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

static bool set_position(struct ask *ask, struct text text,
                         struct refusal *refusal)
{
    if (!make_room(ask, 1, refusal))
        return false;
    ask->positions[ask->count++] = text;
    return true;
}

/* ------------------------------------------------------------------ members */

enum { MAX_DECIMAL = 31 }; /* bytes */
#define MAX_NODES INT64_C(1000000000000000000)
#define MAX_SEED INT64_C(999999999999999999)

/* The questions that a member is for; in JSON, limits are in "limits". */
enum scope {
    OF_SOLVE = 1 << ASK_SOLVE,
    OF_GAME = 1 << ASK_EXPLAIN | 1 << ASK_REVIEW,
    OF_MOVE = 1 << ASK_MOVE,
    OF_PUZZLE = 1 << ASK_PUZZLE,
    OF_SITE = 1 << ASK_SITE,
    OF_SUCCESSOR = 1 << ASK_SUCCESSOR,
    OF_POSITION = OF_SOLVE | OF_GAME | OF_MOVE,
    OF_LIMITS = 1 << ASK_QUESTIONS
};

struct member {
    const char *name;
    bool (*set)(struct ask *ask, struct text text, struct refusal *refusal);
    unsigned scope; /* a sum of enum scope */
    unsigned find;  /* of a flag, which has no 'set': what it asks for */
};

/* The number in the bytes from 'first' up to 'end', of up to two digits; 0 or
 * -1 if there is none. */
static int read_side(struct text text, size_t first, size_t end)
{
    struct text side = {text.bytes + first, end - first};
    return (int)text_number(side, 99);
}

static bool set_board(struct ask *ask, struct text text,
                      struct refusal *refusal)
{
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

static bool set_goal(struct ask *ask, struct text text, struct refusal *refusal)
{
    bool is_weak = text_is(text, "weak");
    ask->goal = is_weak ? FOURSCORE_WEAK : FOURSCORE_STRONG;
    return is_weak || text_is(text, "strong") ||
           refuse(refusal, 400, "goal: expected strong or weak");
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* A number as in JSON, without a sign. */
static bool set_seconds(struct ask *ask, struct text text,
                        struct refusal *refusal)
{
    json_t *json = NULL;
    if (text.length > 0 && text.length <= MAX_DECIMAL &&
        is_digit(text.bytes[0]) && is_digit(text.bytes[text.length - 1]))
        json = json_loadb(text.bytes, text.length, JSON_DECODE_ANY, NULL);
    ask->seconds = json_number_value(json);
    json_decref(json);
    return (ask->seconds > 0 && ask->seconds <= 1e6) ||
           refuse(refusal, 400,
                  "seconds: expected a number above 0, at most "
                  "1000000");
}

static bool set_nodes(struct ask *ask, struct text text,
                      struct refusal *refusal)
{
    int64_t nodes = text_number(text, MAX_NODES);
    ask->nodes = (uint64_t)nodes;
    return nodes >= 1 ||
           refuse(refusal, 400,
                  "nodes: expected a whole number from 1 to 10^18");
}

static bool set_first(struct ask *ask, struct text text,
                      struct refusal *refusal)
{
    int64_t first = text_number(text, 1);
    ask->notation = first == 0 ? FOURSCORE_FROM_0 : FOURSCORE_AUTO;
    return first >= 0 ||
           refuse(refusal, 400,
                  "first: expected 1 or 0, the number of the leftmost column");
}

static bool set_full(struct ask *ask, struct text text, struct refusal *refusal)
{
    (void)refusal;
    ask->full_is_null = text_is(text, "null");
    return true;
}

static bool set_seed(struct ask *ask, struct text text, struct refusal *refusal)
{
    int64_t seed = text_number(text, MAX_SEED);
    ask->puzzle.seed = (uint64_t)seed;
    return seed >= 0 ||
           refuse(refusal, 400,
                  "seed: expected a whole number of up to 18 digits");
}

static bool set_level(struct ask *ask, struct text text,
                      struct refusal *refusal)
{
    ask->level = (int)text_number(text, FOURSCORE_LEVELS);
    return ask->level >= 1 ||
           refuse(refusal, 400, "level: expected 1 to %d", FOURSCORE_LEVELS);
}

static bool set_win_in(struct ask *ask, struct text text,
                       struct refusal *refusal)
{
    ask->puzzle.win_in = (int)text_number(text, FOURSCORE_MAX_CELLS);
    return ask->puzzle.win_in >= 1 ||
           refuse(refusal, 400, "win_in: expected 1 to %d",
                  FOURSCORE_MAX_CELLS);
}

static bool set_only_move(struct ask *ask, struct text text,
                          struct refusal *refusal)
{
    ask->puzzle.only_move = text_flag(text);
    return ask->puzzle.only_move >= 0 ||
           refuse(refusal, 400, "only_move: expected 1 or 0");
}

static bool set_difficulty(struct ask *ask, struct text text,
                           struct refusal *refusal)
{
    for (int i = 0; json_grade(i) != NULL; i++)
        if (text_is(text, json_grade(i))) {
            json_grade_set(&ask->puzzle, i);
            return true;
        }
    return refuse(refusal, 400,
                  "difficulty: expected easy, medium, hard or expert");
}

static const struct member members[] = {
    {"position", set_position, OF_POSITION | OF_SUCCESSOR, 0},
    {"pos", set_position, OF_SITE, 0},
    {"full", set_full, OF_SITE, 0},
    {"first", set_first, OF_POSITION, 0},
    {"board", set_board, OF_POSITION | OF_PUZZLE, 0},
    {"goal", set_goal, OF_SOLVE, 0},
    {"all", NULL, OF_SOLVE, FOURSCORE_ALL_MOVES},
    {"best", NULL, OF_SOLVE, FOURSCORE_BEST},
    {"pv", NULL, OF_SOLVE, FOURSCORE_PV},
    {"seconds", set_seconds, OF_POSITION | OF_LIMITS, 0},
    {"nodes", set_nodes, OF_POSITION | OF_LIMITS, 0},
    {"level", set_level, OF_MOVE, 0},
    {"seed", set_seed, OF_MOVE | OF_PUZZLE, 0},
    {"win_in", set_win_in, OF_PUZZLE, 0},
    {"only_move", set_only_move, OF_PUZZLE, 0},
    {"difficulty", set_difficulty, OF_PUZZLE, 0},
};

/* What an unknown member is told; NULL: it is ignored. */
static const char *const expected[ASK_QUESTIONS] = {
    [ASK_SOLVE] = ("position, first, board, goal, all, best, pv, "
                   "seconds or nodes"),
    [ASK_EXPLAIN] = "position, first, board, seconds or nodes",
    [ASK_REVIEW] = "position, first, board, seconds or nodes",
    [ASK_MOVE] = "position, first, board, level, seed, seconds or nodes",
    [ASK_PUZZLE] = "board, seed, win_in, only_move or difficulty",
};

/* The member of a name, or NULL. */
static const struct member *find_member(const struct ask *ask, struct text name)
{
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (text_is(name, members[i].name) &&
            (members[i].scope & 1u << ask->question) != 0)
            return &members[i];
    return NULL;
}

/* Set a member, which must not be given twice. */
static bool set_member(struct ask *ask, const struct member *member,
                       struct text text, struct refusal *refusal)
{
    unsigned bit = 1u << (member - members);
    if ((ask->given & bit) != 0)
        return refuse(refusal, 400, "%s: given twice", member->name);
    ask->given |= bit;
    if (member->set != NULL)
        return member->set(ask, text, refusal);
    int flag = text_flag(text);
    if (flag == 1)
        ask->find |= member->find;
    return flag >= 0 ||
           refuse(refusal, 400, "%s: expected true or false, or 1 or 0",
                  member->name);
}

bool ask_argument(struct ask *ask, struct text name, struct text value,
                  struct refusal *refusal)
{
    const struct member *member = find_member(ask, name);
    if (member != NULL)
        return set_member(ask, member, value, refusal);
    char shown[SHOWN_SIZE];
    return expected[ask->question] == NULL ||
           refuse(refusal, 400, "%s: this argument is unknown, expected %s",
                  show(name, shown), expected[ask->question]);
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
    if (ask->question == ASK_EXPLAIN ||
        (ask->question == ASK_REVIEW &&
         positions_begins_with_tag(body.bytes, body.length)))
        return set_position(ask, body, refusal);
    if (!make_room(ask, count, refusal))
        return false;
    ask->many = true;
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

/* The text of a value as in a URL, which stays as long as the value and
 * 'number'; "" for what no member can be. */
static struct text text_of(const json_t *value, char number[MAX_DECIMAL + 1])
{
    if (json_is_string(value))
        return (struct text){json_string_value(value),
                             json_string_length(value)};
    if (json_is_boolean(value))
        snprintf(number, MAX_DECIMAL + 1, "%s",
                 json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        snprintf(number, MAX_DECIMAL + 1, "%" JSON_INTEGER_FORMAT,
                 json_integer_value(value));
    else if (json_is_real(value))
        snprintf(number, MAX_DECIMAL + 1, "%.17g", json_real_value(value));
    else
        number[0] = '\0';
    return (struct text){number, strlen(number)};
}

/*
 * Append a position: a string or a list.  Of anything else, and of what
 * 'storage' has no room for, the bytes are NULL, which check_length() refuses.
 * As text a position is at most as long as in the body, so that 'storage',
 * which is as long, has room for all; but a list of numbers such as 1e300
 * becomes longer.
 */
static void add_position(struct ask *ask, const json_t *value, size_t room,
                         size_t *used)
{
    struct text *position = &ask->positions[ask->count++];
    char *text = ask->storage + *used;
    size_t left = room - *used;
    size_t length = json_is_string(value)
                        ? json_string_length(value)
                        : json_dumpb(value, NULL, 0, JSON_COMPACT);
    if (length > left || (!json_is_string(value) && !json_is_array(value)))
        return;
    if (json_is_string(value))
        memcpy(text, json_string_value(value), length);
    else
        json_dumpb(value, text, left, JSON_COMPACT);
    *position = (struct text){text, length};
    *used += length;
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
    if (!make_room(ask, count, refusal))
        return false;
    for (size_t i = 0; i < count; i++)
        add_position(ask, many ? json_array_get(value, i) : value, room, &used);
    return true;
}

/* Set the members of an object: of the whole body, or its limits. */
static bool set_members(struct ask *ask, json_t *object, bool is_limits,
                        size_t room, struct refusal *refusal)
{
    const char *name;
    json_t *value;
    char number[MAX_DECIMAL + 1], shown[SHOWN_SIZE];
    bool good = true;
    if (!json_is_object(object))
        return refuse(refusal, 400,
                      is_limits ? "limits: expected an object"
                                : "the body: expected a JSON object");
    json_object_foreach(object, name, value)
    {
        const struct text text = {name, strlen(name)};
        const struct member *member = find_member(ask, text);
        bool many = text_is(text, "positions");
        if (!is_limits && text_is(text, "limits"))
            good = set_members(ask, value, true, room, refusal);
        else if (!is_limits && (many || text_is(text, "position")))
            good = set_positions(ask, many, value, room, refusal);
        else if (member != NULL &&
                 ((member->scope & OF_LIMITS) != 0) == is_limits)
            good = set_member(ask, member, text_of(value, number), refusal);
        else
            good = refuse(refusal, 400,
                          "%s: this member%s is unknown, expected %s",
                          show(text, shown), is_limits ? " of limits" : "",
                          is_limits ? "seconds or nodes"
                          : ask->question == ASK_SOLVE
                              ? "position, positions, first, board, goal, all, "
                                "best, pv or limits"
                              : "position, first, board or limits");
        if (!good)
            return false;
    }
    return true;
}

/* Bound the stack and the memory of the parser: lists and objects take a
 * hundred times their bytes. */
static bool check_nesting(struct text body, struct refusal *refusal)
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
            return refuse_at(refusal, at, no_position);
        if (lists > ASK_MAX_LISTS)
            return refuse(refusal, 413, "the body: expected at most %d lists",
                          ASK_MAX_LISTS);
    }
    return true;
}

bool ask_json(struct ask *ask, struct text body, struct refusal *refusal)
{
    /* What is parsed takes many times the bytes of the body: one at a time. */
    static pthread_mutex_t parser = PTHREAD_MUTEX_INITIALIZER;
    json_error_t found;
    size_t room = body.length + 1;
    if (!check_nesting(body, refusal))
        return false;
    ask->storage = malloc(room);
    if (ask->storage == NULL)
        return refuse(refusal, 503, "out of memory");
    pthread_mutex_lock(&parser);
    json_t *object =
        json_loadb(body.bytes, body.length,
                   JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &found);
    bool good =
        object != NULL && set_members(ask, object, false, room, refusal);
    json_decref(object);
    pthread_mutex_unlock(&parser);
    if (object == NULL && found.text[0] == '\0') /* nothing is wrong with it */
        return refuse(refusal, 503, "out of memory");
    if (object == NULL)
        return refuse_at(refusal,
                         found.position > 0 ? (size_t)found.position : 0,
                         "the body is not JSON: %.120s", found.text);
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

/* Check the length of the text of 'what', such as "a position". */
static bool check_length(struct text text, const char *what,
                         struct refusal *refusal)
{
    if (text.bytes == NULL)
        return refuse(refusal, 400, no_position);
    return text.length <= ASK_MAX_POSITION ||
           refuse_at(refusal, ASK_MAX_POSITION,
                     "expected %s of at most %d bytes", what, ASK_MAX_POSITION);
}

/* Check the encoding of a text that is read, which may have comments. */
static bool check_encoding(struct text text, struct refusal *refusal)
{
    size_t length = json_utf8(text.bytes, text.length);
    return length == text.length ||
           refuse_at(refusal, length, "byte 0x%02x is not UTF-8",
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
    if (!check_length(text, "a position", refusal))
        return false;
    if (fourscore_read(position, moves, ask->width, ask->height, ask->notation,
                       text.bytes, text.length, &found) == FOURSCORE_OK)
        return check_encoding(text, refusal);
    positions_name_option(found.reason, from_0);
    return refuse_at(refusal, found.at, "%s", found.reason);
}

static bool read_game(struct ask *ask, struct refusal *refusal)
{
    struct fourscore_error found = {0};
    struct text text = ask->positions[0];
    if (!check_length(text, "a game", refusal))
        return false;
    if (fourscore_read_game(ask->moves, ask->width, ask->height, ask->notation,
                            text.bytes, text.length, &found) == FOURSCORE_OK)
        return check_encoding(text, refusal);
    positions_name_option(found.reason, from_0);
    return refuse_at(refusal, found.at, "move %zu: %s", strlen(ask->moves) + 1,
                     found.reason);
}

bool ask_check(struct ask *ask, struct refusal *refusal)
{
    const unsigned unfinished = OF_SITE | OF_SUCCESSOR | OF_MOVE;
    if (ask->question == ASK_PUZZLE)
        return check_puzzle(ask, refusal);
    if (ask->positions == NULL)
        return refuse(refusal, 400, "%s",
                      ask->question == ASK_SITE
                          ? "pos is missing, expected /solve?pos=4453"
                          : "the position is missing");
    if (ask->goal == FOURSCORE_WEAK && (ask->find & FOURSCORE_PV) != 0)
        return refuse(refusal, 400, "pv: expected the goal strong");
    if (ask->question == ASK_SOLVE && ask->many)
        return true;
    if (ask->count != 1)
        return refuse(refusal, 400, "expected one %s, got %zu",
                      ask->question == ASK_REVIEW ? "game" : "position",
                      ask->count);
    if (ask->question == ASK_REVIEW)
        return read_game(ask, refusal);
    struct text text = ask->positions[0];
    if (!ask_read_position(ask, text, &ask->position, ask->moves, refusal))
        return false;
    return (unfinished & 1u << ask->question) == 0 ||
           !positions_is_over(&ask->position) ||
           refuse_at(refusal, text.length, "the game is over");
}
