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
    struct scan digits = scan_while(line, "0123456789");
    bool has_accuracy = scan_skip(line, scan_length(digits) > 0 ? "%" : "-");
    return scan_skip(line, "?") || has_accuracy;
}

/* The moves of a line of 'fourscore review --short', or all of another text. */
static struct scan without_review(struct scan part)
{
    struct scan rest = part, moves = scan_until(&rest, " ");
    return take_accuracy(&rest, "x ") && take_accuracy(&rest, "o ") ? moves
                                                                    : part;
}

bool reader_plain(const struct reader *outer, struct scan text, const char *at)
{
    struct reader in = *outer;
    text = without_review(text);
    in.text = text;
    in.offset += (size_t)(at - outer->text.at);
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
    bool has_empty = false;
    char shown[READER_SHOWN_SIZE];
    struct reader_cells cells = {.kinds = READER_ALL_KINDS};
    int width = in->board.width, height = in->board.height;
    int count = board_cells(in->board);
    if (scan_length(line) < 2 || line.at[1] != ',')
        return READER_OTHER;
    for (int i = 0; i < count; i++) {
        struct scan field = scan_until(&line, ",");
        int at = (height - 1 - i % height) * width + i / height;
        bool is_empty = scan_is(field, "b");
        bool is_read =
            is_empty || scan_is(field, "x") || scan_is(field, "o") ||
            reader_refuse(in, field.at, "cell %d is '%s'; expected b, x or o",
                          i + 1, reader_show(field, shown));
        has_empty = has_empty || is_empty;
        field.end = is_empty ? field.at : field.end;
        if (!is_read ||
            !reader_cell(in, &cells, at, reader_mark(field, true), field.at))
            return i > height && has_empty ? READER_REFUSED : READER_OTHER;
    }
    cells.at[count] = in->text.end;
    return scan_has(line, ",\n")
               ? reader_refuse(in, line.at,
                               "expected the class behind %d cells", count)
               : reader_board(in, &cells);
}

/* -------------------------------------------------------------- all of them */

/* Moves, before their number and scores or not; or a drawing. */
static enum reader_result read_rest(const struct reader *in, struct scan part)
{
    struct scan moves, scores;
    if (scan_csv(part, in->board.width, in->first, &moves, &scores))
        part = moves;
    return reader_plain(in, part, part.at);
}

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

/* The size of what begins a part and only makes it look better; 0: nothing
 * does. Sets '*shown' to what stands for it in ASCII. */
static size_t find_ornament(struct scan part, char *shown)
{
    static const struct {
        const char *bytes;
        char shown;
    } ornaments[] = {
        {"\xc2\xa0", ' '},     /* U+00A0, a hard blank */
        {"\xef\xb8\x8f", ' '}, /* U+FE0F, the sign of emoji */
        {"\xe2\x83\xa3", ' '}, /* U+20E3, a key around a digit */
        {"\xe2\x94\x82", '|'}, /* U+2502, U+2503, U+2551: lines of frames */
        {"\xe2\x94\x83", '|'}, {"\xe2\x95\x91", '|'},
        {"\xe2\x94", '='}, /* U+2500 to U+257F, all lines of frames */
        {"\xe2\x95", '='},
    };
    struct scan rest = part;
    *shown = ' ';
    if (scan_skip(&rest, "\x1b[")) { /* a colour; a blank with one may be a
                                        stone */
        struct scan codes = scan_while(&rest, "0123456789;");
        bool is_colour = scan_skip(&rest, "m") &&
                         !(is_background(codes) && scan_byte(rest) == ' ');
        return is_colour ? (size_t)(rest.at - part.at) : 0;
    }
    for (size_t i = 0; i < sizeof ornaments / sizeof *ornaments; i++) {
        if (!scan_skip(&rest, ornaments[i].bytes))
            continue;
        *shown = ornaments[i].shown;
        rest.at += *shown == '=' && rest.at < rest.end;
        return (size_t)(rest.at - part.at);
    }
    return 0;
}

/* Write a text without ornaments, so that all stays where it is. */
static struct scan simplify(struct scan part, char text[READ_MAX_TEXT])
{
    char shown, *to = text;
    while (part.at < part.end) {
        size_t size = *part.at >= ' ' && *part.at <= '~'
                          ? 0
                          : find_ornament(part, &shown);
        if (size > 0) {
            memset(to, ' ', size);
            *to = shown;
            part.at += size;
            to += size;
        } else {
            *to++ = *part.at++;
        }
    }
    return (struct scan){text, to};
}

static enum reader_result (*const forms[])(const struct reader *in,
                                           struct scan part) = {
    reader_json, reader_link, read_uci, read_rest};

bool lib_read(struct board board, int first, const char *text, size_t length,
              struct lib_text *read, struct board_error *error)
{
    struct reader in = {board, first, -1,   scan_of(text, length),
                        0,     read,  error};
    read->moves[0] = '\0';
    if (first == 1 && board_parse_game(board, text, length, &read->pos,
                                       error)) { /* as most are */
        for (size_t i = 0; i < length; i++)
            read->moves[i] = (char)tolower((unsigned char)text[i]);
        read->moves[length] = '\0';
        read->is_game = true;
        return true;
    }
    if (scan_is_utf16(in.text))
        return reader_refuse(&in, text, "the text is UTF-16; expected UTF-8");
    char simple[READ_MAX_TEXT];
    if (length <= READ_MAX_TEXT)
        in.text = simplify(in.text, simple);
    struct scan part = in.text;
    scan_skip(&part, "\xef\xbb\xbf");
    bool is_line =
        part.at == part.end || scan_is(part, "\n") || scan_is(part, "\r\n");
    for (part = scan_trim(part); scan_byte(part) == '#'; part = scan_trim(part))
        scan_until(&part, "\n");
    if (part.at == part.end && !is_line)
        return reader_refuse(&in, in.text.at,
                             "only blanks, or a comment after #; the empty "
                             "board is written as -");
    enum reader_result result = READER_OTHER;
    for (size_t i = 0; result == READER_OTHER; i++)
        result = forms[i](&in, part);
    return result == READER_READ;
}
