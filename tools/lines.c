#include "tools/lines.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "lib/read/scan.h"
#include "os/program/program.h"
#include "tools/monitor.h"
#include "tools/output.h"

void lines_open(struct lines *lines, const char *path)
{
    lines->standard = strcmp(path, "-") == 0;
    lines->name = lines->standard ? "stdin" : path;
    monitor_reads(true);
    lines->file = lines->standard ? stdin : fopen(path, "rb");
    monitor_reads(false);
    lines->number = 0;
    lines->status = CLI_OK;
    lines->at = lines->end = 0;
    if (lines->file == NULL)
        lines->status = cli_open_error(path);
    else
        clearerr(lines->file); /* stdin may be read again */
}

enum cli_status lines_close(struct lines *lines)
{
    if (lines->file != NULL && !lines->standard)
        fclose(lines->file);
    return lines->status;
}

enum cli_status lines_read_bytes(const char *path, void *bytes, size_t room,
                                 size_t *size)
{
    struct lines lines;
    lines_open(&lines, path);
    if (lines.file != NULL) {
        monitor_reads(true);
        *size = fread(bytes, 1, room, lines.file);
        monitor_reads(false);
        if (ferror(lines.file))
            lines.status = cli_system_error(lines.name);
    }
    return lines_close(&lines);
}

/* Remove a byte order mark.  Returns false if the file has nothing else. */
static bool drop_mark(struct line *line)
{
    struct scan text = scan_of(line->text, line->length);
    bool has_mark = scan_skip(&text, "\xef\xbb\xbf");
    line->length = scan_length(text);
    memmove(line->text, text.at, line->length);
    return !has_mark || line->length > 0 || line->ended;
}

/* Read what there is, or wait for it.  Returns false at the end of the file, or
 * if reading failed, which is reported. */
static bool fill(struct lines *lines)
{
    ssize_t size;
    if (lines->file == NULL)
        return false;
    monitor_reads(true);
    do
        size = read(fileno(lines->file), lines->buffer, sizeof lines->buffer);
    while (size < 0 && errno == EINTR);
    monitor_reads(false);
    if (size < 0)
        lines->status = cli_system_error(lines->name);
    lines->at = 0;
    lines->end = size > 0 ? (size_t)size : 0;
    return size > 0;
}

bool lines_wait(const struct lines *lines)
{
    const char *left = lines->buffer + lines->at;
    return memchr(left, '\n', lines->end - lines->at) == NULL &&
           lines->file != NULL && !os_can_read(fileno(lines->file));
}

/* Add what is left of a line in the buffer. */
static void take(struct lines *lines, struct line *line)
{
    const char *left = lines->buffer + lines->at;
    const char *end = memchr(left, '\n', lines->end - lines->at);
    size_t size = end != NULL ? (size_t)(end - left) : lines->end - lines->at;
    size_t room = LINES_KEPT - line->length;
    line->ended = end != NULL;
    lines->at += size + line->ended;
    line->cut = line->cut || size > room;
    size = size < room ? size : room;
    memcpy(line->text + line->length, left, size);
    line->length += size;
}

bool lines_read(struct lines *lines, struct line *line)
{
    if (lines->at == lines->end && !fill(lines))
        return false;
    line->name = lines->name;
    line->number = ++lines->number;
    if (line->number == 1 &&
        scan_is_utf16(scan_of(lines->buffer, lines->end))) {
        lines->status =
            lines_refuse(line, 0, "the text is UTF-16; expected UTF-8");
        return false;
    }
    line->length = 0;
    line->cut = false;
    line->ended = false;
    do
        take(lines, line);
    while (!line->ended && fill(lines));
    if (lines->status != CLI_OK)
        return false;
    if (line->number == 1 && !drop_mark(line))
        return false;
    if (!line->cut && line->length > 0 && line->text[line->length - 1] == '\r')
        line->length--;
    line->text[line->length] = '\0';
    line->comment = line->text[0] == '#';
    return true;
}

/* Whether a line begins with two texts, with blanks between them or none. */
static bool begins_with(const struct line *line, const char *first,
                        const char *second)
{
    struct scan text = scan_of(line->text, line->length);
    if (!scan_skip(&text, first))
        return false;
    text = scan_trim(text);
    return scan_skip(&text, second);
}

/* Whether a line has the names of the values that follow: of 'gen --csv', or of
 * the UCI data set, the last of which is a word, as the moves a1,a2 have none.
 */
static bool is_heading(const struct line *line)
{
    if (!begins_with(line, "a1,", "a2,"))
        return begins_with(line, "position,", "ply,");
    const char *last = strrchr(line->text, ',');
    return isalpha((unsigned char)last[1]) && isalpha((unsigned char)last[2]);
}

bool lines_next(struct lines *lines, struct line *line)
{
    do
        if (!lines_read(lines, line))
            return false;
    while (line->comment || is_heading(line));
    return true;
}

enum cli_status lines_answer(const char *path,
                             enum cli_status (*answer)(void *context,
                                                       const struct line *line),
                             void *context)
{
    struct lines lines;
    struct line line;
    enum cli_status status = CLI_OK;
    lines_open(&lines, path);
    while (!output_failed() && !monitor_is_stopped() &&
           lines_next(&lines, &line)) {
        enum cli_status answered = answer(context, &line);
        if (answered != CLI_OK)
            putchar('\n');
        status = cli_worse(status, answered);
        output_end_line();
    }
    return cli_worse(status, lines_close(&lines));
}

void lines_set(struct line *line, const char *name, unsigned long number,
               const char *text)
{
    size_t length = strnlen(text, LINES_KEPT);
    *line = (struct line){
        .name = name,
        .number = number,
        .length = length,
        .cut = text[length] != '\0',
    };
    memcpy(line->text, text, length);
}

void lines_put_place(struct json *json, const struct line *line)
{
    if (line->name == NULL)
        return;
    json_put_text(json, "file", line->name);
    json_put_integer(json, "line", (int64_t)line->number);
}

bool lines_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

size_t lines_skip_blanks(const struct line *line, size_t at)
{
    while (at < line->length && lines_is_blank(line->text[at]))
        at++;
    return at;
}

size_t lines_skip_word(const struct line *line, size_t at)
{
    while (at < line->length && !lines_is_blank(line->text[at]))
        at++;
    return at;
}

bool lines_fail(struct fourscore_error *error, size_t at, const char *format,
                ...)
{
    va_list values;
    error->at = at;
    va_start(values, format);
    vsnprintf(error->reason, sizeof error->reason, format, values);
    va_end(values);
    return false;
}

enum cli_status lines_report(const struct line *line,
                             const struct fourscore_error *error)
{
    cli_note("%s:%lu:%zu: %s", line->name, line->number, error->at + 1,
             error->reason);
    return CLI_BAD_INPUT;
}

enum cli_status lines_refuse(const struct line *line, size_t at,
                             const char *format, ...)
{
    struct fourscore_error error = {.at = at};
    va_list values;
    va_start(values, format);
    vsnprintf(error.reason, sizeof error.reason, format, values);
    va_end(values);
    return lines_report(line, &error);
}
