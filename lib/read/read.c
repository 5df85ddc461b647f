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
    rest = scan_trim(rest);
    char first = scan_byte(rest);
    struct scan sentence = scan_until(&rest, "."), moves = line;
    struct scan after = sentence, word = scan_until(&after, " ");
    while (isalnum((unsigned char)scan_byte(moves)))
        moves.at++;
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
    bool is_drawing, is_read = reader_drawing(&in, text, &is_drawing);
    return is_drawing ? is_read : reader_game(&in, without_prose(text));
}

/* ------------------------------------------------------------------ members */

bool reader_members(const struct reader *outer, const struct reader_members *of,
                    struct scan members, const char *at)
{
    struct reader in = *outer;
    struct lib_text other;
    struct board_error ignored;
    struct scan value;
    const char *chosen = NULL;
    for (const char *const *name = of->names; *name != NULL; name++)
        for (struct scan rest = members; of->find(&rest, *name, &value);) {
            bool is_read = of->read(&in, *name, value);
            if (chosen == NULL && !is_read)
                return false;
            if (chosen != NULL && is_read &&
                board_key(other.pos) != board_key(outer->read->pos))
                return reader_refuse(outer, value.at,
                                     "%s is another position than %s", *name,
                                     chosen);
            chosen = chosen == NULL ? *name : chosen;
            in.read = &other;
            in.error = &ignored;
        }
    return chosen != NULL || reader_refuse(outer, at, "%s", of->none);
}

/* -------------------------------------------------------------------- links */

static const char *const arguments[] = {"pos", "position", "moves", "game",
                                        NULL};

/* Find the next NAME=VALUE in the query of a link. */
static bool find_argument(struct scan *query, const char *name,
                          struct scan *value)
{
    while (query->at < query->end) {
        *value = scan_until(query, "&");
        if (scan_skip(value, name) && scan_skip(value, "="))
            return true;
    }
    return false;
}

/* Whether a text is a link, or what follows the path of one.  Sets '*query' to
 * what is after '?', and '*fragment' to moves after '#', or nothing. */
static bool is_link(struct scan part, struct scan *query, struct scan *fragment)
{
    struct scan word = part, value;
    bool has_moves = false;
    *fragment = part;
    *query = scan_until(fragment, "#");
    bool is_path = fragment->at > query->end && query->end[-1] == '/';
    scan_until(query, "?");
    for (int i = 0; arguments[i] != NULL && !has_moves; i++) {
        struct scan rest = *query;
        has_moves = find_argument(&rest, arguments[i], &value);
    }
    if (has_moves && !scan_is_digit(scan_byte(*fragment)) &&
        scan_byte(*fragment) != '%')
        fragment->at = fragment->end;
    scan_until(&part, " \t\r\n");
    return part.at == part.end &&
           (has_moves || is_path || scan_skip(&word, "http://") ||
            scan_skip(&word, "https://"));
}

/* Decode %20 and, in a query, +. */
static bool decode(struct scan part, bool is_query, char text[READ_MAX_TEXT],
                   size_t *length)
{
    for (*length = 0; part.at < part.end;) {
        if (*length == READ_MAX_TEXT)
            return false;
        int code = scan_code(&part, "%", 2);
        char byte = code >= 0 ? (char)code : *part.at++;
        text[(*length)++] = code < 0 && is_query && byte == '+' ? ' ' : byte;
    }
    return true;
}

bool reader_is_size(const struct reader *in, struct scan part, bool *is_ours)
{
    int width = scan_number(&part, 2), height = -1;
    if (scan_skip(&part, "x") || scan_skip(&part, "X"))
        height = scan_number(&part, 2);
    *is_ours = width == in->board.width && height == in->board.height;
    return width >= 0 && height >= 0 && part.at == part.end;
}

bool reader_check_size(const struct reader *in, struct scan size,
                       const char *at)
{
    char shown[READER_SHOWN_SIZE];
    bool is_ours;
    return (reader_is_size(in, size, &is_ours) && is_ours) ||
           reader_refuse(in, at, "this is for a board of %s, not of %dx%d",
                         reader_show(size, shown), in->board.width,
                         in->board.height);
}

/* Read the moves of a link: [WxH/]MOVES[@N], of an argument, or, if 'name' is
 * NULL, after '#'. */
static bool read_address(const struct reader *outer, const char *name,
                         struct scan part)
{
    struct reader in = *outer;
    char text[READ_MAX_TEXT];
    size_t length;
    bool is_ours;
    if (!decode(part, name != NULL, text, &length))
        return reader_refuse(&in, part.at, "a link of more than %d bytes",
                             READ_MAX_TEXT);
    struct scan moves = scan_of(text, length), rest = moves;
    struct scan size = scan_until(&rest, "/");
    if (rest.at > size.end && reader_is_size(&in, size, &is_ours)) {
        if (!reader_check_size(&in, size, part.at))
            return false;
        moves = rest;
    }
    rest.at = moves.end;
    while (rest.at > moves.at && scan_is_digit(rest.at[-1]))
        rest.at--;
    if (rest.at > moves.at && rest.at[-1] == '@' && scan_length(rest) < 5 &&
        scan_length(rest) > 0) {
        moves.end = rest.at - 1;
        in.cursor = scan_number(&rest, 4);
    }
    return reader_plain(&in, moves, part.at + (moves.at - text));
}

static bool read_link(const struct reader *outer, struct scan query,
                      struct scan fragment)
{
    static const struct reader_members members = {
        arguments, find_argument, read_address,
        "a link without a position; expected ?pos=MOVES or #MOVES"};
    struct reader in = *outer;
    struct scan rest = query, size, first;
    while (find_argument(&rest, "board", &size))
        if (!reader_check_size(&in, size, size.at))
            return false;
    rest = query;
    if (find_argument(&rest, "first", &first) && scan_is(first, "0"))
        in.first = 0;
    return fragment.at < fragment.end
               ? read_address(&in, NULL, fragment)
               : reader_members(&in, &members, query, in.text.end);
}

/* --------------------------------------------------------------------- data */

/* Whether a line is of the UCI data set: it begins with more cells than a
 * column has, as no game does, and one of them is "b", as no drawing has.  Sets
 * '*is_read' to whether it is read. */
static bool is_uci(const struct reader *in, struct scan line, bool *is_read)
{
    bool has_empty = false;
    char shown[READER_SHOWN_SIZE];
    struct reader_cells cells = {.kinds = READER_ALL_KINDS};
    int width = in->board.width, height = in->board.height;
    int count = board_cells(in->board);
    if (scan_length(line) < 2 || line.at[1] != ',')
        return false;
    for (int i = 0; i < count; i++) {
        struct scan field = scan_until(&line, ",");
        int at = (height - 1 - i % height) * width + i / height;
        bool is_empty = scan_is(field, "b");
        *is_read =
            is_empty || scan_is(field, "x") || scan_is(field, "o") ||
            reader_refuse(in, field.at, "cell %d is '%s'; expected b, x or o",
                          i + 1, reader_show(field, shown));
        has_empty = has_empty || is_empty;
        field.end = is_empty ? field.at : field.end;
        if (!*is_read ||
            !reader_cell(in, &cells, at, reader_mark(field, true), field.at))
            return i > height && has_empty;
    }
    cells.at[count] = in->text.end;
    *is_read = scan_has(line, ",\n")
                   ? reader_refuse(in, line.at,
                                   "expected the class behind %d cells", count)
                   : reader_board(in, &cells);
    return true;
}

/* -------------------------------------------------------------- all of them */

/* Whether a text is to be a value: neither a comment nor a tag of a game. */
static bool is_json(struct scan part)
{
    static const char *const empty[] = {"null", "None", "nil", "false",
                                        "False"};
    char bracket = scan_byte(part);
    struct scan rest = part, value;
    if (scan_is_call(part, &rest))
        return scan_skip(&rest, "([");
    rest.at += rest.at < rest.end;
    rest = scan_trim(rest);
    char first = scan_byte(rest);
    bool is_list = !isalpha((unsigned char)first) || scan_is_call(rest, &value);
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        is_list = is_list || scan_skip(&rest, empty[i]);
    if (bracket == '[')
        return is_list;
    if (bracket == '{' && (first == '"' || first == '}'))
        return true;
    bool may_be =
        scan_is_one_of(bracket, "\"'") ||
        ((bracket == '(' ||
          (bracket == '{' && scan_is_one_of(first, "'{-0123456789"))) &&
         scan_has(part, ",:"));
    return may_be && scan_json(part, &value) == NULL;
}

/* A value without what it is assigned to: int board[6][7] = {{0, ...}}; */
static struct scan without_name(struct scan part)
{
    struct scan value = part;
    if (!isalpha((unsigned char)scan_byte(part)))
        return part;
    struct scan name = scan_until(&value, "=");
    value = scan_trim(value);
    if (scan_has(name, "\n?/\"(") || !scan_is_one_of(scan_byte(value), "[{("))
        return part;
    value.end -= value.end[-1] == ';';
    return value;
}

static bool read_any(const struct reader *in, struct scan part)
{
    struct scan query, fragment, moves, scores;
    bool is_read;
    struct scan value = without_name(part);
    if (is_json(value))
        return reader_json(in, value);
    if (is_link(part, &query, &fragment))
        return read_link(in, query, fragment);
    if (is_uci(in, part, &is_read))
        return is_read;
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
    return read_any(&in, part);
}
