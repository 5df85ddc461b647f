/* The marks of cells, and boards of them. */
#include <ctype.h>
#include <string.h>

#include "lib/read/reader.h"

/* The kinds of stones, and of them those whose empty cells are "0", with other
 * marks for cells of no stone; shapes may also have others of them for that, or
 * blue or black ones for the stones of the second player. */
enum {
    LETTERS = 1,
    DIGITS = 2,
    SIGNS = 4,
    COLOURS = 8, /* R and Y */
    DARK = 16,   /* R and B */
    CIRCLES = 32,
    SQUARES = 64,
    CROSSES = 128,
    DISCS = 256, /* black and white */
    STONES = 511,
    WITH_ZERO = 512, /* a factor */
    WITH_WHITE = 1 << 18,
    WITH_BLACK = 1 << 19,
    WITH_BLUE = 1 << 20,
    WITH_WHITE_SQUARE = 1 << 21,
    WITH_BLACK_SQUARE = 1 << 22,
    WITH_BLUE_SQUARE = 1 << 23,
    WITH_SHAPES = 63 << 18,
    BLUE = 1 << 24,
    BLUE_WITH_WHITE = 1 << 25,
    BLUE_WITH_BLACK = 1 << 26,
    BLUE_WITH_WHITE_SQUARE = 1 << 27,
    BLUE_WITH_BLACK_SQUARE = 1 << 28,
    BLACK_WITH_WHITE = 1 << 29,
    BLACK_WITH_WHITE_SQUARE = 1 << 30,
    BLUES = 31 << 24,
    BLACKS = 3 << 29,
};
#define BOTH(kinds) ((kinds) | WITH_ZERO * (kinds))

#define MARK(text, kinds, cell)                                                \
    {                                                                          \
        text, kinds, cell, 0                                                   \
    }

static const struct reader_mark marks[] = {
    MARK("", STONES | BLUE, 0), /* for a whole part only */
    MARK(".", STONES | BLUE, 0),
    MARK("_", STONES | BLUE, 0),
    MARK("-", STONES | BLUE, 0),
    MARK("\xc2\xb7", STONES | BLUE, 0),     /* U+00B7, a dot */
    MARK("\xe2\x9e\x96", STONES | BLUE, 0), /* U+2796, a minus */
    MARK("0", WITH_ZERO *(STONES - LETTERS), 0),
    MARK("x", BOTH(LETTERS), 1),
    MARK("X", BOTH(LETTERS), 1),
    MARK("o", BOTH(LETTERS), 2),
    MARK("O", BOTH(LETTERS), 2),
    MARK("1", BOTH(DIGITS | SIGNS), 1),
    MARK("2", BOTH(DIGITS), 2),
    MARK("-1", BOTH(SIGNS), 2),
    MARK("r", BOTH(COLOURS | DARK), 1),
    MARK("R", BOTH(COLOURS | DARK), 1),
    MARK("y", BOTH(COLOURS), 2),
    MARK("Y", BOTH(COLOURS), 2),
    MARK("b", BOTH(DARK), 2),
    MARK("B", BOTH(DARK), 2),
    MARK("\xe2\x9d\x8c", BOTH(CROSSES) | WITH_SHAPES, 1), /* U+274C */
    MARK("\xe2\xad\x95", BOTH(CROSSES) | WITH_SHAPES, 2), /* U+2B55, a ring */
    MARK("\xe2\x97\x8f", BOTH(DISCS), 1),                 /* U+25CF */
    MARK("\xe2\x97\x8b", BOTH(DISCS), 2),                 /* U+25CB */

    /* circles, U+1F534, 1F7E1, 1F535, 26AA and 26AB */
    MARK("\xf0\x9f\x94\xb4", BOTH(CIRCLES) | WITH_SHAPES | BLUES | BLACKS, 1),
    MARK("\xf0\x9f\x9f\xa1", BOTH(CIRCLES) | WITH_SHAPES, 2),
    {"\xf0\x9f\x94\xb5", WITH_BLUE, 0, BLUES},
    MARK("\xe2\x9a\xaa", WITH_WHITE | BLUE_WITH_WHITE | BLACK_WITH_WHITE, 0),
    {"\xe2\x9a\xab", WITH_BLACK | BLUE_WITH_BLACK, 0, BLACKS},

    /* squares, U+1F7E5, 1F7E8, 1F7E6, 2B1C and 2B1B */
    MARK("\xf0\x9f\x9f\xa5", BOTH(SQUARES) | WITH_SHAPES | BLUES | BLACKS, 1),
    MARK("\xf0\x9f\x9f\xa8", BOTH(SQUARES) | WITH_SHAPES, 2),
    {"\xf0\x9f\x9f\xa6", WITH_BLUE_SQUARE, 0, BLUES},
    MARK("\xe2\xac\x9c",
         WITH_WHITE_SQUARE | BLUE_WITH_WHITE_SQUARE | BLACK_WITH_WHITE_SQUARE,
         0),
    {"\xe2\xac\x9b", WITH_BLACK_SQUARE | BLUE_WITH_BLACK_SQUARE, 0, BLACKS},
};

/* Words for marks, in letters of any size. */
static const struct {
    const char *word, *mark;
} words[] = {{"red", "R"}, {"yellow", "Y"}, {"black", "B"}, {"blue", "B"},
             {"null", ""}, {"none", ""},    {"nil", ""},    {"empty", ""}};

const struct reader_mark reader_zero = MARK("0", WITH_ZERO *STONES, 0);
const struct reader_mark reader_false = MARK("false", WITH_ZERO *STONES, 0);

bool reader_is_word(struct scan part, const char *word)
{
    for (; part.at < part.end; part.at++)
        if (*part.at != '_' &&
            (*word == '\0' || tolower((unsigned char)*part.at) != *word++))
            return false;
    return *word == '\0';
}

const struct reader_mark *reader_mark(struct scan part, bool whole)
{
    for (size_t i = 0; whole && i < sizeof words / sizeof *words; i++)
        if (reader_is_word(part, words[i].word))
            part = scan_of(words[i].mark, strlen(words[i].mark));
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
    unsigned kinds = cells->kinds & (mark->kinds | mark->second);
    if (kinds == 0)
        return reader_refuse(in, at,
                             "'%s' does not go with the marks before it; "
                             "expected x and o, 1 and 2, or R and Y, and '.' "
                             "for an empty cell",
                             mark->text);
    cells->kinds = kinds;
    cells->marks[index] = mark;
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
    if (rows == 0)
        return reader_refuse(in, at, "expected moves, or %d rows of cells",
                             height);
    return rows == height ||
           reader_refuse(in, at, "%d row%s; expected %d for a board of %dx%d",
                         rows, rows == 1 ? "" : "s", height, in->board.width,
                         height);
}

/* Whether the marks tell who has moved first. */
static bool marks_tell(const struct reader_cells *cells)
{
    return (cells->kinds & BOTH(LETTERS | DIGITS)) != 0;
}

static void count_cells(const struct reader *in, const int *cells,
                        int counts[3])
{
    for (int i = 0; i < board_cells(in->board); i++)
        counts[cells[i]]++;
}

/* Set '*pos' to cells.  Who has more stones has moved first; if both have the
 * same number, the second player of the marks if 'is_swapped'. */
static bool set_board(const struct reader *in, const int *from, bool tell,
                      bool is_swapped, struct position *pos,
                      struct board_error *error)
{
    int counts[3] = {0}, cells[BOARD_MAX_CELLS];
    count_cells(in, from, counts);
    is_swapped = !tell && counts[2] - counts[1] >= !is_swapped;
    for (int i = 0; i < board_cells(in->board); i++)
        cells[i] = is_swapped ? (3 - from[i]) % 3 : from[i];
    return board_from_cells(in->board, cells, pos, error);
}

/* The player of a board, 1 or 2, who is said to be to move; 0 if it is no
 * player of this board.  A number beside other marks counts from the first
 * player. */
static int player_of(const struct reader_cells *cells, struct scan said,
                     bool *is_number)
{
    const struct reader_mark *mark = reader_mark(said, true);
    *is_number = false;
    if (mark == NULL)
        return 0;
    if ((mark->kinds & cells->kinds) != 0 || (mark->kinds & COLOURS) != 0 ||
        ((mark->kinds & LETTERS) != 0 && (cells->kinds & CROSSES) != 0) ||
        ((mark->kinds & DARK) != 0 && (cells->kinds & (BLUES | BLACKS)) != 0))
        return mark->cell;
    if ((mark->second & cells->kinds) != 0)
        return 2;
    *is_number = (mark->kinds & DIGITS) != 0;
    return *is_number ? mark->cell : 0;
}

static bool refuse_turn(const struct reader *in, int turn, const char *at)
{
    char shown[READER_SHOWN_SIZE];
    struct scan said = in->turns.players[turn];
    reader_refuse(in, at,
                  "%s is not to move: the other player has fewer stones, or is "
                  "first",
                  (*said.at & 0x80) != 0 ? reader_mark(said, true)->text
                                         : reader_show(said, shown));
    in->error->at = in->turns.at[turn];
    return false;
}

/* Check that one of those who are said to be to move is: who has fewer stones,
 * or is first.  If both have the same number and the marks do not tell who is
 * first, it is the one of whom that is said so that it settles it, and nobody
 * else may be.  What settles nothing counts only where nothing else does. */
static bool check_turns(const struct reader *in,
                        const struct reader_cells *marked, const int *cells)
{
    int said[READER_MAX_TURNS], counts[3] = {0}, first = 0, wrong = -1;
    int ply = in->read->pos.ply;
    bool is_number[READER_MAX_TURNS], is_right = false, has_settled = false;
    count_cells(in, cells, counts);
    bool is_told = marks_tell(marked) || counts[1] != counts[2];
    if (board_is_won(in->read->pos) || ply == board_cells(in->board))
        return true;
    for (int i = 0; i < in->turns.count; i++) {
        said[i] = player_of(marked, in->turns.players[i], &is_number[i]);
        has_settled = has_settled || (said[i] != 0 && in->turns.settles[i]);
    }
    for (int i = 0; i < in->turns.count; i++) {
        if (said[i] == 0 || (has_settled && !in->turns.settles[i]))
            continue;
        bool is_first = has_settled && !is_number[i] && !is_told && first == 0;
        if (is_first)
            first = said[i];
        int expected = is_number[i] ? 1 + ply % 2
                       : first > 0  ? first
                                    : 1 + (counts[1] > counts[2]);
        bool is_possible = !is_first || set_board(in, cells, false, first == 2,
                                                  &in->read->pos, in->error);
        if (said[i] == expected && is_possible)
            is_right = true;
        else if (wrong < 0)
            wrong = i;
    }
    return wrong < 0 || (is_right && first == 0) ||
           refuse_turn(in, wrong, marked->at[0]);
}

bool reader_board(const struct reader *in, const struct reader_cells *marked)
{
    bool tell = marks_tell(marked);
    struct board_error error;
    struct position pos;
    int cells[BOARD_MAX_CELLS], turned[BOARD_MAX_CELLS];
    int others[BOARD_MAX_CELLS];
    int count = board_cells(in->board), width = in->board.width;
    for (int i = 0; i < count; i++) {
        const struct reader_mark *mark = marked->marks[i];
        cells[i] = (mark->kinds & marked->kinds) != 0 ? mark->cell : 2;
        others[i] = (cells[i] + 1) % 3; /* 0, 1 and -1: 1, 2 and 0 */
    }
    for (int i = 0; i < count; i++)
        turned[i] = cells[count - width + i % width - i / width * width];
    in->read->is_game = false;
    if (set_board(in, cells, tell, false, &in->read->pos, in->error))
        return check_turns(in, marked, cells);
    bool is_turned = set_board(in, turned, tell, false, &pos, &error);
    if (!is_turned && (marked->kinds | BOTH(SIGNS)) == BOTH(SIGNS) &&
        set_board(in, others, false, false, &in->read->pos, &error))
        return true;
    return reader_refuse(in, marked->at[in->error->at], "%s%s",
                         in->error->reason,
                         is_turned ? "; the top row comes first" : "");
}
