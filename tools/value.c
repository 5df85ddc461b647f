#include "tools/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fourscore.h"

bool value_flag(const struct command_option *option, const char *text,
                void *value)
{
    (void)option, (void)text;
    *(bool *)value = true;
    return true;
}

/* Set '*index' to that of a word, or report that it is not valid. */
static bool find_word(const struct command_option *option, const char *text,
                      int *index)
{
    char words[256];
    const char *word;
    for (*index = 0; (word = command_word(option, *index)) != NULL; ++*index)
        if (strcmp(word, text) == 0)
            return true;
    cli_error("--%s: expected %s, got '%s'", option->name,
              command_words(option, words, sizeof words), text);
    return false;
}

bool value_text(const struct command_option *option, const char *text,
                void *value)
{
    const char **word = value;
    int index;
    *word = text;
    if (command_word(option, 0) == NULL)
        return true;
    bool found = find_word(option, text, &index);
    *word = found ? command_word(option, index) : NULL;
    return found;
}

/*
 * Parse a decimal number of at most 'max', and advance '*text' past its digits.
 * Returns false if there are no digits or the number is too large.
 */
static bool read_digits(const char **text, cli_count max, cli_count *number)
{
    const char *at = *text;
    *number = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        cli_count digit = (cli_count)(*at - '0');
        if (digit > max || *number > (max - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    bool any = at != *text;
    *text = at;
    return any;
}

static bool read_number(const struct command_option *option, const char *text,
                        uint64_t *value)
{
    const char *end = text;
    cli_count number;
    if (!read_digits(&end, option->max, &number) || *end != '\0' ||
        number < option->min) {
        cli_error("--%s: expected a number from %ju to %ju, got '%s'",
                  option->name, (uintmax_t)option->min, (uintmax_t)option->max,
                  text);
        return false;
    }
    *value = (uint64_t)number;
    return true;
}

bool value_int(const struct command_option *option, const char *text,
               void *value)
{
    int *number = value;
    uint64_t read;
    *number = option->constant;
    if (option->argument == NULL)
        return true;
    if (command_word(option, 0) != NULL)
        return find_word(option, text, number);
    if (!read_number(option, text, &read))
        return false;
    *number = (int)read;
    return true;
}

bool value_count(const struct command_option *option, const char *text,
                 void *value)
{
    cli_count *count = value;
    const char *end = text;
    if (!read_digits(&end, (cli_count)1 << 127, count) || *end != '\0' ||
        *count == 0) {
        cli_error("--%s: expected a number from 1 to 2^127, got '%s'",
                  option->name, text);
        return false;
    }
    return true;
}

/* The bytes in a unit: 1 at the end of the text, 0 for an unknown unit. */
static cli_count unit_bytes(const char *text)
{
    static const char units[] = "KMGT";
    if (*text == '\0')
        return 1;
    const char *unit = strchr(units, *text >= 'a' ? *text - 32 : *text);
    return unit == NULL || text[1] != '\0'
               ? 0
               : (cli_count)1024 << 10 * (unit - units);
}

/* The product of 0.DECIMALS and an integer, rounded down. */
static cli_count part_of(const char *decimals, size_t count, cli_count whole)
{
    cli_count part = 0;
    while (count-- > 0)
        part = (part + (cli_count)(decimals[count] - '0') * whole) / 10;
    return part;
}

/* Set '*bytes', or return false. */
static bool read_size(const char *text, cli_count *bytes)
{
    cli_count whole;
    if (!read_digits(&text, UINT64_MAX, &whole))
        return false;
    bool has_point = *text == '.';
    const char *decimals = text + has_point;
    size_t count = strspn(decimals, "0123456789");
    cli_count unit = unit_bytes(decimals + count);
    *bytes = whole * unit + part_of(decimals, count, unit);
    return has_point == (count > 0) && !(has_point && unit == 1) &&
           *bytes > 0 && *bytes <= UINT64_MAX;
}

bool value_number(const struct command_option *option, const char *text,
                  void *value)
{
    cli_count bytes;
    if (option->max != 0)
        return read_number(option, text, value);
    if (!read_size(text, &bytes)) {
        cli_error("--%s: expected a size such as 64M, 8.5M or 1G, got '%s'",
                  option->name, text);
        return false;
    }
    *(uint64_t *)value = (uint64_t)bytes;
    return true;
}

bool value_time(const struct command_option *option, const char *text,
                void *value)
{
    double *time = value;
    char *end;
    *time = strtod(text, &end);
    bool decimal = strspn(text, "0123456789.") > 0 &&
                   strspn(text, "0123456789.eE+-") == strlen(text);
    if (decimal && *end == '\0' && *time > 0 && isfinite(*time))
        return true;
    bool is_minutes = strcmp(option->argument, "MINUTES") == 0;
    cli_error("--%s: expected a number of %s above 0, such as 0.5 or 60, "
              "got '%s'",
              option->name, is_minutes ? "minutes" : "seconds", text);
    return false;
}

bool value_is_board(struct value_board board)
{
    fourscore_position empty;
    return fourscore_from_moves(&empty, board.width, board.height, "", NULL) ==
           FOURSCORE_OK;
}

bool value_is_default(struct value_board board)
{
    return board.width == 7 && board.height == 6;
}

bool value_size_of_board(const struct command_option *option, const char *text,
                         void *value)
{
    struct value_board *board = value;
    const char *end = text;
    cli_count width, height;
    if (!read_digits(&end, FOURSCORE_MAX_WIDTH, &width) ||
        (*end++ | 32) != 'x' ||
        !read_digits(&end, FOURSCORE_MAX_HEIGHT, &height) || *end != '\0' ||
        !value_is_board((struct value_board){(int)width, (int)height})) {
        cli_error("--%s: expected WIDTHxHEIGHT such as 7x6, from 1x1 to %dx%d "
                  "with WIDTH * (HEIGHT + 1) at most 127, got '%s'",
                  option->name, FOURSCORE_MAX_WIDTH, FOURSCORE_MAX_HEIGHT,
                  text);
        return false;
    }
    *board = (struct value_board){(int)width, (int)height};
    return true;
}
