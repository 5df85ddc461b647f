#include "tools/numbers.h"

#include <search.h>
#include <stdlib.h>

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

static enum cli_status read_number(struct reader *reader,
                                   const struct line *line)
{
    struct lines_error error;
    uint64_t value;
    size_t at;
    if (!lines_number(line, &value, &at, &error)) {
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
        return CLI_BAD_INPUT;
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
