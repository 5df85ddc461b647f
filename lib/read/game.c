#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/read/reader.h"

/* Boards of more columns have columns named a, b and c. */
enum { MAX_LETTERS = 9 };

/* A game, or what it is at the end of a side line. */
struct game {
    struct position pos;
    bool won;       /* by the last move */
    size_t last_at; /* where that is in the text */
    char names[BOARD_MAX_CELLS + 1];
};

enum result { NO_RESULT, FIRST_WINS, SECOND_WINS, DRAW, UNKNOWN };

struct record {
    struct board board;
    struct position shown; /* after asked->cursor moves of the text */
    struct game game;
    struct game
        replaced[BOARD_MAX_SIDE_LINES];     /* games that side lines leave */
    size_t opened_at[BOARD_MAX_SIDE_LINES]; /* their '(' */
    const struct board_record *asked;
    const char *text;
    size_t length, at;
    size_t move_end;  /* of the last move; 0: none */
    size_t result_at; /* of the last result */
    struct board_error *error;
    int depth;                  /* of side lines */
    int seen;                   /* moves of the text */
    enum result tagged, result; /* what a tag and the end of the moves say */
    enum board_status status;
};

/* ------------------------------------------------------------------ refusals
 */

__attribute__((format(printf, 4, 5))) static bool
refuse(struct record *in, size_t at, enum board_status status,
       const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(in->error->reason, BOARD_REASON_SIZE, format, values);
    va_end(values);
    board_add_suffix(in->board, in->error->reason);
    in->error->at = at;
    in->status = status;
    return false;
}

/* Say that a refusal is about a side line, where the number of a move does not
 * tell where it is.  Returns false. */
static bool in_side_line(struct record *in)
{
    size_t length = strlen(in->error->reason);
    if (in->depth > 0)
        snprintf(in->error->reason + length, BOARD_REASON_SIZE - length,
                 " (in a side line for move %d)", in->replaced[0].pos.ply);
    return false;
}

/* ------------------------------------------------------------------ the text
 */

static char byte_at(const struct record *in, size_t at)
{
    return at < in->length ? in->text[at] : '\0';
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static bool is_end(const struct record *in, size_t at)
{
    return at >= in->length || is_blank(in->text[at]);
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static size_t skip_digits(const struct record *in, size_t at)
{
    while (is_digit(byte_at(in, at)))
        at++;
    return at;
}

static size_t skip_to(const struct record *in, size_t at, char byte)
{
    while (at < in->length && in->text[at] != byte)
        at++;
    return at;
}

/* Whether a part of the text is a word. */
static bool is_word(const struct record *in, size_t at, size_t end,
                    const char *word)
{
    return end <= in->length && end - at == strlen(word) &&
           memcmp(in->text + at, word, end - at) == 0;
}

/* -------------------------------------------------------------------- columns
 */

static bool is_letter(const struct record *in, char byte)
{
    int column = (byte | 0x20) - 'a';
    return in->board.width <= MAX_LETTERS && column >= 0 &&
           column < in->board.width;
}

/* The column that a byte names, or -1. */
static int column_of(const struct record *in, char byte)
{
    if (is_letter(in, byte))
        return (byte | 0x20) - 'a';
    int number = is_digit(byte)                  ? byte - '0'
                 : isxdigit((unsigned char)byte) ? (byte | 0x20) - 'a' + 10
                                                 : -1;
    int column = number - in->asked->first;
    return number >= 0 && column < in->board.width ? column : -1;
}

static bool refuse_column(struct record *in)
{
    char name[BOARD_NAME_SIZE], columns[BOARD_COLUMNS_SIZE];
    board_name_at(in->text, in->length, in->at, name);
    refuse(in, in->at, BOARD_NOT_A_COLUMN, "%s is not a column, expected %s%s",
           name, board_columns(in->board, in->asked->first, columns),
           in->text[in->at] == '0' ? BOARD_ZERO_HINT : "");
    return in_side_line(in);
}

/* ---------------------------------------------------------------------- moves
 */

/* Refuse what follows the move that has ended the game. */
static bool refuse_after_win(struct record *in)
{
    struct position before = in->game.pos;
    before.ply--;
    in->status = BOARD_GAME_OVER;
    in->error->at = in->game.last_at;
    board_reason(in->status, in->text, in->length, in->error->at, before,
                 in->error->reason);
    in->game.names[before.ply] = '\0';
    return in_side_line(in);
}

static bool play(struct record *in, int column)
{
    struct game *game = &in->game;
    enum board_status status = board_check_move(game->pos, column);
    if (status != BOARD_OK && status != BOARD_GAME_OVER) {
        in->status = status;
        in->error->at = in->at;
        board_reason(status, in->text, in->length, in->at, game->pos,
                     in->error->reason);
        return in_side_line(in);
    }
    game->names[game->pos.ply] = board_column_name(column);
    game->pos = board_play(game->pos, column);
    game->names[game->pos.ply] = '\0';
    game->won = status == BOARD_GAME_OVER;
    game->last_at = in->at++;
    if (++in->seen == in->asked->cursor)
        in->shown = game->pos;
    return true;
}

/* Read the row of the move that a letter has named. */
static bool read_row(struct record *in, int column)
{
    size_t at = in->at;
    if (!is_digit(byte_at(in, at)))
        return true;
    int row = in->text[in->at++] - '0';
    int expected =
        board_popcount(in->game.pos.stones & board_column(in->board, column));
    if (in->board.height > 9 && row == 1 && is_digit(byte_at(in, in->at)))
        row = 10 + in->text[in->at++] - '0';
    if (row == expected)
        return true;
    in->game.names[in->game.pos.ply - 1] = '\0'; /* the move is not read */
    refuse(in, at - 1, BOARD_MALFORMED,
           "the stone comes to rest in row %d, not in row %d", expected, row);
    return in_side_line(in);
}

static bool read_move(struct record *in)
{
    char byte = in->text[in->at];
    int column = column_of(in, byte);
    if (in->game.won)
        return refuse_after_win(in);
    if (column < 0)
        return refuse_column(in);
    if (in->result != NO_RESULT)
        return refuse(in, in->at, BOARD_MALFORMED,
                      "a move after the result of the game");
    if (!play(in, column) || (is_letter(in, byte) && !read_row(in, column)))
        return false;
    in->move_end = in->at;
    return true;
}

/* ---------------------------------------------------------------- other items
 */

/* The end of the number from here on, if a '.' follows it; otherwise 0.  A
 * column written as a digit is not followed by a number at once. */
static size_t number_end(const struct record *in)
{
    enum { MAX_DIGITS = 3 };
    size_t end = skip_digits(in, in->at);
    bool after_digit = in->at > 0 && in->move_end == in->at &&
                       in->game.last_at + 1 == in->at &&
                       is_digit(in->text[in->at - 1]);
    return !after_digit && end > in->at && end - in->at <= MAX_DIGITS &&
                   byte_at(in, end) == '.'
               ? end
               : 0;
}

static bool skip_number(struct record *in, size_t end)
{
    int of_move = in->game.pos.ply + 1, of_pair = in->game.pos.ply / 2 + 1;
    int number = 0;
    for (size_t at = in->at; at < end; at++)
        number = 10 * number + in->text[at] - '0';
    if (number != of_move && number != of_pair) {
        char other[24] = "";
        if (of_pair != of_move)
            snprintf(other, sizeof other, " or %d.", of_pair);
        refuse(in, in->at, BOARD_MALFORMED,
               "this is not the number of the next move, expected %d.%s",
               of_move, other);
        return in_side_line(in);
    }
    for (in->at = end; byte_at(in, in->at) == '.';)
        in->at++;
    return true;
}

/* The result that the text goes on with; then sets '*end' to its end. */
static enum result read_result(const struct record *in, size_t *end)
{
    static const struct {
        const char *word;
        enum result result;
    } results[] = {{"1-0", FIRST_WINS},
                   {"0-1", SECOND_WINS},
                   {"1/2-1/2", DRAW},
                   {"*", UNKNOWN}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        size_t after = in->at + strlen(results[i].word);
        if (is_word(in, in->at, after, results[i].word) &&
            (is_end(in, after) || strchr(";#{)[\"", in->text[after]) != NULL)) {
            *end = after;
            return results[i].result;
        }
    }
    return NO_RESULT;
}

/* Whether a word, such as a number or a result, can begin here. */
static bool is_word_start(const struct record *in)
{
    return in->at == 0 || is_blank(in->text[in->at - 1]) ||
           strchr(")}]", in->text[in->at - 1]) != NULL;
}

static bool skip_comment(struct record *in)
{
    size_t end = skip_to(in, in->at, '}');
    if (end == in->length)
        return refuse(in, in->at, BOARD_MALFORMED,
                      "a comment begins with '{' and does not end with '}'");
    in->at = end + 1;
    return true;
}

/* Read '(': what follows replaces the last move. */
static bool open_side_line(struct record *in)
{
    struct game *game = &in->game;
    if (game->pos.ply == 0)
        return refuse(in, in->at, BOARD_MALFORMED,
                      "a side line follows the move that it replaces");
    if (in->depth == BOARD_MAX_SIDE_LINES)
        return refuse(in, in->at, BOARD_MALFORMED,
                      "side lines in side lines are too deep");
    size_t played;
    in->opened_at[in->depth] = in->at++;
    in->replaced[in->depth++] = *game;
    game->names[game->pos.ply - 1] = '\0';
    board_parse(in->board, game->names, strlen(game->names), &game->pos,
                &played);
    game->won = false;
    return true;
}

/* Read ')', which ends a side line. */
static bool close_side_line(struct record *in)
{
    if (in->depth == 0)
        return refuse(in, in->at, BOARD_MALFORMED,
                      "')' without a '(' before it");
    if (in->game.pos.ply < in->replaced[in->depth - 1].pos.ply)
        return refuse(in, in->at, BOARD_MALFORMED,
                      "a side line has at least one move");
    in->game = in->replaced[--in->depth];
    in->at++;
    return true;
}

/* Read '[': a tag, as in PGN. */
static bool read_tag(struct record *in)
{
    size_t name = in->at + 1, end = name;
    while (isalnum((unsigned char)byte_at(in, end)) || byte_at(in, end) == '_')
        end++;
    size_t quote = end;
    while (is_blank(byte_at(in, quote)))
        quote++;
    size_t value = quote + 1, close = skip_to(in, value, '"');
    size_t bracket = close + 1;
    while (is_blank(byte_at(in, bracket)))
        bracket++;
    if (end == name || byte_at(in, quote) != '"' || byte_at(in, bracket) != ']')
        return refuse(in, in->at, BOARD_MALFORMED,
                      "a tag is written as [Name \"value\"]");

    if (is_word(in, name, end, "SetUp") || is_word(in, name, end, "FEN"))
        return refuse(in, in->at, BOARD_MALFORMED,
                      "games are read from the empty board only");
    if (is_word(in, name, end, "Result")) {
        in->at = value;
        in->tagged = read_result(in, &close);
        in->result_at = value;
    }
    in->at = bracket + 1;
    return true;
}

/* Whether the ';' here begins a comment: after a blank, before what is neither
 * a move nor its number. */
static bool is_comment(const struct record *in)
{
    size_t at = in->at + 1;
    if (in->at > 0 && !is_blank(in->text[in->at - 1]))
        return false;
    while (byte_at(in, at) == ' ' || byte_at(in, at) == '\t')
        at++;
    size_t end = skip_digits(in, at);
    if (end == at && column_of(in, byte_at(in, at)) >= 0)
        end = skip_digits(in, at + 1);
    else if (end == at)
        return !is_end(in, at);
    while (end < in->length && strchr(".!?,;|-", in->text[end]) != NULL)
        end++;
    return !is_end(in, end);
}

/* Read what stands between moves, after a move: a sign, '-' or ';'. */
static bool read_sign(struct record *in)
{
    char byte = in->text[in->at];
    if (byte == '-' && (in->at != in->move_end || is_end(in, in->at + 1)))
        return refuse_column(in);
    in->at++;
    if (byte == '$')
        in->at = skip_digits(in, in->at);
    return true;
}

static bool read_item(struct record *in)
{
    char byte = in->text[in->at];
    size_t end = number_end(in);
    bool starts = is_word_start(in);
    enum result result = starts ? read_result(in, &end) : NO_RESULT;
    if (result != NO_RESULT) {
        if (in->depth == 0) {
            in->result = result;
            in->result_at = in->at;
        }
        in->at = end;
        return true;
    }
    if (end > in->at)
        return skip_number(in, end);
    if (byte == '{')
        return skip_comment(in);
    if (byte == '(')
        return open_side_line(in);
    if (byte == ')')
        return close_side_line(in);
    if (byte == '[')
        return read_tag(in);
    if (byte == '#' || (byte == ';' && is_comment(in)))
        in->at = skip_to(in, in->at, '\n');
    else if (is_blank(byte) || byte == ',' || byte == '|')
        in->at++;
    else if (in->game.pos.ply > 0 && byte != '\0' && strchr("!?$;-", byte))
        return read_sign(in);
    else
        return read_move(in);
    return true;
}

/* Check that the moves do not contradict a result: games may end early. */
static bool check_result(struct record *in, enum result result)
{
    static const char *const words[] = {"", "the first player wins",
                                        "the second player wins", "a draw"};
    struct position pos = in->game.pos;
    enum result played = in->game.won ? pos.ply % 2 ? FIRST_WINS : SECOND_WINS
                         : pos.ply == board_cells(in->board) ? DRAW
                                                             : NO_RESULT;
    return result == NO_RESULT || result == UNKNOWN || played == NO_RESULT ||
           result == played ||
           refuse(in, in->result_at, BOARD_MALFORMED,
                  "the result says: %s; the moves: %s", words[result],
                  words[played]);
}

static bool read_game(struct record *in)
{
    while (in->at < in->length)
        if (!read_item(in))
            return false;
    if (in->depth > 0)
        return refuse(in, in->opened_at[in->depth - 1], BOARD_MALFORMED,
                      "a side line begins with '(' and does not end with ')'");
    if (in->game.pos.ply == 0 && in->length > 0)
        return refuse(in, 0, BOARD_MALFORMED,
                      "no moves; the empty board is written as -");
    if (in->asked->cursor > in->seen)
        return refuse(in, in->length, BOARD_MALFORMED,
                      "there is no move %d in the text", in->asked->cursor);
    return check_result(in, in->tagged) && check_result(in, in->result);
}

enum board_status board_read_record(const struct board_record *asked,
                                    const char *text, size_t length,
                                    struct position *pos,
                                    char moves[BOARD_MAX_CELLS + 1],
                                    struct board_error *error)
{
    struct record in = {
        .asked = asked,
        .board = asked->board,
        .text = text,
        .length = length,
        .game.pos = board_empty(asked->board),
        .shown = board_empty(asked->board),
        .error = error,
    };
    bool is_read = read_game(&in);
    memcpy(moves, in.game.names, sizeof in.game.names);
    if (!is_read)
        return in.status;
    *pos = asked->cursor < 0 ? in.game.pos : in.shown;
    return BOARD_OK;
}
