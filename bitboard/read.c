#include "bitboard/read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bitboard/record.h"

/* The state of a parser. */
struct reader {
    struct board board;
    const char *text;
    size_t length, at;

    /* The cells read so far and their offsets in the text.  'count' includes
     * excess cells, which are not stored.  The additional offset is that of the
     * first excess cell, or of the end of the board. */
    int cells[BOARD_MAX_CELLS];
    size_t offsets[BOARD_MAX_CELLS + 1];
    size_t count;

    struct board_error *error;
};

enum { END = -1 };

/* The next byte, or END. */
static int peek(const struct reader *in)
{
    return in->at < in->length ? (unsigned char)in->text[in->at] : END;
}

static bool is_one_of(int byte, const char *set)
{
    return byte > 0 && strchr(set, byte) != NULL;
}

static const char blanks[] = " \t\r";
static const char blanks_and_lines[] = " \t\r\n";
static const char blanks_and_rows[] = " \t\r\n/";

static void skip(struct reader *in, const char *set)
{
    while (is_one_of(peek(in), set))
        in->at++;
}

__attribute__((format(printf, 4, 5))) static enum board_status
refuse(struct reader *in, size_t at, enum board_status status,
       const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(in->error->reason, BOARD_REASON_SIZE, format, values);
    va_end(values);
    if (status != BOARD_WRONG_SIZE)
        board_add_suffix(in->board, in->error->reason);
    in->error->at = at;
    return status;
}

/* Fail at the next byte with the message "expected ..., found ...". */
static enum board_status refuse_next(struct reader *in, const char *expected)
{
    char name[BOARD_BYTE_SIZE];
    const char *found = name;
    int byte = peek(in);
    if (byte == END)
        found = "the end of the text";
    else
        board_byte_name((char)byte, name);
    return refuse(in, in->at, BOARD_MALFORMED, "expected %s, found %s",
                  expected, found);
}

/* Append the cell whose text is at offset 'at'. */
static void append(struct reader *in, size_t at, int cell)
{
    size_t max = (size_t)board_cells(in->board);
    if (in->count < max)
        in->cells[in->count] = cell;
    if (in->count <= max)
        in->offsets[in->count] = at;
    in->count++;
}

/* Check the number of cells, where the board ends at offset 'end'.  The error
 * message counts in units of 'size' cells. */
static enum board_status check_size(struct reader *in, size_t end, int size,
                                    const char *units)
{
    size_t expected = (size_t)board_cells(in->board);
    if (in->count <= expected)
        in->offsets[in->count] = end;
    if (in->count == expected)
        return BOARD_OK;
    size_t found = in->count / (size_t)size;
    return refuse(in, in->offsets[in->count < expected ? in->count : expected],
                  BOARD_WRONG_SIZE,
                  "%zu %.*s, expected %zu for a board of %dx%d", found,
                  (int)strlen(units) - (found == 1), units,
                  expected / (size_t)size, in->board.width, in->board.height);
}

/* Check that only characters of 'set' are left. */
static enum board_status read_end(struct reader *in, const char *set)
{
    skip(in, set);
    return peek(in) == END ? BOARD_OK : refuse_next(in, "the end of the text");
}

static enum board_status read_mark(struct reader *in)
{
    static const char word_characters[] = "0123456789+-._"
                                          "abcdefghijklmnopqrstuvwxyz"
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    enum { MAX_SHOWN = 20 };

    size_t start = in->at;
    skip(in, word_characters);
    size_t length = in->at - start;
    if (length == 0)
        return refuse_next(in, "0, 1 or 2");
    const char *word = in->text + start;
    if (length > 1 || !is_one_of(*word, "012"))
        return refuse(in, start, BOARD_NOT_A_CELL,
                      "%.*s%s is not a mark, expected 0, 1 or 2",
                      length > MAX_SHOWN ? MAX_SHOWN : (int)length, word,
                      length > MAX_SHOWN ? "..." : "");
    append(in, start, *word - '0');
    return BOARD_OK;
}

static enum board_status read_list(struct reader *in)
{
    enum board_status status;
    do {
        in->at++; /* '[' or ',' */
        skip(in, blanks_and_lines);
        status = read_mark(in);
        if (status != BOARD_OK)
            return status;
        skip(in, blanks_and_lines);
    } while (peek(in) == ',');

    if (peek(in) != ']')
        return refuse_next(in, "',' or ']'");
    status = check_size(in, in->at, 1, "cells");
    if (status != BOARD_OK)
        return status;
    in->at++;
    return read_end(in, blanks_and_lines);
}

static enum board_status read_row(struct reader *in)
{
    size_t width = (size_t)in->board.width;
    size_t before = in->count;
    size_t excess_at = in->length; /* the first excess cell */

    for (skip(in, blanks); peek(in) != END && !is_one_of(peek(in), "\n/");
         skip(in, blanks)) {
        int byte = peek(in);
        if (!is_one_of(byte, ".xXoO")) {
            char name[BOARD_BYTE_SIZE];
            board_byte_name((char)byte, name);
            return refuse(in, in->at, BOARD_NOT_A_CELL,
                          "%s is not a cell, expected '.', 'x' or 'o'", name);
        }
        if (in->count == before + width)
            excess_at = in->at;
        append(in, in->at, byte == '.' ? 0 : is_one_of(byte, "xX") ? 1 : 2);
        in->at++;
    }

    size_t found = in->count - before;
    if (found == width)
        return BOARD_OK;
    return refuse(
        in, found < width ? in->at : excess_at, BOARD_WRONG_SIZE,
        "row %zu from the top has %zu cell%s, expected %zu for a board "
        "of %dx%d",
        before / width + 1, found, found == 1 ? "" : "s", width,
        in->board.width, in->board.height);
}

static enum board_status read_column_names(struct reader *in)
{
    for (int column = 0; column < in->board.width; column++) {
        char name = board_column_name(column);
        skip(in, blanks);
        if (peek(in) != name) {
            char expected[] = "column name ?";
            expected[sizeof expected - 2] = name;
            return refuse_next(in, expected);
        }
        in->at++;
    }
    return BOARD_OK;
}

static enum board_status read_diagram(struct reader *in)
{
    enum board_status status = BOARD_OK;
    skip(in, blanks_and_rows);
    while (peek(in) != END && peek(in) != board_column_name(0)) {
        status = read_row(in);
        if (status != BOARD_OK)
            return status;
        skip(in, blanks_and_rows);
    }

    status = check_size(in, in->at, in->board.width, "rows");
    if (status == BOARD_OK && peek(in) != END)
        status = read_column_names(in);
    if (status != BOARD_OK)
        return status;
    return read_end(in, blanks_and_rows);
}

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
        board_reason(status, text[error->at], found, error->reason);
    return status;
}

bool board_is_cells(char first)
{
    return is_one_of(first, "[.xXoO/");
}

enum board_status board_read(struct board board, const char *text,
                             size_t length, struct position *pos,
                             struct board_error *error)
{
    struct reader in = {
        .board = board,
        .text = text,
        .length = length,
        .error = error,
    };
    enum board_status status;

    skip(&in, blanks_and_lines);
    if (peek(&in) == END || !board_is_cells((char)peek(&in))) {
        char moves[BOARD_MAX_CELLS + 1];
        return board_read_record(board, text, length, pos, moves, error);
    }
    if (peek(&in) == '[')
        status = read_list(&in);
    else
        status = read_diagram(&in);

    if (status == BOARD_OK) {
        size_t bad_at;
        status = board_from_cells(board, in.cells, pos, &bad_at, error->reason);
        error->at = in.offsets[bad_at];
    }
    return status;
}
