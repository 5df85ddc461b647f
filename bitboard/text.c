#include "bitboard/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char column_names[] = "123456789abc";
_Static_assert(sizeof column_names == BOARD_MAX_WIDTH + 1,
               "every column has a name");

char board_column_name(int column)
{
    assert(column >= 0 && column < BOARD_MAX_WIDTH);
    return column_names[column];
}

int board_column_named(struct board board, char name)
{
    bool capital = name >= 'A' && name <= 'Z';
    char lower = capital ? (char)(name - 'A' + 'a') : name;
    const char *found = lower ? strchr(column_names, lower) : NULL;
    if (found == NULL || found - column_names >= board.width)
        return -1;
    return (int)(found - column_names);
}

enum board_status board_check_move(struct position pos, int column)
{
    if (column < 0)
        return BOARD_NOT_A_COLUMN;
    if (pos.ply == board_cells(pos.board))
        return BOARD_TOO_LONG;
    if (!board_can_play(pos, column))
        return BOARD_COLUMN_FULL;
    if ((board_winning_moves(pos) & board_column(pos.board, column)) != 0)
        return BOARD_GAME_OVER;
    return BOARD_OK;
}

/* Parse move by move, up to the first error. */
static enum board_status parse_moves(struct board board, const char *text,
                                     size_t length, struct position *pos,
                                     size_t *bad_at)
{
    *pos = board_empty(board);
    for (size_t i = 0; i < length; i++) {
        int column = board_column_named(board, text[i]);
        enum board_status status = board_check_move(*pos, column);
        if (status != BOARD_OK) {
            *bad_at = i;
            return status;
        }
        *pos = board_play(*pos, column);
    }
    *bad_at = length;
    return BOARD_OK;
}

/* Parse digits on a board of at most 64 bits, without a look at wins.  Returns
 * false at anything else, and at a full column. */
static bool parse_digits(struct position *pos, const char *text, size_t length)
{
    uint64_t mover = 0, stones = 0, spare = (uint64_t)1 << pos->board.height;
    int stride = pos->board.height + 1;
    if (pos->board.width * stride > 64)
        return false;
    for (size_t i = 0; i < length; i++) {
        unsigned column = (unsigned)text[i] - '1';
        if (column >= (unsigned)pos->board.width || column > 8)
            return false;
        int shift = (int)column * stride;
        uint64_t next = stones | (stones + ((uint64_t)1 << shift));
        if ((next & spare << shift) != 0)
            return false;
        mover ^= stones;
        stones = next;
    }
    pos->mover = mover;
    pos->stones = stones;
    pos->ply = (int)length;
    return true;
}

/* Fours stay, so that one look at the end sees whether a move has won. */
enum board_status board_parse(struct board board, const char *text,
                              size_t length, struct position *pos,
                              size_t *bad_at)
{
    *pos = board_empty(board);
    if (!parse_digits(pos, text, length) || board_has_four(board, pos->mover) ||
        board_is_won(*pos))
        return parse_moves(board, text, length, pos, bad_at);
    *bad_at = length;
    return BOARD_OK;
}

size_t board_wide_character(const char *at, const char *end, uint32_t *code)
{
    unsigned char lead = (unsigned char)*at;
    size_t size = lead >= 0xf0 && lead < 0xf5   ? 4
                  : lead >= 0xe0 && lead < 0xf0 ? 3
                  : lead >= 0xc2 && lead < 0xe0 ? 2
                                                : 0;
    if (size > (size_t)(end - at))
        return 0;
    *code = lead & (0xffu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (at[i] & 0x3f);
    }
    bool is_surrogate = *code >= 0xd800 && *code < 0xe000;
    uint32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0;
    return *code < least || *code > 0x10ffff || is_surrogate ? 0 : size;
}

const char *board_name_at(const char *at, const char *end,
                          char name[BOARD_NAME_SIZE])
{
    uint32_t code;
    unsigned char byte = at < end ? (unsigned char)*at : 0;
    size_t wide = at < end ? board_wide_character(at, end, &code) : 0;
    if (at >= end)
        snprintf(name, BOARD_NAME_SIZE, "the end of the text");
    else if (byte == '\n')
        snprintf(name, BOARD_NAME_SIZE, "the end of the line");
    else if (isascii(byte) && isprint(byte))
        snprintf(name, BOARD_NAME_SIZE, "'%c'", byte);
    else if (wide > 0)
        snprintf(name, BOARD_NAME_SIZE, "'%.*s' (U+%04X)", (int)wide, at,
                 (unsigned)code);
    else
        snprintf(name, BOARD_NAME_SIZE, "byte 0x%02x", byte);
    return name;
}

const char *board_suffix(struct board board, char text[BOARD_SUFFIX_SIZE])
{
    text[0] = '\0';
    if (!board_is_default(board))
        snprintf(text, BOARD_SUFFIX_SIZE, " on a board of %dx%d", board.width,
                 board.height);
    return text;
}

void board_add_suffix(struct board board, char reason[BOARD_REASON_SIZE])
{
    char suffix[BOARD_SUFFIX_SIZE];
    size_t length = strlen(reason);
    snprintf(reason + length, BOARD_REASON_SIZE - length, "%s",
             board_suffix(board, suffix));
}

enum { COLUMNS_SIZE = 32 };

/* The name of a number of a column, which may be 0. */
static char number_name(int number)
{
    return number == 0 ? '0' : board_column_name(number - 1);
}

/* The names of all columns: "1 to 7", "1 to 9, a to c".  Returns 'text'. */
static const char *all_columns(struct board board, int first,
                               char text[COLUMNS_SIZE])
{
    int last = board.width - 1 + first;
    if (board.width == 1)
        snprintf(text, COLUMNS_SIZE, "%d", first);
    else if (last <= 9)
        snprintf(text, COLUMNS_SIZE, "%d to %d", first, last);
    else if (last == 10)
        snprintf(text, COLUMNS_SIZE, "%d to 9 or a", first);
    else
        snprintf(text, COLUMNS_SIZE, "%d to 9, a %s %c", first,
                 last == 11 ? "or" : "to", number_name(last));
    return text;
}

void board_reason(enum board_status status, const char *text, size_t length,
                  size_t at, struct position pos, int first,
                  char reason[BOARD_REASON_SIZE])
{
    char name[BOARD_NAME_SIZE], columns[COLUMNS_SIZE];

    switch (status) {
    case BOARD_OK:
        snprintf(reason, BOARD_REASON_SIZE, "no error");
        return;
    case BOARD_NOT_A_COLUMN:
        snprintf(reason, BOARD_REASON_SIZE, "%s is not a column, expected %s",
                 board_name_at(text + at, text + length, name),
                 all_columns(pos.board, first, columns));
        break;
    case BOARD_COLUMN_FULL:
        snprintf(reason, BOARD_REASON_SIZE, "column %c is full", text[at]);
        break;
    case BOARD_GAME_OVER:
        snprintf(reason, BOARD_REASON_SIZE,
                 "the game is over: the %s player wins with move %d",
                 pos.ply % 2 == 0 ? "first" : "second", pos.ply + 1);
        break;
    case BOARD_TOO_LONG:
        snprintf(reason, BOARD_REASON_SIZE, "the board is full before move %d",
                 pos.ply + 1);
        break;
    }
    board_add_suffix(pos.board, reason);
}

bool board_parse_game(struct board board, const char *text, size_t length,
                      struct position *pos, struct board_error *error)
{
    struct position found;
    enum board_status status =
        board_parse(board, text, length, &found, &error->at);
    if (status == BOARD_GAME_OVER && error->at == length - 1) {
        found = board_play(found, board_column_named(board, text[error->at]));
        status = BOARD_OK;
    }
    if (status == BOARD_OK)
        *pos = found;
    else
        board_reason(status, text, length, error->at, found, 1, error->reason);
    return status == BOARD_OK;
}

/* -------------------------------------------------------------------- cells */

static board_bits first_players(struct position pos)
{
    return pos.ply % 2 == 0 ? pos.mover : pos.mover ^ pos.stones;
}

/* The index of the first invalid mark, or board_cells(). */
static int find_bad_mark(struct board board, const int *cells)
{
    int index = 0;
    while (index < board_cells(board) && cells[index] >= 0 && cells[index] <= 2)
        index++;
    return index;
}

/* The index of the first stone above an empty cell, or board_cells(). */
static int find_floating(struct board board, const int *cells)
{
    int index = 0;
    int lowest = board_cells(board) - board.width;
    while (index < lowest &&
           (cells[index] == 0 || cells[index + board.width] != 0))
        index++;
    return index < lowest ? index : board_cells(board);
}

board_bits board_last_moves(struct position pos)
{
    board_bits theirs = pos.mover ^ pos.stones;
    board_bits last = theirs & ~(pos.stones >> 1);
    if (!board_has_four(pos.board, theirs))
        return last;

    for (int column = 0; column < pos.board.width; column++) {
        board_bits cell = last & board_column(pos.board, column);
        if (board_has_four(pos.board, theirs ^ cell))
            last ^= cell;
    }
    return last;
}

/* Check a position that is found from cells.  Returns false and sets 'reason'
 * if no game leads there. */
static bool check_found(struct position pos, char reason[BOARD_REASON_SIZE])
{
    int first = board_popcount(first_players(pos)), second = pos.ply - first;
    bool mover = board_has_four(pos.board, pos.mover);
    bool other = board_has_four(pos.board, pos.mover ^ pos.stones);
    const char *last = pos.ply % 2 == 0 ? "second" : "first";
    const char *next = pos.ply % 2 == 0 ? "first" : "second";

    if (first != second && first != second + 1)
        snprintf(reason, BOARD_REASON_SIZE,
                 "%d stone%s of the first player and %d of the second: the "
                 "first must have the same number or one more",
                 first, first == 1 ? "" : "s", second);
    else if (mover && other)
        snprintf(reason, BOARD_REASON_SIZE, "both players have four in a row");
    else if (mover)
        snprintf(reason, BOARD_REASON_SIZE,
                 "the %s player has four in a row, but the %s player moved "
                 "last",
                 next, last);
    else if (other && board_last_moves(pos) == 0)
        snprintf(reason, BOARD_REASON_SIZE,
                 "no last move completes all fours of the %s player: the game "
                 "was over before it",
                 last);
    else
        return true;
    return false;
}

static bool read_cells(struct board board, const int *cells,
                       struct position *pos, struct board_error *error)
{
    board_bits players[3] = {0};
    int index = find_bad_mark(board, cells);
    error->at = (size_t)index;
    if (index < board_cells(board)) {
        snprintf(error->reason, BOARD_REASON_SIZE,
                 "%d is not a mark, expected 0, 1 or 2", cells[index]);
        return false;
    }
    index = find_floating(board, cells);
    error->at = (size_t)index;
    if (index < board_cells(board)) {
        board_bits cell = board_cell_at(board, index);
        snprintf(error->reason, BOARD_REASON_SIZE,
                 "the stone in column %c, row %d has nothing below it",
                 board_column_name(board_column_of(board, cell)),
                 board_row_of(board, cell) + 1);
        return false;
    }

    for (index = 0; index < board_cells(board); index++)
        players[cells[index]] |= board_cell_at(board, index);
    struct position found = board_empty(board);
    found.stones = players[1] | players[2];
    found.ply = board_popcount(found.stones);
    found.mover = players[1 + found.ply % 2];
    bool is_found = check_found(found, error->reason);
    if (is_found)
        *pos = found;
    return is_found;
}

bool board_from_cells(struct board board, const int *cells,
                      struct position *pos, struct board_error *error)
{
    bool is_read = read_cells(board, cells, pos, error);
    if (!is_read)
        board_add_suffix(board, error->reason);
    return is_read;
}

void board_to_cells(struct position pos, int *cells)
{
    board_bits first = first_players(pos);
    for (int index = 0; index < board_cells(pos.board); index++) {
        board_bits cell = board_cell_at(pos.board, index);
        cells[index] = !(pos.stones & cell) ? 0 : first & cell ? 1 : 2;
    }
}

void board_diagram(struct position pos, char diagram[BOARD_DIAGRAM_SIZE])
{
    board_bits first = first_players(pos);

    for (int row = pos.board.height - 1; row >= 0; row--) {
        for (int column = 0; column < pos.board.width; column++) {
            board_bits cell = board_cell(pos.board, column, row);
            *diagram++ = ' ';
            *diagram++ = !(pos.stones & cell) ? '.' : first & cell ? 'x' : 'o';
        }
        *diagram++ = '\n';
    }
    for (int column = 0; column < pos.board.width; column++) {
        *diagram++ = ' ';
        *diagram++ = board_column_name(column);
    }
    *diagram++ = '\n';
    *diagram = '\0';
}

void board_connectx(struct position pos, char text[BOARD_CONNECTX_SIZE])
{
    int cells[BOARD_MAX_CELLS];
    board_to_cells(pos, cells);
    for (int index = 0; index < board_cells(pos.board); index++) {
        *text++ = index == 0 ? '[' : ' ';
        *text++ = (char)('0' + cells[index]);
        *text++ = ',';
    }
    text[-1] = ']';
    *text = '\0';
}

/* -------------------------------------------- moves that lead to a position */

/*
 * The only constraint is that the sides move in turn: no stone blocks another
 * column, and a position without a four has none in its earlier positions.  So
 * each column is a stack of stones of two colours, and the search removes
 * stones of alternating colour until all stacks are empty.  A state is the
 * number of stones removed from each column, four bits per column.
 */
struct replay {
    int width, ply;
    int heights[BOARD_MAX_WIDTH];
    unsigned second[BOARD_MAX_WIDTH]; /* stones of the second player, as bits;
                                         bit 0 is removed first */
    char *moves;

    /* A hash table of states from which the search failed.  0 is an empty slot:
     * the initial state is never stored. */
    uint64_t *failed;
    size_t capacity, count, max_count;
};

_Static_assert(BOARD_MAX_HEIGHT < 16 && BOARD_MAX_WIDTH <= 16,
               "a state fits 64 bits");

/* A search stops after this many failed states: a short attempt, then a long
 * one. */
static const size_t limits[] = {1 << 10, 1 << 19};

/* The slot of a state, or the empty slot where it belongs. */
static size_t find_slot(const struct replay *replay, uint64_t state)
{
    size_t mask = replay->capacity - 1;
    size_t slot = (state * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & mask;
    while (replay->failed[slot] != 0 && replay->failed[slot] != state)
        slot = (slot + 1) & mask;
    return slot;
}

static bool has_failed(const struct replay *replay, uint64_t state)
{
    return replay->capacity != 0 &&
           replay->failed[find_slot(replay, state)] != 0;
}

static bool grow(struct replay *replay)
{
    struct replay larger = *replay;
    larger.capacity = replay->capacity != 0 ? 2 * replay->capacity : 1024;
    larger.failed = calloc(larger.capacity, sizeof *larger.failed);
    if (larger.failed == NULL)
        return false;
    for (size_t i = 0; i < replay->capacity; i++)
        if (replay->failed[i] != 0)
            larger.failed[find_slot(&larger, replay->failed[i])] =
                replay->failed[i];
    free(replay->failed);
    replay->failed = larger.failed;
    replay->capacity = larger.capacity;
    return true;
}

/* Returns false at the limit, or if out of memory. */
static bool store_failed(struct replay *replay, uint64_t state)
{
    if (replay->count == replay->max_count)
        return false;
    if (2 * replay->count >= replay->capacity && !grow(replay))
        return false;
    replay->failed[find_slot(replay, state)] = state;
    replay->count++;
    return true;
}

/*
 * Set 'columns' to those whose next stone is of colour 'turn'; returns their
 * number.  Columns in which a stone of the other colour comes next are first,
 * the tallest of them at the front.  This keeps stones of both colours
 * available, so that few positions need backtracking.
 */
static int order_columns(const struct replay *replay, uint64_t state,
                         unsigned turn, int columns[BOARD_MAX_WIDTH])
{
    int weights[BOARD_MAX_WIDTH];
    int count = 0;

    for (int column = 0; column < replay->width; column++) {
        int removed = (int)(state >> 4 * column & 15);
        int left = replay->heights[column] - removed;
        unsigned colours = replay->second[column] >> removed;
        if (left == 0 || (colours & 1) != turn)
            continue;

        bool other_follows = left > 1 && (colours >> 1 & 1) != turn;
        int weight = other_follows ? BOARD_MAX_HEIGHT + left : left;
        int i = count++;
        for (; i > 0 && weights[i - 1] < weight; i--) {
            weights[i] = weights[i - 1];
            columns[i] = columns[i - 1];
        }
        weights[i] = weight;
        columns[i] = column;
    }
    return count;
}

static enum board_reach search(struct replay *replay, uint64_t state, int ply)
{
    if (ply == replay->ply)
        return BOARD_REACHED;
    if (has_failed(replay, state))
        return BOARD_UNREACHABLE;

    int columns[BOARD_MAX_WIDTH];
    int count = order_columns(replay, state, (unsigned)ply % 2, columns);
    for (int i = 0; i < count; i++) {
        replay->moves[ply] = board_column_name(columns[i]);
        enum board_reach reach =
            search(replay, state + (UINT64_C(1) << 4 * columns[i]), ply + 1);
        if (reach != BOARD_UNREACHABLE)
            return reach;
    }
    if (state == 0 || store_failed(replay, state))
        return BOARD_UNREACHABLE;
    return BOARD_REACH_UNKNOWN;
}

/* Set the stacks of a position, bottom stones first.  If 'backwards', set them
 * top stones first, with the player that moved last as the first player. */
static void set_stacks(struct replay *replay, struct position pos,
                       bool backwards)
{
    board_bits first = pos.ply % 2 == 0 ? pos.mover : pos.mover ^ pos.stones;
    if (backwards && pos.ply % 2 == 0)
        first ^= pos.stones;

    for (int column = 0; column < pos.board.width; column++) {
        int height =
            board_popcount(pos.stones & board_column(pos.board, column));
        replay->heights[column] = height;
        for (int i = 0; i < height; i++) {
            int row = backwards ? height - 1 - i : i;
            if ((first & board_cell(pos.board, column, row)) == 0)
                replay->second[column] |= 1u << i;
        }
    }
}

/* Find the moves from the first to the last, or if 'backwards' from the last to
 * the first. */
static enum board_reach find_moves(struct position pos, bool backwards,
                                   size_t max_count, char *moves)
{
    struct replay replay = {
        .width = pos.board.width,
        .ply = pos.ply,
        .moves = moves,
        .max_count = max_count,
    };
    set_stacks(&replay, pos, backwards);
    enum board_reach reach = search(&replay, 0, 0);
    free(replay.failed);

    if (backwards)
        for (int i = 0, j = pos.ply - 1; i < j; i++, j--) {
            char move = moves[i];
            moves[i] = moves[j];
            moves[j] = move;
        }
    moves[reach == BOARD_REACHED ? pos.ply : 0] = '\0';
    return reach;
}

/* Search in both directions: unreachable positions are mostly refuted by their
 * first stones or by their last. */
static enum board_reach find_moves_both_ways(struct position pos, char *moves)
{
    enum board_reach reach = BOARD_REACH_UNKNOWN;
    size_t attempts = 2 * sizeof limits / sizeof *limits;
    for (size_t i = 0; i < attempts && reach == BOARD_REACH_UNKNOWN; i++)
        reach = find_moves(pos, i % 2 != 0, limits[i / 2], moves);
    return reach;
}

enum board_reach board_moves(struct position pos,
                             char moves[BOARD_MAX_CELLS + 1])
{
    board_bits winner = pos.mover ^ pos.stones;
    if (!board_has_four(pos.board, winner))
        return find_moves_both_ways(pos, moves);

    enum board_reach all = BOARD_UNREACHABLE;
    board_bits last = board_last_moves(pos);
    moves[0] = '\0';
    for (int column = 0; column < pos.board.width; column++) {
        board_bits cell = last & board_column(pos.board, column);
        if (cell == 0)
            continue;
        struct position before = pos;
        before.mover = winner ^ cell;
        before.stones ^= cell;
        before.ply--;
        enum board_reach reach = find_moves_both_ways(before, moves);
        if (reach == BOARD_REACHED) {
            moves[before.ply] = board_column_name(column);
            moves[pos.ply] = '\0';
            return reach;
        }
        if (reach == BOARD_REACH_UNKNOWN)
            all = reach;
    }
    return all;
}
