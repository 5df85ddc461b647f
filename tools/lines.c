#include "tools/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool lines_open(struct lines *lines, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    lines->name = standard ? "stdin" : path;
    lines->file = standard ? stdin : fopen(path, "r");
    lines->number = 0;
    lines->status = CLI_OK;
    if (lines->file == NULL)
        cli_error("%s: %s", path, strerror(errno));
    return lines->file != NULL;
}

enum cli_status lines_close(struct lines *lines)
{
    if (lines->file != stdin)
        fclose(lines->file);
    return lines->status;
}

/* At the end of the file: whether it is one, or an error to report. */
static bool check_end(struct lines *lines)
{
    if (!ferror(lines->file))
        return true;
    lines->status = errno == EISDIR ? CLI_BAD_INPUT : CLI_FAILURE;
    cli_error("%s: %s", lines->name, strerror(errno));
    return false;
}

static bool read_line(struct lines *lines)
{
    int c = getc(lines->file);
    if (c == EOF) {
        check_end(lines);
        return false;
    }
    lines->number++;
    lines->length = 0;
    lines->cut = false;
    for (; c != EOF && c != '\n'; c = getc(lines->file)) {
        if (lines->length < LINES_KEPT)
            lines->text[lines->length++] = (char)c;
        else
            lines->cut = true;
    }
    if (c == EOF && !check_end(lines))
        return false;
    if (!lines->cut && lines->length > 0 &&
        lines->text[lines->length - 1] == '\r')
        lines->length--;
    lines->text[lines->length] = '\0';
    return true;
}

bool lines_next(struct lines *lines)
{
    do
        if (!read_line(lines))
            return false;
    while (lines->text[0] == '#');
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static size_t blanks_from(const struct lines *lines, size_t at)
{
    while (at < lines->length && is_blank(lines->text[at]))
        at++;
    return at;
}

static size_t word_from(const struct lines *lines, size_t at)
{
    while (at < lines->length && !is_blank(lines->text[at]))
        at++;
    return at;
}

static bool fail(struct lines_error *error, size_t at, const char *reason)
{
    error->column = at + 1;
    snprintf(error->reason, sizeof error->reason, "%s", reason);
    return false;
}

/* Read the first 'length' characters as a position. */
static bool parse_position(const struct lines *lines, size_t length,
                           struct position *pos, struct lines_error *error)
{
    size_t bad_at;
    enum board_status status = board_parse(lines->text, length, pos, &bad_at);
    if (status == BOARD_OK)
        return true;
    error->column = bad_at + 1;
    board_reason(status, lines->text[bad_at], *pos, error->reason);
    return false;
}

bool lines_position(const struct lines *lines, struct position *pos,
                    size_t *length, struct lines_error *error)
{
    *length = word_from(lines, 0);
    if (*length == 0 && lines->length > 0)
        return fail(error, 0, "a position starts in the first column");
    if (!parse_position(lines, *length, pos, error))
        return false;
    size_t rest = blanks_from(lines, *length);
    if (rest < lines->length)
        return fail(error, rest, "expected the end of the line");
    if (lines->cut)
        return fail(error, lines->length, "the line is too long");
    return true;
}

/* A whole number from -BOARD_CELLS to BOARD_CELLS, and nothing else. */
static bool parse_score(const char *text, size_t length, int *score)
{
    char *end;
    if (length == 0 || !strchr("-0123456789", text[0]))
        return false;
    errno = 0;
    long value = strtol(text, &end, 10);
    *score = (int)value;
    return end == text + length && errno == 0 && value >= -BOARD_CELLS &&
           value <= BOARD_CELLS;
}

bool lines_scored_position(const struct lines *lines, struct position *pos,
                           size_t *length, int *score,
                           struct lines_error *error)
{
    *length = word_from(lines, 0);
    if (!parse_position(lines, *length, pos, error))
        return false;
    size_t at = blanks_from(lines, *length);
    size_t end = word_from(lines, at);
    if (at == end)
        return fail(error, at, "expected a score behind the position");
    if (!parse_score(lines->text + at, end - at, score))
        return fail(error, at, "this is not a score");
    size_t rest = blanks_from(lines, end);
    if (rest < lines->length || lines->cut)
        return fail(error, rest, "expected the end of the line");
    return true;
}

void lines_report(const struct lines *lines, const struct lines_error *error)
{
    cli_flush();
    fprintf(stderr, "%s:%lu:%zu: %s\n", lines->name, lines->number,
            error->column, error->reason);
}
