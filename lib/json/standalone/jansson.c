#include "lib/json/standalone/jansson.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { OBJECT, ARRAY, TEXT, INTEGER, REAL, WORD };

struct json_t {
    enum kind kind;
    union {
        struct {
            json_t *first, *last; /* of the members */
        };
        struct {
            char *text;
            size_t length;
        };
        json_int_t integer;
        double real;
        const char *word;
    };
    char *name; /* of a member of an object, or NULL */
    json_t *next;
};

/* ------------------------------------------------------------------- values */

static json_t *new_value(enum kind kind)
{
    json_t *value = calloc(1, sizeof *value);
    if (value != NULL)
        value->kind = kind;
    return value;
}

json_t *json_object(void)
{
    return new_value(OBJECT);
}

json_t *json_array(void)
{
    return new_value(ARRAY);
}

json_t *json_integer(json_int_t number)
{
    json_t *value = new_value(INTEGER);
    if (value != NULL)
        value->integer = number;
    return value;
}

json_t *json_real(double number)
{
    json_t *value = isfinite(number) ? new_value(REAL) : NULL;
    if (value != NULL)
        value->real = number;
    return value;
}

static json_t *word(const char *text)
{
    json_t *value = new_value(WORD);
    if (value != NULL)
        value->word = text;
    return value;
}

json_t *json_null(void)
{
    return word("null");
}

json_t *json_boolean(bool value)
{
    return word(value ? "true" : "false");
}

/* The bytes of the character at the beginning of a text of UTF-8; 0 if it is
 * not one. */
static size_t character_length(const unsigned char *text, size_t length)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = text[0] < 0x80   ? 1
                  : text[0] < 0xc0 ? 0
                  : text[0] < 0xe0 ? 2
                  : text[0] < 0xf0 ? 3
                  : text[0] < 0xf8 ? 4
                                   : 0;
    if (size < 2)
        return size;
    uint32_t code = text[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (i >= length || (text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[size] || surrogate || code > 0x10ffff ? 0 : size;
}

json_t *json_stringn(const char *text, size_t length)
{
    for (size_t at = 0, size; at < length; at += size)
        if ((size = character_length((const unsigned char *)text + at,
                                     length - at)) == 0)
            return NULL;
    json_t *value = new_value(TEXT);
    if (value == NULL)
        return NULL;
    value->length = length;
    value->text = malloc(length + 1);
    if (value->text == NULL) {
        free(value);
        return NULL;
    }
    memcpy(value->text, text, length);
    return value;
}

json_t *json_string(const char *text)
{
    return json_stringn(text, strlen(text));
}

json_t *json_sprintf(const char *format, ...)
{
    char text[64]; /* names of boards and cells */
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return json_string(text);
}

int json_array_append_new(json_t *array, json_t *value)
{
    if (array == NULL || value == NULL) {
        json_decref(value);
        return -1;
    }
    if (array->last == NULL)
        array->first = value;
    else
        array->last->next = value;
    array->last = value;
    return 0;
}

int json_object_set_new(json_t *object, const char *name, json_t *value)
{
    char *copy = object != NULL && value != NULL ? strdup(name) : NULL;
    if (copy == NULL) {
        json_decref(value);
        return -1;
    }
    value->name = copy;
    return json_array_append_new(object, value);
}

void json_decref(json_t *value)
{
    if (value == NULL)
        return;
    if (value->kind == OBJECT || value->kind == ARRAY)
        for (json_t *member = value->first, *next; member != NULL;
             member = next) {
            next = member->next;
            json_decref(member);
        }
    if (value->kind == TEXT)
        free(value->text);
    free(value->name);
    free(value);
}

/* --------------------------------------------------------------------- text */

struct writer {
    char *buffer;
    size_t size, length;
    size_t flags;
};

static void put(struct writer *writer, const char *text, size_t length)
{
    if (writer->length < writer->size) {
        size_t room = writer->size - writer->length;
        memcpy(writer->buffer + writer->length, text,
               length < room ? length : room);
    }
    writer->length += length;
}

static void put_word(struct writer *writer, const char *text)
{
    put(writer, text, strlen(text));
}

static void put_string(struct writer *writer, const char *text, size_t length)
{
    static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    put_word(writer, "\"");
    for (size_t i = 0; i < length; i++) {
        char escaped[8] = {'\\'};
        const char *found = memchr(special, text[i], sizeof special - 1);
        if (found != NULL)
            escaped[1] = letters[found - special];
        else if ((unsigned char)text[i] < 0x20)
            snprintf(escaped, sizeof escaped, "\\u%04X", text[i]);
        else
            escaped[0] = text[i];
        put_word(writer, escaped);
    }
    put_word(writer, "\"");
}

/* A number with a point or an exponent; 1e+06 is 1e6. */
static void put_real(struct writer *writer, double number)
{
    char text[64]; /* more than %.17g takes, and ".0" */
    int precision = (int)(writer->flags >> 11 & 31);
    int length = snprintf(text, sizeof text - 2, "%.*g",
                          precision == 0 ? 17 : precision, number);
    char *exponent = strchr(text, 'e');
    if (exponent == NULL && strchr(text, '.') == NULL)
        memcpy(text + length, ".0", 3);
    if (exponent != NULL) {
        char *start = exponent + 1 + (exponent[1] == '-'), *end = start;
        while (*end == '+' || *end == '0')
            end++;
        memmove(start, end, strlen(end) + 1);
    }
    put_word(writer, text);
}

static void put_break(struct writer *writer, int depth)
{
    size_t indent = writer->flags & 31;
    if (indent == 0)
        return;
    put_word(writer, "\n");
    for (size_t i = 0; i < indent * (size_t)depth; i++)
        put_word(writer, " ");
}

static void put_value(struct writer *writer, const json_t *value, int depth);

static void put_members(struct writer *writer, const json_t *value, int depth)
{
    bool compact = (writer->flags & JSON_COMPACT) != 0;
    bool broken = (writer->flags & 31) != 0;
    for (const json_t *member = value->first; member != NULL;
         member = member->next) {
        put_break(writer, depth + 1);
        if (member->name != NULL) {
            put_string(writer, member->name, strlen(member->name));
            put_word(writer, compact ? ":" : ": ");
        }
        put_value(writer, member, depth + 1);
        if (member->next != NULL)
            put_word(writer, compact || broken ? "," : ", ");
    }
    if (value->first != NULL)
        put_break(writer, depth);
}

static void put_value(struct writer *writer, const json_t *value, int depth)
{
    char text[32];
    switch (value->kind) {
    case OBJECT:
    case ARRAY:
        put_word(writer, value->kind == OBJECT ? "{" : "[");
        put_members(writer, value, depth);
        put_word(writer, value->kind == OBJECT ? "}" : "]");
        break;
    case TEXT:
        put_string(writer, value->text, value->length);
        break;
    case INTEGER:
        snprintf(text, sizeof text, "%lld", value->integer);
        put_word(writer, text);
        break;
    case REAL:
        put_real(writer, value->real);
        break;
    case WORD:
        put_word(writer, value->word);
        break;
    }
}

/* NOLINTNEXTLINE(readability-non-const-parameter): it is written to */
size_t json_dumpb(const json_t *value, char *buffer, size_t size, size_t flags)
{
    struct writer writer = {.buffer = buffer, .size = size, .flags = flags};
    if (value != NULL)
        put_value(&writer, value, 0);
    return writer.length;
}
