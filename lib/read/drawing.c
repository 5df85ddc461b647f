#include "lib/read/reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum board_status board_parse_game(struct board board, const char *text,
                                   size_t length, struct position *pos,
                                   struct board_error *error)
{
    struct position found;
    enum board_status status =
        board_parse(board, text, length, &found, &error->at);
    if (status == BOARD_GAME_OVER && error->at == length - 1) {
        int column = board_column_named(board, text[error->at]);
        found = board_play(found, column);
        status = BOARD_OK;
    }
    if (status == BOARD_OK)
        *pos = found;
    else
        board_reason(status, text, length, error->at, found, error->reason);
    return status;
}

/* -------------------------------------------------------------------- marks */

enum board_status board_from_marks(struct board board, const int *marks,
                                   bool colours, struct position *pos,
                                   size_t *bad_at,
                                   char reason[BOARD_REASON_SIZE])
{
    int cells[BOARD_MAX_CELLS], first = 0, second = 0;
    for (int i = 0; i < board_cells(board); i++) {
        first += marks[i] == BOARD_FIRST;
        second += marks[i] == BOARD_SECOND;
    }
    bool swap = colours && second > first;
    for (int i = 0; i < board_cells(board); i++)
        cells[i] = swap && marks[i] > BOARD_EMPTY ? 3 - marks[i] : marks[i];
    return board_from_cells(board, cells, pos, bad_at, reason);
}

/* What marks a stone; the marks of a drawing are of one kind. */
enum kind { NO_KIND, LETTERS, DIGITS, COLOUR_LETTERS, CIRCLES };

static const struct {
    const char *text;
    enum kind kind;
    enum board_mark mark;
} marks[] = {
    {".", NO_KIND, BOARD_EMPTY},
    {"_", NO_KIND, BOARD_EMPTY},
    {"-", NO_KIND, BOARD_EMPTY},
    {"0", NO_KIND, BOARD_EMPTY},
    {"x", LETTERS, BOARD_FIRST},
    {"X", LETTERS, BOARD_FIRST},
    {"o", LETTERS, BOARD_SECOND},
    {"O", LETTERS, BOARD_SECOND},
    {"1", DIGITS, BOARD_FIRST},
    {"2", DIGITS, BOARD_SECOND},
    {"r", COLOUR_LETTERS, BOARD_FIRST},
    {"R", COLOUR_LETTERS, BOARD_FIRST},
    {"y", COLOUR_LETTERS, BOARD_SECOND},
    {"Y", COLOUR_LETTERS, BOARD_SECOND},
    {"\xf0\x9f\x94\xb4", CIRCLES, BOARD_FIRST},  /* U+1F534, red */
    {"\xf0\x9f\x9f\xa1", CIRCLES, BOARD_SECOND}, /* U+1F7E1, yellow */
};

/* The size of the mark at the beginning of a text; 0 if there is none. */
static size_t find_mark(const char *text, size_t length, enum kind *kind,
                        enum board_mark *mark)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t size = strlen(marks[i].text);
        if (size <= length && memcmp(text, marks[i].text, size) == 0) {
            *kind = marks[i].kind;
            *mark = marks[i].mark;
            return size;
        }
    }
    return 0;
}

/* ------------------------------------------------------------------ drawings
 */

struct drawing {
    struct board board;
    const char *text;
    size_t length;
    bool has_dots, has_bars; /* anywhere in the text */
    bool has_numbers;        /* before the rows, as before the first one */

    int rows;        /* read so far */
    size_t rows_end; /* where the last one ends */
    enum kind kind;  /* of the stones so far */
    size_t zero_at;  /* of the first '0', or 'length' */
    int cells[BOARD_MAX_CELLS];
    size_t offsets[BOARD_MAX_CELLS + 1];
    int names; /* lines of names below the rows */
    bool has_scores;

    struct board_error *error;
};

/* A part of the text. */
struct span {
    size_t at, end;
};

/* The cells of a row: their marks and offsets, and where it is wrong. */
struct row {
    enum board_mark cells[BOARD_MAX_CELLS];
    enum kind kinds[BOARD_MAX_CELLS];
    size_t offsets[BOARD_MAX_CELLS];
    int count; /* those beyond BOARD_MAX_CELLS are counted only */
    bool is_bad;
    size_t bad_at;
};

static bool is_one_of(char byte, const char *set)
{
    return byte != '\0' && strchr(set, byte) != NULL;
}

static bool is_blank(char byte)
{
    return is_one_of(byte, " \t\r");
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static struct span trim(const char *text, struct span span)
{
    while (span.at < span.end && is_blank(text[span.at]))
        span.at++;
    while (span.end > span.at && is_blank(text[span.end - 1]))
        span.end--;
    return span;
}

/* The line at 'at', which '\n' or '/' ends. */
static struct span line_at(const char *text, size_t length, size_t at)
{
    size_t end = at;
    while (end < length && text[end] != '\n' && text[end] != '/')
        end++;
    return (struct span){at, end};
}

__attribute__((format(printf, 4, 5))) static enum board_status
refuse(struct drawing *in, size_t at, enum board_status status,
       const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(in->error->reason, BOARD_REASON_SIZE, format, values);
    va_end(values);
    in->error->at = at;
    return status;
}

static void add_cell(struct row *row, enum board_mark mark, enum kind kind,
                     size_t at)
{
    if (row->count < BOARD_MAX_CELLS) {
        row->cells[row->count] = mark;
        row->kinds[row->count] = kind;
        row->offsets[row->count] = at;
    }
    row->count++;
}

/* Whether only the number of a row is left, to the right of it. */
static bool is_number(const char *text, struct span span)
{
    span = trim(text, span);
    size_t at = span.at;
    while (at < span.end && is_digit(text[at]))
        at++;
    return at == span.end && at > span.at && at - span.at <= 2;
}

/* Read cells one after another. */
static void read_cells(const struct drawing *in, struct span span,
                       struct row *row)
{
    enum kind kind;
    enum board_mark mark;
    for (size_t at = span.at; at < span.end && !row->is_bad;) {
        size_t size = find_mark(in->text + at, span.end - at, &kind, &mark);
        bool is_full = row->count == in->board.width;
        if (is_blank(in->text[at]))
            at++;
        else if (is_full && is_blank(in->text[at - 1]) &&
                 is_number(in->text, (struct span){at, span.end}))
            return;
        else if (size == 0) {
            row->is_bad = true;
            row->bad_at = at;
        } else {
            add_cell(row, mark, kind, at);
            at += size;
        }
    }
}

/* Read cells between bars: each has one mark or none. */
static void read_barred(const struct drawing *in, struct span span,
                        struct row *row)
{
    for (size_t at = span.at; at <= span.end && !row->is_bad;) {
        size_t bar = at;
        while (bar < span.end && in->text[bar] != '|')
            bar++;
        struct span cell = trim(in->text, (struct span){at, bar});
        enum kind kind = NO_KIND;
        enum board_mark mark = BOARD_EMPTY;
        if (cell.at < cell.end &&
            find_mark(in->text + cell.at, cell.end - cell.at, &kind, &mark) !=
                cell.end - cell.at) {
            row->is_bad = true;
            row->bad_at = cell.at;
            return;
        }
        add_cell(row, mark, kind, cell.at);
        at = bar + 1;
    }
}

/* Read a line as a row without the number before it. */
static void read_line(const struct drawing *in, struct span span,
                      struct row *row)
{
    row->count = 0;
    row->is_bad = false;
    span = trim(in->text, span);
    size_t last = span.end;
    while (last > span.at && is_digit(in->text[last - 1]))
        last--;
    struct span cells = trim(in->text, (struct span){span.at, last});
    if (cells.end > cells.at && in->text[cells.end - 1] == '|')
        span = cells; /* a number behind the last bar */
    bool left = span.at < span.end && in->text[span.at] == '|';
    bool right = span.end > span.at + left && in->text[span.end - 1] == '|';
    struct span inner = {span.at + left, span.end - right};
    if (inner.at >= inner.end ||
        memchr(in->text + inner.at, '|', inner.end - inner.at) == NULL) {
        read_cells(in, inner, row);
        return;
    }
    read_barred(in, inner, row);
    if (row->count == in->board.width - 1 && left != right) {
        *row = (struct row){0}; /* the bar is that of a cell that is empty */
        read_barred(in, span, row);
    }
}

/* Read a line as a row, with its number or without. */
static void read_row(struct drawing *in, struct span line, struct row *row)
{
    struct span span = trim(in->text, line);
    size_t at = span.at;
    int number = 0, height = in->board.height;
    while (at < span.end && at - span.at < 2 && is_digit(in->text[at]))
        number = 10 * number + in->text[at++] - '0';
    bool is_its_number =
        at > span.at && at < span.end && is_one_of(in->text[at], " \t|:)") &&
        (number == height - in->rows || number == height - 1 - in->rows ||
         number == in->rows || number == in->rows + 1);
    if (is_its_number && (in->rows == 0 || in->has_numbers)) {
        at += is_one_of(in->text[at], ":)");
        read_line(in, (struct span){at, line.end}, row);
        in->has_numbers = !row->is_bad && row->count == in->board.width;
        if (in->has_numbers)
            return;
    }
    read_line(in, line, row);
}

/* Whether a line is a part of a frame. */
static bool is_frame(const struct drawing *in, struct span line)
{
    int dashes = 0, run = 0, longest = 0;
    bool bars = false, corners = false;
    for (size_t at = line.at; at < line.end; at++) {
        char byte = in->text[at];
        if (!is_blank(byte) && !is_one_of(byte, "+=|-_"))
            return false;
        bool is_dash = byte == '-' || byte == '_';
        dashes += is_dash;
        run = is_dash ? run + 1 : 0;
        longest = run > longest ? run : longest;
        bars = bars || byte == '|';
        corners = corners || byte == '+' || byte == '=';
    }
    return corners || (bars ? longest > 1
                            : dashes > 0 && (dashes != in->board.width ||
                                             in->has_dots || in->has_bars));
}

/* The end of the name of a column; 'at' if there is none.  'kind' is what the
 * leftmost column is named: 0, 1 or a. */
static size_t skip_name(const struct drawing *in, size_t at, size_t end,
                        int column, char kind)
{
    char decimal[12], name = (char)('a' + column);
    snprintf(decimal, sizeof decimal, "%d", column + (kind == '1'));
    size_t size = strlen(decimal);
    if (kind == 'a')
        return at + (at < end && (in->text[at] | 0x20) == name);
    if (end - at >= size && memcmp(in->text + at, decimal, size) == 0)
        return at + size;
    return at + (at < end && kind == '1' &&
                 in->text[at] == board_column_name(column));
}

static bool is_names(const struct drawing *in, struct span line)
{
    for (const char *kind = "01a"; *kind != '\0'; kind++) {
        size_t at = line.at;
        int column = 0;
        for (bool goes_on = true; goes_on;) {
            while (at < line.end &&
                   (is_blank(in->text[at]) || in->text[at] == '|'))
                at++;
            size_t end = column < in->board.width
                             ? skip_name(in, at, line.end, column, *kind)
                             : at;
            goes_on = end > at;
            column += goes_on;
            at = end;
        }
        if (column == in->board.width && at == line.end)
            return true;
    }
    return false;
}

/* Whether a line is the scores that are printed below a board. */
static bool is_scores(const struct drawing *in, struct span line)
{
    int count = 0;
    for (size_t at = line.at; at < line.end; count++) {
        struct span rest = trim(in->text, (struct span){at, line.end});
        size_t end = rest.at;
        while (end < rest.end && is_one_of(in->text[end], "-?0123456789"))
            end++;
        if (end == rest.at || (end < rest.end && !is_blank(in->text[end])))
            return false;
        at = end == rest.end ? line.end : end;
    }
    return count == in->board.width;
}

static enum board_status add_row(struct drawing *in, struct span line)
{
    struct row row = {0};
    int width = in->board.width, cells = board_cells(in->board);
    read_row(in, line, &row);
    if (row.is_bad) {
        char name[BOARD_NAME_SIZE];
        board_name_at(in->text, in->length, row.bad_at, name);
        return refuse(in, row.bad_at, BOARD_NOT_A_CELL,
                      "%s is not a cell, expected '.', 'x' or 'o'", name);
    }
    bool is_whole = in->rows == 0 && row.count == cells;
    if (row.count != width && !is_whole)
        return refuse(in, row.count > width ? row.offsets[width] : line.end,
                      BOARD_WRONG_SIZE,
                      "row %d from the top has %d cell%s; expected %d for a "
                      "board of %dx%d",
                      in->rows + 1, row.count, row.count == 1 ? "" : "s", width,
                      width, in->board.height);
    for (int i = 0; i < row.count; i++) {
        enum kind kind = row.kinds[i];
        if (kind != NO_KIND && in->kind != NO_KIND && kind != in->kind) {
            char name[BOARD_NAME_SIZE];
            board_name_at(in->text, in->length, row.offsets[i], name);
            return refuse(in, row.offsets[i], BOARD_NOT_A_CELL,
                          "%s: the stones before have marks of another kind",
                          name);
        }
        in->kind = kind != NO_KIND ? kind : in->kind;
        if (in->text[row.offsets[i]] == '0' && in->zero_at == in->length)
            in->zero_at = row.offsets[i];
        in->cells[in->rows * width + i] = (int)row.cells[i];
        in->offsets[in->rows * width + i] = row.offsets[i];
    }
    in->rows += row.count / width;
    in->rows_end = line.end;
    return BOARD_OK;
}

/* Read a line that is not empty. */
static enum board_status add_line(struct drawing *in, struct span line)
{
    bool is_complete = in->rows == in->board.height;
    bool may_be_names = is_complete || (in->rows == 0 && in->board.width > 2);
    if (may_be_names && is_names(in, line)) {
        in->names += is_complete;
        return BOARD_OK;
    }
    if (is_frame(in, line))
        return BOARD_OK;
    if (!is_complete)
        return add_row(in, line);
    if (in->names > 0 && !in->has_scores && is_scores(in, line)) {
        in->has_scores = true;
        return BOARD_OK;
    }
    struct row row = {0};
    read_row(in, line, &row);
    if (!row.is_bad)
        return refuse(in, line.at, BOARD_WRONG_SIZE,
                      "more than %d rows for a board of %dx%d",
                      in->board.height, in->board.width, in->board.height);
    char name[BOARD_NAME_SIZE];
    size_t at = trim(in->text, line).at;
    board_name_at(in->text, in->length, at, name);
    return refuse(in, at, BOARD_MALFORMED,
                  "expected the end of the board, found %s", name);
}

static enum board_status read_rows(struct drawing *in)
{
    for (size_t at = 0; at < in->length;) {
        struct span line = line_at(in->text, in->length, at);
        struct span words = trim(in->text, line);
        if (in->rows == in->board.height &&
            board_is_prose(in->text + line.at, line.end - line.at))
            break;
        enum board_status status =
            words.at < words.end ? add_line(in, line) : BOARD_OK;
        if (status != BOARD_OK)
            return status;
        at = line.end + 1;
    }
    if (in->rows < in->board.height)
        return refuse(in, in->length, BOARD_WRONG_SIZE,
                      "%d row%s; expected %d for a board of %dx%d", in->rows,
                      in->rows == 1 ? "" : "s", in->board.height,
                      in->board.width, in->board.height);
    if (in->kind == LETTERS && in->zero_at < in->length)
        return refuse(
            in, in->zero_at, BOARD_NOT_A_CELL,
            "'0' beside x and o may mean a stone; expected '.' for an "
            "empty cell");
    return BOARD_OK;
}

enum board_status board_read_drawing(struct board board, const char *text,
                                     size_t length, struct position *pos,
                                     struct board_error *error)
{
    struct drawing in = {
        .board = board,
        .text = text,
        .length = length,
        .has_dots = memchr(text, '.', length) != NULL,
        .has_bars = memchr(text, '|', length) != NULL,
        .zero_at = length,
        .error = error,
    };
    size_t bad_at;
    enum board_status status = read_rows(&in);
    if (status != BOARD_OK)
        return status;
    in.offsets[board_cells(board)] = in.rows_end;
    status = board_from_marks(board, in.cells,
                              in.kind == COLOUR_LETTERS || in.kind == CIRCLES,
                              pos, &bad_at, error->reason);
    error->at = in.offsets[status == BOARD_OK ? 0 : bad_at];
    return status;
}

/* ------------------------------------------------------------- which is which
 */

bool board_is_prose(const char *text, size_t length)
{
    bool is_word = false;
    size_t letters = 0;
    for (size_t at = 0; at <= length; at++) {
        int byte = at < length ? (unsigned char)text[at] : ' ';
        if (!isalpha(byte)) {
            if (is_word && letters > 1)
                return true;
            is_word = false;
            letters = 0;
            continue;
        }
        letters++;
        is_word = is_word || !strchr("abcdefghixory", tolower(byte));
    }
    return false;
}

/* Whether digits have the shape of the board. */
static bool has_shape(struct board board, int first, const char *text,
                      size_t length)
{
    int rows = 0, zeros = 0, empty = 0;
    for (size_t at = 0; at < length;) {
        struct span line = line_at(text, length, at);
        int cells = 0;
        for (size_t i = line.at; i < line.end; i++) {
            if (is_blank(text[i]))
                continue;
            if (!is_one_of(text[i], "012._-"))
                return false;
            zeros += text[i] == '0';
            empty += is_one_of(text[i], "._-");
            cells++;
        }
        if (rows == 0 && cells == board_cells(board))
            rows = board.height;
        else if (cells == board.width)
            rows++;
        else if (cells > 0)
            return false;
        at = line.end + 1;
    }
    return rows == board.height &&
           (board.width > 3 || empty > 0 || (zeros > 0 && first == 1));
}

/* Whether a byte, outside of comments, is of a drawing and not of a game. */
static bool is_of_drawing(const char *text, size_t length, size_t at)
{
    char byte = text[at];
    enum kind kind;
    enum board_mark mark;
    if (byte == '.')
        return at == 0 || !(is_digit(text[at - 1]) || text[at - 1] == '.');
    if (byte == '|')
        return at == 0 || text[at - 1] == '\n';
    return byte == '_' ||
           (find_mark(text + at, length - at, &kind, &mark) > 0 &&
            kind != NO_KIND && kind != DIGITS);
}

/* Whether a text begins with a mark of several bytes. */
static bool wide_mark(const char *text, size_t length)
{
    enum kind kind;
    enum board_mark mark;
    return find_mark(text, length, &kind, &mark) > 1;
}

bool board_is_drawing(struct board board, int first, const char *text,
                      size_t length)
{
    size_t at = 0;
    while (at < length && (is_blank(text[at]) || text[at] == '\n'))
        at++;
    if (at == length || is_one_of(text[at], "{[(#;"))
        return false;
    bool many_lines = memchr(text + at, '\n', length - at) != NULL ||
                      memchr(text + at, '/', length - at) != NULL;
    if (is_one_of(text[at], "|+=-/._xXoOrRyY") ||
        has_shape(board, first, text + at, length - at))
        return true;
    if (!many_lines)
        return wide_mark(text + at, length - at);
    if (text[at] == '0' && first == 1)
        return true;
    for (; at < length; at++) {
        if (is_one_of(text[at], "{[(#;") ||
            (text[at] == '\n' &&
             board_is_prose(text + at + 1,
                            line_at(text, length, at + 1).end - at - 1)))
            return false;
        if (is_of_drawing(text, length, at))
            return true;
    }
    return false;
}
