/* The marks of cells, and boards of them. */
#include "lib/read/reader.h"

enum {
    LETTERS = 1,
    DIGITS = 2,
    SIGNS = 4,
    COLOURS = 8,
    CIRCLES = 16,
    ALL = READER_ALL_KINDS
};

static const struct reader_mark marks[] = {
    {"", ALL, 0}, /* for a whole part only */
    {".", ALL, 0},
    {"_", ALL, 0},
    {"-", ALL, 0},
    {"0", ALL - LETTERS, 0},
    {"x", LETTERS, 1},
    {"X", LETTERS, 1},
    {"o", LETTERS, 2},
    {"O", LETTERS, 2},
    {"1", DIGITS | SIGNS, 1},
    {"2", DIGITS, 2},
    {"-1", SIGNS, 2},
    {"r", COLOURS, 1},
    {"R", COLOURS, 1},
    {"y", COLOURS, 2},
    {"Y", COLOURS, 2},
    {"red", COLOURS, 1},
    {"Red", COLOURS, 1},
    {"yellow", COLOURS, 2},
    {"Yellow", COLOURS, 2},
    {"\xf0\x9f\x94\xb4", CIRCLES, 1}, /* U+1F534, red */
    {"\xf0\x9f\x9f\xa1", CIRCLES, 2}, /* U+1F7E1, yellow */
};

const struct reader_mark *reader_mark(struct scan part, bool whole)
{
    for (size_t i = !whole; i < sizeof marks / sizeof *marks; i++) {
        struct scan rest = part;
        if (scan_skip(&rest, marks[i].text) && (!whole || rest.at == rest.end))
            return &marks[i];
    }
    return NULL;
}

bool reader_cell(const struct reader *in, struct reader_cells *cells, int index,
                 const struct reader_mark *mark, const char *at)
{
    unsigned kinds = cells->kinds & mark->kinds;
    bool has_zero = mark->cell == 0 || cells->kinds == ALL - LETTERS;
    if (kinds == 0)
        return reader_refuse(
            in, at,
            has_zero
                ? "'0' beside x and o may mean a stone; expected '.' for "
                  "an empty cell"
                : "'%s' is of another kind than the stones before; expected "
                  "x and o, 1 and 2, or R and Y",
            mark->text);
    cells->kinds = kinds;
    cells->cells[index] = mark->cell;
    cells->at[index] = at;
    return true;
}

bool reader_board(const struct reader *in, struct reader_cells *cells)
{
    int counts[3] = {0}, count = board_cells(in->board);
    for (int i = 0; i < count; i++)
        counts[cells->cells[i]]++;
    bool are_colours = (cells->kinds & (LETTERS | DIGITS)) == 0;
    for (int i = 0; i < count && are_colours && counts[2] > counts[1]; i++)
        cells->cells[i] = (3 - cells->cells[i]) % 3;
    in->read->is_game = false;
    return board_from_cells(in->board, cells->cells, &in->read->pos,
                            in->error) ||
           reader_refuse(in, cells->at[in->error->at], "%s", in->error->reason);
}
