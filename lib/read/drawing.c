/* Boards as people draw them. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/read/reader.h"

/* Where rows have their numbers. */
enum side { NOWHERE, BEFORE, BEHIND };

struct drawing {
    const struct reader *reader;
    int width, height;
    enum side side;
    const char *rules; /* of "-" and "_" those that make lines of the frame
                          which could be rows of empty cells */
    struct scan rule;  /* the last such line above all rows */
    struct reader_cells cells;
    int rows;                  /* read so far */
    int number;                /* of the top row */
    const char *sign;          /* the first sign of an explanation, or NULL */
    struct reader_turns turns; /* who is to move, as lines say it */
    const char *blank;         /* an empty cell without a mark, or NULL */
    bool has_empty;            /* there is one with a mark */
    int below;                 /* 1: names are below the rows; 2: scores, too */
    const char *beyond; /* the first cell of a row that is too long, or the end
                           of the row */
};

static const char line_ends[] = "\n/", beside_names[] = " \t\r|,";

/* --------------------------------------------------------------------- rows */

/* Take the number of the next row from its side of the line: numbers count from
 * one end, from 0 or 1. */
static bool take_number(struct drawing *in, struct scan *line)
{
    struct scan rest = scan_trim(*line), digits = rest;
    if (in->side == BEFORE)
        digits = scan_while(&rest, "0123456789");
    else
        while (rest.end > rest.at && scan_is_digit(rest.end[-1]))
            digits.at = --rest.end;
    char beside = scan_byte(rest);
    if (in->side == BEHIND && rest.at < rest.end)
        beside = rest.end[-1];
    int number = scan_number(&digits, 2);
    bool is_next = in->rows > 0 ? abs(number - in->number) == in->rows
                                : number < 2 || number == in->height - 1 ||
                                      number == in->height;
    if (number < 0 || digits.at < digits.end || !is_next ||
        !scan_is_one_of(beside, " \t|:)"))
        return false;
    if (in->rows == 0)
        in->number = number;
    rest.at += in->side == BEFORE && scan_is_one_of(beside, ":)");
    *line = rest;
    return true;
}

/* What is between the cells of a line, or behind each: "," if nothing is. */
static const char *bar_of(struct scan line)
{
    return scan_byte(scan_trim(line)) == '[' ? "]"
           : scan_has(line, "|")             ? "|"
           : scan_has(line, ";")             ? ";"
                                             : ",";
}

/* Drop the bars around a line; returns how many are between its cells. */
static int drop_bars(const struct drawing *in, const char *bar,
                     struct scan *line)
{
    int bars = 0;
    *line = scan_trim(*line);
    for (struct scan rest = *line; scan_has(rest, bar); bars++)
        scan_until(&rest, bar);
    bool left = scan_byte(*line) == *bar;
    bool right = bars > left && line->end[-1] == *bar;
    if ((*bar == '|' ? left != right : *bar != ']') && bars > 1 &&
        bars + 1 == in->width)
        return bars; /* the bar is that of a cell that is empty */
    *line = scan_trim((struct scan){line->at + left, line->end - right});
    return bars - left - right;
}

/* Whether so many cells are a row, or all rows as one line, which has no
 * number. */
static bool is_complete(const struct drawing *in, int count)
{
    return count == in->width || (in->rows == 0 && in->side == NOWHERE &&
                                  count == in->width * in->height);
}

/* Add what is in a part of a row, up to a bar or a blank, to its '*count'
 * cells. It is one mark if 'is_cell', or if it is "-1". */
static bool add_cells(struct drawing *in, struct scan part, bool is_cell,
                      int *count)
{
    const struct reader *reader = in->reader;
    char name[BOARD_NAME_SIZE];
    is_cell = is_cell || scan_is(part, "-1");
    do {
        bool is_sign = scan_is_one_of(scan_byte(part), "*!+") &&
                       (!is_cell || scan_length(part) == 1);
        const struct reader_mark *mark =
            reader_mark(is_sign ? scan_of(".", 1) : part, is_cell);
        int index = in->rows * in->width + *count;
        if (mark == NULL)
            return reader_refuse(
                reader, part.at, "%s is not a cell, expected '.', 'x' or 'o'",
                board_name_at(part.at, reader->text.end, name));
        if (*count == in->width)
            in->beyond = part.at;
        if (is_sign && in->sign == NULL)
            in->sign = part.at;
        if (mark->cell == 0 && part.at == part.end)
            in->blank = part.at;
        else if (mark->cell == 0)
            in->has_empty = true;
        if (index < board_cells(reader->board) &&
            !reader_cell(reader, &in->cells, index, mark, part.at))
            return false;
        ++*count;
        part.at = is_cell ? part.end : part.at + strlen(mark->text);
    } while (part.at < part.end);
    return true;
}

/* What is in a cell between bars, maybe in brackets or quotes. */
static struct scan cell_of(struct scan part)
{
    part = scan_trim(part);
    if (scan_skip(&part, "["))
        part = scan_trim(part);
    if (scan_length(part) > 1 && scan_byte(part) == '"' && part.end[-1] == '"')
        part = scan_trim(scan_items(part));
    return part;
}

/* Add a row. */
static bool add_row(struct drawing *in, struct scan line)
{
    const struct reader *reader = in->reader;
    if (in->side != NOWHERE && !take_number(in, &line))
        return reader_refuse(reader, in->rows > 1 ? line.at : reader->text.at,
                             "row %d from the top: expected %d cells and the "
                             "row's number, as above",
                             in->rows + 1, in->width);
    const char *bar = bar_of(line), *end = line.end;
    int bars = drop_bars(in, bar, &line), count = 0;
    in->beyond = end;
    for (int i = 0; bars > 0 ? i <= bars : line.at < line.end; i++) {
        struct scan part = scan_until(&line, bars > 0 ? bar : " \t\r");
        line = bars > 0 ? line : scan_trim(line);
        if (!add_cells(in, bars > 0 ? cell_of(part) : part, bars > 0, &count))
            return false;
    }
    if (!is_complete(in, count))
        return reader_check_row(reader, in->rows, count, in->beyond);
    in->rows += count == in->width ? 1 : in->height;
    in->cells.at[in->width * in->rows] = end;
    return true;
}

/* -------------------------------------------------------------- other lines */

/* Whether a line is a part of a frame. */
static bool is_frame(struct drawing *in, struct scan line)
{
    struct scan rest = line, whole = scan_trim(line);
    int dashes = 0;
    bool has_bars = scan_has(line, "|"), has_run = false, is_rule = true;
    scan_while(&rest, has_bars ? " \t\r+=|-_:" : " \t\r+=|-_");
    if (rest.at < rest.end || scan_has(line, "+=:"))
        return rest.at == rest.end;
    while (scan_until(&line, "-_").end < rest.end) {
        dashes++;
        has_run = has_run || scan_is_one_of(scan_byte(line), "-_");
        is_rule = is_rule && scan_is_one_of(line.at[-1], in->rules);
    }
    bool is_whole = is_complete(in, dashes);
    if (is_rule && is_whole && in->rows == 0)
        in->rule = whole;
    return (has_bars ? has_run : dashes > 0) && (is_rule || !is_whole);
}

/* Whether the line above all rows is as long as they are, and of the mark of
 * their empty cells: who has drawn it may mean a row more. */
static bool may_be_row(const struct drawing *in)
{
    size_t length = scan_length(in->rule);
    for (int i = 0; length > 0 && i < in->width * in->height; i++) {
        const char *const *row = in->cells.at + i / in->width * in->width;
        if (*in->cells.at[i] == *in->rule.at &&
            row[in->width - 1] - row[0] + 1 == (ptrdiff_t)length)
            return true;
    }
    return false;
}

/* Whether a line is the names of the columns. */
static bool is_names(const struct drawing *in, struct scan line)
{
    for (const char *kind = "01znaA"; *kind != '\0'; kind++) {
        struct scan rest = line;
        int column = 0;
        for (; column < in->width; column++) {
            char name[12] = {*kind == 'n'   ? board_column_name(column)
                             : *kind != 'z' ? (char)(*kind + column)
                             : column == 0  ? '0'
                                            : board_column_name(column - 1)};
            if (scan_is_digit(*kind))
                snprintf(name, sizeof name, "%d", column + *kind - '0');
            scan_while(&rest, beside_names);
            if (!scan_skip(&rest, name))
                break;
        }
        scan_while(&rest, beside_names);
        if (column == in->width && rest.at == rest.end)
            return true;
    }
    return false;
}

/* Whether a line is the scores that are printed below a board. */
static bool is_scores(const struct drawing *in, struct scan line)
{
    int count = 0;
    for (line = scan_trim(line); line.at < line.end; line = scan_trim(line)) {
        struct scan score = scan_until(&line, " \t\r");
        scan_while(&score, "-?0123456789");
        if (score.at < score.end)
            return false;
        count++;
    }
    return count == in->width;
}

/* Whether a line is the number of the player to move, 1 or 2. */
static bool is_player(struct scan line)
{
    line = scan_trim(line);
    return scan_is(line, "1") || scan_is(line, "2");
}

/* Read the sentences of a line that say who is to move.  Above the rows, those
 * before a move that may have led to the board are of another one.  Below them,
 * a plain sentence that is a line of its own tells who was first. */
static void read_turns(struct drawing *in, struct scan line)
{
    struct scan text = scan_trim(line);
    text.end -= text.at < text.end && text.end[-1] == '.';
    bool is_line = in->rows > 0 && !scan_has(text, ".;|");
    while (line.at < line.end) {
        struct scan player, ignored, part = scan_until(&line, ".;|");
        bool is_plain, is_of_move = reader_turn(part, &player, &is_plain);
        bool is_led = is_of_move && in->rows == 0;
        bool is_whole = is_line && player.at < player.end;
        while (!is_led && player.at == player.end && scan_has(part, ",") &&
               !reader_turn(scan_until(&part, ","), &ignored, &is_plain) &&
               ignored.at == ignored.end)
            reader_turn(part, &player, &is_plain);
        if (is_led)
            in->turns.count = 0;
        else
            reader_add_turn(in->reader, &in->turns, player,
                            is_plain && is_whole);
    }
}

/* Of a word whose letters are all columns, or all marks, it says nothing: that
 * may be moves or cells. */
bool reader_is_prose(struct scan line)
{
    while (line.at < line.end) {
        struct scan word = line;
        while (scan_is_letter(scan_byte(line)))
            line.at++;
        word.end = line.at;
        struct scan columns = word, marks = word;
        scan_while(&columns, "abcdefghiABCDEFGHI");
        scan_while(&marks, "xorybXORYB");
        if (scan_length(word) > 1 && columns.at < word.end &&
            marks.at < word.end)
            return true;
        line.at += line.at < line.end;
    }
    return false;
}

/* -------------------------------------------------------------- the drawing */

/* Read a line that is not empty. */
static bool add_line(struct drawing *in, struct scan line)
{
    char name[BOARD_NAME_SIZE];
    bool is_below = in->rows == in->height;
    bool may_be_names = is_below || (in->rows == 0 && in->width > 2);
    if (may_be_names && is_names(in, line)) {
        in->below += is_below && in->below == 0;
        return true;
    }
    if (is_frame(in, line))
        return true;
    if (is_below && is_player(line)) {
        reader_add_turn(in->reader, &in->turns, scan_trim(line), true);
        return true;
    }
    if (!is_below)
        return add_row(in, line);
    line = scan_trim(line);
    if (in->below != 1 || !is_scores(in, line))
        return reader_refuse(
            in->reader, line.at,
            "expected the end of the board behind %d rows, found %s",
            in->height, board_name_at(line.at, in->reader->text.end, name));
    in->below = 2;
    return true;
}

/* Whether a line is a row; sets '*sign' to its first sign of an explanation, or
 * NULL. */
static bool is_row(const struct drawing *in, struct scan line,
                   const char **sign)
{
    struct board_error ignored;
    struct reader reader = *in->reader;
    struct drawing row = *in;
    reader.error = &ignored;
    row.reader = &reader;
    row.rows = 0;
    row.sign = NULL;
    row.cells.kinds = READER_ALL_KINDS;
    bool is_read = add_row(&row, line);
    *sign = row.sign;
    return is_read;
}

/* Whether a line has words, and is no row of words for marks. */
static bool is_prose_line(const struct drawing *in, struct scan line)
{
    const char *sign;
    return reader_is_prose(line) && !is_row(in, line, &sign);
}

/* Rows of another board below the first one. */
struct other {
    const char *at;
    int rows;
    bool has_signs; /* it is the one of an explanation */
};

static void add_below(const struct drawing *in, struct scan line,
                      struct other *other)
{
    const char *sign;
    if (!is_row(in, line, &sign))
        return;
    if (other->rows++ == 0)
        other->at = line.at;
    other->has_signs = other->has_signs || sign != NULL;
}

/* Read the lines of a drawing in one manner. */
static bool try_lines(const struct reader *reader, struct scan part,
                      enum side side, const char *rules, struct drawing *in)
{
    *in = (struct drawing){
        .reader = reader,
        .width = reader->board.width,
        .height = reader->board.height,
        .side = side,
        .rules = rules,
        .cells.kinds = READER_ALL_KINDS,
    };
    bool is_prose = false;
    struct other other = {0};
    while (part.at < part.end) {
        struct scan line = scan_until(&part, line_ends);
        bool is_below = in->rows == in->height;
        if ((is_below && is_prose) ||
            ((is_below || in->rows == 0) && is_prose_line(in, line))) {
            is_prose = is_below;
            if (is_below)
                add_below(in, line, &other);
            read_turns(in, line);
        } else if (scan_length(scan_trim(line)) > 0 && !add_line(in, line))
            return false;
    }
    if (in->sign != NULL && (in->side != BEFORE || in->below == 0))
        return reader_refuse(reader, in->sign,
                             "'%c' is not a cell, expected '.', 'x' or 'o'",
                             *in->sign);
    if (other.rows > 1 && !other.has_signs)
        return reader_refuse(reader, other.at, "a second board; expected one");
    if (in->blank != NULL && in->has_empty)
        return reader_refuse(reader, in->blank,
                             "a blank beside other empty cells may be a lost "
                             "mark; expected the same mark for each");
    if (in->rows == in->height && may_be_row(in))
        return reader_check_rows(reader, in->rows + 1, in->rule.at);
    return reader_check_rows(reader, in->rows, part.end);
}

/* Read the lines of a drawing, in the first manner in which all are read.  If
 * there is none, the error is what follows all rows in the first manner, or
 * that which is farthest in the text: it has no numbers of rows unless two
 * follow each other. */
static bool read_lines(const struct reader *outer, struct scan part,
                       struct drawing *in)
{
    static const char *const rules[] = {"", "-", "-_", "-", ""};
    const char *const *first = rules + (scan_has(part, ".") ? 2 : 0);
    int manners = scan_has(part, "-_") ? 9 : 3;
    struct board_error error;
    bool has_all = false;
    struct reader reader = *outer;
    reader.error = &error;
    for (int i = 0; i < manners; i++) {
        if (try_lines(&reader, part, (enum side)(i % 3), first[i / 3], in))
            return true;
        if (i == 0 || (!has_all && error.at > outer->error->at))
            *outer->error = error;
        has_all = has_all || (i == 0 && in->rows == in->height);
    }
    return false;
}

/* ----------------------------------------------------------- which is which */

/* Whether a text goes on with a mark that no game has, or with a bar that
 * begins a line or an empty cell. */
static bool is_drawn(struct scan rest, char before)
{
    const struct reader_mark *mark = reader_mark(rest, false);
    if (scan_byte(rest) == '.')
        return !scan_is_digit(before) && before != '.';
    if (before == '_' ||
        (isalnum((unsigned char)before) &&
         (scan_skip(&rest, "_Red") || scan_skip(&rest, "_Yellow"))))
        return false;
    if (!scan_skip(&rest, "|"))
        return mark != NULL && !scan_is_one_of(*mark->text, "-012bB");
    scan_while(&rest, " \t");
    return before == '\n' || scan_byte(rest) == '|';
}

/* Whether a text is meant as a drawing, although it may not be one. */
static bool is_meant(const struct reader *in, struct scan part)
{
    bool are_lines = scan_has(part, line_ends), is_first = true;
    if (is_drawn(part, '\n') || scan_is_one_of(scan_byte(part), "+=-/") ||
        (scan_byte(part) == '0' && in->first == 1 && are_lines))
        return true;
    while (are_lines && part.at < part.end) {
        struct scan line = scan_until(&part, line_ends);
        if (reader_is_prose(line)) {
            if (is_first)
                continue;
            return false;
        }
        is_first = is_first && scan_length(scan_trim(line)) == 0;
        for (char before = '\n'; line.at < line.end; before = *line.at++) {
            if (scan_is_one_of(*line.at, "{[(#;"))
                return false;
            if (is_drawn(line, before))
                return true;
        }
    }
    return false;
}

/* A text that has the shape of the board is a drawing: the moves of no game
 * have it on boards of more than three columns. */
enum reader_result reader_drawing(const struct reader *reader, struct scan part)
{
    struct drawing in;
    struct reader told = *reader;
    const char *empty = reader->first == 1 ? "._-0" : "._-";
    if (read_lines(reader, part, &in)) {
        if (in.turns.count > 0)
            told.turns = in.turns;
        return in.width > 3 || scan_has(part, empty) || is_meant(reader, part)
                   ? reader_board(&told, &in.cells)
                   : READER_OTHER;
    }
    return is_meant(reader, part) ? READER_REFUSED : READER_OTHER;
}
