#include "tools/lines.h"

#include <stdarg.h>
#include <string.h>

void lines_open(struct lines *lines, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    lines->name = standard ? "stdin" : path;
    lines->file = standard ? stdin : fopen(path, "rb");
    lines->number = 0;
    lines->status = CLI_OK;
    if (lines->file == NULL)
        lines->status = cli_open_error(path);
    else
        clearerr(lines->file); /* stdin may be read again */
}

enum cli_status lines_close(struct lines *lines)
{
    if (lines->file != NULL && lines->file != stdin)
        fclose(lines->file);
    return lines->status;
}

/* Check the end of the file: report it if it is a read error. */
static bool check_end(struct lines *lines)
{
    if (lines->file == NULL || !ferror(lines->file))
        return true;
    lines->status = cli_read_error(lines->name);
    return false;
}

enum cli_status lines_read_bytes(const char *path, void *bytes, size_t room,
                                 size_t *size)
{
    struct lines lines;
    lines_open(&lines, path);
    if (lines.file != NULL) {
        *size = fread(bytes, 1, room, lines.file);
        check_end(&lines);
    }
    return lines_close(&lines);
}

size_t lines_mark(const char *text, size_t length)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t size = sizeof mark - 1;
    return length >= size && memcmp(text, mark, size) == 0 ? size : 0;
}

/* Remove a byte order mark.  Returns false if the file has nothing else. */
static bool drop_mark(struct line *line)
{
    size_t mark = lines_mark(line->text, line->length);
    line->length -= mark;
    memmove(line->text, line->text + mark, line->length);
    return mark == 0 || line->length > 0 || line->ended;
}

bool lines_read(struct lines *lines, struct line *line)
{
    int c = lines->file != NULL ? getc(lines->file) : EOF;
    if (c == EOF) {
        check_end(lines);
        return false;
    }
    line->name = lines->name;
    line->number = ++lines->number;
    line->length = 0;
    line->cut = false;
    for (; c != EOF && c != '\n'; c = getc(lines->file)) {
        if (line->length < LINES_KEPT)
            line->text[line->length++] = (char)c;
        else
            line->cut = true;
    }
    line->ended = c == '\n';
    if (c == EOF && !check_end(lines))
        return false;
    if (line->number == 1 && !drop_mark(line))
        return false;
    if (!line->cut && line->length > 0 && line->text[line->length - 1] == '\r')
        line->length--;
    line->text[line->length] = '\0';
    line->comment = line->text[0] == '#';
    return true;
}

bool lines_next(struct lines *lines, struct line *line)
{
    do
        if (!lines_read(lines, line))
            return false;
    while (line->comment);
    return true;
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

bool lines_fail(struct lines_error *error, size_t at, const char *format, ...)
{
    va_list values;
    error->column = at + 1;
    va_start(values, format);
    vsnprintf(error->reason, sizeof error->reason, format, values);
    va_end(values);
    return false;
}

void lines_report(const struct line *line, const struct lines_error *error)
{
    cli_note("%s:%lu:%zu: %s", line->name, line->number, error->column,
             error->reason);
}

enum cli_status lines_refuse(const struct line *line, size_t column,
                             const char *format, ...)
{
    struct lines_error error = {.column = column};
    va_list values;
    va_start(values, format);
    vsnprintf(error.reason, sizeof error.reason, format, values);
    va_end(values);
    lines_report(line, &error);
    return CLI_BAD_INPUT;
}
