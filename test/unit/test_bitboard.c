/* The rules of the game, compared with implementations that go cell by cell. */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include <ctype.h>

#include "bitboard/text.h"
#include "test/unit/reference.h"

TEST_ON_A_BOARD

TEST(geometry_has_every_cell_once)
{
    board_bits all = 0;
    for (int column = 0; column < board.width; column++) {
        for (int row = 0; row < board.height; row++) {
            board_bits cell = reference_cell(board, column, row);
            assert_true((all & cell) == 0);
            assert_true((board_column(board, column) & cell) == cell);
            assert_int_equal(board_column_of(board, cell), column);
            assert_int_equal(board_row_of(board, cell), row);
            all |= cell;
        }
        assert_true((board.bottom & reference_cell(board, column, 0)) != 0);
    }
    assert_true(board.full == all);
    assert_int_equal(board_popcount(board.full), board_cells(board));
    assert_int_equal(board_popcount(board.bottom), board.width);
}

TEST(centre_first_names_every_column_once)
{
    bool seen[BOARD_MAX_WIDTH] = {false};
    for (int place = 0; place < board.width; place++) {
        int column = board_centre_first(board, place);
        assert_in_range(column, 0, board.width - 1);
        assert_false(seen[column]);
        seen[column] = true;
    }
    const int order[] = {4, 3, 5, 2, 6, 1, 7};
    for (int place = 0; place < 7; place++)
        assert_int_equal(board_centre_first(board_default(), place) + 1,
                         order[place]);
}

static struct position any_position(struct reference_random *random)
{
    return reference_some(random, board, 0, board_cells(board));
}

TEST(positions_match_the_reference)
{
    struct reference_random random = reference_seed(1);
    for (int i = 0; i < test_scaled(board, 10000); i++) {
        struct position pos = any_position(&random);
        board_bits threats = reference_threats(board, pos.mover, pos.stones);
        assert_true(board_threats(board, pos.mover, pos.stones) == threats);
        assert_true(board_has_four(board, pos.mover) ==
                    reference_four(board, pos.mover));
        assert_true(board_winning_moves(pos) ==
                    (threats & board_playable(pos)));

        board_bits key = board_key(pos);
        assert_true(key <= board_max_key(board));
        assert_true((key == 0) == (pos.ply == 0));
        struct position same[] = {reference_from_key(board, key),
                                  board_from_key(board, key)};
        EACH (found, same) {
            assert_true(found->mover == pos.mover);
            assert_true(found->stones == pos.stones);
            assert_int_equal(found->ply, pos.ply);
        }
    }
}

/* With arbitrary stones, so that there are fours in all directions. */
TEST(four_in_a_row_matches_the_reference)
{
    struct reference_random random = reference_seed(2);
    int fours = 0;
    for (int i = 0; i < test_scaled(board, 20000); i++) {
        board_bits own = 0;
        for (int column = 0; column < board.width; column++)
            for (int row = 0; row < board.height; row++)
                if (reference_below(&random, 5) < 2)
                    own |= reference_cell(board, column, row);
        assert_true(board_has_four(board, own) == reference_four(board, own));
        fours += reference_four(board, own);
    }
    assert_true(fours > test_scaled(board, 1000) || board_cells(board) < 16);
}

TEST(mirror_exchanges_left_and_right)
{
    struct reference_random random = reference_seed(4);
    for (int i = 0; i < test_scaled(board, 5000); i++) {
        struct position pos = board_empty(board), mirrored = board_empty(board);
        int ply = reference_below(&random, board_cells(board) + 1);
        while (pos.ply < ply) {
            int column = reference_below(&random, board.width);
            if (!board_can_play(pos, column))
                continue;
            pos = board_play(pos, column);
            mirrored = board_play(mirrored, board.width - 1 - column);
        }
        board_bits key = board_key(pos), other = board_key(mirrored);
        assert_true(board_mirror(board, key) == other);
        assert_true(board_canonical_key(board, key) ==
                    (key < other ? key : other));
        assert_true(board_mirror(board, board_mirror(board, pos.mover)) ==
                    pos.mover);
    }
}

TEST(parsing_matches_playing)
{
    struct reference_random random = reference_seed(6);
    for (int i = 0; i < 3000; i++) {
        char text[2 * BOARD_MAX_CELLS];
        struct position pos = board_empty(board), parsed;
        enum board_status status = BOARD_OK;
        size_t length = 0, bad_at;

        while (status == BOARD_OK) {
            int column = reference_below(&random, board.width);
            text[length++] = board_column_name(column);
            assert_int_equal(board_column_named(board, text[length - 1]),
                             column);
            if (reference_below(&random, 2) == 0)
                text[length - 1] = (char)toupper(text[length - 1]);
            if (pos.ply == board_cells(board))
                status = BOARD_TOO_LONG;
            else if (!board_can_play(pos, column))
                status = BOARD_COLUMN_FULL;
            else if (reference_four(board, board_play(pos, column).stones ^
                                               board_play(pos, column).mover))
                status = BOARD_GAME_OVER;
            else
                pos = board_play(pos, column);
        }
        assert_int_equal(board_parse(board, text, length, &parsed, &bad_at),
                         status);
        assert_int_equal(bad_at, length - 1);
        assert_true(board_key(parsed) == board_key(pos));
    }
}

TEST_IF(there_are_138_boards, board_is_default(board))
{
    int count = 0;
    for (int width = -1; width < 200; width++)
        for (int height = -1; height < 200; height++)
            count += board_is_size(width, height);
    assert_int_equal(count, 138);
    assert_true(board_is_size(10, 11) && board_is_size(9, 12));
    assert_false(board_is_size(12, 10) || board_is_size(13, 1));
}

/* Reachable positions per ply, finished games included.  Source: Boeck, arXiv
 * 2507.05267; those of 7x6 add up to OEIS A212693. */
static const size_t counts_7x6[] = {
    1,     7,      49,     238,     1120,    4263,     16422,
    54859, 184275, 558186, 1662623, 4568683, 12236101,
};
static const size_t counts_5x5[] = {
    1,       5,       25,      95,      345,     1075,    3350,
    9355,    25060,   60842,   139632,  299764,  596136,  1128408,
    1948956, 3231341, 4769837, 6789890, 8396345, 9955530, 9812925,
    9020543, 6632480, 4345913, 2011598, 584249,
};

static void count_plies(struct board of, const size_t *counts, size_t last)
{
    OWNED_BY(reference_set_free) struct reference_set level = {0};
    reference_set_add(&level, 0);
    for (size_t ply = 0; ply <= last; ply++) {
        assert_int_equal(level.count, counts[ply]);
        reference_next_level(of, &level);
    }
}

TEST_IF(positions_per_ply_are_as_published, board_is_default(board))
{
    bool is_short = test_is_short(), is_long = test_is_long();
    count_plies(board_make(7, 6), counts_7x6, is_short ? 6 : is_long ? 12 : 8);
    count_plies(board_make(5, 5), counts_5x5, is_short ? 8 : is_long ? 25 : 11);
}

/* All positions of small boards.  Source: Boeck, and for most of them Tromp. */
TEST_IF(positions_are_as_published, board_is_default(board))
{
    static const struct {
        int width, height;
        size_t count;
    } known[] = {
        {1, 1, 2},       {1, 10, 11},     {2, 2, 18},       {2, 6, 1571},
        {2, 9, 38943},   {3, 3, 869},     {3, 5, 38310},    {3, 6, 235781},
        {4, 1, 35},      {4, 3, 12031},   {4, 4, 161029},   {5, 2, 4688},
        {5, 3, 158911},  {6, 2, 29737},   {7, 2, 189648},   {9, 1, 6010},
        {10, 1, 17120},  {3, 7, 1417322}, {4, 5, 1706255},  {5, 4, 3945711},
        {6, 3, 2087325}, {8, 2, 1216721}, {4, 6, 15835683},
    };
    size_t most = test_is_long() ? SIZE_MAX : test_is_short() ? 20000 : 300000;
    EACH (c, known) {
        OWNED_BY(reference_set_free) struct reference_set all;
        if (c->count > most)
            continue;
        reference_all(board_make(c->width, c->height), &all);
        assert_int_equal(all.count, c->count);
    }
}
