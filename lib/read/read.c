#include "lib/read/read.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/json/json.h"

struct reader {
    struct board board;
    int first, cursor; /* as in struct board_record */
    struct lib_text *read;
    struct board_error *error;
};

/* A part of the text. */
struct part {
    const char *text;
    size_t length;
};

__attribute__((format(printf, 3, 4))) static enum board_status
refuse(const struct reader *in, size_t at, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(in->error->reason, BOARD_REASON_SIZE, format, values);
    va_end(values);
    in->error->at = at;
    return BOARD_MALFORMED;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static struct part trim(struct part part)
{
    while (part.length > 0 && is_blank(*part.text)) {
        part.text++;
        part.length--;
    }
    while (part.length > 0 && is_blank(part.text[part.length - 1]))
        part.length--;
    return part;
}

static bool has_byte(struct part part, char byte)
{
    return part.length > 0 && memchr(part.text, byte, part.length) != NULL;
}

static bool begins_with(struct part part, const char *word)
{
    return part.length >= strlen(word) &&
           memcmp(part.text, word, strlen(word)) == 0;
}

enum { SHOWN_SIZE = 24 };

/* Write the beginning of a part for a message, with '?' for what is not ASCII.
 * Returns 'shown'. */
static const char *show(struct part part, char shown[SHOWN_SIZE])
{
    size_t length = part.length < SHOWN_SIZE - 1 ? part.length : SHOWN_SIZE - 1;
    for (size_t i = 0; i < length; i++)
        shown[i] =
            part.text[i] >= ' ' && part.text[i] <= '~' ? part.text[i] : '?';
    shown[length] = '\0';
    return shown;
}

static const char *show_value(struct json_value value, char shown[SHOWN_SIZE])
{
    return show((struct part){value.text, value.length}, shown);
}

/* -------------------------------------------------------- games and drawings
 */

static enum board_status read_game(const struct reader *in, struct part part)
{
    struct board_record asked = {in->board, in->first, in->cursor};
    in->read->is_game = true;
    return board_read_record(&asked, part.text, part.length, &in->read->pos,
                             in->read->moves, in->error);
}

/* The first line, if it is moves and what follows begins with a sentence;
 * otherwise all. */
static struct part without_prose(struct part part)
{
    const char *end = memchr(part.text, '\n', part.length);
    size_t length = end != NULL ? (size_t)(end - part.text) : part.length;
    struct part line = {part.text, length};
    struct part rest =
        trim((struct part){part.text + length, part.length - length});
    const char *stop =
        rest.length > 0 ? memchr(rest.text, '.', rest.length) : NULL;
    for (size_t i = 0; i < line.length; i++)
        if (!isalnum((unsigned char)line.text[i]))
            return part;
    bool is_sentence =
        stop != NULL &&
        (isupper((unsigned char)*rest.text) || *rest.text == 'x' ||
         *rest.text == 'o') &&
        memchr(rest.text, ' ', (size_t)(stop - rest.text)) != NULL &&
        board_is_prose(rest.text, (size_t)(stop - rest.text));
    return is_sentence ? line : part;
}

static enum board_status read_plain(const struct reader *in, struct part part)
{
    if (!board_is_drawing(in->board, in->first, part.text, part.length))
        return read_game(in, without_prose(part));
    in->read->is_game = false;
    return board_read_drawing(in->board, part.text, part.length, &in->read->pos,
                              in->error);
}

/* The same of a text that is none of the caller's, which is at offset 'at'. */
static enum board_status read_inner(const struct reader *in, struct part part,
                                    size_t at)
{
    enum board_status status = BOARD_OK;
    if (part.length == 0 || (part.length == 1 && *part.text == '-'))
        status = read_game(in, (struct part){part.text, 0});
    else
        status = read_plain(in, part);
    in->error->at += at;
    return status;
}

/* Set the board to marks, of which number 'i' is at offsets[i], and the end of
 * the board at the last one. */
static enum board_status read_marks(const struct reader *in, const int *marks,
                                    bool colours, const size_t *offsets)
{
    size_t bad_at;
    in->read->is_game = false;
    enum board_status status = board_from_marks(
        in->board, marks, colours, &in->read->pos, &bad_at, in->error->reason);
    if (status != BOARD_OK)
        in->error->at = offsets[bad_at];
    return status;
}

/* ---------------------------------------------------------------------- links
 */

static int hex_digit(char byte)
{
    return isdigit((unsigned char)byte)    ? byte - '0'
           : isxdigit((unsigned char)byte) ? (byte | 0x20) - 'a' + 10
                                           : -1;
}

/* Decode %20 and, in a query, +. */
static bool decode(struct part part, bool is_query, char *text, size_t *length)
{
    *length = 0;
    for (size_t i = 0; i < part.length; i++) {
        char byte = part.text[i];
        bool is_code = byte == '%' && i + 2 < part.length &&
                       hex_digit(part.text[i + 1]) >= 0 &&
                       hex_digit(part.text[i + 2]) >= 0;
        if (*length == LIB_MAX_TEXT)
            return false;
        if (is_code) {
            byte = (char)(hex_digit(part.text[i + 1]) << 4 |
                          hex_digit(part.text[i + 2]));
            i += 2;
        } else if (is_query && byte == '+') {
            byte = ' ';
        }
        text[(*length)++] = byte;
    }
    return true;
}

/* Find NAME=VALUE in the query of a link. */
static bool find_argument(struct part query, const char *name,
                          struct part *value)
{
    while (query.length > 0) {
        const char *end = memchr(query.text, '&', query.length);
        struct part item = {query.text, end != NULL ? (size_t)(end - query.text)
                                                    : query.length};
        size_t size = strlen(name);
        if (begins_with(item, name) && item.length > size &&
            item.text[size] == '=') {
            *value =
                (struct part){item.text + size + 1, item.length - size - 1};
            return true;
        }
        size_t skipped = item.length + (end != NULL);
        query.text += skipped;
        query.length -= skipped;
    }
    return false;
}

/* Read a number of one or two digits; returns its size, 0 if there is none. */
static size_t read_side(struct part part, int *side)
{
    size_t size = 0;
    for (*side = 0; size < part.length && size < 2 &&
                    isdigit((unsigned char)part.text[size]);
         size++)
        *side = 10 * *side + part.text[size] - '0';
    return size;
}

/* Whether a text is "7x6", the size of the board; sets '*is_size' to whether it
 * is a size. */
static bool is_this_board(const struct reader *in, struct part part,
                          bool *is_size)
{
    int width, height = 0;
    size_t x = read_side(part, &width);
    *is_size = x > 0 && x < part.length && (part.text[x] | 0x20) == 'x';
    if (*is_size) {
        struct part rest = {part.text + x + 1, part.length - x - 1};
        *is_size = rest.length > 0 && read_side(rest, &height) == rest.length;
    }
    return *is_size && width == in->board.width && height == in->board.height;
}

static enum board_status check_board(const struct reader *in, struct part size,
                                     size_t at)
{
    bool is_size;
    char shown[SHOWN_SIZE];
    if (is_this_board(in, size, &is_size))
        return BOARD_OK;
    return refuse(in, at, "this is for a board of %s, not of %dx%d",
                  show(size, shown), in->board.width, in->board.height);
}

/* Read the moves of a link: [WxH/]MOVES[@N]. */
static enum board_status read_address(const struct reader *in, struct part part,
                                      bool is_query, size_t at)
{
    char text[LIB_MAX_TEXT];
    struct reader inner = *in;
    struct part found = {text, 0};
    if (!decode(part, is_query, text, &found.length))
        return refuse(in, at, "a link of more than %d bytes", LIB_MAX_TEXT);
    const char *slash = memchr(text, '/', found.length);
    struct part size = {text, slash != NULL ? (size_t)(slash - text) : 0};
    bool is_size = false;
    if (size.length > 0 && !is_this_board(in, size, &is_size) && is_size)
        return check_board(in, size, at);
    if (is_size) {
        found.text += size.length + 1;
        found.length -= size.length + 1;
    }
    size_t end = found.length;
    while (end > 0 && isdigit((unsigned char)found.text[end - 1]))
        end--;
    if (end > 0 && end < found.length && found.length - end < 5 &&
        found.text[end - 1] == '@') {
        inner.cursor = 0;
        for (size_t i = end; i < found.length; i++)
            inner.cursor = 10 * inner.cursor + found.text[i] - '0';
        found.length = end - 1;
    }
    return read_inner(&inner, found, at + (size_t)(found.text - text));
}

/* Whether a text is a link, or what follows the path of one. */
static bool is_link(struct part part)
{
    for (size_t i = 0; i < part.length; i++)
        if (is_blank(part.text[i]))
            return false;
    struct part value;
    const char *hash = memchr(part.text, '#', part.length);
    const char *query = memchr(part.text, '?', part.length);
    struct part arguments = {
        query, query == NULL ? 0 : part.length - (size_t)(query - part.text)};
    if (query != NULL) {
        arguments.text++;
        arguments.length--;
    }
    return begins_with(part, "http://") || begins_with(part, "https://") ||
           (part.length > 1 && *part.text == '#') ||
           (hash != NULL && hash > part.text && hash[-1] == '/') ||
           (query != NULL && (find_argument(arguments, "pos", &value) ||
                              find_argument(arguments, "position", &value) ||
                              find_argument(arguments, "game", &value)));
}

static enum board_status read_link(const struct reader *in, struct part part)
{
    const char *hash = memchr(part.text, '#', part.length);
    size_t front = hash != NULL ? (size_t)(hash - part.text) : part.length;
    bool has_moves = hash != NULL && front + 1 < part.length &&
                     (isdigit((unsigned char)hash[1]) || hash[1] == '%');
    const char *mark = front > 0 ? memchr(part.text, '?', front) : NULL;
    struct part query = {0}, value, size;
    if (mark != NULL)
        query = (struct part){mark + 1, front - (size_t)(mark + 1 - part.text)};
    if (find_argument(query, "board", &size)) {
        enum board_status status =
            check_board(in, size, (size_t)(size.text - part.text));
        if (status != BOARD_OK)
            return status;
    }
    if (!has_moves && (find_argument(query, "pos", &value) ||
                       find_argument(query, "position", &value) ||
                       find_argument(query, "game", &value)))
        return read_address(in, value, true, (size_t)(value.text - part.text));
    if (hash != NULL)
        return read_address(in,
                            (struct part){hash + 1, part.length - front - 1},
                            false, front + 1);
    return refuse(in, part.length,
                  "a link without a position; expected ?pos=MOVES or #MOVES");
}

/* ----------------------------------------------------------------------- data
 */

/* The part before the next ',', and skip it. */
static struct part next_field(struct part *rest)
{
    const char *end = has_byte(*rest, ',')
                          ? memchr(rest->text, ',', rest->length)
                          : rest->text + rest->length;
    struct part field = {rest->text, (size_t)(end - rest->text)};
    size_t skipped = field.length + (field.length < rest->length);
    rest->text += skipped;
    rest->length -= skipped;
    return field;
}

static int count_fields(struct part part)
{
    int count = 1;
    for (size_t i = 0; i < part.length; i++)
        count += part.text[i] == ',';
    return count;
}

/* Read a line of the UCI data set.  Returns false if it is none. */
static bool read_uci(const struct reader *in, struct part part,
                     enum board_status *status)
{
    int cells = board_cells(in->board), fields = count_fields(part);
    int marks[BOARD_MAX_CELLS];
    size_t offsets[BOARD_MAX_CELLS + 1];
    struct part rest = part;
    if (fields != cells && fields != cells + 1)
        return false;
    for (int i = 0; i < cells; i++) {
        struct part field = next_field(&rest);
        const char *found = field.length == 1 && *field.text != '\0'
                                ? strchr("bxo", *field.text)
                                : NULL;
        if (found == NULL)
            return false;
        int column = i / in->board.height, row = i % in->board.height;
        int at = (in->board.height - 1 - row) * in->board.width + column;
        marks[at] = *found == 'b'   ? BOARD_EMPTY
                    : *found == 'x' ? BOARD_FIRST
                                    : BOARD_SECOND;
        offsets[at] = (size_t)(field.text - part.text);
    }
    offsets[cells] = part.length;
    *status = read_marks(in, marks, false, offsets);
    return true;
}

/* Read a line of 'fourscore gen --csv'.  Returns false if it is none. */
static bool read_csv(const struct reader *in, struct part part,
                     enum board_status *status)
{
    struct part rest = part, moves = next_field(&rest);
    char plies[8];
    if (count_fields(part) != 3 + in->board.width)
        return false;
    struct part ply = next_field(&rest);
    snprintf(plies, sizeof plies, "%zu", moves.length);
    if (ply.length != strlen(plies) || memcmp(ply.text, plies, ply.length) != 0)
        return false;
    *status = read_inner(in, moves, 0);
    return true;
}

/* ----------------------------------------------------------------------- JSON
 */

static size_t offset_in(struct part part, struct json_value value)
{
    return (size_t)(value.text - part.text);
}

/* Read a string as a text. */
static enum board_status read_string(const struct reader *in, struct part part,
                                     struct json_value value)
{
    char text[LIB_MAX_TEXT];
    struct part inner = {text, 0};
    size_t at = offset_in(part, value) + 1;
    if (!json_get_string(value, text, sizeof text, &inner.length))
        return refuse(in, at, "a string of more than %d bytes", LIB_MAX_TEXT);
    return read_inner(in, inner, at);
}

/* A list of moves or the rows of a board, put together. */
struct joined {
    char text[LIB_MAX_TEXT];
    size_t length;
};

/* Add a string, a number or null, and what separates it from the next one.
 * Returns false if it is none of these, or there is no room. */
static bool join(const struct reader *in, struct joined *joined,
                 struct json_value item, char separator)
{
    size_t room = sizeof joined->text - joined->length - 1, length;
    char *end = joined->text + joined->length;
    int number;
    if (sizeof joined->text < joined->length + 8)
        return false;
    if (json_get_integer(item, &number)) {
        int column = number + 1 - in->first;
        *end = column >= 10 && column <= BOARD_MAX_WIDTH
                   ? (char)('a' + number - 10)
                   : (char)('0' + number);
        length = 1;
        if (number < in->first || number > BOARD_MAX_WIDTH)
            return false;
    } else if (!json_get_string(item, end, room, &length)) {
        return false;
    }
    end[length] = separator;
    joined->length += length + (separator != '\0');
    return true;
}

/* The mark of a cell in a list, or BOARD_NO_MARK. */
static int mark_of(struct json_value item, bool *colours)
{
    static const struct {
        const char *text;
        enum board_mark mark;
        bool colour;
    } marks[] = {
        {"0", BOARD_EMPTY, false},      {"null", BOARD_EMPTY, false},
        {"\"\"", BOARD_EMPTY, false},   {"\" \"", BOARD_EMPTY, false},
        {"\".\"", BOARD_EMPTY, false},  {"\"_\"", BOARD_EMPTY, false},
        {"\"-\"", BOARD_EMPTY, false},  {"1", BOARD_FIRST, false},
        {"\"x\"", BOARD_FIRST, false},  {"\"X\"", BOARD_FIRST, false},
        {"2", BOARD_SECOND, false},     {"\"o\"", BOARD_SECOND, false},
        {"\"O\"", BOARD_SECOND, false}, {"-1", BOARD_SECOND, true},
        {"\"R\"", BOARD_FIRST, true},   {"\"r\"", BOARD_FIRST, true},
        {"\"Y\"", BOARD_SECOND, true},  {"\"y\"", BOARD_SECOND, true},
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (item.length == strlen(marks[i].text) &&
            memcmp(item.text, marks[i].text, item.length) == 0) {
            *colours = *colours || marks[i].colour;
            return (int)marks[i].mark;
        }
    return BOARD_NO_MARK;
}

/* The number of items of a list. */
static int count_items(struct json_value list)
{
    struct json_value name, item;
    int count = 0;
    for (const char *at = NULL; json_next(list, &at, &name, &item);)
        count++;
    return count;
}

/* The cells of a list of cells or of rows of cells. */
struct cells {
    int marks[BOARD_MAX_CELLS];
    size_t offsets[BOARD_MAX_CELLS + 1];
    int count;
    bool colours;
};

/* Add the cells of a list. */
static enum board_status add_cells(const struct reader *in, struct part part,
                                   struct json_value list, struct cells *cells)
{
    struct json_value name, item;
    char shown[SHOWN_SIZE];
    for (const char *at = NULL; json_next(list, &at, &name, &item);) {
        int mark = mark_of(item, &cells->colours);
        if (mark == BOARD_NO_MARK)
            return refuse(in, offset_in(part, item),
                          "%s is not a mark, expected 0, 1 or 2",
                          show_value(item, shown));
        cells->marks[cells->count] = mark;
        cells->offsets[cells->count++] = offset_in(part, item);
    }
    cells->offsets[cells->count] = offset_in(part, list) + list.length - 1;
    return BOARD_OK;
}

/* Read a list of rows, each a list. */
static enum board_status read_rows(const struct reader *in, struct part part,
                                   struct json_value list)
{
    struct cells cells = {0};
    struct json_value name, row;
    int width = in->board.width, height = in->board.height, rows = 0;
    for (const char *at = NULL; json_next(list, &at, &name, &row); rows++) {
        int count = row.text[0] == '[' ? count_items(row) : 0;
        if (rows < height && count != width)
            return refuse(in, offset_in(part, row),
                          "row %d has %d cells; expected %d", rows + 1, count,
                          width);
        enum board_status status =
            rows < height ? add_cells(in, part, row, &cells) : BOARD_OK;
        if (status != BOARD_OK)
            return status;
    }
    if (rows != height)
        return refuse(in, offset_in(part, list) + list.length,
                      "%d rows; expected %d for a board of %dx%d", rows, height,
                      width, height);
    return read_marks(in, cells.marks, cells.colours, cells.offsets);
}

/* Read a list of strings as the rows of a board, or of moves. */
static enum board_status read_items(const struct reader *in, struct part part,
                                    struct json_value list)
{
    struct joined joined = {.length = 0};
    struct json_value name, item;
    char shown[SHOWN_SIZE];
    size_t at = offset_in(part, list) + 1;
    bool are_rows = count_items(list) == in->board.height;
    for (const char *next = NULL; json_next(list, &next, &name, &item);)
        if (!join(in, &joined, item, are_rows ? '\n' : ' '))
            return refuse(in, offset_in(part, item),
                          "%s is not a column, expected the %d cells of a "
                          "board of %dx%d, or moves%s",
                          show_value(item, shown), board_cells(in->board),
                          in->board.width, in->board.height,
                          *item.text == '0' ? BOARD_ZERO_HINT : "");
    return read_inner(in, trim((struct part){joined.text, joined.length}), at);
}

static enum board_status read_list(const struct reader *in, struct part part,
                                   struct json_value list)
{
    struct json_value name, item;
    const char *at = NULL;
    struct cells cells = {0};
    int count = count_items(list);
    if (!json_next(list, &at, &name, &item))
        return read_inner(in, (struct part){list.text, 0},
                          offset_in(part, list));
    if (item.text[0] == '[')
        return read_rows(in, part, list);
    bool colours = false;
    bool are_cells = count == board_cells(in->board) &&
                     (count > 1 || mark_of(item, &colours) != BOARD_NO_MARK);
    if (!are_cells)
        return read_items(in, part, list);
    enum board_status status = add_cells(in, part, list, &cells);
    return status != BOARD_OK
               ? status
               : read_marks(in, cells.marks, cells.colours, cells.offsets);
}

static enum board_status read_object(const struct reader *in, struct part part,
                                     struct json_value object)
{
    static const char *const names[] = {"position", "pos", "game", "moves",
                                        "board"};
    struct json_value value;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!json_find(object, names[i], &value))
            continue;
        if (value.text[0] == '"')
            return read_string(in, part, value);
        if (value.text[0] == '[')
            return read_list(in, part, value);
        return refuse(in, offset_in(part, value),
                      "%s: expected a string or a list", names[i]);
    }
    return refuse(in, offset_in(part, object),
                  "expected a member position, pos, game, moves or board");
}

/* Whether a text is to be JSON: neither a comment nor a tag of a game. */
static bool is_json(struct part part)
{
    struct part rest = trim((struct part){part.text + 1, part.length - 1});
    if (*part.text == '{')
        return rest.length > 0 && (*rest.text == '"' || *rest.text == '}');
    return *part.text == '[' &&
           !(rest.length > 0 && isalpha((unsigned char)*rest.text) &&
             !begins_with(rest, "null"));
}

static enum board_status read_json(const struct reader *in, struct part part)
{
    struct json_value value;
    if (!json_read(part.text, part.length, &value))
        return refuse(in, 0, "this begins as JSON does, and is not JSON");
    return value.text[0] == '{' ? read_object(in, part, value)
                                : read_list(in, part, value);
}

/* ----------------------------------------------------------------- any of them
 */

static enum board_status read_any(const struct reader *in, struct part part)
{
    enum board_status status;
    if (is_json(part))
        return read_json(in, part);
    if (is_link(part))
        return read_link(in, part);
    if (has_byte(part, ',') && !has_byte(part, '\n') &&
        (read_uci(in, part, &status) || read_csv(in, part, &status)))
        return status;
    return read_plain(in, part);
}

/* Whether bytes look like UTF-16: its mark, or a zero byte in every second
 * place. */
static bool is_utf16(const char *text, size_t length)
{
    if (length >= 2 &&
        (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
        return true;
    return length >= 4 && (text[0] == '\0') != (text[1] == '\0') &&
           (text[0] == '\0') == (text[2] == '\0') &&
           (text[1] == '\0') == (text[3] == '\0');
}

/* Whether a text is columns without anything else, as most are: then it needs
 * no look at other forms. */
static bool is_columns(struct part part)
{
    for (size_t i = 0; i < part.length; i++)
        if (part.text[i] < '1' || part.text[i] > '9')
            return false;
    return part.length <= BOARD_MAX_CELLS;
}

/* Whether a text is an empty line. */
static bool is_empty_line(struct part part)
{
    return part.length == 0 || (part.length == 1 && *part.text == '\n') ||
           (part.length == 2 && begins_with(part, "\r\n"));
}

enum board_status lib_read(struct board board, int first, const char *text,
                           size_t length, struct lib_text *read,
                           struct board_error *error)
{
    struct reader in = {board, first, -1, read, error};
    struct part all = {text, length};
    read->moves[0] = '\0';
    if (first == 1 && is_columns(all) &&
        board_parse_game(board, text, length, &read->pos, error) == BOARD_OK) {
        memcpy(read->moves, text, length);
        read->moves[length] = '\0';
        read->is_game = true;
        return BOARD_OK;
    }
    error->at = 0;
    if (is_utf16(text, length))
        return refuse(&in, 0, "the text is UTF-16; expected UTF-8");
    if (begins_with(all, "\xef\xbb\xbf"))
        all = (struct part){text + 3, length - 3};
    struct part part = trim(all);
    if (part.length == 0 && !is_empty_line(all))
        return refuse(&in, 0, "only blanks; the empty board is written as -");
    bool is_empty = part.length == 0 || (part.length == 1 && *part.text == '-');
    enum board_status status =
        is_empty ? read_inner(&in, part, 0) : read_any(&in, part);
    error->at += (size_t)(part.text - text);
    return status;
}
