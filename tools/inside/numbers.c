#include "tools/inside/numbers.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lines.h"

/* A number, and its line.  The number must be the first member. */
struct number {
    uint64_t value;
    unsigned long line;
    struct number *before; /* the number read before, or NULL */
};

/* The numbers read so far. */
struct reader {
    size_t count;
    struct number *last;
    void *seen; /* a tsearch() tree of struct number */
};

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The line in which a number was read, or 0. */
static unsigned long line_of(const struct reader *reader, uint64_t value)
{
    struct number *const *found = tfind(&value, &reader->seen, compare_numbers);
    return found != NULL ? (*found)->line : 0;
}

static bool remember(struct reader *reader, uint64_t value, unsigned long line)
{
    struct number *number = malloc(sizeof *number);
    if (number == NULL)
        return false;
    *number = (struct number){value, line, reader->last};
    reader->last = number;
    reader->count++;
    return tsearch(number, &reader->seen, compare_numbers) != NULL;
}

/* The value of a digit, or 'base' if it is not a digit. */
static unsigned digit_of(char c, unsigned base)
{
    static const char digits[] = "0123456789abcdef";
    char lower = c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c;
    const char *found = memchr(digits, lower, base);
    return found != NULL ? (unsigned)(found - digits) : base;
}

/*
 * Parse the line as a number of up to 64 bits, in decimal, or in hexadecimal
 * after 0x, with optional blanks around it.  Sets '*at' to the offset of the
 * number; in a blank line, which is no error, this is the end of the line.
 */
static bool parse_number(const struct line *line, uint64_t *number, size_t *at,
                         struct lines_error *error)
{
    size_t next = *at = lines_skip_blanks(line, 0);
    bool hex = line->text[next] == '0' && (line->text[next + 1] | 32) == 'x';
    unsigned base = hex ? 16 : 10;

    *number = 0;
    if (next == line->length && !line->cut)
        return true;
    if (hex)
        next += 2;
    if (digit_of(line->text[next], base) == base)
        return lines_fail(error, next,
                          hex ? "expected a hexadecimal digit"
                              : "expected a number, decimal or 0x...");
    for (unsigned digit; (digit = digit_of(line->text[next], base)) < base;
         next++)
        if (__builtin_mul_overflow(*number, base, number) ||
            __builtin_add_overflow(*number, digit, number))
            return lines_fail(error, *at, "this is more than 64 bits hold");
    next = lines_skip_blanks(line, next);
    return (next == line->length && !line->cut) ||
           lines_fail(error, next, "expected the end of the line");
}

static enum cli_status read_number(struct reader *reader,
                                   const struct line *line)
{
    struct lines_error error;
    uint64_t value;
    size_t at;
    if (!parse_number(line, &value, &at, &error)) {
        lines_report(line, &error);
        return CLI_BAD_INPUT;
    }
    if (at == line->length)
        return CLI_OK;
    unsigned long first = line_of(reader, value);
    if (first != 0) {
        error.column = at + 1;
        snprintf(error.reason, sizeof error.reason,
                 "the same number as in line %lu", first);
        lines_report(line, &error);
        return CLI_BAD_INPUT;
    }
    if (remember(reader, value, line->number))
        return CLI_OK;
    cli_error("%s:%lu: out of memory", line->name, line->number);
    return CLI_FAILURE;
}

/* The values, or NULL. */
static uint64_t *gather_values(const struct reader *reader)
{
    uint64_t *values = malloc((reader->count + 1) * sizeof *values);
    uint64_t *value = values;
    if (values == NULL)
        return NULL;
    for (struct number *number = reader->last; number != NULL;
         number = number->before)
        *value++ = number->value;
    return values;
}

enum cli_status numbers_read(struct numbers *numbers, const char *path)
{
    struct reader reader = {0};
    struct lines lines;
    struct line line;
    enum cli_status status = CLI_OK;
    *numbers = (struct numbers){0};
    if (!lines_open(&lines, path))
        return lines.status;
    while (status != CLI_FAILURE && lines_next(&lines, &line))
        status = cli_worse(status, read_number(&reader, &line));
    status = cli_worse(status, lines_close(&lines));
    if (status == CLI_OK) {
        numbers->count = reader.count;
        numbers->values = gather_values(&reader);
        if (numbers->values == NULL) {
            cli_error("out of memory after %zu %s", reader.count,
                      cli_plural(reader.count, "number", "numbers"));
            status = CLI_FAILURE;
        }
    }
    tdestroy(reader.seen, free);
    return status;
}
