/* The marks of cells, and boards of them. */
#include "lib/read/reader.h"

/* The kinds of stones, and of them those whose empty cells are "0", with other
 * marks for cells of no stone; circles and squares may also have others of them
 * for that. */
enum {
    LETTERS = 1,
    DIGITS = 2,
    SIGNS = 4,
    COLOURS = 8, /* R and Y */
    DARK = 16,   /* R and B */
    CIRCLES = 32,
    SQUARES = 64,
    DISCS = 128, /* black and white */
    STONES = 255,
    WITH_ZERO = 256, /* a factor */
    WITH_WHITE = 1 << 16,
    WITH_BLACK = 1 << 17,
    WITH_BLUE = 1 << 18,
    WITH_WHITE_SQUARE = 1 << 19,
    WITH_BLACK_SQUARE = 1 << 20,
    WITH_SHAPES = 31 << 16,
};
#define BOTH(kinds) ((kinds) | WITH_ZERO * (kinds))

static const struct reader_mark marks[] = {
    {"", STONES, 0}, /* for a whole part only */
    {".", STONES, 0},
    {"_", STONES, 0},
    {"-", STONES, 0},
    {"\xc2\xb7", STONES, 0}, /* U+00B7, a dot */
    {"0", WITH_ZERO *(STONES - LETTERS), 0},
    {"x", BOTH(LETTERS), 1},
    {"X", BOTH(LETTERS), 1},
    {"o", BOTH(LETTERS), 2},
    {"O", BOTH(LETTERS), 2},
    {"1", BOTH(DIGITS | SIGNS), 1},
    {"2", BOTH(DIGITS), 2},
    {"-1", BOTH(SIGNS), 2},
    {"r", BOTH(COLOURS | DARK), 1},
    {"R", BOTH(COLOURS | DARK), 1},
    {"y", BOTH(COLOURS), 2},
    {"Y", BOTH(COLOURS), 2},
    {"b", BOTH(DARK), 2},
    {"B", BOTH(DARK), 2},
    {"\xf0\x9f\x94\xb4", BOTH(CIRCLES) | WITH_SHAPES, 1}, /* U+1F534, red */
    {"\xf0\x9f\x9f\xa1", BOTH(CIRCLES) | WITH_SHAPES, 2}, /* U+1F7E1, yellow */
    {"\xf0\x9f\x9f\xa5", BOTH(SQUARES) | WITH_SHAPES, 1}, /* U+1F7E5, red */
    {"\xf0\x9f\x9f\xa8", BOTH(SQUARES) | WITH_SHAPES, 2}, /* U+1F7E8, yellow */
    {"\xe2\x97\x8f", BOTH(DISCS), 1},                     /* U+25CF */
    {"\xe2\x97\x8b", BOTH(DISCS), 2},                     /* U+25CB */
    {"\xe2\x9a\xaa", WITH_WHITE, 0},                      /* U+26AA */
    {"\xe2\x9a\xab", WITH_BLACK, 0},                      /* U+26AB */
    {"\xf0\x9f\x94\xb5", WITH_BLUE, 0},                   /* U+1F535 */
    {"\xe2\xac\x9c", WITH_WHITE_SQUARE, 0},               /* U+2B1C */
    {"\xe2\xac\x9b", WITH_BLACK_SQUARE, 0},               /* U+2B1B */
};

const struct reader_mark reader_zero = {"0", WITH_ZERO *STONES, 0};

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
    bool is_zero = (mark->kinds & WITH_ZERO * STONES) == mark->kinds;
    bool has_zero = (cells->kinds & WITH_ZERO * STONES) == cells->kinds &&
                    (mark->cell == 0 || (mark->kinds & LETTERS) != 0);
    if (kinds == 0)
        return reader_refuse(
            in, at,
            is_zero || has_zero
                ? "'0' beside x and o or '.' may mean a stone; expected '.' "
                  "for an empty cell"
                : "'%s' is of another kind than the marks before; expected "
                  "x and o, 1 and 2, or R and Y",
            mark->text);
    cells->kinds = kinds;
    cells->cells[index] = mark->cell;
    cells->at[index] = at;
    return true;
}

bool reader_check_row(const struct reader *in, int row, int count,
                      const char *at)
{
    int width = in->board.width;
    return count == width ||
           reader_refuse(in, at,
                         "row %d has %d cell%s; expected %d for a board of "
                         "%dx%d (row 1 is at the top)",
                         row + 1, count, count == 1 ? "" : "s", width, width,
                         in->board.height);
}

bool reader_check_rows(const struct reader *in, int rows, const char *at)
{
    int height = in->board.height;
    return rows == height ||
           reader_refuse(in, at, "%d row%s; expected %d for a board of %dx%d",
                         rows, rows == 1 ? "" : "s", height, in->board.width,
                         height);
}

/* Set '*pos' to cells.  Who has more stones has moved first, or the first
 * player of the marks if they tell who it is. */
static bool set_board(const struct reader *in, const int *from, bool marks_tell,
                      struct position *pos, struct board_error *error)
{
    int counts[3] = {0}, cells[BOARD_MAX_CELLS], count = board_cells(in->board);
    for (int i = 0; i < count; i++)
        counts[from[i]]++;
    bool is_swapped = !marks_tell && counts[2] > counts[1];
    for (int i = 0; i < count; i++)
        cells[i] = is_swapped ? (3 - from[i]) % 3 : from[i];
    return board_from_cells(in->board, cells, pos, error);
}

bool reader_board(const struct reader *in, const struct reader_cells *cells)
{
    bool marks_tell = (cells->kinds & BOTH(LETTERS | DIGITS)) != 0;
    in->read->is_game = false;
    if (set_board(in, cells->cells, marks_tell, &in->read->pos, in->error))
        return true;
    struct board_error error;
    struct position pos;
    int turned[BOARD_MAX_CELLS], others[BOARD_MAX_CELLS];
    int count = board_cells(in->board), width = in->board.width;
    for (int i = 0; i < count; i++) {
        turned[i] = cells->cells[count - width + i % width - i / width * width];
        others[i] = (cells->cells[i] + 1) % 3; /* 0, 1 and -1: 1, 2 and 0 */
    }
    bool is_turned = set_board(in, turned, marks_tell, &pos, &error);
    if (!is_turned && cells->kinds == WITH_ZERO * SIGNS &&
        set_board(in, others, false, &in->read->pos, &error))
        return true;
    return reader_refuse(in, cells->at[in->error->at], "%s%s",
                         in->error->reason,
                         is_turned ? "; the top row comes first" : "");
}
