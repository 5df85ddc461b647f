#include "tools/cli.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/monitor.h"
#include "tools/output.h"

static char command[CLI_COMMAND_SIZE] = "fourscore";

void cli_set_command(const char *path)
{
    snprintf(command, sizeof command, "%s", path);
}

enum cli_status cli_worse(enum cli_status a, enum cli_status b)
{
    static const int ranks[] = {
        [CLI_OK] = 0,           [CLI_BAD_INPUT] = 1, [CLI_UNFINISHED] = 2,
        [CLI_CHECK_FAILED] = 3, [CLI_BAD_USAGE] = 4, [CLI_FAILURE] = 5,
    };
    return ranks[a] > ranks[b] ? a : b;
}

static void print_line(bool named, const char *format, va_list args)
{
    output_flush(); /* in the order things happened, where both are seen */
    monitor_hide();
    flockfile(stderr);
    if (named)
        fprintf(stderr, "%s: ", command);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    funlockfile(stderr);
}

void cli_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(true, format, args);
    va_end(args);
}

void cli_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(false, format, args);
    va_end(args);
}

enum cli_status cli_read_error(const char *name)
{
    enum cli_status status = errno == EISDIR ? CLI_BAD_INPUT : CLI_FAILURE;
    cli_error("%s: %s", name, strerror(errno));
    return status;
}

enum cli_status cli_bad_option(void)
{
    fprintf(stderr, "Try '%s --help'.\n", command);
    return CLI_BAD_USAGE;
}

enum cli_status cli_usage_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(true, format, args);
    va_end(args);
    return cli_bad_option();
}

enum cli_status cli_finish(enum cli_status status)
{
    output_flush();
    if (!output_failed())
        return status;
    output_end_if_unread();
    int error = output_error();
    cli_error("cannot write the output%s%s", error ? ": " : "",
              error ? strerror(error) : "");
    return CLI_FAILURE;
}

/*
 * Read decimal digits from '*text', at most up to 'max', and leave '*text'
 * behind them.  Return false where there are none, or too many.
 */
static bool read_digits(const char **text, tt_count max, tt_count *number)
{
    const char *at = *text;
    *number = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        tt_count digit = (tt_count)(*at - '0');
        if (digit > max || *number > (max - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    bool any = at != *text;
    *text = at;
    return any;
}

bool cli_number(const char *option, const char *text, uint64_t min,
                uint64_t max, uint64_t *number)
{
    const char *end = text;
    tt_count value;
    if (!read_digits(&end, max, &value) || *end != '\0' || value < min) {
        cli_error("%s: expected a number from %ju to %ju, got '%s'", option,
                  (uintmax_t)min, (uintmax_t)max, text);
        return false;
    }
    *number = (uint64_t)value;
    return true;
}

bool cli_count(const char *option, const char *text, tt_count *count)
{
    const char *end = text;
    if (!read_digits(&end, TT_MAX_KEYS, count) || *end != '\0' || *count == 0) {
        cli_error("%s: expected a number from 1 to 2^127, got '%s'", option,
                  text);
        return false;
    }
    return true;
}

/* The bytes in a unit: 1 at the end of the text, 0 for an unknown unit. */
static tt_count unit_bytes(const char *text)
{
    static const char units[] = "KMGT";
    if (*text == '\0')
        return 1;
    const char *unit = strchr(units, *text >= 'a' ? *text - 32 : *text);
    return unit == NULL || text[1] != '\0'
               ? 0
               : (tt_count)1024 << 10 * (unit - units);
}

/* The product of the fraction 0.DECIMALS and an integer, rounded down. */
static tt_count part_of(const char *decimals, size_t count, tt_count whole)
{
    tt_count part = 0;
    while (count-- > 0)
        part = (part + (tt_count)(decimals[count] - '0') * whole) / 10;
    return part;
}

/* Set '*bytes', or return false. */
static bool read_size(const char *text, tt_count *bytes)
{
    tt_count whole;
    if (!read_digits(&text, UINT64_MAX, &whole))
        return false;
    bool has_point = *text == '.';
    const char *decimals = text + has_point;
    size_t count = strspn(decimals, "0123456789");
    tt_count unit = unit_bytes(decimals + count);
    *bytes = whole * unit + part_of(decimals, count, unit);
    return has_point == (count > 0) && !(has_point && unit == 1) &&
           *bytes > 0 && *bytes <= UINT64_MAX;
}

bool cli_size(const char *option, const char *text, uint64_t *bytes)
{
    tt_count value;
    if (!read_size(text, &value)) {
        cli_error("%s: expected a size such as 64M, 8.5M or 1G, got '%s'",
                  option, text);
        return false;
    }
    *bytes = (uint64_t)value;
    return true;
}

bool cli_duration(const char *option, const char *text, double *seconds)
{
    char *end;
    *seconds = strtod(text, &end);
    bool decimal = strspn(text, "0123456789.") > 0 &&
                   strspn(text, "0123456789.eE+-") == strlen(text);
    if (decimal && *end == '\0' && *seconds > 0 && isfinite(*seconds))
        return true;
    cli_error("%s: expected a number of seconds above 0, such as 0.5 or 60, "
              "got '%s'",
              option, text);
    return false;
}

bool cli_board(const char *option, const char *text, struct board *board)
{
    const char *end = text;
    tt_count width, height;
    if (!read_digits(&end, BOARD_MAX_WIDTH, &width) || (*end++ | 32) != 'x' ||
        !read_digits(&end, BOARD_MAX_HEIGHT, &height) || *end != '\0' ||
        !board_is_size((int)width, (int)height)) {
        cli_error("%s: expected WIDTHxHEIGHT such as 7x6, from 1x1 to %dx%d "
                  "with WIDTH * (HEIGHT + 1) at most %d, got '%s'",
                  option, BOARD_MAX_WIDTH, BOARD_MAX_HEIGHT, BOARD_MAX_BITS,
                  text);
        return false;
    }
    *board = board_make((int)width, (int)height);
    return true;
}

const char *cli_format_count(tt_count count, char text[CLI_COUNT_SIZE])
{
    char *at = &text[CLI_COUNT_SIZE - 1];
    *at = '\0';
    do
        *--at = (char)('0' + (int)(count % 10));
    while ((count /= 10) != 0);
    return at;
}

const char *cli_format_bytes(tt_count bytes, char text[CLI_BYTES_SIZE])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB",
                                        "TiB",   "PiB", "EiB"};
    size_t unit = 0;
    double scaled = (double)bytes;
    while (scaled >= 1024 && unit + 1 < sizeof units / sizeof *units) {
        scaled /= 1024;
        unit++;
    }
    if (bytes == 1)
        return "1 byte";
    snprintf(text, CLI_BYTES_SIZE, unit == 0 ? "%.0f %s" : "%.2f %s", scaled,
             units[unit]);
    return text;
}

const char *cli_format_size(uint64_t bytes, char text[CLI_BYTES_SIZE])
{
    static const char units[] = "KMGT";
    if (bytes < 1024) {
        snprintf(text, CLI_BYTES_SIZE, "%ju", (uintmax_t)bytes);
        return text;
    }
    size_t unit = 0;
    while (units[unit + 1] != '\0' && bytes >> 10 * (unit + 2) > 0)
        unit++;
    tt_count unit_size = (tt_count)1024 << 10 * unit;
    tt_count hundredths = ((tt_count)bytes * 100 + unit_size - 1) / unit_size;
    int digits = hundredths % 100 == 0 ? 0 : hundredths % 10 == 0 ? 1 : 2;
    snprintf(text, CLI_BYTES_SIZE, "%.*f%c", digits, (double)hundredths / 100,
             units[unit]);
    return text;
}

const char *cli_plural(tt_count count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

const char *cli_plies(int count)
{
    return cli_plural((tt_count)count, "ply", "plies");
}
