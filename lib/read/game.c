/* Games as players write them. */
#include <stdio.h>
#include <string.h>

#include "lib/read/reader.h"

/* The game, or a side line of it. */
struct line {
    struct position pos, before; /* after and before the last move */
    const char *last;            /* that move in the text */
    char names[BOARD_MAX_CELLS + 1];
};

enum { LETTERS = -1 };

enum result { NO_RESULT, FIRST_WINS, SECOND_WINS, DRAW, UNKNOWN };

struct game {
    const struct reader *reader;
    struct line line;
    struct position shown; /* after reader->cursor moves of the text */
    struct scan rest;      /* of the text */
    const char *start, *move_end, *result_at; /* of the text, the last move and
                                                 the last result */
    const char *word_at;                      /* where the last word begins */
    int seen;                                 /* moves of the text */
    int word, before; /* moves written as digits of the last word of the text,
                         and of the one before it; LETTERS: it ends with others;
                         0 behind anything else */
    bool is_numbered; /* there was the number of a move */
    bool begins[BOARD_MAX_CELLS + 1]; /* the moves written as digits, each a
                                         word, that begin a line */
    bool is_next_line;
    int colour; /* of the first player: 1, red, or 2; 0: unknown */
    enum result tagged, result; /* what a tag and the end of the moves say */
};

static bool refuse(const struct game *in, const char *at, const char *reason)
{
    return reader_refuse(in->reader, at, "%s", reason);
}

/* -------------------------------------------------------------------- moves */

/* Whether a byte is a letter that names a column which has a digit, too. */
static bool is_letter(const struct game *in, char byte)
{
    return scan_is_letter(byte) && in->reader->board.width <= SCAN_MAX_LETTERS;
}

/* The column that a byte names, or -1. */
static int column_of(const struct game *in, char byte)
{
    int letter = (byte | 0x20) - 'a', first = in->reader->first;
    int column = scan_is_digit(byte)    ? byte - '0' - first
                 : is_letter(in, byte)  ? letter
                 : scan_is_letter(byte) ? letter + 10 - first
                                        : -1;
    return column < in->reader->board.width ? column : -1;
}

/* Refuse a move at 'at', which is not possible in a position. */
static bool refuse_move(const struct game *in, enum board_status status,
                        const char *at, struct position pos)
{
    const struct reader *reader = in->reader;
    char reason[BOARD_REASON_SIZE];
    bool is_zero = status == BOARD_NOT_A_COLUMN && *at == '0';
    board_reason(status, at, (size_t)(reader->text.end - at), 0, pos,
                 reader->first, reason);
    return reader_refuse(reader, at, "%s%s", reason,
                         is_zero ? READER_ZERO_HINT : "");
}

/* Take back the last move. */
static void take_back(struct line *line)
{
    line->pos = line->before;
    line->names[line->pos.ply] = '\0';
}

/* Read the row of the move that a letter has named. */
static bool read_row(struct game *in, int column)
{
    char suffix[BOARD_SUFFIX_SIZE];
    int row = scan_number(&in->rest, in->reader->board.height > 9 ? 2 : 1);
    int expected = board_popcount(in->line.pos.stones &
                                  board_column(in->reader->board, column));
    if (row < 0 || row == expected)
        return true;
    take_back(&in->line);
    return reader_refuse(in->reader, in->line.last,
                         "the stone comes to rest in row %d, not in row %d%s",
                         expected, row,
                         board_suffix(in->reader->board, suffix));
}

/* Note a move that begins or goes on with a word.  Refuses digits in several
 * words that are not one for each move: one may be a score; and beside letters,
 * where one may be of a row. */
static bool note_word(struct game *in)
{
    const char *at = in->rest.at;
    bool has_letter = is_letter(in, *at);
    int last = in->word;
    if (in->move_end != at) {
        in->before = last;
        in->word = 0;
        in->word_at = at;
    }
    in->word = has_letter ? LETTERS : in->word + 1;
    if (last != 0 && has_letter != (last == LETTERS))
        return refuse(in, in->word_at,
                      "expected all moves in letters, or all in digits");
    return in->before == 0 || in->word * in->before == 1 ||
           refuse(in, in->word_at,
                  "expected all moves in one word, or each in its own");
}

/* Read "_Red" or "_Yellow" behind a move; colours take turns. */
static bool read_colour(struct game *in)
{
    const char *at = in->rest.at;
    int colour = scan_skip(&in->rest, "_Red")      ? 1
                 : scan_skip(&in->rest, "_Yellow") ? 2
                                                   : 0;
    int of_first = in->line.pos.ply % 2 != 0 ? colour : 3 - colour;
    if (colour == 0)
        return true;
    if (in->colour == 0)
        in->colour = of_first;
    return in->colour == of_first ||
           refuse(in, at, "a second move of this colour in turn");
}

static bool read_move(struct game *in)
{
    struct line *line = &in->line;
    const char *at = in->rest.at;
    int column = column_of(in, *at);
    if (board_is_won(line->pos)) {
        take_back(line);
        return refuse_move(in, BOARD_GAME_OVER, line->last, line->pos);
    }
    if (column >= 0 && in->result != NO_RESULT)
        return refuse(in, at, "a move after the result of the game");
    if (column >= 0 && !note_word(in))
        return false;
    enum board_status status = board_check_move(line->pos, column);
    if (status != BOARD_OK && status != BOARD_GAME_OVER)
        return refuse_move(in, status, at, line->pos);
    in->begins[line->pos.ply] = in->is_next_line && scan_is_digit(*at);
    in->is_next_line = false;
    line->names[line->pos.ply] = board_column_name(column);
    line->before = line->pos;
    line->pos = board_play(line->pos, column);
    line->names[line->pos.ply] = '\0';
    line->last = in->rest.at++;
    if (++in->seen == in->reader->cursor)
        in->shown = line->pos;
    if (is_letter(in, *at) && !(read_row(in, column) && read_colour(in)))
        return false;
    in->move_end = in->rest.at;
    return true;
}

/* --------------------------------------------------------- numbers, results */

/* Whether the number of a move is next: digits and a '.'.  A column written as
 * a digit is not followed by one at once. */
static bool is_number(const struct game *in)
{
    struct scan rest = in->rest;
    bool after_digit = in->move_end == rest.at && in->line.last + 1 == rest.at;
    return !(after_digit && scan_is_digit(*in->line.last)) &&
           scan_number(&rest, 3) >= 0 && scan_byte(rest) == '.';
}

static bool skip_number(struct game *in)
{
    const char *at = in->rest.at;
    int ply = in->line.pos.ply, of_move = ply + 1, of_pair = ply / 2 + 1;
    int number = scan_number(&in->rest, 3);
    char other[24] = "";
    scan_while(&in->rest, ".");
    if (number == of_move || number == of_pair) {
        bool is_first = !in->is_numbered;
        in->is_numbered = true;
        bool is_before_move =
            !is_first || scan_trim(in->rest).at < in->rest.end;
        return (is_before_move && !scan_is_one_of(scan_byte(in->rest), ",;")) ||
               refuse(in, at,
                      "the number of a move, expected a move behind it");
    }
    if (of_pair != of_move)
        snprintf(other, sizeof other, " or %d.", of_pair);
    return reader_refuse(in->reader, at,
                         "this is not the number of the next move, expected "
                         "%d.%s",
                         of_move, other);
}

static const struct {
    const char *text, *words;
} results[] = {[NO_RESULT] = {"", ""},
               [FIRST_WINS] = {"1-0", "the first player wins"},
               [SECOND_WINS] = {"0-1", "the second player wins"},
               [DRAW] = {"1/2-1/2", "a draw"},
               [UNKNOWN] = {"*", ""}};

/* Take a result, if one is next; it ends a word. */
static enum result take_result(struct scan *rest)
{
    for (int i = FIRST_WINS; i <= UNKNOWN; i++) {
        struct scan after = *rest;
        if (scan_skip(&after, results[i].text) &&
            (after.at == after.end ||
             scan_is_one_of(*after.at, " \t\r\n;#{)[\""))) {
            *rest = after;
            return (enum result)i;
        }
    }
    return NO_RESULT;
}

/* Whether a result can begin here: as a word. */
static bool is_word_start(const struct game *in)
{
    return in->rest.at == in->start || scan_is_blank(in->rest.at[-1]) ||
           scan_is_one_of(in->rest.at[-1], ")}]");
}

/* Check that the moves do not contradict a result: games may end early. */
static bool check_result(const struct game *in, enum result result)
{
    int ply = in->line.pos.ply;
    enum result played = board_is_won(in->line.pos)
                             ? ply % 2 ? FIRST_WINS : SECOND_WINS
                         : ply == board_cells(in->reader->board) ? DRAW
                                                                 : NO_RESULT;
    return result == NO_RESULT || result == UNKNOWN || played == NO_RESULT ||
           result == played ||
           reader_refuse(in->reader, in->result_at,
                         "the result says: %s; the moves: %s",
                         results[result].words, results[played].words);
}

/* ----------------------------------------------- comments, tags, side lines */

/* Whether what is here is an object in JSON and no comment: {"name": ... */
static bool is_object(struct scan part)
{
    scan_skip(&part, "{");
    part = scan_trim(part);
    char quote[2] = {scan_byte(part)};
    if (!scan_is_one_of(*quote, "\"'"))
        return false;
    part.at++;
    scan_until(&part, quote);
    return scan_byte(scan_trim(part)) == ':';
}

static bool skip_comment(struct game *in)
{
    const char *open = in->rest.at;
    if (is_object(in->rest))
        return refuse(in, open,
                      "an object in JSON, expected it alone, or a comment");
    scan_until(&in->rest, "}");
    return in->rest.at[-1] == '}' ||
           refuse(in, open, "'{' without a '}' behind it");
}

static bool begins_with_column(const struct game *in, struct scan part)
{
    return scan_is_digit(scan_byte(part)) ||
           column_of(in, scan_byte(part)) >= 0;
}

/* Whether the ';' here begins a comment: after a blank, before a word that is
 * neither moves, with signs between them, nor the number of one. */
static bool is_comment(const struct game *in)
{
    struct scan rest = {in->rest.at + 1, in->rest.end};
    if (in->rest.at > in->start && !scan_is_blank(in->rest.at[-1]))
        return false;
    scan_while(&rest, " \t.!?,;|-");
    bool goes_on = true;
    while (goes_on && begins_with_column(in, rest)) {
        rest.at++;
        scan_while(&rest, "0123456789");
        goes_on = scan_length(scan_while(&rest, ".!?,;|-")) > 0;
    }
    return rest.at < rest.end && !scan_is_blank(*rest.at);
}

/* Read '[': a tag, as in PGN. */
static bool read_tag(struct game *in)
{
    struct scan tag = {in->rest.at + 1, in->rest.end};
    struct scan name = scan_word(&tag, "_"), value = scan_trim(tag);
    bool is_tag = scan_length(name) > 0 && scan_skip(&value, "\"");
    tag = value;
    scan_until(&tag, "\"");
    scan_while(&tag, " \t\r\n");
    if (!is_tag || !scan_skip(&tag, "]"))
        return reader_refuse(in->reader, in->rest.at,
                             "a tag is written as [Name \"value\"], a list of "
                             "moves as [4, 4, 5]");
    if (scan_is(name, "SetUp") || scan_is(name, "FEN"))
        return refuse(in, in->rest.at,
                      "games are read from the empty board only");
    if (scan_is(name, "Result")) {
        in->result_at = value.at;
        in->tagged = take_result(&value);
    }
    in->rest = tag;
    return true;
}

static bool read_items(struct game *in, int depth);

/* Read '(' and what replaces the last move. */
static bool read_side_line(struct game *in, int depth)
{
    const char *open = in->rest.at++;
    const struct line line = in->line;
    if (line.pos.ply == 0)
        return refuse(in, open,
                      "a side line follows the move that it replaces");
    if (depth == READ_MAX_SIDE_LINES)
        return refuse(in, open, "side lines in side lines are too deep");
    take_back(&in->line);
    if (!read_items(in, depth + 1)) {
        char *reason = in->reader->error->reason;
        size_t length = strlen(reason);
        if (depth == 0) /* the number of a move does not tell where it is */
            snprintf(reason + length, BOARD_REASON_SIZE - length,
                     " (in a side line for move %d)", line.pos.ply);
        return false;
    }
    if (scan_byte(in->rest) != ')')
        return refuse(in, open, "'(' without a ')' behind it");
    if (in->line.pos.ply < line.pos.ply)
        return refuse(in, in->rest.at, "a side line has at least one move");
    in->rest.at++;
    in->line = line;
    in->word = 0;
    return true;
}

/* -------------------------------------------------------------------- items */

/* Read what stands between moves, after a move: a sign, '-' or ';'. */
static bool read_sign(struct game *in)
{
    struct scan after = {in->rest.at + 1, in->rest.end};
    bool joins = in->rest.at == in->move_end && after.at < after.end &&
                 !scan_is_blank(*after.at);
    if (*in->rest.at == '-' && !joins)
        return refuse_move(in, BOARD_NOT_A_COLUMN, in->rest.at, in->line.pos);
    if (*in->rest.at == '$')
        scan_while(&after, "0123456789");
    in->rest = after;
    return true;
}

static bool read_item(struct game *in, int depth)
{
    const char *at = in->rest.at;
    enum result result = is_word_start(in) ? take_result(&in->rest) : NO_RESULT;
    if (result != NO_RESULT) {
        if (depth == 0) {
            in->result = result;
            in->result_at = at;
        }
        return true;
    }
    bool is_numbered = is_number(in);
    if (is_numbered || scan_is_one_of(*at, "{(["))
        in->word = 0;
    if (is_numbered)
        return skip_number(in);
    if (*at == '{')
        return skip_comment(in);
    if (*at == '(')
        return read_side_line(in, depth);
    if (*at == '[')
        return read_tag(in);
    in->is_next_line = in->is_next_line || scan_is_one_of(*at, "#;\n");
    if (*at == '#' || (*at == ';' && is_comment(in)))
        scan_until(&in->rest, "\n");
    else if (scan_is_blank(*at) || *at == ',' || *at == '|')
        in->rest.at++;
    else if (in->line.pos.ply > 0 && scan_is_one_of(*at, "!?$;-"))
        return read_sign(in);
    else
        return read_move(in);
    return true;
}

/* Read up to the ')' of this side line or the end of the text. */
static bool read_items(struct game *in, int depth)
{
    while (in->rest.at < in->rest.end && *in->rest.at != ')')
        if (!read_item(in, depth))
            return false;
    return true;
}

static bool read_all(struct game *in)
{
    if (!read_items(in, 0))
        return false;
    if (in->rest.at < in->rest.end)
        return refuse(in, in->rest.at, "')' without a '(' before it");
    if (in->line.pos.ply == 0 && in->rest.end > in->start)
        return refuse(in, in->start,
                      *in->start == '{'
                          ? "a comment alone; names in JSON have double quotes"
                          : "no moves; the empty board is written as -");
    if (in->reader->cursor > in->seen)
        return reader_refuse(in->reader, in->rest.end,
                             "there is no move %d in the text",
                             in->reader->cursor);
    return check_result(in, in->tagged) && check_result(in, in->result);
}

/* Whether lines of moves, also those that ";" ends, begin with numbers which
 * may be no moves: 1, 2, 3 ... or 0, 1, 2 ... of lines as long as each other,
 * but for the last; or of pairs 1 and 2 in turn, of players, or columns that
 * have their stone in the row of the second number. */
static bool are_numbered(const struct game *in)
{
    const char *names = in->line.names;
    int lines = 0, length = 0, last = 0, heights[BOARD_MAX_WIDTH + 1] = {0};
    bool counts = true, takes_turns = true, has_rows = true;
    for (int i = 0; names[i] != '\0'; i += last, lines++) {
        int column = names[i] - '0', row = names[i + 1] - '0';
        counts = counts && last == length && column == *names - '0' + lines;
        takes_turns = takes_turns && column == *names - '0' + lines % 2;
        for (last = 1; names[i + last] != '\0' && !in->begins[i + last];)
            last++;
        if (i == 0)
            length = last;
        has_rows =
            has_rows && last == 2 && column < 10 && row == ++heights[column];
        takes_turns = takes_turns && last == 2;
    }
    return lines > 1 && length > 1 && lines + last > 3 &&
           (has_rows || (*names <= '2' - in->reader->first &&
                         (takes_turns || (counts && last <= length))));
}

bool reader_game(const struct reader *reader, struct scan part)
{
    struct game in = {
        .reader = reader,
        .rest = part,
        .start = part.at,
        .line.pos = board_empty(reader->board),
        .shown = board_empty(reader->board),
    };
    bool is_read = read_all(&in);
    if (is_read && !in.is_numbered && are_numbered(&in))
        is_read = refuse(&in, part.at,
                         "numbers of these lines may be no moves; expected "
                         "moves alone, or numbers as in 1. 4");
    memcpy(reader->read->moves, in.line.names, sizeof in.line.names);
    reader->read->is_game = true;
    reader->read->pos = reader->cursor < 0 ? in.line.pos : in.shown;
    return is_read;
}
