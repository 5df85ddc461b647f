#include "lib/json/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/internal.h"

/* --------------------------------------------------------------------- text */

static void add(struct json *json, const char *bytes, size_t length)
{
    enum { FIRST_ROOM = 1024 }; /* enough for most texts */
    if (json->is_spoilt)
        return;
    if (json->room <= json->length + length) {
        size_t room = FIRST_ROOM + 2 * (json->length + length);
        char *text = realloc(json->text, room);
        if (text == NULL) {
            json_spoil(json);
            return;
        }
        json->text = text;
        json->room = room;
    }
    memcpy(json->text + json->length, bytes, length);
    json->length += length;
    json->text[json->length] = '\0';
}

static void add_word(struct json *json, const char *word)
{
    add(json, word, strlen(word));
}

void json_spoil(struct json *json)
{
    json->is_spoilt = true;
}

void json_free(struct json *json)
{
    free(json->text);
    *json = (struct json){0};
}

char *json_take(struct json *json, size_t *length)
{
    assert(json->depth == 0);
    if (json->is_spoilt)
        json_free(json);
    char *text = json->text;
    *length = json->length;
    *json = (struct json){0};
    return text;
}

/* ------------------------------------------------------------------ strings */

size_t json_utf8(const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;
    uint32_t code;
    for (size_t size = 1; at < end && size > 0; at += size)
        size = (unsigned char)*at < 0x80 ? 1
                                         : board_wide_character(at, end, &code);
    return (size_t)(at - bytes);
}

/* Whether a byte of a string, all of which is UTF-8 or not, stays as it is. */
static bool is_plain(char byte, bool is_utf8)
{
    unsigned char code = (unsigned char)byte;
    return code >= 0x20 && code != '"' && code != '\\' &&
           (code < 0x80 || is_utf8);
}

/* What stands for a byte that does not stay as it is. */
static void add_escape(struct json *json, char byte)
{
    static const char bytes[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = memchr(bytes, byte, sizeof bytes - 1);
    unsigned char code = (unsigned char)byte;
    char text[8];
    if (code >= 0x80)
        snprintf(text, sizeof text, "\xef\xbf\xbd");
    else if (found != NULL)
        snprintf(text, sizeof text, "\\%c", letters[found - bytes]);
    else
        snprintf(text, sizeof text, "\\u%04X", code);
    add_word(json, text);
}

static void add_string(struct json *json, const char *bytes, size_t length)
{
    bool is_utf8 = json_utf8(bytes, length) == length;
    add_word(json, "\"");
    for (size_t start = 0, end; start < length; start = end + 1) {
        end = start;
        while (end < length && is_plain(bytes[end], is_utf8))
            end++;
        add(json, bytes + start, end - start);
        if (end < length)
            add_escape(json, bytes[end]);
    }
    add_word(json, "\"");
}

/* ------------------------------------------------------- arrays and objects */

static bool is_object(const struct json *json)
{
    return (json->objects >> (json->depth - 1) & 1) != 0;
}

static void break_line(struct json *json)
{
    if (json->indent == 0)
        return;
    add_word(json, "\n");
    for (int i = 0; i < json->indent * json->depth; i++)
        add_word(json, " ");
}

/* Add what is before a value. */
static void begin(struct json *json, const char *name)
{
    if (json->depth == 0) {
        assert(name == NULL && json->length == 0);
        return;
    }
    assert((name != NULL) == is_object(json));
    if (!json->is_empty)
        add_word(json, ",");
    json->is_empty = false;
    break_line(json);
    if (name != NULL) {
        add_string(json, name, strlen(name));
        add_word(json, json->indent == 0 ? ":" : ": ");
    }
}

static void open_level(struct json *json, bool as_object)
{
    assert(json->depth < JSON_MAX_DEPTH);
    uint64_t bit = UINT64_C(1) << json->depth++;
    json->objects = as_object ? json->objects | bit : json->objects & ~bit;
    json->is_empty = true;
}

void json_begin_object(struct json *json, const char *name)
{
    begin(json, name);
    add_word(json, "{");
    open_level(json, true);
}

void json_begin_array(struct json *json, const char *name)
{
    begin(json, name);
    add_word(json, "[");
    open_level(json, false);
}

void json_end(struct json *json)
{
    assert(json->depth > 0);
    const char *bracket = is_object(json) ? "}" : "]";
    json->depth--;
    if (!json->is_empty)
        break_line(json);
    json->is_empty = false;
    add_word(json, bracket);
}

/* ------------------------------------------------------------------- values */

void json_put_integer(struct json *json, const char *name, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, number);
    begin(json, name);
    add_word(json, text);
}

void json_put_real(struct json *json, const char *name, double number)
{
    char text[32]; /* a number of 17 digits has 24 bytes */
    assert(isfinite(number) && json->digits <= 17);
    snprintf(text, sizeof text, "%.*g", json->digits == 0 ? 17 : json->digits,
             number);
    char *exponent = strchr(text, 'e');
    begin(json, name);
    if (exponent == NULL) {
        add_word(json, text);
        add_word(json, strchr(text, '.') == NULL ? ".0" : "");
        return;
    }
    char *sign = exponent + 1;
    add(json, text, (size_t)(sign - text));
    add_word(json, *sign == '-' ? "-" : "");
    add_word(json, sign + strspn(sign, "+-0"));
}

void json_put_boolean(struct json *json, const char *name, bool value)
{
    begin(json, name);
    add_word(json, value ? "true" : "false");
}

void json_put_null(struct json *json, const char *name)
{
    begin(json, name);
    add_word(json, "null");
}

void json_put_bytes(struct json *json, const char *name, const char *bytes,
                    size_t length)
{
    begin(json, name);
    add_string(json, bytes, length);
}

void json_put_text(struct json *json, const char *name, const char *text)
{
    json_put_bytes(json, name, text, strlen(text));
}

void json_put_format(struct json *json, const char *name, const char *format,
                     ...)
{
    char text[64];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    json_put_text(json, name, text);
}
