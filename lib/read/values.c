/* Positions and games in JSON and in links. */
#include <limits.h>
#include <string.h>

#include "lib/read/reader.h"

static bool is_text(struct scan value)
{
    return scan_is_one_of(scan_byte(value), "\"'");
}

/* Read a string as a text. */
static bool read_string(const struct reader *in, struct scan value)
{
    char text[READ_MAX_TEXT];
    struct scan string;
    if (!scan_string(value, text, sizeof text, &string))
        return reader_refuse(in, value.at + 1, "a string of more than %d bytes",
                             READ_MAX_TEXT);
    return reader_plain(in, reader_simplify(string, text), value.at + 1);
}

/* Whether an item is an integer, maybe written as a real number.  No other
 * digit is behind a first 0, as in JSON. */
static bool is_integer(struct scan item, int *number)
{
    struct scan fraction = item, whole = scan_until(&fraction, "."),
                rest = whole;
    scan_while(&fraction, "0");
    if (whole.end > whole.at && whole.end[-1] == 'L') /* of R */
        rest.end = --whole.end;
    scan_skip(&rest, "-");
    bool is_padded = scan_skip(&rest, "0") && rest.at < rest.end;
    return fraction.at == fraction.end && !is_padded &&
           scan_integer(whole, number);
}

/* -------------------------------------------------------------------- cells */

/* The mark that an item is, or NULL. */
static const struct reader_mark *mark_of(struct scan item)
{
    char text[16];
    struct scan mark = item;
    int number;
    if (is_integer(item, &number))
        return number == 0 ? &reader_zero
                           : reader_mark(scan_until(&mark, "."), true);
    if (reader_is_word(item, "false"))
        return &reader_false;
    if (is_text(item) && !scan_string(item, text, sizeof text, &mark))
        return NULL;
    if (mark.at == text)
        mark = reader_simplify(mark, text);
    return reader_mark(scan_trim(mark), true);
}

/* What a list has: items, those that are marks, and of these those of empty
 * cells. */
struct list {
    int count, marks, empty;
};

static struct list look_at(struct scan list)
{
    struct list found = {0};
    struct scan items = scan_items(list), item;
    for (; scan_next(&items, &item); found.count++) {
        const struct reader_mark *mark = mark_of(item);
        found.marks += mark != NULL;
        found.empty += mark != NULL && mark->cell == 0;
    }
    return found;
}

/* Set cells, from 'first' on, each 'step' behind the last one, to the items of
 * a list, which is there. */
static bool add_cells(const struct reader *in, struct scan list, int first,
                      int step, struct reader_cells *cells)
{
    char shown[READER_SHOWN_SIZE];
    struct scan items = scan_items(list), item;
    cells->at[board_cells(in->board)] = list.end - 1;
    while (scan_next(&items, &item)) {
        const struct reader_mark *mark = mark_of(item);
        if (mark == NULL)
            return reader_refuse(in, item.at,
                                 "%s is not a mark, expected 0, 1 or 2",
                                 reader_show(item, shown));
        if (!reader_cell(in, cells, first, mark, item.at))
            return false;
        first += step;
    }
    return true;
}

static bool is_list(struct scan value)
{
    return scan_is_one_of(*value.at, "[({") && !scan_is_object(value);
}

/* Whether lists have the shape of columns, and not of rows. */
static bool are_columns(const struct reader *in, struct scan items)
{
    struct scan column;
    int width = in->board.width, height = in->board.height, count = 0;
    for (; scan_next(&items, &column); count++)
        if (!is_list(column) || look_at(column).count != height)
            return false;
    return count == width && width != height;
}

/* Read columns, from the bottom, or from the top if that is no board. */
static bool read_columns(const struct reader *in, struct scan items)
{
    enum { BOTTOM, TOP, ENDS };
    int width = in->board.width, last = board_cells(in->board) - width;
    struct reader_cells cells[ENDS] = {{.kinds = READER_ALL_KINDS},
                                       {.kinds = READER_ALL_KINDS}};
    struct lib_text found[ENDS];
    struct board_error ignored;
    bool are_read[ENDS];
    struct reader untold = *in; /* who is to move */
    struct scan rest = items, column;
    for (int i = 0; scan_next(&rest, &column); i++)
        if (!add_cells(in, column, last + i, -width, &cells[BOTTOM]) ||
            !add_cells(in, column, i, width, &cells[TOP]))
            return false;
    untold.error = &ignored;
    untold.turns.count = 0;
    for (int end = BOTTOM; end < ENDS; end++) {
        untold.read = &found[end];
        are_read[end] = reader_board(&untold, &cells[end]);
    }
    if (are_read[BOTTOM] && are_read[TOP] &&
        board_key(found[BOTTOM].pos) != board_key(found[TOP].pos))
        return reader_refuse(in, items.at,
                             "full columns do not tell which end of theirs is "
                             "the top");
    bool is_top = are_read[TOP] && !are_read[BOTTOM];
    return reader_board(in, &cells[is_top ? TOP : BOTTOM]);
}

/* Read rows, each a list; or columns. */
static bool read_rows(const struct reader *in, struct scan items)
{
    if (are_columns(in, items))
        return read_columns(in, items);
    struct reader_cells cells = {.kinds = READER_ALL_KINDS};
    int rows = 0;
    const char *end = items.end;
    struct scan row;
    for (; scan_next(&items, &row); rows++) {
        int count = is_list(row) ? look_at(row).count : 0;
        if (rows < in->board.height &&
            !(reader_check_row(in, rows, count, row.at) &&
              add_cells(in, row, rows * in->board.width, 1, &cells)))
            return false;
    }
    return reader_check_rows(in, rows, end) && reader_board(in, &cells);
}

/* -------------------------------------------------------------------- items */

/* Write a string, or a number as the name of its column. */
static bool write_item(const struct reader *in, struct scan item, char *text,
                       size_t room)
{
    int number;
    struct scan string;
    if (!is_integer(item, &number))
        return scan_string(item, text + 1, room - 1, &string) &&
               scan_length(scan_trim(string)) > 0;
    if (number < in->first ||
        (number > 9 && number - in->first >= in->board.width))
        return false;
    *text = "0123456789abc"[number];
    return true;
}

/* Read the items of a list as the lines of a text, in which they are where they
 * are in the list. */
static bool read_items(const struct reader *in, struct scan list)
{
    char text[READ_MAX_TEXT + 4], shown[READER_SHOWN_SIZE];
    size_t length = scan_length(list) - 1;
    if (length > READ_MAX_TEXT)
        return reader_refuse(in, list.at, "a list of more than %d bytes",
                             READ_MAX_TEXT);
    memset(text, ' ', length);
    struct scan items = scan_items(list), item;
    while (scan_next(&items, &item)) {
        size_t at = (size_t)(item.at - list.at);
        if (!write_item(in, item, text + at, sizeof text - at))
            return reader_refuse(
                in, item.at,
                "%s is not a column, expected the %d cells of "
                "a board of %dx%d, or moves%s",
                scan_is_object(item) ? "an object" : reader_show(item, shown),
                board_cells(in->board), in->board.width, in->board.height,
                scan_is(item, "0") ? READER_ZERO_HINT : "");
        text[item.end - list.at] = '\n';
    }
    struct scan lines = scan_trim(scan_of(text, length));
    return reader_plain(in, lines, list.at + (lines.at - text));
}

static bool read_list(const struct reader *in, struct scan list)
{
    struct reader_cells cells = {.kinds = READER_ALL_KINDS};
    struct scan items = scan_items(list), item;
    if (!scan_next(&items, &item))
        return reader_game(in, (struct scan){list.at, list.at});
    if (is_list(item))
        return read_rows(in, scan_items(list));
    struct list found = look_at(list);
    bool are_cells =
        found.count == board_cells(in->board) &&
        (found.marks == found.count || (found.empty > 0 && in->first == 1));
    return are_cells
               ? add_cells(in, list, 0, 1, &cells) && reader_board(in, &cells)
               : read_items(in, list);
}

/* ------------------------------------------------------------------ members */

enum size { NO_SIZE, OUR_SIZE, OTHER_SIZE };

/* Whether a part is "7x6", a size of a board. */
static enum size size_of(const struct reader *in, struct scan part)
{
    int width = scan_number(&part, 2), height = -1;
    if (scan_skip(&part, "x") || scan_skip(&part, "X"))
        height = scan_number(&part, 2);
    return width < 0 || height < 0 || part.at < part.end ? NO_SIZE
           : width == in->board.width && height == in->board.height
               ? OUR_SIZE
               : OTHER_SIZE;
}

static bool refuse_size(const struct reader *in, struct scan size,
                        const char *at)
{
    char shown[READER_SHOWN_SIZE];
    return reader_refuse(in, at, "this is for a board of %s, not of %dx%d",
                         reader_show(size, shown), in->board.width,
                         in->board.height);
}

/* Where the position of an object, or of a link, is. */
struct members {
    const char *const *names; /* of those that say it, up to NULL */
    /* Find the next member of a name; or one that may say it, and read it. */
    bool (*find)(struct scan *rest, const char *name, struct scan *value);
    bool (*find_answer)(struct scan *rest, const char *name,
                        struct scan *value);
    bool (*read)(const struct reader *in, const char *name, struct scan value);
    const char *none; /* the message if there is none */
};

/* Read the first member of one of these names.  Others that can be read, also
 * of the same name, must be the same position. */
static bool read_members(const struct reader *outer, const struct members *of,
                         struct scan members, const char *at)
{
    struct reader in = *outer;
    struct lib_text other;
    struct board_error ignored;
    struct scan value;
    const char *chosen = NULL;
    for (const char *const *name = of->names; *name != NULL; name++)
        for (struct scan rest = members;
             of->find_answer(&rest, *name, &value);) {
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
    for (const char *const *name = of->names; chosen == NULL && *name != NULL;
         name++) {
        struct scan rest = members;
        if (of->find(&rest, *name, &value) && !is_list(value))
            return of->read(&in, *name, value);
    }
    return chosen != NULL || reader_refuse(outer, at, "%s", of->none);
}

/* ------------------------------------------------------------------ objects */

/* Check a member that may be the size of a board. */
static bool check_member(const struct reader *in, const char *name,
                         int expected, int most, struct scan value)
{
    char text[16];
    struct scan size = value;
    int number;
    if (is_text(value) && !scan_string(value, text, sizeof text, &size))
        return true;
    if (expected < 0)
        return size_of(in, size) != OTHER_SIZE ||
               refuse_size(in, size, value.at);
    return !is_integer(size, &number) || number == expected || number > most ||
           reader_refuse(in, value.at,
                         "%s is %d; expected %d for a board of %dx%d", name,
                         number, expected, in->board.width, in->board.height);
}

/* Check that members are for this board, if they have the size of one.  In a
 * link numbers above 'most' are the size of something else, such as a frame. */
static bool check_members(const struct reader *in, const struct members *of,
                          int most, struct scan members)
{
    const struct {
        const char *name;
        int expected; /* -1: of columns and rows, as "7x6" */
    } sizes[] = {{"board", -1},
                 {"size", -1},
                 {"width", in->board.width},
                 {"columns", in->board.width},
                 {"cols", in->board.width},
                 {"height", in->board.height},
                 {"rows", in->board.height}};
    struct scan value;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (struct scan rest = members;
             of->find(&rest, sizes[i].name, &value);)
            if (!check_member(in, sizes[i].name, sizes[i].expected, most,
                              value))
                return false;
    return true;
}

static bool read_object(const struct reader *outer, struct scan object);

static bool read_value(const struct reader *in, const char *name,
                       struct scan value)
{
    char shown[READER_SHOWN_SIZE];
    if (scan_is_object(value) && strcmp(name, "observation") == 0)
        return read_object(in, value);
    if (is_text(value))
        return read_string(in, value);
    return is_list(value)
               ? read_list(in, value)
               : reader_refuse(in, value.at,
                               "%s is %s; expected a string or a list", name,
                               reader_show(value, shown));
}

/* Find the next member of a name that says something: a string or a list, not
 * of objects. */
static bool find_answer(struct scan *members, const char *name,
                        struct scan *value)
{
    while (scan_member(members, name, value)) {
        struct scan items = scan_items(*value), item;
        if (is_text(*value) || scan_is_object(*value) ||
            (is_list(*value) &&
             !(scan_next(&items, &item) && scan_is_object(item))))
            return true;
    }
    return false;
}

/* Set 'in->first' if members say the number of the leftmost column. */
static bool read_first(struct reader *in, const struct members *of,
                       struct scan members)
{
    static const char *const names[] = {"first", "first_column", "firstColumn"};
    int first = in->first, number;
    struct scan value;
    bool is_said = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (struct scan rest = members; of->find(&rest, names[i], &value);) {
            if (is_text(value))
                value = scan_items(value);
            if (!is_integer(value, &number))
                continue;
            if (number < 0 || number > 1)
                return reader_refuse(in, value.at,
                                     "%s is %d; expected 1 or 0, the number of "
                                     "the leftmost column",
                                     names[i], number);
            if (is_said && number != first)
                return reader_refuse(in, value.at,
                                     "%s is %d, and was %d before", names[i],
                                     number, first);
            first = number;
            is_said = true;
        }
    in->first = first;
    return true;
}

/* Add to 'in->turns' if members say who is to move.  A number may be that of
 * players who are counted from 0, but for 2 and -1; a 2 in "turn" that of the
 * move. */
static void read_turn(struct reader *in, struct scan members)
{
    static const char *const names[] = {
        "turn",       "player",       "tomove",      "currentplayer",
        "nextplayer", "playertomove", "currentturn", "playerturn",
        "sidetomove", "activeplayer", "toplay",      "currplayer",
        "playersturn"};
    enum { TURN, PLAYER, NAMES = sizeof names / sizeof *names };
    struct scan name, value;
    while (scan_next_member(&members, &name, &value)) {
        int i = 0, number;
        while (i < NAMES && !reader_is_word(name, names[i]))
            i++;
        if (i == NAMES)
            continue;
        if (is_text(value))
            reader_add_turn(in, &in->turns, scan_trim(scan_items(value)),
                            i != PLAYER);
        else if (is_integer(value, &number) &&
                 (number == -1 || (number == 2 && i != TURN)))
            reader_add_turn(in, &in->turns, value, i != PLAYER);
    }
}

static bool read_object(const struct reader *outer, struct scan object)
{
    static const char *const names[] = {
        "position", "pos",   "moves", "history",     "board",
        "grid",     "cells", "game",  "observation", NULL};
    static const struct members members = {
        names, scan_member, find_answer, read_value,
        "an object without a string or a list, not of objects, as its "
        "position, pos, moves, history, board, grid, cells or game"};
    struct reader in = *outer;
    struct scan items = scan_items(object);
    read_turn(&in, items);
    return check_members(&in, &members, INT_MAX, items) &&
           read_first(&in, &members, items) &&
           read_members(&in, &members, items, object.at);
}

/* Whether a text is several lists, as when a program prints row by row. */
static bool are_lists(struct scan items)
{
    struct scan item;
    int count = 0;
    for (; items.at < items.end; count++)
        if (!scan_next(&items, &item) || !is_list(item))
            return false;
    return count > 1;
}

/* Whether a text begins as a list of numbers in R: c(4, 4) */
static bool is_list_of_r(struct scan part)
{
    return scan_skip(&part, "c(") &&
           (scan_is_digit(scan_byte(part)) || is_text(part));
}

/* Whether a text that is a value, or not ('expected' is what it lacks), is to
 * be one, and no comment, side line or tag of a game. */
static bool is_value(struct scan part, const char *expected)
{
    struct scan rest = part;
    char bracket = scan_byte(part);
    if (scan_is_call(part, &rest)) /* but for a move and its side line */
        return scan_skip(&rest, "([") ||
               (expected == NULL && is_list_of_r(part));
    rest.at += rest.at < rest.end;
    rest = scan_trim(rest);
    char first = scan_byte(rest);
    scan_word(&rest, "");
    rest = scan_trim(rest);
    bool is_name = scan_is_letter(first) && rest.at < rest.end &&
                   !scan_is_one_of(*rest.at, ",.(");
    switch (bracket) {
    case '[':
        return !is_name || (expected == NULL && !scan_is_tag(part));
    case '{':
        return first == '"' || first == '}' ||
               (expected == NULL && !scan_is_letter(first) &&
                scan_has(part, ",:"));
    case '(':
        return expected == NULL && scan_has(part, ",:");
    case '"':
    case '\'':
        return expected == NULL;
    default:
        return false;
    }
}

/* A value without what it is assigned to: int board[6][7] = {{0, ...}}; */
static struct scan without_name(struct scan part)
{
    struct scan value = part, name = scan_until(&value, "=");
    value = scan_trim(value);
    if (!scan_is_letter(scan_byte(part)) || scan_has(name, "\n?/\"(") ||
        !(scan_is_one_of(scan_byte(value), "[{(") || is_list_of_r(value)))
        return part;
    value.end -= value.end[-1] == ';';
    return value;
}

/* Whether a text is a drawing with brackets around each cell. */
static bool has_brackets(struct scan part)
{
    bool begins = scan_skip(&part, "[");
    struct scan cell = scan_trim(scan_until(&part, "]"));
    scan_while(&part, " \t");
    return begins && scan_byte(part) == '[' && reader_mark(cell, true) != NULL;
}

/* Read a matrix of Octave or Julia, [0 0 0; 0 1 2], as a drawing whose rows end
 * with ";". */
static enum reader_result read_matrix(const struct reader *outer,
                                      struct scan part)
{
    char text[READ_MAX_TEXT];
    struct reader in = *outer;
    if (scan_byte(part) != '[' || part.end[-1] != ']')
        return READER_OTHER;
    struct scan rows = scan_items(part);
    size_t length = scan_length(rows);
    if (!scan_has(rows, ";") || scan_has(rows, "[({\"'") ||
        length > sizeof text)
        return READER_OTHER;
    for (size_t i = 0; i < length; i++)
        text[i] = (char)(rows.at[i] == ';' ? '\n' : rows.at[i]);
    in.text = scan_of(text, length);
    in.offset += (size_t)(rows.at - outer->text.at);
    return reader_drawing(&in, in.text);
}

enum reader_result reader_json(const struct reader *in, struct scan part)
{
    struct scan value;
    char found[BOARD_NAME_SIZE];
    if (has_brackets(part))
        return READER_OTHER;
    part = without_name(part);
    enum reader_result matrix = read_matrix(in, part);
    if (matrix != READER_OTHER)
        return matrix;
    const char *expected = scan_json(part, &value);
    if (!is_value(part, expected))
        return READER_OTHER;
    if (expected != NULL && are_lists(part))
        return read_rows(in, part);
    if (expected != NULL)
        return reader_refuse(in, value.end, "found %s in JSON, expected %s",
                             board_name_at(value.end, part.end, found),
                             expected);
    if (is_list_of_r(value))
        value.at++;
    value = scan_value(value);
    return is_text(value)          ? read_string(in, value)
           : scan_is_object(value) ? read_object(in, value)
                                   : read_list(in, value);
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
        scan_skip(value, "amp;"); /* of a page's source */
        if (scan_skip(value, name) && scan_skip(value, "="))
            return true;
    }
    return false;
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

/* Read the moves of a link: [WxH/]MOVES[@N], of an argument, or, if 'name' is
 * NULL, after '#'. */
static bool read_address(const struct reader *outer, const char *name,
                         struct scan part)
{
    struct reader in = *outer;
    char text[READ_MAX_TEXT];
    size_t length;
    if (!decode(part, name != NULL, text, &length))
        return reader_refuse(&in, part.at, "a link of more than %d bytes",
                             READ_MAX_TEXT);
    struct scan moves = scan_of(text, length), rest = moves;
    struct scan size = scan_until(&rest, "/");
    enum size found = rest.at > size.end ? size_of(&in, size) : NO_SIZE;
    if (found == OTHER_SIZE)
        return refuse_size(&in, size, part.at);
    if (found == OUR_SIZE)
        moves = rest;
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

/* A link, or the end of one: its moves are in its query, after "?"; or after
 * "#", unless the query has them and no moves seem to follow there. */
enum reader_result reader_link(const struct reader *outer, struct scan part)
{
    static const struct members members = {
        arguments, find_argument, find_argument, read_address,
        "a link without a position; expected ?pos=MOVES or #MOVES"};
    struct reader in = *outer;
    struct scan word = part, fragment = part, rest, value;
    struct scan query = scan_until(&fragment, "#");
    bool has_moves = false;
    bool is_path = fragment.at > query.end && query.end[-1] == '/';
    scan_until(&query, "?");
    for (int i = 0; arguments[i] != NULL && !has_moves; i++) {
        rest = query;
        has_moves = find_argument(&rest, arguments[i], &value);
    }
    if (scan_has(part, " \t\r\n") ||
        !(has_moves || is_path || scan_skip(&word, "http://") ||
          scan_skip(&word, "https://")))
        return READER_OTHER;
    for (rest = query; find_argument(&rest, "board", &value);)
        if (size_of(&in, value) != OUR_SIZE)
            return refuse_size(&in, value, value.at);
    if (!check_members(&in, &members, BOARD_MAX_WIDTH, query) ||
        !read_first(&in, &members, query))
        return READER_REFUSED;
    bool is_here = scan_is_digit(scan_byte(fragment)) ||
                   scan_byte(fragment) == '%' || !has_moves;
    return fragment.at < fragment.end && is_here
               ? read_address(&in, NULL, fragment)
               : read_members(&in, &members, query, in.text.end);
}
