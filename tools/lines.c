#include "tools/lines.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"

bool lines_open(struct lines *lines, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    lines->name = standard ? "stdin" : path;
    lines->file = standard ? stdin : fopen(path, "r");
    lines->number = 0;
    lines->status = CLI_OK;
    if (lines->file == NULL)
        cli_error("%s: %s", path, strerror(errno));
    else
        clearerr(lines->file); /* stdin may be read again */
    return lines->file != NULL;
}

enum cli_status lines_close(struct lines *lines)
{
    if (lines->file != stdin)
        fclose(lines->file);
    return lines->status;
}

/* Check the end of the file: report it if it is a read error. */
static bool check_end(struct lines *lines)
{
    if (!ferror(lines->file))
        return true;
    lines->status = cli_read_error(lines->name);
    return false;
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
    int c = getc(lines->file);
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

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static size_t blanks_from(const struct line *line, size_t at)
{
    while (at < line->length && is_blank(line->text[at]))
        at++;
    return at;
}

static size_t word_from(const struct line *line, size_t at)
{
    while (at < line->length && !is_blank(line->text[at]))
        at++;
    return at;
}

static bool fail(struct lines_error *error, size_t at, const char *reason)
{
    error->column = at + 1;
    snprintf(error->reason, sizeof error->reason, "%s", reason);
    return false;
}

static bool fail_on_board(struct lines_error *error, size_t at,
                          const char *reason, struct board board)
{
    fail(error, at, reason);
    board_add_suffix(board, error->reason);
    return false;
}

static bool has_cells(const struct line *line)
{
    size_t at = blanks_from(line, 0);
    return at < line->length && board_is_cells(line->text[at]);
}

/* The offset at which the blanks before 'end' begin. */
static size_t trim(const struct line *line, size_t end)
{
    while (end > 0 && is_blank(line->text[end - 1]))
        end--;
    return end;
}

/* The number of characters of the position: the first word; or a list or a
 * diagram, which may have blanks, up to the last 'scores' words. */
static size_t position_length(const struct line *line, int scores)
{
    if (!has_cells(line))
        return word_from(line, 0);
    const char *bracket = memchr(line->text, ']', line->length);
    if (bracket != NULL)
        return (size_t)(bracket - line->text) + 1;
    size_t end = trim(line, line->length), before = end;
    for (int i = 0; i < scores; i++) {
        while (before > 0 && !is_blank(line->text[before - 1]))
            before--;
        before = trim(line, before);
    }
    return before > 0 ? before : end;
}

/* Read a diagram or a list. */
static bool parse_cells(const struct line *line, size_t length,
                        struct board board, struct position *pos,
                        struct lines_error *error)
{
    struct board_error found;
    if (board_read(board, line->text, length, pos, &found) != BOARD_OK)
        return fail(error, found.at, found.reason);
    if (!board_is_won(*pos))
        return true;
    return fail_on_board(error, 0,
                         pos->ply % 2 == 1
                             ? "the game is over: the first player has won"
                             : "the game is over: the second player has won",
                         board);
}

static const char empty_board[] = "-";

/* Read the first 'length' characters as a position. */
static bool parse_position(const struct line *line, size_t length,
                           struct board board, struct position *pos,
                           struct lines_error *error)
{
    size_t bad_at;
    if (has_cells(line))
        return parse_cells(line, length, board, pos, error);
    if (length == 1 && line->text[0] == empty_board[0])
        length = 0;
    enum board_status status =
        board_parse(board, line->text, length, pos, &bad_at);
    if (status == BOARD_OK)
        return true;
    error->column = bad_at + 1;
    board_reason(status, line->text[bad_at], *pos, error->reason);
    return false;
}

bool lines_position(const struct line *line, struct board board,
                    struct position *pos, size_t *length,
                    struct lines_error *error)
{
    *length = position_length(line, 0);
    if (*length == 0 && line->length > 0)
        return fail(error, 0, "a position starts in the first column");
    if (!parse_position(line, *length, board, pos, error))
        return false;
    size_t rest = blanks_from(line, *length);
    if (rest < line->length)
        return fail(error, rest, "expected the end of the line");
    if (line->cut)
        return fail(error, line->length, "the line is too long");
    return true;
}

/* Parse an integer that can be the score of a position or, if 'count' > 1, of a
 * move. */
static bool parse_score(const char *text, size_t length, struct board board,
                        int count, int *score)
{
    char *end;
    int max = board_cells(board);
    if (length == 0 || !strchr("-0123456789", text[0]))
        return false;
    errno = 0;
    long value = strtol(text, &end, 10);
    *score = (int)value;
    return end == text + length && errno == 0 &&
           ((value >= -max && value <= max) ||
            (value == SOLVER_NO_MOVE && count == board.width));
}

static bool fail_at_missing_score(struct lines_error *error, size_t at,
                                  int found, int expected)
{
    if (expected == 1)
        return fail(error, at, "expected a score behind the position");
    fail(error, at, "");
    snprintf(error->reason, sizeof error->reason,
             "expected %d scores behind the position, found %d", expected,
             found);
    return false;
}

/* Read the rest of the line, from 'at' on, as 'count' scores. */
static bool parse_scores(const struct line *line, size_t at, struct board board,
                         int count, int *scores, struct lines_error *error)
{
    for (int i = 0; i < count; i++) {
        at = blanks_from(line, at);
        size_t end = word_from(line, at);
        if (at == end)
            return fail_at_missing_score(error, at, i, count);
        if (!parse_score(line->text + at, end - at, board, count, &scores[i]))
            return fail_on_board(error, at, "this is not a score", board);
        at = end;
    }
    at = blanks_from(line, at);
    if (at < line->length || line->cut)
        return fail(error, at, "expected the end of the line");
    return true;
}

bool lines_scored_position(const struct line *line, struct board board,
                           struct position *pos, size_t *length, int count,
                           int *scores, struct lines_error *error)
{
    *length = position_length(line, count);
    return parse_position(line, *length, board, pos, error) &&
           parse_scores(line, *length, board, count, scores, error);
}

const char *lines_moves(const char *moves)
{
    return *moves == '\0' ? empty_board : moves;
}

bool lines_unreachable(const struct line *line, struct position pos)
{
    char moves[BOARD_MAX_CELLS + 1];
    return has_cells(line) && board_moves(pos, moves) == BOARD_UNREACHABLE;
}

/* The value of a digit, or 'base' if it is not a digit. */
static unsigned digit_of(char c, unsigned base)
{
    static const char digits[] = "0123456789abcdef";
    char lower = c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c;
    const char *found = memchr(digits, lower, base);
    return found != NULL ? (unsigned)(found - digits) : base;
}

bool lines_number(const struct line *line, uint64_t *number, size_t *at,
                  struct lines_error *error)
{
    size_t next = *at = blanks_from(line, 0);
    bool hex = line->text[next] == '0' && (line->text[next + 1] | 32) == 'x';
    unsigned base = hex ? 16 : 10;

    *number = 0;
    if (next == line->length && !line->cut)
        return true;
    if (hex)
        next += 2;
    if (digit_of(line->text[next], base) == base)
        return fail(error, next,
                    hex ? "expected a hexadecimal digit"
                        : "expected a number, decimal or 0x...");
    for (unsigned digit; (digit = digit_of(line->text[next], base)) < base;
         next++)
        if (__builtin_mul_overflow(*number, base, number) ||
            __builtin_add_overflow(*number, digit, number))
            return fail(error, *at, "this is more than 64 bits hold");
    next = blanks_from(line, next);
    return (next == line->length && !line->cut) ||
           fail(error, next, "expected the end of the line");
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

enum cli_status lines_refuse_for_book(const struct line *line, int ply,
                                      int depth)
{
    if (ply > depth)
        return lines_refuse(
            line, 1,
            "the book has positions of at most %d %s, not of "
            "%d",
            depth, cli_plural((tt_count)depth, "stone", "stones"), ply);
    return lines_refuse(line, 1, "no moves lead to this position");
}
