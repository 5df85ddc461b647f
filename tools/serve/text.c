#include "tools/serve/text.h"

#include <string.h>

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
