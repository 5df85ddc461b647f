#include "lib/read/scan.h"

#include <ctype.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

bool scan_is_one_of(char byte, const char *bytes)
{
    while (*bytes != '\0' && *bytes != byte)
        bytes++;
    return *bytes != '\0';
}

bool scan_is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

bool scan_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool scan_has(struct scan part, const char *bytes)
{
    return scan_until(&part, bytes).end < part.end;
}

bool scan_is(struct scan part, const char *text)
{
    return scan_skip(&part, text) && part.at == part.end;
}

struct scan scan_trim(struct scan part)
{
    scan_while(&part, blanks);
    while (part.end > part.at && scan_is_blank(part.end[-1]))
        part.end--;
    return part;
}

bool scan_skip(struct scan *part, const char *text)
{
    const char *at = part->at;
    for (; *text != '\0'; text++)
        if (at == part->end || *at++ != *text)
            return false;
    part->at = at;
    return true;
}

struct scan scan_while(struct scan *part, const char *bytes)
{
    const char *from = part->at;
    while (scan_is_one_of(scan_byte(*part), bytes))
        part->at++;
    return (struct scan){from, part->at};
}

struct scan scan_until(struct scan *part, const char *bytes)
{
    struct scan found = {part->at, part->at};
    while (found.end < part->end && !scan_is_one_of(*found.end, bytes))
        found.end++;
    part->at = found.end + (found.end < part->end);
    return found;
}

int scan_number(struct scan *part, int digits)
{
    int number = -1;
    for (; digits > 0 && scan_is_digit(scan_byte(*part)); digits--)
        number = 10 * (number > 0 ? number : 0) + *part->at++ - '0';
    return number;
}

int scan_code(struct scan *part, const char *prefix, int digits)
{
    struct scan rest = *part;
    int code = 0;
    if (!scan_skip(&rest, prefix) || scan_length(rest) < (size_t)digits)
        return -1;
    for (; digits > 0; digits--) {
        char digit = *rest.at++;
        if (!isxdigit((unsigned char)digit))
            return -1;
        code = 16 * code +
               (scan_is_digit(digit) ? digit - '0' : (digit | 0x20) - 'a' + 10);
    }
    *part = rest;
    return code;
}

bool scan_is_utf16(struct scan text)
{
    struct scan part = text;
    return scan_skip(&part, "\xff\xfe") || scan_skip(&part, "\xfe\xff") ||
           (scan_length(text) >= 4 && !text.at[0] != !text.at[1] &&
            !text.at[0] == !text.at[2] && !text.at[1] == !text.at[3]);
}

/* --------------------------------------------------------------------- JSON */

/* Skip blanks, and a text if it is next. */
static bool skip(struct scan *in, const char *text)
{
    scan_while(in, blanks);
    return scan_skip(in, text);
}

static bool skip_string(struct scan *in)
{
    if (!skip(in, "\""))
        return false;
    for (; in->at < in->end && *in->at != '"'; in->at++)
        if (*in->at == '\\' && ++in->at == in->end)
            return false;
    return skip(in, "\"");
}

static bool skip_value(struct scan *in, int depth);

/* Skip what an array or an object has, and its end. */
static bool skip_items(struct scan *in, const char *end, int depth)
{
    in->at++;
    if (skip(in, end))
        return true;
    do {
        if (*end == '}' && !(skip_string(in) && skip(in, ":")))
            return false;
        if (!skip_value(in, depth))
            return false;
    } while (skip(in, ","));
    return skip(in, end);
}

static bool skip_value(struct scan *in, int depth)
{
    static const char words[] = "+-.0123456789abcdefghijklmnopqrstuvwxyzE";
    scan_while(in, blanks);
    char byte = scan_byte(*in);
    if (depth == SCAN_MAX_DEPTH)
        return false;
    if (byte == '{' || byte == '[')
        return skip_items(in, byte == '{' ? "}" : "]", depth + 1);
    return byte == '"' ? skip_string(in)
                       : scan_length(scan_while(in, words)) > 0;
}

/* Take the value that is next. */
static bool take_value(struct scan *in, struct scan *value)
{
    scan_while(in, blanks);
    value->at = in->at;
    bool is_value = skip_value(in, 0);
    value->end = in->at;
    return is_value;
}

bool scan_json(struct scan text, struct scan *value)
{
    return take_value(&text, value) && scan_trim(text).at == text.end;
}

bool scan_next(struct scan *rest, struct scan *name, struct scan *item)
{
    bool is_object = rest->end[-1] == '}';
    scan_while(rest, blanks);
    rest->at++; /* the bracket, or what follows an item */
    return !skip(rest, is_object ? "}" : "]") &&
           (!is_object || (take_value(rest, name) && skip(rest, ":"))) &&
           take_value(rest, item);
}

bool scan_member(struct scan object, const char *name, struct scan *value)
{
    for (struct scan found = object; scan_next(&object, &found, value);)
        if (scan_skip(&found, "\"") && scan_skip(&found, name) &&
            scan_is(found, "\""))
            return true;
    return false;
}

bool scan_integer(struct scan value, int *number)
{
    bool is_negative = scan_skip(&value, "-");
    int found = scan_number(&value, 5);
    *number = is_negative ? -found : found;
    return found >= 0 && value.at == value.end;
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

/* Take a character, which may be escaped; returns its size in 'text'. */
static size_t take_character(struct scan *in, char *text)
{
    static const char escapes[] = "nrtbf", bytes[] = "\n\r\t\b\f";
    int code = scan_code(in, "\\u", 4);
    if (code < 0) {
        bool is_escaped = scan_skip(in, "\\");
        *text = *in->at++;
        if (is_escaped && scan_is_one_of(*text, escapes))
            *text = bytes[strchr(escapes, *text) - escapes];
        return 1;
    }
    struct scan rest = *in;
    int low = scan_code(&rest, "\\u", 4);
    if (code >= 0xd800 && code < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
        *in = rest;
    }
    return write_character((unsigned)code, text);
}

bool scan_string(struct scan value, char *text, size_t room,
                 struct scan *string)
{
    *string = (struct scan){text, text};
    if (!scan_skip(&value, "\""))
        return false;
    for (value.end--; value.at < value.end;) {
        if (scan_length(*string) + 4 > room)
            return false;
        string->end += take_character(&value, text + scan_length(*string));
    }
    return true;
}
