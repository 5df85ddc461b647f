#include "bitboard/read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A text on its way to cells. */
struct reader {
    struct board board;
    const char *text;
    size_t length, at;

    /* The cells so far; those beyond the board are only counted.  One place
     * more: of the first of them, or else of the end. */
    int cells[BOARD_MAX_CELLS];
    size_t places[BOARD_MAX_CELLS + 1];
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

/* Refuse the next byte, where something else belongs. */
static enum board_status refuse_next(struct reader *in, const char *expected)
{
    char name[BOARD_BYTE_SIZE];
    const char *found = name;
    int byte = peek(in);
    if (byte == END)
        found = "the end of the text";
    else
        board_byte((char)byte, name);
    return refuse(in, in->at, BOARD_MALFORMED, "expected %s, found %s",
                  expected, found);
}

/* Note a cell at 'at'. */
static void put(struct reader *in, size_t at, int cell)
{
    size_t room = (size_t)board_cells(in->board);
    if (in->count < room)
        in->cells[in->count] = cell;
    if (in->count <= room)
        in->places[in->count] = at;
    in->count++;
}

/* Check that all cells are there, counted in units of 'size' cells, now that
 * 'end' is reached. */
static enum board_status check_size(struct reader *in, size_t end, int size,
                                    const char *units)
{
    size_t wanted = (size_t)board_cells(in->board);
    if (in->count <= wanted)
        in->places[in->count] = end;
    if (in->count == wanted)
        return BOARD_OK;
    size_t found = in->count / (size_t)size;
    return refuse(in, in->places[in->count < wanted ? in->count : wanted],
                  BOARD_WRONG_SIZE,
                  "%zu %.*s, expected %zu for a board of %dx%d", found,
                  (int)strlen(units) - (found == 1), units,
                  wanted / (size_t)size, in->board.width, in->board.height);
}

/* Everything must have been read but blanks. */
static enum board_status read_end(struct reader *in, const char *set)
{
    skip(in, set);
    return peek(in) == END ? BOARD_OK : refuse_next(in, "the end of the text");
}

static enum board_status read_mark(struct reader *in)
{
    static const char of_words[] = "0123456789+-._"
                                   "abcdefghijklmnopqrstuvwxyz"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    enum { SHOWN = 20 };

    size_t start = in->at;
    skip(in, of_words);
    size_t length = in->at - start;
    if (length == 0)
        return refuse_next(in, "0, 1 or 2");
    const char *word = in->text + start;
    if (length > 1 || !is_one_of(*word, "012"))
        return refuse(in, start, BOARD_NOT_A_CELL,
                      "%.*s%s is not a mark, expected 0, 1 or 2",
                      length > SHOWN ? SHOWN : (int)length, word,
                      length > SHOWN ? "..." : "");
    put(in, start, *word - '0');
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
    size_t bad_at = in->length; /* the first cell too many */

    for (skip(in, blanks); peek(in) != END && !is_one_of(peek(in), "\n/");
         skip(in, blanks)) {
        int byte = peek(in);
        if (!is_one_of(byte, ".xXoO")) {
            char name[BOARD_BYTE_SIZE];
            board_byte((char)byte, name);
            return refuse(in, in->at, BOARD_NOT_A_CELL,
                          "%s is not a cell, expected '.', 'x' or 'o'", name);
        }
        if (in->count == before + width)
            bad_at = in->at;
        put(in, in->at, byte == '.' ? 0 : is_one_of(byte, "xX") ? 1 : 2);
        in->at++;
    }

    size_t found = in->count - before;
    if (found == width)
        return BOARD_OK;
    return refuse(
        in, found < width ? in->at : bad_at, BOARD_WRONG_SIZE,
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
    if (peek(&in) == END || !board_is_cells((char)peek(&in)))
        return board_parse_game(board, text, length, pos, error);
    if (peek(&in) == '[')
        status = read_list(&in);
    else
        status = read_diagram(&in);

    if (status == BOARD_OK) {
        size_t bad_at;
        status = board_from_cells(board, in.cells, pos, &bad_at, error->reason);
        error->at = in.places[bad_at];
    }
    return status;
}
