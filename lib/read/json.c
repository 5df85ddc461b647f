/* Positions and games in JSON. */
#include <ctype.h>
#include <string.h>

#include "lib/read/reader.h"

static bool is_text(struct scan value)
{
    return scan_is_one_of(*value.at, "\"'");
}

/* Read a string as a text. */
static bool read_string(const struct reader *in, struct scan value)
{
    char text[READ_MAX_TEXT];
    struct scan string;
    if (!scan_string(value, text, sizeof text, &string))
        return reader_refuse(in, value.at + 1, "a string of more than %d bytes",
                             READ_MAX_TEXT);
    return reader_plain(in, string, value.at + 1);
}

/* Whether an item is an integer, maybe written as a real number. */
static bool is_integer(struct scan item, int *number)
{
    struct scan fraction = item, whole = scan_until(&fraction, ".");
    scan_while(&fraction, "0");
    return fraction.at == fraction.end && scan_integer(whole, number);
}

/* -------------------------------------------------------------------- cells */

/* Whether a part is a word, in letters of any size. */
static bool is_word(struct scan part, const char *word)
{
    for (; part.at < part.end && *word != '\0'; part.at++, word++)
        if (tolower((unsigned char)*part.at) != *word)
            return false;
    return part.at == part.end && *word == '\0';
}

/* The mark that an item is, or NULL. */
static const struct reader_mark *mark_of(struct scan item)
{
    static const char *const numbers[] = {"-1", "0", "1", "2"};
    static const char *const colours[] = {"red", "yellow", "black", "blue"};
    static const char *const empty[] = {" ",   "null",  "none",
                                        "nil", "false", "empty"};
    char text[16];
    struct scan mark = item;
    int number;
    if (is_integer(item, &number) && number >= -1 && number <= 2)
        return number == 0 ? &reader_zero
                           : reader_mark(scan_of(numbers[number + 1],
                                                 number < 0 ? 2 : 1),
                                         true);
    if (is_text(item) && !scan_string(item, text, sizeof text, &mark))
        return NULL;
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        if (is_word(mark, empty[i]))
            mark.end = mark.at;
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (is_word(mark, colours[i]))
            mark.end = mark.at + 1;
    return reader_mark(mark, true);
}

/* What a list has: items, those that are marks, and of these those of empty
 * cells. */
struct list {
    int count, marks, empty;
};

static struct list look_at(struct scan list)
{
    struct list found = {0};
    struct scan items = scan_items(list), name, item;
    for (; scan_next(&items, &name, &item); found.count++) {
        const struct reader_mark *mark = mark_of(item);
        found.marks += mark != NULL;
        found.empty += mark != NULL && mark->cell == 0;
    }
    return found;
}

/* Set cells, from 'first' on, to the items of a list, which is there. */
static bool add_cells(const struct reader *in, struct scan list, int first,
                      struct reader_cells *cells)
{
    char shown[READER_SHOWN_SIZE];
    struct scan items = scan_items(list), name, item;
    cells->at[board_cells(in->board)] = list.end - 1;
    while (scan_next(&items, &name, &item)) {
        const struct reader_mark *mark = mark_of(item);
        if (mark == NULL)
            return reader_refuse(in, item.at,
                                 "%s is not a mark, expected 0, 1 or 2",
                                 reader_show(item, shown));
        if (!reader_cell(in, cells, first++, mark, item.at))
            return false;
    }
    return true;
}

static bool is_list(struct scan value)
{
    return scan_is_one_of(*value.at, "[({") && !scan_is_object(value);
}

/* Read rows, each a list. */
static bool read_rows(const struct reader *in, struct scan items)
{
    struct reader_cells cells = {.kinds = READER_ALL_KINDS};
    int width = in->board.width, height = in->board.height, rows = 0;
    const char *end = items.end;
    struct scan name, row;
    for (; scan_next(&items, &name, &row); rows++) {
        int count = is_list(row) ? look_at(row).count : 0;
        if (rows < height && count != width)
            return reader_refuse(in, row.at,
                                 "row %d has %d cell%s; expected %d", rows + 1,
                                 count, count == 1 ? "" : "s", width);
        if (rows < height && !add_cells(in, row, rows * width, &cells))
            return false;
    }
    return rows == height
               ? reader_board(in, &cells)
               : reader_refuse(in, end,
                               "%d row%s; expected %d for a board of "
                               "%dx%d",
                               rows, rows == 1 ? "" : "s", height, width,
                               height);
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
    struct scan items = scan_items(list), name, item;
    while (scan_next(&items, &name, &item)) {
        size_t at = (size_t)(item.at - list.at);
        if (!write_item(in, item, text + at, sizeof text - at))
            return reader_refuse(in, item.at,
                                 "%s is not a column, expected the %d cells of "
                                 "a board of %dx%d, or moves%s",
                                 reader_show(item, shown),
                                 board_cells(in->board), in->board.width,
                                 in->board.height,
                                 scan_is(item, "0") ? READER_ZERO_HINT : "");
        text[item.end - list.at] = '\n';
    }
    struct scan lines = scan_trim(scan_of(text, length));
    return reader_plain(in, lines, list.at + (lines.at - text));
}

static bool read_list(const struct reader *in, struct scan list)
{
    struct reader_cells cells = {.kinds = READER_ALL_KINDS};
    struct scan items = scan_items(list), name, item;
    if (!scan_next(&items, &name, &item))
        return reader_game(in, (struct scan){list.at, list.at});
    if (is_list(item))
        return read_rows(in, scan_items(list));
    struct list found = look_at(list);
    bool are_cells =
        found.count == board_cells(in->board) &&
        (found.marks == found.count || (found.empty > 0 && in->first == 1));
    return are_cells
               ? add_cells(in, list, 0, &cells) && reader_board(in, &cells)
               : read_items(in, list);
}

/* ------------------------------------------------------------------- values */

/* Check a value that may be a size: 'expected' of columns or of rows; -1: of
 * both. */
static bool check_size(const struct reader *in, const char *name, int expected,
                       struct scan value)
{
    char text[16];
    struct scan size = value;
    bool is_ours;
    int number;
    if (is_text(value) && !scan_string(value, text, sizeof text, &size))
        return true;
    if (expected < 0)
        return !reader_is_size(in, size, &is_ours) ||
               reader_check_size(in, size, value.at);
    return !is_integer(size, &number) || number == expected ||
           reader_refuse(in, value.at,
                         "%s is %d; expected %d for a board of %dx%d", name,
                         number, expected, in->board.width, in->board.height);
}

/* Check that members are for this board, if they have the size of one. */
static bool check_sizes(const struct reader *in, struct scan members)
{
    const struct {
        const char *name;
        int expected;
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
             scan_member(&rest, sizes[i].name, &value);)
            if (!check_size(in, sizes[i].name, sizes[i].expected, value))
                return false;
    return true;
}

static bool read_value(const struct reader *in, const char *name,
                       struct scan value)
{
    char shown[READER_SHOWN_SIZE];
    if (is_text(value))
        return read_string(in, value);
    return is_list(value)
               ? read_list(in, value)
               : reader_refuse(in, value.at,
                               "%s is %s; expected a string or a list", name,
                               reader_show(value, shown));
}

/* Find the next member of a name that says something: it is neither null nor a
 * list of objects. */
static bool find_answer(struct scan *members, const char *name,
                        struct scan *value)
{
    while (scan_member(members, name, value)) {
        struct scan items = scan_items(*value), inner, item;
        if (!scan_is(*value, "null") && !scan_is(*value, "None") &&
            !(is_list(*value) && scan_next(&items, &inner, &item) &&
              scan_is_object(item)))
            return true;
    }
    return false;
}

static bool read_object(const struct reader *outer, struct scan object)
{
    static const char *const names[] = {"position", "pos",   "moves",
                                        "history",  "game",  "board",
                                        "grid",     "cells", NULL};
    static const struct reader_members members = {
        names, find_answer, read_value,
        "an object without a string or a list as its position, pos, moves, "
        "history, game, board, grid or cells; expected one of them"};
    struct reader in = *outer;
    struct scan items = scan_items(object), rest = items, value;
    int number;
    if (!check_sizes(&in, items))
        return false;
    if (scan_member(&rest, "first", &value) && is_integer(value, &number) &&
        number == 0)
        in.first = 0;
    return reader_members(&in, &members, items, object.at);
}

/* Whether a text is several lists, as when a program prints row by row. */
static bool are_lists(struct scan items)
{
    struct scan name, item;
    int count = 0;
    for (; items.at < items.end; count++)
        if (!scan_next(&items, &name, &item) || !is_list(item))
            return false;
    return count > 1;
}

bool reader_json(const struct reader *in, struct scan part)
{
    struct scan value;
    char found[BOARD_NAME_SIZE];
    const char *expected = scan_json(part, &value);
    if (expected != NULL && are_lists(part))
        return read_rows(in, part);
    if (expected != NULL)
        return reader_refuse(in, value.end, "found %s in JSON, expected %s",
                             board_name_at(value.end, part.end, found),
                             expected);
    value = scan_value(value);
    return is_text(value)          ? read_string(in, value)
           : scan_is_object(value) ? read_object(in, value)
                                   : read_list(in, value);
}
