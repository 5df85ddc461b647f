#include "lib/read/scan.h"

#include <ctype.h>
#include <limits.h>
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

bool scan_is_letter(char byte)
{
    return isalpha((unsigned char)byte) != 0;
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

struct scan scan_word(struct scan *part, const char *others)
{
    struct scan word = *part;
    while (isalnum((unsigned char)scan_byte(*part)) ||
           scan_is_one_of(scan_byte(*part), others))
        part->at++;
    word.end = part->at;
    return word;
}

bool scan_is_tag(struct scan text)
{
    bool has_name = scan_skip(&text, "[") && scan_is_letter(scan_byte(text));
    scan_word(&text, "_");
    return has_name && scan_byte(scan_trim(text)) == '"';
}

bool scan_is_utf16(struct scan all)
{
    struct scan part = all;
    return scan_skip(&part, "\xff\xfe") || scan_skip(&part, "\xfe\xff") ||
           (scan_length(all) >= 4 && !all.at[0] != !all.at[1] &&
            !all.at[0] == !all.at[2] && !all.at[1] == !all.at[3]);
}

bool scan_csv(struct scan line, int width, int first, struct scan *moves,
              struct scan *scores)
{
    const struct scan all = line;
    int number, fields = 0, best = INT_MIN, score = 0;
    *moves = scan_trim(scan_until(&line, ","));
    bool are_moves = scan_length(*moves) == 1;
    if (!scan_integer(scan_trim(scan_until(&line, ",")), &number) ||
        number != (int)scan_length(*moves) || scan_has(all, "\n"))
        return false;
    *scores = line;
    for (bool more = true; more; fields++) {
        more = scan_has(line, ",");
        struct scan field = scan_trim(scan_until(&line, ","));
        bool is_empty = field.at == field.end;
        if (!is_empty && !scan_integer(field, &number))
            return false;
        if (fields == 0)
            score = number;
        else if (!is_empty && number > best)
            best = number;
        are_moves = are_moves && (scan_length(field) == 1 ? number >= first
                                                          : is_empty && !more);
    }
    return fields == 1 + width && !are_moves &&
           (scan_length(*moves) > 1 || best == INT_MIN || best == score);
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

/* --------------------------------------------------------------------- JSON */

/* Skip blanks, and a text if it is next. */
static bool skip(struct scan *in, const char *text)
{
    scan_while(in, blanks);
    return scan_skip(in, text);
}

/* These skip a part of a value.  They return NULL, or what is expected where
 * they have stopped. */
static const char *skip_string(struct scan *in)
{
    scan_while(in, blanks);
    const char quote[] = {scan_byte(*in) == '\'' ? '\'' : '"', '\0'};
    bool begins = scan_skip(in, quote);
    for (; begins && in->at < in->end && *in->at != *quote; in->at++)
        in->at += *in->at == '\\' && scan_length(*in) > 1;
    return begins && scan_skip(in, quote) ? NULL : "'\"'";
}

bool scan_is_object(struct scan value)
{
    if (!scan_skip(&value, "{"))
        return false;
    return skip(&value, "}") ||
           (scan_is_one_of(scan_byte(value), "\"'") &&
            (skip_string(&value) != NULL || !skip(&value, ",")));
}

static const char *skip_value(struct scan *in, int depth);

static const char *skip_items(struct scan *in, int depth)
{
    static const char *const ends[] = {"]", ")", "}"};
    static const char *const others[] = {"',' or ']'", "',' or ')'",
                                         "',' or '}'"};
    bool is_object = scan_is_object(*in);
    char begin = *in->at++;
    int kind = begin == '[' ? 0 : begin == '(' ? 1 : 2;
    for (bool has_next = true; !skip(in, ends[kind]);) {
        const char *expected = has_next ? NULL : others[kind];
        if (expected == NULL && is_object)
            expected = skip_string(in);
        if (expected == NULL && is_object && !skip(in, ":"))
            expected = "':'";
        if (expected == NULL)
            expected = skip_value(in, depth);
        if (expected != NULL)
            return expected;
        const char *end = in->at;
        has_next = skip(in, ",") || (in->at > end && !is_object);
    }
    return NULL;
}

static const char *skip_value(struct scan *in, int depth)
{
    scan_while(in, blanks);
    char byte = scan_byte(*in);
    if (depth == SCAN_MAX_DEPTH)
        return "fewer brackets within each other";
    if (scan_is_one_of(byte, "[({"))
        return skip_items(in, depth + 1);
    if (scan_is_one_of(byte, "\"'"))
        return skip_string(in);
    struct scan brackets;
    if (scan_is_call(*in, &brackets)) {
        in->at = brackets.at;
        return skip_items(in, depth + 1);
    }
    struct scan word = scan_word(in, "+-._=");
    if (word.at == word.end)
        return "a value";
    return word.end[-1] == '=' ? skip_value(in, depth + 1) : NULL;
}

/* Take the value that is next. */
static const char *take_value(struct scan *in, struct scan *value)
{
    scan_while(in, blanks);
    value->at = in->at;
    const char *expected = skip_value(in, 0);
    value->end = in->at;
    return expected;
}

const char *scan_json(struct scan text, struct scan *value)
{
    const char *expected = take_value(&text, value);
    if (expected != NULL || scan_trim(text).at == text.end)
        return expected;
    value->end = scan_trim(text).at;
    return "the end of the text";
}

struct scan scan_items(struct scan value)
{
    return scan_trim((struct scan){value.at + 1, value.end - 1});
}

bool scan_is_call(struct scan value, struct scan *brackets)
{
    *brackets = value;
    scan_word(brackets, "._");
    return scan_is_letter(scan_byte(value)) && scan_byte(*brackets) == '(';
}

struct scan scan_value(struct scan value)
{
    struct scan items, first;
    if (!scan_is_call(value, &items))
        return value;
    items = scan_items(items);
    bool is_first = scan_next(&items, &first);
    bool is_only = is_first && items.at == items.end;
    struct scan rest = value;
    bool is_count = is_only && scan_skip(&rest, "Array(") &&
                    scan_is_digit(scan_byte(rest)); /* of what is not shown */
    return (is_only && !is_count) || (is_first && scan_has(items, "=")) ? first
                                                                        : value;
}

/* Take the next item, or member and its name. */
static bool take_item(struct scan *items, struct scan *name, struct scan *item)
{
    if (take_value(items, item) != NULL)
        return false;
    *name = *item;
    if (skip(items, ":") && take_value(items, item) != NULL)
        return false;
    *item = scan_value(*item);
    skip(items, ",");
    return true;
}

bool scan_next(struct scan *items, struct scan *item)
{
    struct scan name;
    return take_item(items, &name, item);
}

bool scan_next_member(struct scan *members, struct scan *name,
                      struct scan *value)
{
    if (!take_item(members, name, value))
        return false;
    *name = scan_items(*name);
    return true;
}

bool scan_member(struct scan *members, const char *name, struct scan *value)
{
    struct scan found;
    while (scan_next_member(members, &found, value))
        if (scan_is(found, name))
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
    if (!scan_is_one_of(scan_byte(value), "\"'"))
        return false;
    for (value.at++, value.end--; value.at < value.end;) {
        if (scan_length(*string) + 4 > room)
            return false;
        string->end += take_character(&value, text + scan_length(*string));
    }
    return true;
}
