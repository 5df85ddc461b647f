#include "lib/json/json.h"

#include <string.h>

/* A text on the way through it. */
struct cursor {
    const char *at, *end;
};

static void skip_blanks(struct cursor *in)
{
    while (in->at < in->end && *in->at != '\0' && strchr(" \t\r\n", *in->at))
        in->at++;
}

/* Skip blanks, and a byte if it is next. */
static bool skip_byte(struct cursor *in, char byte)
{
    skip_blanks(in);
    if (in->at == in->end || *in->at != byte)
        return false;
    in->at++;
    return true;
}

static bool skip_string(struct cursor *in)
{
    if (!skip_byte(in, '"'))
        return false;
    for (; in->at < in->end && *in->at != '"'; in->at++)
        if (*in->at == '\\' && ++in->at == in->end)
            return false;
    return skip_byte(in, '"');
}

static bool skip_value(struct cursor *in, int depth);

/* Skip what an array or an object has, and its end. */
static bool skip_items(struct cursor *in, char end, int depth)
{
    in->at++;
    if (skip_byte(in, end))
        return true;
    do {
        if (end == '}' && !(skip_string(in) && skip_byte(in, ':')))
            return false;
        if (!skip_value(in, depth))
            return false;
    } while (skip_byte(in, ','));
    return skip_byte(in, end);
}

/* Skip a number, or one of true, false and null. */
static bool skip_word(struct cursor *in)
{
    static const char bytes[] = "+-.0123456789abcdefghijklmnopqrstuvwxyzE";
    const char *from = in->at;
    while (in->at < in->end && *in->at != '\0' && strchr(bytes, *in->at))
        in->at++;
    return in->at > from;
}

static bool skip_value(struct cursor *in, int depth)
{
    skip_blanks(in);
    if (in->at == in->end || depth == JSON_MAX_DEPTH)
        return false;
    if (*in->at == '{' || *in->at == '[')
        return skip_items(in, *in->at == '{' ? '}' : ']', depth + 1);
    return *in->at == '"' ? skip_string(in) : skip_word(in);
}

/* Read the value at a cursor. */
static bool read_value(struct cursor *in, struct json_value *value)
{
    skip_blanks(in);
    const char *from = in->at;
    if (!skip_value(in, 0))
        return false;
    *value = (struct json_value){from, (size_t)(in->at - from)};
    return true;
}

bool json_read(const char *text, size_t length, struct json_value *value)
{
    struct cursor in = {text, text + length};
    if (!read_value(&in, value))
        return false;
    skip_blanks(&in);
    return in.at == in.end;
}

bool json_next(struct json_value list, const char **at, struct json_value *name,
               struct json_value *item)
{
    bool is_object = list.text[0] == '{';
    struct cursor in = {*at == NULL ? list.text + 1 : *at,
                        list.text + list.length};
    skip_byte(&in, ',');
    if (skip_byte(&in, is_object ? '}' : ']'))
        return false;
    if (is_object && !(read_value(&in, name) && skip_byte(&in, ':')))
        return false;
    bool is_read = read_value(&in, item);
    *at = in.at;
    return is_read;
}

bool json_find(struct json_value object, const char *name,
               struct json_value *value)
{
    struct json_value found = {"", 0}, item;
    for (const char *at = NULL; json_next(object, &at, &found, &item);)
        if (found.length == strlen(name) + 2 &&
            memcmp(found.text + 1, name, strlen(name)) == 0) {
            *value = item;
            return true;
        }
    return false;
}

bool json_get_integer(struct json_value value, int *number)
{
    bool is_negative = value.text[0] == '-';
    size_t at = is_negative;
    int found = 0;
    for (; at < value.length && value.text[at] >= '0' &&
           value.text[at] <= '9' && found < 10000;
         at++)
        found = 10 * found + value.text[at] - '0';
    *number = is_negative ? -found : found;
    return at == value.length && at > is_negative;
}

/* The code of the four hexadecimal digits of a \\u at 'at'; 0 if there are
 * none. */
static unsigned read_code(struct json_value value, size_t at)
{
    static const char digits[] = "0123456789abcdef";
    unsigned code = 0;
    if (at + 6 >= value.length || memcmp(value.text + at, "\\u", 2) != 0)
        return 0;
    for (size_t i = at + 2; i < at + 6; i++) {
        char byte = value.text[i];
        const char *digit = byte != '\0' ? strchr(digits, byte | 0x20) : NULL;
        if (digit == NULL)
            return 0;
        code = code << 4 | (unsigned)(digit - digits);
    }
    return code;
}

/* Write a character from its code as UTF-8; returns its size. */
static size_t write_character(unsigned code, char *text)
{
    static const unsigned leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; code >>= 6)
        text[i] = (char)(0x80 | (code & 0x3f));
    text[0] = (char)(leads[size] | code);
    return size;
}

bool json_get_string(struct json_value value, char *text, size_t room,
                     size_t *length)
{
    static const char escapes[] = "nrtbf", bytes[] = "\n\r\t\b\f";
    *length = 0;
    if (value.text[0] != '"')
        return false;
    for (size_t at = 1; at + 1 < value.length; at++) {
        unsigned code = read_code(value, at), low = read_code(value, at + 6);
        if (*length + 4 > room)
            return false;
        if (code >= 0xd800 && code < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
            at += 6;
        }
        if (code != 0) {
            *length += write_character(code, text + *length);
            at += 5;
        } else if (value.text[at] == '\\') {
            char byte = value.text[++at];
            const char *escape = byte != '\0' ? strchr(escapes, byte) : NULL;
            text[(*length)++] = escape != NULL ? bytes[escape - escapes] : byte;
        } else {
            text[(*length)++] = value.text[at];
        }
    }
    return true;
}
