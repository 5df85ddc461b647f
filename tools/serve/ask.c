#include "tools/serve/ask.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/members.h"

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

bool server_text_is(struct server_text value, const char *word)
{
    return value.length == strlen(word) &&
           memcmp(value.bytes, word, value.length) == 0;
}

int server_text_flag(struct server_text text)
{
    if (server_text_is(text, "1") || server_text_is(text, "true"))
        return 1;
    return server_text_is(text, "0") || server_text_is(text, "false") ? 0 : -1;
}

int64_t server_text_number(struct server_text text, int64_t max)
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

/* The bytes of the character that a text begins with; 0 if it is not UTF-8. */
static size_t character(const unsigned char *bytes, size_t left)
{
    static const struct {
        unsigned char mask, head;
        uint32_t least;
    } kinds[] = {{0x80, 0x00, 0},
                 {0xe0, 0xc0, 0x80},
                 {0xf0, 0xe0, 0x800},
                 {0xf8, 0xf0, 0x10000}};
    size_t more = 0;
    while (more < 4 && (bytes[0] & kinds[more].mask) != kinds[more].head)
        more++;
    if (more == 4 || more >= left)
        return 0;
    uint32_t code = bytes[0] & (unsigned char)~kinds[more].mask;
    for (size_t i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (bytes[i] & 0x3f);
    }
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return code < kinds[more].least || code > 0x10ffff || is_surrogate
               ? 0
               : more + 1;
}

size_t server_text_utf8(struct server_text text)
{
    size_t length = 0, more = 1;
    while (length < text.length && more > 0) {
        more = character((const unsigned char *)text.bytes + length,
                         text.length - length);
        length += more;
    }
    return length;
}

bool server_ask_make_room(struct server_ask *ask, size_t count,
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
    if (!server_ask_make_room(ask, 1, error))
        return false;
    ask->positions[ask->count++] = text;
    return true;
}

/* ------------------------------------------------------ arguments of the URL
 */

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* A number in decimal, as in JSON; NAN if the text is none. */
static double read_decimal(struct server_text value)
{
    char text[32], *end;
    if (value.length == 0 || value.length >= sizeof text)
        return NAN;
    memcpy(text, value.bytes, value.length);
    text[value.length] = '\0';
    const char *point = strchr(text, '.');
    if (!is_digit(text[0]) || !is_digit(text[value.length - 1]) ||
        (text[0] == '0' && is_digit(text[1])) ||
        (point != NULL && !is_digit(point[1])) ||
        strspn(text, "0123456789.eE+-") != value.length)
        return NAN;
    double number = strtod(text, &end);
    return *end == '\0' ? number : NAN;
}

static bool set_flag(struct server_ask *ask, enum server_member member,
                     struct server_text value, struct server_error *error)
{
    int flag = server_text_flag(value);
    if (flag < 0)
        return server_refuse(error, 400, "%s: expected 1 or 0",
                             server_member_names[member]);
    server_member_set_flag(ask, member, flag == 1);
    return true;
}

bool server_ask_argument(struct server_ask *ask, const char *name,
                         struct server_text value, struct server_error *error)
{
    enum server_member member = server_member_find(name);
    if (member == SERVER_ASK_MEMBERS)
        return server_refuse(error, 400,
                             "an argument of the URL is unknown, expected "
                             "position, board, goal, all, best, pv, seconds or "
                             "nodes");
    if (!server_member_mark(ask, member, error))
        return false;
    switch (member) {
    case SERVER_ASK_BOARD:
    case SERVER_ASK_GOAL:
        return server_member_set_text(ask, member, value, error);
    case SERVER_ASK_SECONDS:
        return server_member_set_number(ask, member, read_decimal(value),
                                        error);
    case SERVER_ASK_NODES:
        return server_member_set_number(
            ask, member, (double)server_text_number(value, SERVER_MAX_NODES),
            error);
    case SERVER_ASK_POSITION:
        return server_ask_position(ask, value, error);
    default:
        return set_flag(ask, member, value, error);
    }
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
    if (!server_ask_make_room(ask, count, error))
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

static bool set_at(struct server_error *error, size_t at)
{
    error->has_at = true;
    error->at = at;
    return false;
}

bool server_text_check(struct server_text text, const char *what,
                       struct server_error *error)
{
    if (text.length > SERVER_MAX_POSITION) {
        server_refuse(error, 400, "expected %s of at most %d bytes", what,
                      SERVER_MAX_POSITION);
        return set_at(error, SERVER_MAX_POSITION);
    }
    size_t length = server_text_utf8(text);
    if (length == text.length)
        return true;
    server_refuse(error, 400, "%s: byte 0x%02x is not UTF-8", what,
                  (unsigned char)text.bytes[length]);
    return set_at(error, length);
}

bool server_read_position(const struct server_ask *ask, struct server_text text,
                          fourscore_position *position,
                          struct server_error *error)
{
    struct fourscore_error found = {0};
    if (!server_text_check(text, "a position", error))
        return false;
    if (fourscore_read(position, ask->width, ask->height, FOURSCORE_AUTO,
                       text.bytes, text.length, &found) == FOURSCORE_OK)
        return true;
    server_refuse(error, 400, "%s", found.reason);
    return set_at(error, found.at);
}
