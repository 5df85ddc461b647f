#include "tools/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

static char command[CLI_COMMAND_SIZE] = "fourscore";
static void (*prepare)(void);

void cli_set_command(const char *path)
{
    snprintf(command, sizeof command, "%s", path);
}

void cli_before_messages(void (*function)(void))
{
    prepare = function;
}

enum cli_status cli_worse(enum cli_status a, enum cli_status b)
{
    static const int ranks[] = {
        [CLI_OK] = 0,           [CLI_BAD_INPUT] = 1, [CLI_UNFINISHED] = 2,
        [CLI_CHECK_FAILED] = 3, [CLI_BAD_USAGE] = 4, [CLI_FAILURE] = 5,
    };
    return ranks[a] > ranks[b] ? a : b;
}

/* Copy a text that may have names from others, with any bytes; of control
 * characters, which could change what a terminal shows, their numbers.  Returns
 * the length of the copy, at most 4 times that of the text. */
static size_t copy_visibly(const char *text, char *visible)
{
    size_t length = 0;
    while (*text != '\0') {
        unsigned char first = (unsigned char)text[0],
                      second = (unsigned char)text[1];
        int size = first == 0xc2 && second >= 0x80 && second < 0xa0 ? 2
                   : first < ' ' || first == 0x7f                   ? 1
                                                                    : 0;
        if (size == 0)
            visible[length++] = *text++;
        for (; size > 0; size--)
            length += (size_t)sprintf(&visible[length], "\\x%02x",
                                      (unsigned char)*text++);
    }
    return length;
}

/* The line is one write: others may print to the same file. */
static void print_line(bool named, const char *format, va_list args)
{
    enum { ROOM = 1 << 14 }; /* longer than two paths */
    char text[ROOM], visible[4 * ROOM + 1];
    if (prepare != NULL)
        prepare();
    int name = named ? snprintf(text, ROOM, "%s: ", command) : 0;
    vsnprintf(text + name, (size_t)(ROOM - name), format, args);
    size_t length = copy_visibly(text, visible);
    visible[length++] = '\n';
    fwrite(visible, 1, length, stderr);
}

void cli_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(true, format, args);
    va_end(args);
}

enum cli_status cli_fail(enum cli_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(true, format, args);
    va_end(args);
    return status;
}

void cli_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(false, format, args);
    va_end(args);
}

/* Some systems refuse to open a folder, others to read it. */
enum cli_status cli_open_error(const char *name)
{
    struct stat about;
    int error = errno;
    if (error == EACCES && stat(name, &about) == 0 && S_ISDIR(about.st_mode))
        error = EISDIR;
    bool failed =
        error == ENOMEM || error == EMFILE || error == ENFILE || error == EIO;
    return cli_fail(failed ? CLI_FAILURE : CLI_BAD_INPUT, "%s: %s", name,
                    strerror(error));
}

enum cli_status cli_system_error(const char *name)
{
    return cli_fail(errno == EISDIR ? CLI_BAD_INPUT : CLI_FAILURE, "%s: %s",
                    name, strerror(errno));
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

enum cli_status cli_unfinished(unsigned long count, const char *noun, bool late)
{
    if (count == 0 && !late)
        return CLI_OK;
    return cli_fail(CLI_UNFINISHED, "%s%lu %s%s not finished%s",
                    late ? "--total-time-limit: " : "", count, noun,
                    CLI_S(count), late ? ", the rest not begun" : "");
}

const char *cli_format_count(cli_count count, char text[CLI_COUNT_SIZE])
{
    char *at = &text[CLI_COUNT_SIZE - 1];
    *at = '\0';
    do
        *--at = (char)('0' + (int)(count % 10));
    while ((count /= 10) != 0);
    return at;
}

const char *cli_format_bytes(cli_count bytes, char text[CLI_BYTES_SIZE])
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
    cli_count unit_size = (cli_count)1024 << 10 * unit;
    cli_count hundredths = ((cli_count)bytes * 100 + unit_size - 1) / unit_size;
    int digits = hundredths % 100 == 0 ? 0 : hundredths % 10 == 0 ? 1 : 2;
    snprintf(text, CLI_BYTES_SIZE, "%.*f%c", digits, (double)hundredths / 100,
             units[unit]);
    return text;
}

void cli_append(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + length, size - length, format, args);
    va_end(args);
}

const char *cli_plies(int count)
{
    return count == 1 ? "ply" : "plies";
}
