#include "bitboard/cells.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The cell with an index, and what people call it. */
static int column_at(struct board board, int index)
{
    return index % board.width;
}

static int row_at(struct board board, int index)
{
    return board.height - 1 - index / board.width;
}

static board_bits cell_at(struct board board, int index)
{
    return board_cell(board, column_at(board, index), row_at(board, index));
}

static board_bits first_players(struct position pos)
{
    return pos.ply % 2 == 0 ? pos.mover : pos.mover ^ pos.stones;
}

/* The index of the first mark that is none, or of the first stone above an
 * empty cell; board_cells() if there is none. */
static int find_bad_mark(struct board board, const int *cells)
{
    int index = 0;
    while (index < board_cells(board) && cells[index] >= 0 && cells[index] <= 2)
        index++;
    return index;
}

static int find_floating(struct board board, const int *cells)
{
    int index = 0;
    int lowest = board_cells(board) - board.width;
    while (index < lowest &&
           (cells[index] == 0 || cells[index + board.width] != 0))
        index++;
    return index < lowest ? index : board_cells(board);
}

board_bits board_last_stones(struct position pos)
{
    board_bits theirs = pos.mover ^ pos.stones;
    board_bits last = theirs & ~(pos.stones >> 1);
    if (!board_has_four(pos.board, theirs))
        return last;

    for (int column = 0; column < pos.board.width; column++) {
        board_bits cell = last & board_column(pos.board, column);
        if (board_has_four(pos.board, theirs ^ cell))
            last ^= cell;
    }
    return last;
}

static enum board_status check_counts(int first, int second, char *reason)
{
    if (first == second || first == second + 1)
        return BOARD_OK;
    snprintf(reason, BOARD_REASON_SIZE,
             "%d stone%s of the first player and %d of the second: the first "
             "must have as many or one more",
             first, first == 1 ? "" : "s", second);
    return BOARD_WRONG_COUNTS;
}

static enum board_status check_fours(struct position pos, char *reason)
{
    bool mover = board_has_four(pos.board, pos.mover);
    bool other = board_has_four(pos.board, pos.mover ^ pos.stones);
    bool first = mover == (pos.ply % 2 == 0);

    if (mover && other) {
        snprintf(reason, BOARD_REASON_SIZE, "both players have four in a row");
        return BOARD_TWO_WINNERS;
    }
    if (mover) {
        snprintf(reason, BOARD_REASON_SIZE,
                 "the %s player has four in a row, but the other has moved "
                 "after that",
                 first ? "first" : "second");
        return BOARD_PLAYED_ON;
    }
    if (other && board_last_stones(pos) == 0) {
        snprintf(reason, BOARD_REASON_SIZE,
                 "the %s player has won, but no last stone makes up all the "
                 "fours: the game was over before",
                 first ? "first" : "second");
        return BOARD_WON_BEFORE;
    }
    return BOARD_OK;
}

static enum board_status read_cells(struct board board, const int *cells,
                                    struct position *pos, size_t *bad_at,
                                    char reason[BOARD_REASON_SIZE])
{
    board_bits players[3] = {0};
    int index = find_bad_mark(board, cells);
    *bad_at = (size_t)index;
    if (index < board_cells(board)) {
        snprintf(reason, BOARD_REASON_SIZE,
                 "%d is not a mark, expected 0, 1 or 2", cells[index]);
        return BOARD_NOT_A_CELL;
    }
    index = find_floating(board, cells);
    *bad_at = (size_t)index;
    if (index < board_cells(board)) {
        snprintf(reason, BOARD_REASON_SIZE,
                 "the stone in column %c, row %d has nothing below it",
                 board_column_name(column_at(board, index)),
                 row_at(board, index) + 1);
        return BOARD_FLOATING;
    }

    for (index = 0; index < board_cells(board); index++)
        players[cells[index]] |= cell_at(board, index);
    struct position found = board_empty(board);
    found.stones = players[1] | players[2];
    found.ply = board_popcount(found.stones);
    found.mover = players[1 + found.ply % 2];

    enum board_status status = check_counts(board_popcount(players[1]),
                                            board_popcount(players[2]), reason);
    if (status == BOARD_OK)
        status = check_fours(found, reason);
    if (status == BOARD_OK)
        *pos = found;
    return status;
}

enum board_status board_from_cells(struct board board, const int *cells,
                                   struct position *pos, size_t *bad_at,
                                   char reason[BOARD_REASON_SIZE])
{
    enum board_status status = read_cells(board, cells, pos, bad_at, reason);
    if (status != BOARD_OK)
        board_add_suffix(board, reason);
    return status;
}

void board_to_cells(struct position pos, int *cells)
{
    board_bits first = first_players(pos);
    for (int index = 0; index < board_cells(pos.board); index++) {
        board_bits cell = cell_at(pos.board, index);
        cells[index] = !(pos.stones & cell) ? 0 : first & cell ? 1 : 2;
    }
}

/* A text on its way to cells. */
struct reader {
    struct board board;
    const char *text;
    size_t length, at;

    /* The cells so far; those beyond the board are only counted.  One place
     * more: of the first of them, or else of the end. */
    int cells[BOARD_MOST_CELLS];
    size_t places[BOARD_MOST_CELLS + 1];
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
    else if (byte == '\n')
        found = "the end of the line";
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

void board_diagram(struct position pos, char diagram[BOARD_DIAGRAM_SIZE])
{
    board_bits first = first_players(pos);

    for (int row = pos.board.height - 1; row >= 0; row--) {
        for (int column = 0; column < pos.board.width; column++) {
            board_bits cell = board_cell(pos.board, column, row);
            *diagram++ = ' ';
            *diagram++ = !(pos.stones & cell) ? '.' : first & cell ? 'x' : 'o';
        }
        *diagram++ = '\n';
    }
    for (int column = 0; column < pos.board.width; column++) {
        *diagram++ = ' ';
        *diagram++ = board_column_name(column);
    }
    *diagram++ = '\n';
    *diagram = '\0';
}

void board_connectx(struct position pos, char text[BOARD_CONNECTX_SIZE])
{
    int cells[BOARD_MOST_CELLS];
    board_to_cells(pos, cells);
    for (int index = 0; index < board_cells(pos.board); index++) {
        *text++ = index == 0 ? '[' : ' ';
        *text++ = (char)('0' + cells[index]);
        *text++ = ',';
    }
    text[-1] = ']';
    *text = '\0';
}
