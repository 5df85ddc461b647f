#include "bitboard/record.h"

#include <stdio.h>
#include <string.h>

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
    struct side_line lines[MAX_DEPTH]; /* that are open */
    int depth;
    struct board_error *error;
};

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_one_of(char byte, const char *set)
{
    return byte != '\0' && strchr(set, byte) != NULL;
}

static bool has_digit(const struct record *in, size_t at)
{
    return at < in->length && is_digit(in->text[at]);
}

static bool refuse(struct record *in, size_t at)
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
                 " (in a side line for move %d)", in->lines[0].count);
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
        return refuse(in, in->at);
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
        return refuse(in, in->at);
    }
    for (in->at = end; in->at < in->length && in->text[in->at] == '.';)
        in->at++;
    return true;
}

/* Play the moves so far, of which the last one may win.  Returns what is wrong
 * with the one after the first '*played'. */
static enum board_status play_line(const struct record *in,
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
static bool open_line(struct record *in)
{
    const char *reason =
        in->count == 0 ? "a side line follows the move that it replaces"
        : in->depth == MAX_DEPTH ? "side lines in side lines are too deep"
                                 : NULL;
    if (reason != NULL) {
        snprintf(in->error->reason, BOARD_REASON_SIZE, "%s", reason);
        return refuse(in, in->at);
    }
    struct side_line *line = &in->lines[in->depth++];
    memcpy(line->names, in->names, sizeof line->names);
    memcpy(line->offsets, in->offsets, sizeof line->offsets);
    line->count = in->count--;
    line->at = in->at++;
    return true;
}

/* Read ')', which ends a side line. */
static bool close_line(struct record *in)
{
    struct position pos;
    size_t played;
    if (play_line(in, &pos, &played) != BOARD_OK)
        return false; /* board_read_record() says why */
    bool is_open = in->depth > 0;
    if (!is_open || in->count < in->lines[in->depth - 1].count) {
        snprintf(in->error->reason, BOARD_REASON_SIZE, "%s",
                 is_open ? "a side line has at least one move"
                         : "')' without a '(' before it");
        return refuse(in, in->at);
    }
    const struct side_line *line = &in->lines[--in->depth];
    memcpy(in->names, line->names, sizeof in->names);
    memcpy(in->offsets, line->offsets, sizeof in->offsets);
    in->count = line->count;
    in->at++;
    return true;
}

/* At the end of the text: all side lines must have ended. */
static bool end_lines(struct record *in)
{
    if (in->depth == 0)
        return true;
    snprintf(in->error->reason, BOARD_REASON_SIZE,
             "a side line begins with '(' and does not end with ')'");
    return refuse(in, in->lines[in->depth - 1].at);
}

/* Whether the byte is a letter that names a column whose row may follow. */
static bool is_letter(const struct record *in, char byte)
{
    int column = (byte | 0x20) - 'a';
    return in->board.width <= MAX_LETTERS && column >= 0 &&
           column < in->board.width;
}

/* Read the row of the last move, which names the column. */
static bool read_row(struct record *in)
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
    return refuse(in, at - 1);
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
    return !letter || read_row(in);
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
        return open_line(in);
    if (byte == ')')
        return close_line(in);
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
        well_formed = end_lines(&in);

    struct position found;
    size_t bad_at;
    enum board_status status = play_line(&in, &found, &bad_at);
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
