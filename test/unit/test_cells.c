/* Positions as cells and as text, and the games that lead to them. */
#include "test/unit/test.h"

#include <stdio.h>
#include <string.h>

#include "bitboard/read.h"
#include "test/unit/reference.h"

static const int sizes[][2] = {{7, 6}, {4, 4},   {5, 5},  {1, 1}, {2, 2},
                               {9, 7}, {10, 11}, {12, 9}, {9, 12}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static struct board board_of_size(const int size[2])
{
    return board_make(size[0], size[1]);
}

static bool is_over(struct position pos)
{
    return board_has_four(pos.board, pos.mover ^ pos.stones);
}

/* A random game of at most 'ply' moves.  The last move may win.  The game is
 * shorter only if 1000 other moves did not avoid a win. */
static struct position random_game(struct reference_random *random,
                                   struct board board, int ply,
                                   char moves[BOARD_MAX_CELLS + 1])
{
    struct position pos = board_empty(board);
    int retries = 1000;
    while (pos.ply < ply && !is_over(pos)) {
        int column = reference_below(random, board.width);
        if (!board_can_play(pos, column))
            continue;
        struct position next = board_play(pos, column);
        if (is_over(next) && next.ply < ply && retries-- > 0)
            continue;
        moves[pos.ply] = board_column_name(column);
        pos = next;
    }
    moves[pos.ply] = '\0';
    return pos;
}

static bool is_same(struct position a, struct position b)
{
    return a.mover == b.mover && a.stones == b.stones && a.ply == b.ply &&
           a.board.width == b.board.width && a.board.height == b.board.height;
}

static void expect_read(const char *text, struct position expected)
{
    struct position pos;
    struct board_error error;
    enum board_status status =
        board_read(expected.board, text, strlen(text), &pos, &error);
    if (status != BOARD_OK)
        fail_msg("%s\nat %zu: %s", text, error.at, error.reason);
    assert_true(is_same(pos, expected));
}

/* Copy a diagram in capitals, without the characters 'without', and with other
 * line ends. */
static void rewrite(const char *diagram, const char *without,
                    const char *line_end, char *text)
{
    for (const char *c = diagram; *c != '\0'; c++)
        if (*c == '\n')
            text += sprintf(text, "%s", line_end);
        else if (strchr(without, *c) == NULL)
            *text++ = *c == 'x' ? 'X' : *c == 'o' ? 'O' : *c;
    *text = '\0';
}

static void expect_every_notation(struct position pos, const char *moves)
{
    char diagram[BOARD_DIAGRAM_SIZE], text[2 * BOARD_DIAGRAM_SIZE];
    char list[BOARD_CONNECTX_SIZE];

    expect_read(moves, pos);
    board_connectx(pos, list);
    expect_read(list, pos);
    board_diagram(pos, diagram);
    expect_read(diagram, pos);
    rewrite(diagram, "", "\r\n", text);
    expect_read(text, pos);
    rewrite(diagram, " 123456789abc", "/", text);
    expect_read(text, pos);
    rewrite(diagram, " ", "\n\n", text);
    expect_read(text, pos);
}

/* The result of board_moves(), after checking the moves. */
static enum board_reach checked_moves(struct position pos)
{
    char moves[BOARD_MAX_CELLS + 1], again[BOARD_MAX_CELLS + 1];
    enum board_reach reach = board_moves(pos, moves);
    if (reach == BOARD_REACHED) {
        assert_int_equal(strlen(moves), pos.ply);
        expect_read(moves, pos);
    } else {
        assert_string_equal(moves, "");
    }
    assert_int_equal(board_moves(pos, again), reach);
    assert_string_equal(again, moves);
    return reach;
}

TEST(positions_round_trip_in_every_notation)
{
    struct reference_random random = reference_seed(1);
    int over = 0;
    for (int i = 0; i < 500 * SIZES; i++) {
        struct board board = board_of_size(sizes[i % SIZES]);
        char moves[BOARD_MAX_CELLS + 1], reason[BOARD_REASON_SIZE];
        int ply = reference_below(&random, board_cells(board) + 1);
        struct position again, pos = random_game(&random, board, ply, moves);
        over += is_over(pos);

        int cells[BOARD_MAX_CELLS];
        size_t bad_at;
        board_to_cells(pos, cells);
        assert_int_equal(
            board_from_cells(board, cells, &again, &bad_at, reason), BOARD_OK);
        assert_int_equal(bad_at, board_cells(board));
        assert_true(is_same(again, pos));
        expect_every_notation(pos, moves);
        assert_int_equal(checked_moves(pos), BOARD_REACHED);
    }
    assert_true(over > 300);
}

TEST(positions_are_written_as_documented)
{
    struct position pos;
    struct board_error error;
    char diagram[BOARD_DIAGRAM_SIZE], list[BOARD_CONNECTX_SIZE];
    assert_int_equal(board_read(board_default(), "4453", 4, &pos, &error),
                     BOARD_OK);
    board_diagram(pos, diagram);
    assert_string_equal(diagram, " . . . . . . .\n"
                                 " . . . . . . .\n"
                                 " . . . . . . .\n"
                                 " . . . . . . .\n"
                                 " . . . o . . .\n"
                                 " . . o x x . .\n"
                                 " 1 2 3 4 5 6 7\n");
    board_connectx(pos, list);
    assert_string_equal(list, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
                              "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
                              "0, 0, 0, 2, 0, 0, 0, 0, 0, 2, 1, 1, 0, 0]");

    board_connectx(board_empty(board_make(1, 1)), list);
    assert_string_equal(list, "[0]");
    board_connectx(board_empty(board_make(10, 11)), list);
    assert_int_equal(strlen(list), BOARD_CONNECTX_SIZE - 1);
    board_diagram(board_empty(board_make(10, 11)), diagram);
    assert_int_equal(strlen(diagram), 12 * 21);
}

struct refusal {
    int width, height;
    const char *text;
    enum board_status status;
    size_t at;
    const char *reason;
};

static void expect_refusal(const struct refusal *refusal)
{
    struct position pos;
    struct board_error error;
    struct board board = board_make(refusal->width, refusal->height);
    enum board_status status =
        board_read(board, refusal->text, strlen(refusal->text), &pos, &error);
    if (status != refusal->status || error.at != refusal->at)
        fail_msg("%s\nstatus %d, at %zu: %s", refusal->text, (int)status,
                 error.at, error.reason);
    /* 'refusal->reason' is without board_suffix(). */
    size_t length = strlen(refusal->reason);
    assert_memory_equal(error.reason, refusal->reason, length);
    assert_true(error.reason[length] == '\0' || !board_is_default(board));
}

TEST(invalid_texts_are_refused)
{
    static const struct refusal refusals[] = {
        {3, 4, "..o/.../..x/..o", BOARD_FLOATING, 2,
         "the stone in column 3, row 4 has nothing below it"},
        {10, 2, ".........x/..........", BOARD_FLOATING, 9,
         "the stone in column a, row 2 has nothing below it"},
        {3, 3, "xo./xox/xxo", BOARD_WRONG_COUNTS, 11,
         "5 stones of the first player and 3 of the second: the first must "
         "have the same number or one more"},
        {3, 1, "[0, 0, 2]", BOARD_WRONG_COUNTS, 8,
         "0 stones of the first player and 1 of the second: the first must "
         "have the same number or one more"},
        {4, 2, "oooo/xxxx", BOARD_TWO_WINNERS, 9,
         "both players have four in a row"},
        {4, 4, "x.../xo../xo../xoo.", BOARD_PLAYED_ON, 19,
         "the first player has four in a row, but the second player moved "
         "last"},
        {4, 4, ".o../xo../xox./xox.", BOARD_PLAYED_ON, 19,
         "the second player has four in a row, but the first player moved "
         "last"},
        /* Two separate fours, and a four below other stones. */
        {9, 3, "o....o.../ooox.ooo./xxxx.xxxx", BOARD_WON_BEFORE, 29,
         "no last move completes all fours of the first player: the game was "
         "over before it"},
        {4, 4, "..../o.../ooxo/xxxx", BOARD_WON_BEFORE, 19,
         "no last move completes all fours of the first player: the game was "
         "over before it"},
        /* Diagrams. */
        {2, 2, "x./o", BOARD_WRONG_SIZE, 4,
         "row 2 from the top has 1 cell, expected 2"},
        {2, 2, "x.\no..\n", BOARD_WRONG_SIZE, 5,
         "row 2 from the top has 3 cells, expected 2"},
        {2, 2, "..", BOARD_WRONG_SIZE, 2,
         "1 row, expected 2 for a board of 2x2"},
        {2, 2, "..\n12", BOARD_WRONG_SIZE, 3,
         "1 row, expected 2 for a board of 2x2"},
        {2, 2, "..\n..\n..\n..\n12", BOARD_WRONG_SIZE, 6,
         "4 rows, expected 2 for a board of 2x2"},
        {2, 2, "..\n.q", BOARD_NOT_A_CELL, 4,
         "'q' is not a cell, expected '.', 'x' or 'o'"},
        {2, 2, "..\n.\x80", BOARD_NOT_A_CELL, 4,
         "byte 0x80 is not a cell, expected '.', 'x' or 'o'"},
        {2, 2, "..\n..\n13", BOARD_MALFORMED, 7,
         "expected column name 2, found '3'"},
        {2, 2, "..\n..\n1\n", BOARD_MALFORMED, 7,
         "expected column name 2, found the end of the line"},
        {2, 2, "..\n..\n1", BOARD_MALFORMED, 7,
         "expected column name 2, found the end of the text"},
        {2, 2, "..\n..\n12\n..", BOARD_MALFORMED, 9,
         "expected the end of the text, found '.'"},
        /* Lists. */
        {2, 2, "[0, 0, 0]", BOARD_WRONG_SIZE, 8,
         "3 cells, expected 4 for a board of 2x2"},
        {2, 2, "[0, 0, 0, 0, 0, 0]", BOARD_WRONG_SIZE, 13,
         "6 cells, expected 4 for a board of 2x2"},
        {2, 2, "[0, 0, 3, 0]", BOARD_NOT_A_CELL, 7,
         "3 is not a mark, expected 0, 1 or 2"},
        {2, 2, "[0, -1", BOARD_NOT_A_CELL, 4,
         "-1 is not a mark, expected 0, 1 or 2"},
        {2, 2, "[1000000000000000000000]", BOARD_NOT_A_CELL, 1,
         "10000000000000000000... is not a mark, expected 0, 1 or 2"},
        {2, 2, "[0, 0 0, 0]", BOARD_MALFORMED, 6,
         "expected ',' or ']', found '0'"},
        {2, 2, "[]", BOARD_MALFORMED, 1, "expected 0, 1 or 2, found ']'"},
        {2, 2, "[", BOARD_MALFORMED, 1,
         "expected 0, 1 or 2, found the end of the text"},
        {2, 2, "[0,0,0,0", BOARD_MALFORMED, 8,
         "expected ',' or ']', found the end of the text"},
        {2, 2, "[0,0,0,0] ]", BOARD_MALFORMED, 10,
         "expected the end of the text, found ']'"},
        /* Moves. */
        {2, 2, "1x", BOARD_NOT_A_COLUMN, 1,
         "'x' is not a column, expected 1 to 2"},
        {2, 2, " 3", BOARD_NOT_A_COLUMN, 1,
         "'3' is not a column, expected 1 to 2"},
        {2, 2, "1112", BOARD_COLUMN_FULL, 2, "column 1 is full"},
        {7, 6, "12121212", BOARD_GAME_OVER, 6,
         "the game is over: the first player wins with move 7"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        expect_refusal(&refusals[i]);

    struct position pos;
    struct board_error error;
    assert_int_equal(board_read(board_make(2, 1), "[0,\0]", 5, &pos, &error),
                     BOARD_MALFORMED);
    assert_int_equal(error.at, 3);
    assert_string_equal(
        error.reason, "expected 0, 1 or 2, found byte 0x00 on a board of 2x1");
}

TEST(invalid_marks_are_refused)
{
    const int cells[4] = {0, 0, 1, -7};
    struct position pos;
    size_t bad_at;
    char reason[BOARD_REASON_SIZE];
    assert_int_equal(
        board_from_cells(board_make(2, 2), cells, &pos, &bad_at, reason),
        BOARD_NOT_A_CELL);
    assert_int_equal(bad_at, 3);
    assert_string_equal(
        reason, "-7 is not a mark, expected 0, 1 or 2 on a board of 2x2");
}

/* Any bytes are a valid position, or an error at an offset within the text. */
static void expect_result(struct board board, const char *bytes, size_t length)
{
    struct position pos;
    struct board_error error = {.at = SIZE_MAX};
    char *text = malloc(length > 0 ? length : 1); /* exact, for ASan */
    assert_non_null(text);
    memcpy(text, bytes, length);
    if (board_read(board, text, length, &pos, &error) != BOARD_OK) {
        assert_true(error.at <= length);
        assert_non_null(memchr(error.reason, '\0', BOARD_REASON_SIZE));
        assert_string_not_equal(error.reason, "");
    } else {
        assert_true((pos.stones & ~board.full) == 0);
        assert_true((pos.mover & ~pos.stones) == 0);
        assert_int_equal(board_popcount(pos.stones), pos.ply);
        assert_int_equal(board_popcount(pos.mover), pos.ply / 2);
    }
    free(text);
}

TEST(any_bytes_give_a_result)
{
    static const char likely[] = "0123456789abc,[] .xXoO/\n\r\t-q";
    struct reference_random random = reference_seed(2);
    for (int i = 0; i < 4000 * SIZES; i++) {
        struct board board = board_of_size(sizes[i % SIZES]);
        char text[2 * BOARD_DIAGRAM_SIZE], moves[BOARD_MAX_CELLS + 1];
        int ply = reference_below(&random, board_cells(board) + 1);
        struct position pos = random_game(&random, board, ply, moves);
        if (i % 3 == 0)
            board_diagram(pos, text);
        else if (i % 3 == 1)
            board_connectx(pos, text);
        else
            strcpy(text, moves);

        int length = (int)strlen(text);
        for (int changes = reference_below(&random, 4); changes > 0;
             changes--) {
            int at = reference_below(&random, length + 1);
            text[at] = reference_below(&random, 4) == 0
                           ? (char)reference_below(&random, 256)
                           : likely[reference_below(&random, sizeof likely)];
            length += at == length;
        }
        if (reference_below(&random, 4) == 0)
            length = reference_below(&random, length + 1);
        expect_result(board, text, (size_t)length);
    }
}

TEST(long_texts_give_a_result)
{
    enum { LENGTH = 1000000 };
    static const char *const parts[] = {"[", "[0,", "0,", ".",  "./",
                                        "/", "\n",  "x ", "12", "9"};
    char *text = malloc(LENGTH);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        for (size_t at = 0; at < LENGTH; at++)
            text[at] = parts[i][at % strlen(parts[i])];
        expect_result(board_default(), text, LENGTH);
        text[0] = '[';
        expect_result(board_default(), text, LENGTH);
    }
    free(text);
}

TEST(last_moves_complete_every_four)
{
    static const struct {
        const char *text;
        int count;
    } boards[] = {
        {"......./......./......./......./......./.......", 0},
        {"......./......./......./......./......./...x...", 1},
        {"......./......./......./......./......./x.o.x..", 2},
        {"......./......./......./......./oo...../xxx....", 1},
        {"......./......./......./......./ooo..../xxxx...", 1},
        {"......./......./......./......./......./xxxxooo", 4},
        {"......./......./......./......./.....oo/xxxxxoo", 3},
        {"......./......./......./......./ooo.ooo/xxxxxxx", 1},
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct position pos;
        struct board_error error;
        assert_int_equal(board_read(board_default(), boards[i].text,
                                    strlen(boards[i].text), &pos, &error),
                         BOARD_OK);
        assert_int_equal(board_popcount(board_last_moves(pos)),
                         boards[i].count);
    }
}

/* Mark the keys of all positions that can be reached from 'pos', including
 * those with four in a row. */
static void mark(struct position pos, char *reached)
{
    char *marked = &reached[(size_t)board_key(pos)];
    if (*marked)
        return;
    *marked = 1;
    if (is_over(pos))
        return;
    for (int column = 0; column < pos.board.width; column++)
        if (board_can_play(pos, column))
            mark(board_play(pos, column), reached);
}

/* Set 'cells' to the position with a key; returns false if there is none.  The
 * top bit of a column's part + 1 is at the first empty cell. */
static bool set_cells(struct board board, size_t key, int *cells)
{
    int marks[3] = {0};
    size_t parts[BOARD_MAX_WIDTH] = {0};
    int heights[BOARD_MAX_WIDTH] = {0};
    int ply = 0;
    for (int column = 0; column < board.width; column++) {
        size_t part = key >> column * (board.height + 1);
        part &= ((size_t)2 << board.height) - 1;
        int height = 0;
        while ((part + 1) >> (height + 1) != 0)
            height++;
        if (height > board.height)
            return false;
        parts[column] = part - (((size_t)1 << height) - 1);
        heights[column] = height;
        ply += height;
    }
    for (int index = 0; index < board_cells(board); index++) {
        int column = index % board.width;
        int row = board.height - 1 - index / board.width;
        bool is_movers = (parts[column] >> row & 1) != 0;
        cells[index] = row >= heights[column] ? 0
                       : is_movers            ? 1 + ply % 2
                                              : 2 - ply % 2;
        marks[cells[index]]++;
    }
    return marks[1] == marks[2] || marks[1] == marks[2] + 1;
}

/* Check that board_moves() finds moves if and only if the position with 'key'
 * is reachable.  Returns whether board_from_cells() accepts it. */
static bool check_key(struct board board, size_t key, bool reached)
{
    int cells[BOARD_MAX_CELLS];
    struct position pos;
    size_t bad_at;
    char reason[BOARD_REASON_SIZE];

    if (!set_cells(board, key, cells) ||
        board_from_cells(board, cells, &pos, &bad_at, reason) != BOARD_OK) {
        assert_false(reached);
        return false;
    }
    assert_true(board_key(pos) == key);
    assert_int_equal(checked_moves(pos),
                     reached ? BOARD_REACHED : BOARD_UNREACHABLE);
    return true;
}

TEST(moves_are_found_if_and_only_if_reachable)
{
    static const struct {
        int size[2], reachable; /* 4x4: as published by Boeck and Tromp */
    } small[] = {
        {{1, 1}, 2},   {{1, 6}, 7},     {{2, 2}, 18},   {{2, 6}, 1571},
        {{3, 3}, 869}, {{4, 3}, 12031}, {{5, 2}, 4688}, {{4, 4}, 161029},
    };
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        struct board board = board_of_size(small[i].size);
        size_t keys = (size_t)board_max_key(board) + 1;
        char *reached = calloc(keys, 1);
        int reachable = 0, accepted = 0;
        assert_non_null(reached);
        mark(board_empty(board), reached);
        for (size_t key = 0; key < keys; key++) {
            reachable += reached[key];
            accepted += check_key(board, key, reached[key] != 0);
        }
        printf("# %dx%d: %d of %d are reachable\n", board.width, board.height,
               reachable, accepted);
        assert_int_equal(reachable, small[i].reachable);
        free(reached);
    }
}

/* Random stones with the correct numbers of both colours. */
static struct position random_colouring(struct reference_random *random,
                                        struct board board, int ply)
{
    struct position pos = board_empty(board);
    while (pos.ply < ply) {
        int column = reference_below(random, board.width);
        if (board_can_play(pos, column))
            pos = board_play(pos, column);
    }
    pos.mover = 0;
    while (board_popcount(pos.mover) < ply / 2) {
        board_bits cell =
            board_cell(board, reference_below(random, board.width),
                       reference_below(random, board.height));
        pos.mover |= cell & pos.stones;
    }
    return pos;
}

TEST(any_colours_give_a_result)
{
    struct reference_random random = reference_seed(4);
    int counts[3] = {0};
    for (int i = 0; i < 1000 * SIZES; i++) {
        struct board board = board_of_size(sizes[i % SIZES]);
        int ply = reference_below(&random, board_cells(board) + 1);
        struct position again, pos = random_colouring(&random, board, ply);
        int cells[BOARD_MAX_CELLS];
        size_t bad_at;
        char reason[BOARD_REASON_SIZE];
        board_to_cells(pos, cells);
        if (board_from_cells(board, cells, &again, &bad_at, reason) == BOARD_OK)
            counts[checked_moves(again)]++;
    }
    printf("# %d reachable, %d unreachable, %d unknown\n",
           counts[BOARD_REACHED], counts[BOARD_UNREACHABLE],
           counts[BOARD_REACH_UNKNOWN]);
    assert_true(counts[BOARD_REACHED] > 1000);
}
