/* Positions and games as text and as cells, and the games that lead to them. */
#include "test/unit/test.h"

#include "lib/read/read.h"
#include "test/unit/reference.h"

static const int sizes[][2] = {{7, 6}, {4, 4},   {5, 5},  {1, 1}, {2, 2},
                               {9, 7}, {10, 11}, {12, 9}, {9, 12}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static struct board board_of_size(const int size[2])
{
    return board_make(size[0], size[1]);
}

/* A random game of at most 'ply' moves.  The last move may win.  The game is
 * shorter only if 1000 other moves did not avoid a win. */
static struct position random_game(struct reference_random *random,
                                   struct board board, int ply,
                                   char moves[BOARD_MAX_CELLS + 1])
{
    struct position pos = board_empty(board);
    int retries = 1000;
    while (pos.ply < ply && !board_is_won(pos)) {
        int column = reference_below(random, board.width);
        if (!board_can_play(pos, column))
            continue;
        struct position next = board_play(pos, column);
        if (board_is_won(next) && next.ply < ply && retries-- > 0)
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

/* Read a text in any form. */
static bool read_any(struct board board, const char *text, size_t length,
                     struct lib_text *read, struct board_error *error)
{
    *read = (struct lib_text){.pos = board_empty(board)};
    return lib_read(board, 1, text, length, read, error);
}

static void expect_read(const char *text, struct position expected)
{
    struct lib_text read;
    struct board_error error = {0};
    if (!read_any(expected.board, text, strlen(text), &read, &error))
        fail_msg("%s\nat %zu: %s", text, error.at, error.reason);
    assert_true(is_same(read.pos, expected));
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

/* test_read.c has the other notations, and texts that are refused. */
TEST(games_are_found_again)
{
    struct reference_random random = reference_seed(1);
    int over = 0;
    for (int i = 0; i < 500 * SIZES; i++) {
        struct board board = board_of_size(sizes[i % SIZES]);
        char moves[BOARD_MAX_CELLS + 1];
        int ply = reference_below(&random, board_cells(board) + 1);
        struct board_error error;
        struct position again, pos = random_game(&random, board, ply, moves);
        over += board_is_won(pos);

        int cells[BOARD_MAX_CELLS];
        board_to_cells(pos, cells);
        assert_true(board_from_cells(board, cells, &again, &error));
        assert_true(is_same(again, pos));
        expect_read(moves, pos);
        assert_int_equal(checked_moves(pos), BOARD_REACHED);
    }
    assert_true(over > 300);
}

TEST(positions_are_written_as_documented)
{
    struct position pos = test_moves(board_default(), "4453");
    char diagram[BOARD_DIAGRAM_SIZE], list[BOARD_CONNECTX_SIZE];
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

TEST(wrong_marks_are_refused)
{
    const int marks[4] = {0, 0, 1, -7};
    struct position pos;
    struct board_error error = {0};
    assert_false(board_from_cells(board_make(2, 2), marks, &pos, &error));
    assert_int_equal(error.at, 3);
    assert_string_equal(
        error.reason, "-7 is not a mark, expected 0, 1 or 2 on a board of 2x2");
}

TEST(columns_are_named)
{
    static const char *const columns[BOARD_MAX_WIDTH] = {
        "1",      "1 to 2",      "1 to 3",         "1 to 4",
        "1 to 5", "1 to 6",      "1 to 7",         "1 to 8",
        "1 to 9", "1 to 9 or a", "1 to 9, a or b", "1 to 9, a to c",
    };
    for (int width = 1; width <= BOARD_MAX_WIDTH; width++) {
        struct board board = board_make(width, 6);
        struct position pos;
        struct board_error error = {0};
        char reason[BOARD_REASON_SIZE];
        snprintf(reason, sizeof reason, "'q' is not a column, expected %s%s",
                 columns[width - 1], width == 7 ? "" : " on a board of ");
        if (width != 7)
            snprintf(reason + strlen(reason), 20, "%dx6", width);
        assert_false(board_parse_game(board, "q", 1, &pos, &error));
        assert_string_equal(error.reason, reason);
    }
}

static void expect_end(const char *text, size_t length)
{
    struct lib_text read;
    struct board_error error = {0};
    if (!read_any(board_default(), text, length, &read, &error))
        assert_in_range(error.at, 0, length);
}

/* The time for a long text grows with its length only. */
TEST(long_texts_are_read_to_the_end)
{
    enum { LENGTH = 1 << 20 };
    static const char *const parts[] = {"[",  "[0,",   "0,", ".",  "./", "/",
                                        "\n", "x ",    "12", "9",  ";",  "{}",
                                        "! ", "# ;\n", "1",  "1.", ";x;"};
    char *text = malloc(LENGTH);
    assert_non_null(text);
    EACH (part, parts) {
        for (size_t at = 0; at < LENGTH; at++)
            text[at] = (*part)[at % strlen(*part)];
        expect_end(text, LENGTH);
        text[0] = '[';
        expect_end(text, LENGTH);
    }
    free(text);
}

/* ----------------------------------------------------------- reachability */

/* Set 'cells' to the position with a key; returns false if there is none. */
static bool set_cells(struct board board, size_t key, int *cells)
{
    for (int column = 0; column < board.width; column++) {
        size_t all = ((size_t)2 << board.height) - 1;
        if ((key >> column * (board.height + 1) & all) == all)
            return false; /* more stones than rows */
    }
    struct position pos = reference_from_key(board, key);
    int marks[3] = {0};
    for (int index = 0; index < board_cells(board); index++) {
        board_bits cell = reference_cell(
            board, index % board.width, board.height - 1 - index / board.width);
        cells[index] = (pos.stones & cell) == 0  ? 0
                       : (pos.mover & cell) != 0 ? 1 + pos.ply % 2
                                                 : 2 - pos.ply % 2;
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
    struct board_error error;

    if (!set_cells(board, key, cells) ||
        !board_from_cells(board, cells, &pos, &error)) {
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
    static const int small[][2] = {{1, 1}, {1, 6}, {2, 2}, {2, 6},
                                   {3, 3}, {4, 3}, {5, 2}, {4, 4}};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        struct board board = board_of_size(small[i]);
        OWNED_BY(reference_set_free) struct reference_set all;
        size_t accepted = 0;
        reference_all(board, &all);
        for (size_t key = 0; key <= (size_t)board_max_key(board); key++)
            accepted += check_key(board, key,
                                  all.keys[reference_set_find(&all, key)] != 0);
        printf("# %dx%d: %zu of %zu are reachable\n", board.width, board.height,
               all.count, accepted);
        assert_true(accepted >= all.count);
    }
}
