/*
 * snprintf() and vsnprintf() for WebAssembly: as much of them as the texts of
 * the library need, in a seventh of the bytes of the C library's.
 *
 * These are %c, %d, %lld, %s, %.*s, and %x and %X with a width of one digit
 * that zeros fill.  Any other conversion traps.
 *
 * And getenv(), for there is no environment.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *bytes;
    size_t size, length; /* of the whole text, without the 0 at its end */
};

static void add(struct text *text, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++, text->length++)
        if (text->length < text->size)
            text->bytes[text->length] = bytes[i];
}

static void add_number(struct text *text, int64_t number, const char *digits,
                       int width)
{
    uint64_t base = strlen(digits);
    char bytes[24];
    char *const end = bytes + sizeof bytes, *at = end;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    for (; rest > 0 || width > 0 || at == end; rest /= base, width--)
        *--at = digits[rest % base];
    if (number < 0)
        *--at = '-';
    add(text, at, (size_t)(end - at));
}

/* Add one value.  'format' is what follows %; returns its end. */
static const char *add_value(struct text *text, const char *format,
                             va_list *values)
{
    int width = 0, precision = INT32_MAX;
    bool is_long = strncmp(format, "ll", 2) == 0;
    if (strncmp(format, ".*", 2) == 0)
        precision = va_arg(*values, int);
    else if (*format == '0')
        width = format[1] - '0';
    if (is_long || width > 0 || precision != INT32_MAX)
        format += 2;
    char kind = *format++;
    if (kind == 'c') {
        add(text, (char[]){(char)va_arg(*values, int)}, 1);
    } else if (kind == 's') {
        const char *string = va_arg(*values, const char *);
        add(text, string, strnlen(string, (size_t)precision));
    } else if (kind == 'd') {
        int64_t number =
            is_long ? va_arg(*values, int64_t) : va_arg(*values, int);
        add_number(text, number, "0123456789", width);
    } else if (kind == 'x' || kind == 'X') {
        add_number(text, va_arg(*values, unsigned),
                   kind == 'x' ? "0123456789abcdef" : "0123456789ABCDEF",
                   width);
    } else {
        __builtin_trap();
    }
    return format;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int vsnprintf(char *bytes, size_t size, const char *format, va_list values)
{
    struct text text = {bytes, size, 0};
    va_list rest;
    va_copy(rest, values);
    while (*format != '\0') {
        size_t plain = strcspn(format, "%");
        add(&text, format, plain);
        format += plain;
        if (*format == '%')
            format = add_value(&text, format + 1, &rest);
    }
    va_end(rest);
    if (size > 0)
        bytes[text.length < size ? text.length : size - 1] = '\0';
    return (int)text.length;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int snprintf(char *bytes, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(bytes, size, format, values);
    va_end(values);
    return length;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
char *getenv(const char *name)
{
    (void)name;
    return NULL;
}
