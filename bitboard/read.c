#include "bitboard/read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* -------------------------------------------------------------------- moves */

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

/* --------------------------------------------------------- records of games */

/* Boards of more columns have columns named a, b and c. */
enum { MAX_LETTERS = 9 };

enum { MAX_DEPTH = 64 }; /* of side lines in side lines */

/* What a side line replaces, and where it begins. */
struct side_line {
    char names[BOARD_MAX_CELLS + 1];
    size_t offsets[BOARD_MAX_CELLS + 1];
    int count;
    size_t at;
};

/* Moves as names of columns and their offsets in the text.  The one beyond a
 * full board makes the record too long. */
struct record {
    struct board board;
    const char *text;
    size_t length, at;
    size_t plain_end; /* a ';' before it separates moves */
    char names[BOARD_MAX_CELLS + 1];
    size_t offsets[BOARD_MAX_CELLS + 1];
    int count;
    struct side_line side_lines[MAX_DEPTH]; /* that are open */
    int depth;
    struct board_error *error;
};

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool has_digit(const struct record *in, size_t at)
{
    return at < in->length && is_digit(in->text[at]);
}

static bool refuse_token(struct record *in, size_t at)
{
    board_add_suffix(in->board, in->error->reason);
    in->error->at = at;
    return false;
}

/* In a side line the number of a move does not say where it is. */
static void add_side_line(struct record *in)
{
    size_t length = strlen(in->error->reason);
    if (in->depth > 0)
        snprintf(in->error->reason + length, BOARD_REASON_SIZE - length,
                 " (in a side line for move %d)", in->side_lines[0].count);
}

static size_t line_end(const struct record *in, size_t at)
{
    while (at < in->length && in->text[at] != '\n')
        at++;
    return at;
}

/* Whether the ';' here separates moves: only moves follow in its line. */
static bool is_separator(struct record *in)
{
    if (in->at < in->plain_end)
        return true;
    size_t end = line_end(in, in->at);
    for (size_t at = in->at; at < end; at++)
        if (!is_digit(in->text[at]) && !is_one_of(in->text[at], " \t\r,|;"))
            return false;
    in->plain_end = end;
    return true;
}

static bool skip_comment(struct record *in)
{
    const char *end = memchr(in->text + in->at, '}', in->length - in->at);
    if (end == NULL) {
        snprintf(in->error->reason, BOARD_REASON_SIZE,
                 "a comment begins with '{' and does not end with '}'");
        return refuse_token(in, in->at);
    }
    in->at = (size_t)(end - in->text) + 1;
    return true;
}

/* The end of the number from here on, if a '.' follows it; otherwise 0.  A
 * column written as a digit is not followed by a number at once. */
static size_t number_end(const struct record *in)
{
    enum { MAX_DIGITS = 3 };
    size_t at = in->at;
    if (in->count > 0 && in->offsets[in->count - 1] + 1 == at &&
        has_digit(in, at - 1))
        return 0;
    while (has_digit(in, at) && at - in->at < MAX_DIGITS)
        at++;
    return at < in->length && in->text[at] == '.' ? at : 0;
}

static bool skip_number(struct record *in, size_t end)
{
    int of_move = in->count + 1, of_pair = in->count / 2 + 1, number = 0;
    for (size_t at = in->at; at < end && number <= of_move; at++)
        number = 10 * number + in->text[at] - '0';
    if (number != of_move && number != of_pair) {
        char other[24] = "";
        if (of_pair != of_move)
            snprintf(other, sizeof other, " or %d.", of_pair);
        snprintf(in->error->reason, BOARD_REASON_SIZE,
                 "this is not the number of the next move, expected %d.%s",
                 of_move, other);
        add_side_line(in);
        return refuse_token(in, in->at);
    }
    for (in->at = end; in->at < in->length && in->text[in->at] == '.';)
        in->at++;
    return true;
}

/* Play the moves so far, of which the last one may win.  Returns what is wrong
 * with the one after the first '*played'. */
static enum board_status play_moves(const struct record *in,
                                    struct position *pos, size_t *played)
{
    enum board_status status =
        board_parse(in->board, in->names, (size_t)in->count, pos, played);
    if (status != BOARD_GAME_OVER || *played + 1 != (size_t)in->count)
        return status;
    *pos = board_play(*pos, board_column_named(in->board, in->names[*played]));
    ++*played;
    return BOARD_OK;
}

/* Read '(': what follows replaces the last move. */
static bool open_side_line(struct record *in)
{
    const char *reason =
        in->count == 0 ? "a side line follows the move that it replaces"
        : in->depth == MAX_DEPTH ? "side lines in side lines are too deep"
                                 : NULL;
    if (reason != NULL) {
        snprintf(in->error->reason, BOARD_REASON_SIZE, "%s", reason);
        return refuse_token(in, in->at);
    }
    struct side_line *line = &in->side_lines[in->depth++];
    memcpy(line->names, in->names, sizeof line->names);
    memcpy(line->offsets, in->offsets, sizeof line->offsets);
    line->count = in->count--;
    line->at = in->at++;
    return true;
}

/* Read ')', which ends a side line. */
static bool close_side_line(struct record *in)
{
    struct position pos;
    size_t played;
    if (play_moves(in, &pos, &played) != BOARD_OK)
        return false; /* board_read_record() says why */
    bool is_open = in->depth > 0;
    if (!is_open || in->count < in->side_lines[in->depth - 1].count) {
        snprintf(in->error->reason, BOARD_REASON_SIZE, "%s",
                 is_open ? "a side line has at least one move"
                         : "')' without a '(' before it");
        return refuse_token(in, in->at);
    }
    const struct side_line *line = &in->side_lines[--in->depth];
    memcpy(in->names, line->names, sizeof in->names);
    memcpy(in->offsets, line->offsets, sizeof in->offsets);
    in->count = line->count;
    in->at++;
    return true;
}

/* At the end of the text: all side lines must have ended. */
static bool end_side_lines(struct record *in)
{
    if (in->depth == 0)
        return true;
    snprintf(in->error->reason, BOARD_REASON_SIZE,
             "a side line begins with '(' and does not end with ')'");
    return refuse_token(in, in->side_lines[in->depth - 1].at);
}

/* Whether the byte is a letter that names a column whose row may follow. */
static bool is_letter(const struct record *in, char byte)
{
    int column = (byte | 0x20) - 'a';
    return in->board.width <= MAX_LETTERS && column >= 0 &&
           column < in->board.width;
}

/* Read the row of the last move, which names the column. */
static bool read_move_row(struct record *in)
{
    size_t at = in->at;
    if (!has_digit(in, at))
        return true;
    int row = in->text[in->at++] - '0', expected = 0;
    if (in->board.height > 9 && row == 1 && has_digit(in, in->at))
        row = 10 + in->text[in->at++] - '0';
    for (int i = 0; i < in->count; i++)
        expected += in->names[i] == in->names[in->count - 1];
    if (row == expected || expected > in->board.height)
        return true;
    snprintf(in->error->reason, BOARD_REASON_SIZE,
             "the stone comes to rest in row %d, not in row %d", expected, row);
    add_side_line(in);
    in->count--; /* the move is not read */
    return refuse_token(in, at - 1);
}

/* Read one character as a move, with its row. */
static bool read_move(struct record *in)
{
    char byte = in->text[in->at];
    bool letter = is_letter(in, byte);
    int column =
        letter ? (byte | 0x20) - 'a' : board_column_named(in->board, byte);
    in->names[in->count] = column < 0 ? byte : board_column_name(column);
    in->offsets[in->count++] = in->at++;
    return !letter || read_move_row(in);
}

/* Read what comes next.  Returns false if it is malformed; characters that name
 * no column are refused later. */
static bool read_token(struct record *in)
{
    char byte = in->text[in->at];
    size_t end = number_end(in);
    if (end > in->at)
        return skip_number(in, end);
    if (byte == '{')
        return skip_comment(in);
    if (byte == '(')
        return open_side_line(in);
    if (byte == ')')
        return close_side_line(in);
    bool comment = byte == '#' || (byte == ';' && !is_separator(in));
    bool sign = in->count > 0 && is_one_of(byte, "!?");
    if (comment)
        in->at = line_end(in, in->at);
    else if (sign || is_one_of(byte, " \t\r\n,|;"))
        in->at++;
    else
        return read_move(in);
    return true;
}

enum board_status board_read_record(struct board board, const char *text,
                                    size_t length, struct position *pos,
                                    char moves[BOARD_MAX_CELLS + 1],
                                    struct board_error *error)
{
    struct record in = {
        .board = board, .text = text, .length = length, .error = error};
    bool well_formed = true;
    while (well_formed && in.at < length && in.count <= BOARD_MAX_CELLS)
        well_formed = read_token(&in);

    if (well_formed && in.count <= BOARD_MAX_CELLS)
        well_formed = end_side_lines(&in);

    struct position found;
    size_t bad_at;
    enum board_status status = play_moves(&in, &found, &bad_at);
    memcpy(moves, in.names, bad_at);
    moves[bad_at] = '\0';
    if (status != BOARD_OK) {
        error->at = in.offsets[bad_at];
        board_reason(status, text[error->at], found, error->reason);
        add_side_line(&in);
        return status;
    }
    if (!well_formed)
        return BOARD_MALFORMED;
    *pos = found;
    return BOARD_OK;
}

/* ------------------------------------------------------------- any notation */

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
