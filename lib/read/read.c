#include "lib/read/read.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/read/reader.h"

bool reader_refuse(const struct reader *in, const char *at, const char *format,
                   ...)
{
    va_list values;
    char reason[BOARD_REASON_SIZE]; /* the values may be in the error */
    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    va_end(values);
    memcpy(in->error->reason, reason, sizeof reason);
    in->error->at = in->offset + (size_t)(at - in->text.at);
    return false;
}

void reader_add_turn(const struct reader *in, struct reader_turns *turns,
                     struct scan player, bool settles)
{
    if (player.at == player.end || turns->count == READER_MAX_TURNS)
        return;
    turns->players[turns->count] = player;
    turns->settles[turns->count] = settles;
    turns->at[turns->count++] = in->offset + (size_t)(player.at - in->text.at);
}

const char *reader_show(struct scan part, char shown[READER_SHOWN_SIZE])
{
    size_t length = 0;
    for (; part.at < part.end && length < READER_SHOWN_SIZE - 1; part.at++)
        shown[length++] = *part.at >= ' ' && *part.at <= '~' ? *part.at : '?';
    shown[length] = '\0';
    return shown;
}

/* -------------------------------------------------------------------- plain */

/* The first line, if it is moves and what follows begins with a sentence;
 * otherwise all. */
static struct scan without_prose(struct scan part)
{
    struct scan rest = part, line = scan_trim(scan_until(&rest, "\n"));
    struct scan moves = line;
    scan_word(&moves, "");
    rest = scan_trim(rest);
    char first = scan_byte(rest);
    struct scan sentence = scan_until(&rest, ".");
    struct scan after = sentence, word = scan_until(&after, " ");
    bool is_sentence =
        sentence.end < rest.at && scan_has(sentence, " ") &&
        (isupper((unsigned char)first)
             ? reader_is_prose(word)
             : scan_is_one_of(first, "xo") && reader_is_prose(sentence));
    return is_sentence && moves.at == moves.end ? line : part;
}

/* Take the accuracy of a side, such as "x 50%", "x 50%?", "x ?" or "x -". */
static bool take_accuracy(struct scan *line, const char *side)
{
    *line = scan_trim(*line);
    if (!scan_skip(line, side))
        return false;
    scan_while(line, "0123456789");
    return scan_length(scan_while(line, "%?-")) > 0;
}

/* The moves of a line that a program prints: of 'fourscore gen --csv', or of
 * 'fourscore review --short'; or all of another text. */
static struct scan without_answer(const struct reader *in, struct scan part)
{
    struct scan rest = part, moves, scores;
    if (scan_csv(part, in->board.width, in->first, &moves, &scores))
        return moves;
    moves = scan_until(&rest, " ");
    bool is_reviewed =
        take_accuracy(&rest, "x ") && take_accuracy(&rest, "o ") &&
        reader_is_prose(scan_until(&rest, "\n/")); /* no row of a drawing */
    return is_reviewed ? moves : part;
}

bool reader_plain(const struct reader *outer, struct scan text, const char *at)
{
    struct reader in = *outer;
    in.text = text;
    in.offset += (size_t)(at - outer->text.at);
    text = without_answer(&in, text);
    if (scan_is(text, "-"))
        text.end = text.at;
    enum reader_result result = reader_drawing(&in, text);
    return result != READER_OTHER ? result == READER_READ
                                  : reader_game(&in, without_prose(text));
}

/* --------------------------------------------------------------------- data */

/* A line of the UCI data set: it begins with more cells than a column has, as
 * no game does, and one of them is "b", as no drawing has. */
static enum reader_result read_uci(const struct reader *in, struct scan line)
{
    char shown[READER_SHOWN_SIZE];
    struct reader_cells cells = {.kinds = READER_ALL_KINDS};
    int width = in->board.width, height = in->board.height, empty = 0;
    int count = board_cells(in->board);
    if (scan_length(line) < 2 || line.at[1] != ',')
        return READER_OTHER;
    for (int i = 0; i < count; i++) {
        struct scan field = scan_until(&line, ",");
        int at = (height - 1 - i % height) * width + i / height;
        bool is_empty = scan_is(field, "b");
        cells.marks[at] = reader_mark(is_empty ? scan_of(".", 1) : field, true);
        cells.at[at] = field.at;
        empty += is_empty;
        if (!is_empty && !scan_is(field, "x") && !scan_is(field, "o"))
            return i > height && empty > 0
                       ? reader_refuse(in, field.at,
                                       "cell %d is '%s'; expected b, x or o",
                                       i + 1, reader_show(field, shown))
                       : READER_OTHER;
    }
    cells.at[count] = in->text.end;
    return scan_has(line, ",\n")
               ? reader_refuse(in, line.at,
                               "expected the class behind %d cells", count)
               : reader_board(in, &cells);
}

/* -------------------------------------------------------------- all of them */

/* Whether codes of a terminal colour what is behind a character. */
static bool is_background(struct scan codes)
{
    while (codes.at < codes.end) {
        int code = scan_number(&codes, 3);
        if (code == 38) /* the others are its colour */
            return false;
        if (code == 7 || (code >= 40 && code <= 48) || code >= 100)
            return true;
        scan_until(&codes, ";");
    }
    return false;
}

/* Take what only makes a text look better.  Returns what stands for it in
 * ASCII, or 0 if there is none. */
static char take_ornament(struct scan *part)
{
    static const struct {
        const char *bytes;
        char shown;
    } ornaments[] = {
        {"\xc2\xa0", ' '},      /* U+00A0, a hard blank */
        {"\xef\xb8\x8f", ' '},  /* U+FE0F, the sign of emoji */
        {"\xe2\x83\xa3", ' '},  /* U+20E3, a key around a digit */
        {"\xe2\x80\x99", '\''}, /* U+2019, an apostrophe */
        {"\xe2\x94\x82", '|'},  /* U+2502, U+2503, U+2551: lines of frames */
        {"\xe2\x94\x83", '|'},  {"\xe2\x95\x91", '|'},
        {"\xe2\x94", '='}, /* U+2500 to U+257F, all lines of frames */
        {"\xe2\x95", '='},
    };
    struct scan rest = *part;
    if (scan_skip(&rest, "\x1b[")) { /* a colour; a blank with one may be a
                                        stone */
        struct scan codes = scan_while(&rest, "0123456789;");
        if (!scan_skip(&rest, "m") ||
            (is_background(codes) && scan_byte(rest) == ' '))
            return '\0';
        *part = rest;
        return ' ';
    }
    for (size_t i = 0; i < sizeof ornaments / sizeof *ornaments; i++)
        if (scan_skip(part, ornaments[i].bytes)) {
            part->at += ornaments[i].shown == '=' && part->at < part->end;
            return ornaments[i].shown;
        }
    return '\0';
}

struct scan reader_simplify(struct scan part, char *text)
{
    const char *begin = part.at;
    while (part.at < part.end) {
        char *to = text + (part.at - begin), byte = *part.at;
        const char *from = part.at;
        char shown = byte >= ' ' && byte <= '~' ? '\0' : take_ornament(&part);
        part.at += shown == '\0';
        memset(to, ' ', (size_t)(part.at - from));
        *to = shown != '\0' ? shown : byte;
    }
    return scan_of(text, (size_t)(part.end - begin));
}

static enum reader_result read_plain(const struct reader *in, struct scan part)
{
    return reader_plain(in, part, part.at);
}

/* The last one reads or refuses all that the others leave. */
static enum reader_result (*const forms[])(const struct reader *in,
                                           struct scan part) = {
    reader_json, reader_link, read_uci, read_plain};

static const char fence[] = "```";

/* A text without the lines before it that begin with "#", and without the lines
 * of Markdown around it. */
static struct scan without_remarks(struct scan part)
{
    bool is_fenced = false, is_remark = true;
    while (is_remark) {
        part = scan_trim(part);
        bool is_fence = scan_skip(&part, fence);
        is_fenced = is_fenced || is_fence;
        is_remark = is_fence || scan_byte(part) == '#';
        if (is_remark)
            scan_until(&part, "\n");
    }
    struct scan last = {part.end, part.end};
    while (last.at > part.at && last.at[-1] == *fence)
        last.at--;
    if (is_fenced && scan_is(last, fence))
        part.end = last.at;
    return scan_trim(part);
}

bool lib_read_moves(struct board board, const char *text, size_t length,
                    struct lib_text *read, struct board_error *error)
{
    read->moves[0] = '\0';
    read->is_game = board_parse_game(board, text, length, &read->pos, error);
    if (!read->is_game)
        return false;
    for (size_t i = 0; i < length; i++)
        read->moves[i] = (char)tolower((unsigned char)text[i]);
    read->moves[length] = '\0';
    return true;
}

bool lib_read(struct board board, int first, const char *text, size_t length,
              struct lib_text *read, struct board_error *error)
{
    struct reader in = {.board = board,
                        .first = first,
                        .cursor = -1,
                        .text = scan_of(text, length),
                        .read = read,
                        .error = error};
    if (first == 1 && lib_read_moves(board, text, length, read, error))
        return true; /* as most are */
    read->moves[0] = '\0';
    if (scan_is_utf16(in.text))
        return reader_refuse(&in, text, "the text is UTF-16; expected UTF-8");
    char simple[READ_MAX_TEXT];
    if (length <= READ_MAX_TEXT)
        in.text = reader_simplify(in.text, simple);
    struct scan part = in.text;
    scan_skip(&part, "\xef\xbb\xbf");
    bool is_line =
        part.at == part.end || scan_is(part, "\n") || scan_is(part, "\r\n");
    part = without_remarks(part);
    if (part.at == part.end && !is_line)
        return reader_refuse(&in, in.text.at,
                             "only blanks, or a comment after #; the empty "
                             "board is written as -");
    enum reader_result result = READER_OTHER;
    for (size_t i = 0; result == READER_OTHER; i++)
        result = forms[i](&in, part);
    return result == READER_READ;
}
