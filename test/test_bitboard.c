/* The rules, against code that looks at one cell after the other. */
#include "test/test.h"

#include <stdio.h>
#include <string.h>

#include "bitboard/notation.h"
#include "test/witness.h"

static void geometry_has_every_cell_once(void **state)
{
    (void)state;
    board_bits all = 0;
    for (int column = 0; column < BOARD_WIDTH; column++) {
        for (int row = 0; row < BOARD_HEIGHT; row++) {
            board_bits cell = witness_cell(column, row);
            assert_true((all & cell) == 0);
            assert_true((board_column(column) & cell) == cell);
            all |= cell;
        }
        assert_true((BOARD_BOTTOM & witness_cell(column, 0)) != 0);
    }
    assert_true(BOARD_FULL == all);
    assert_int_equal(board_popcount(BOARD_FULL), BOARD_CELLS);
    assert_int_equal(board_popcount(BOARD_BOTTOM), BOARD_WIDTH);
    assert_int_equal(board_popcount(BOARD_ALL), BOARD_BITS);
}

static void centre_first_names_every_column_once(void **state)
{
    (void)state;
    bool seen[BOARD_WIDTH] = {false};
    for (int place = 0; place < BOARD_WIDTH; place++) {
        int column = board_centre_first(place);
        assert_in_range(column, 0, BOARD_WIDTH - 1);
        assert_false(seen[column]);
        seen[column] = true;
    }
#if BOARD_WIDTH == 7
    const int order[] = {4, 3, 5, 2, 6, 1, 7};
    for (int place = 0; place < BOARD_WIDTH; place++)
        assert_int_equal(board_centre_first(place) + 1, order[place]);
#endif
}

/* The empty cells where one more stone makes a four. */
static board_bits slow_threats(board_bits own, board_bits stones)
{
    board_bits threats = 0;
    for (int column = 0; column < BOARD_WIDTH; column++)
        for (int row = 0; row < BOARD_HEIGHT; row++) {
            board_bits cell = witness_cell(column, row);
            if ((stones & cell) == 0 && witness_four(own | cell))
                threats |= cell;
        }
    return threats;
}

static board_bits slow_safe_moves(struct position pos)
{
    board_bits safe = 0;
    for (int column = 0; column < BOARD_WIDTH; column++) {
        if (!board_can_play(pos, column))
            continue;
        struct position child = board_play(pos, column);
        bool loses = false;
        for (int reply = 0; reply < BOARD_WIDTH; reply++) {
            if (!board_can_play(child, reply))
                continue;
            struct position after = board_play(child, reply);
            loses |= witness_four(after.mover ^ after.stones);
        }
        if (!loses)
            safe |= child.stones ^ pos.stones;
    }
    return safe;
}

static void threats_and_moves_agree_with_looking(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(1);
    int tested = 0, quiet = 0;

    for (int i = 0; i < 20000; i++) {
        struct position pos;
        int ply = witness_below(&random, BOARD_CELLS + 1);
        if (!witness_position(&random, ply, &pos))
            continue;
        tested++;
        board_bits threats = slow_threats(pos.mover, pos.stones);
        assert_true(board_mover_threats(pos) == threats);
        assert_true(board_opponent_threats(pos) ==
                    slow_threats(pos.mover ^ pos.stones, pos.stones));
        assert_true(board_has_four(pos.mover) == witness_four(pos.mover));

        board_bits wins = threats & board_playable(pos);
        assert_true(board_winning_moves(pos) == wins);
        if (wins == 0) {
            quiet++;
            assert_true(board_safe_moves(pos) == slow_safe_moves(pos));
        }
    }
    assert_true(tested > 2000 && quiet > 1000);
}

/* Any stones at all, so that fours of every direction come up. */
static void four_in_a_row_agrees_with_looking(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(2);
    int fours = 0;
    for (int i = 0; i < 20000; i++) {
        board_bits own = 0;
        for (int column = 0; column < BOARD_WIDTH; column++)
            for (int row = 0; row < BOARD_HEIGHT; row++)
                if (witness_below(&random, 5) < 2)
                    own |= witness_cell(column, row);
        assert_true(board_has_four(own) == witness_four(own));
        fours += witness_four(own);
    }
    assert_true(fours > 1000);
}

static void keys_name_positions(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(3);
    int tested = 0;

    assert_true(board_key(board_empty()) == 0);
    for (int i = 0; i < 20000; i++) {
        struct position pos;
        int ply = witness_below(&random, BOARD_CELLS + 1);
        if (!witness_position(&random, ply, &pos))
            continue;
        tested++;
        assert_true(board_key(pos) <= BOARD_MAX_KEY);
        struct position same = witness_of_key(board_key(pos));
        assert_true(same.mover == pos.mover && same.stones == pos.stones);
        assert_int_equal(same.ply, pos.ply);
    }
    assert_true(tested > 2000);
}

static void mirror_exchanges_left_and_right(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(4);
    for (int i = 0; i < 5000; i++) {
        struct position pos = board_empty(), mirrored = board_empty();
        int ply = witness_below(&random, BOARD_CELLS + 1);
        while (pos.ply < ply) {
            int column = witness_below(&random, BOARD_WIDTH);
            if (!board_can_play(pos, column))
                continue;
            pos = board_play(pos, column);
            mirrored = board_play(mirrored, BOARD_WIDTH - 1 - column);
        }
        assert_true(board_mirrored_key(pos) == board_key(mirrored));
        assert_true(board_mirror(board_mirror(pos.mover)) == pos.mover);
    }
}

static void moves_lead_to_the_position(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(5);
    int tested = 0;
    for (int i = 0; i < 300; i++) {
        struct position pos, again;
        char moves[BOARD_CELLS + 1];
        size_t bad_at;
        int ply = witness_below(&random, BOARD_CELLS + 1);
        if (!witness_position(&random, ply, &pos))
            continue;
        tested++;
        assert_true(board_moves(pos, moves));
        assert_int_equal(strlen(moves), pos.ply);
        assert_int_equal(board_parse(moves, strlen(moves), &again, &bad_at),
                         BOARD_OK);
        assert_true(board_key(again) == board_key(pos));
    }
    assert_true(tested > 50);

    /* Two columns, each with a stone of the second player at the bottom and one
     * of the first above: nobody can have begun. */
    struct position pos = {
        .mover = witness_cell(0, 1) | witness_cell(1, 1),
        .stones = witness_cell(0, 0) | witness_cell(0, 1) | witness_cell(1, 0) |
                  witness_cell(1, 1),
        .ply = 4,
    };
    char moves[BOARD_CELLS + 1];
    assert_false(board_moves(pos, moves));
    assert_string_equal(moves, "");
}

static void expect_refusal(const char *text, size_t length,
                           enum board_status status, size_t bad_at,
                           const char *reason)
{
    struct position pos;
    size_t at;
    char found[BOARD_REASON_SIZE];
    assert_int_equal(board_parse(text, length, &pos, &at), status);
    assert_int_equal(at, bad_at);
    board_reason(status, text[at], pos, found);
    assert_string_equal(found, reason);
}

static void parsing_says_what_is_wrong_and_where(void **state)
{
    (void)state;
#if BOARD_WIDTH == 7 && BOARD_HEIGHT == 6
    expect_refusal("4458", 4, BOARD_NOT_A_COLUMN, 3,
                   "'8' is not a column, expected 1 to 7");
    expect_refusal("0", 1, BOARD_NOT_A_COLUMN, 0,
                   "'0' is not a column, expected 1 to 7");
    expect_refusal("44\0", 3, BOARD_NOT_A_COLUMN, 2,
                   "byte 0x00 is not a column, expected 1 to 7");
    expect_refusal("4\xff", 2, BOARD_NOT_A_COLUMN, 1,
                   "byte 0xff is not a column, expected 1 to 7");
    expect_refusal("44444441", 8, BOARD_COLUMN_FULL, 6, "column 4 is full");
    expect_refusal("12121212", 8, BOARD_GAME_OVER, 6,
                   "the game is over: the first player wins with move 7");
    expect_refusal("1212121x", 8, BOARD_GAME_OVER, 6,
                   "the game is over: the first player wins with move 7");
    expect_refusal("112233", 6, BOARD_OK, 6, "nothing is wrong");
    expect_refusal("71212121", 8, BOARD_GAME_OVER, 7,
                   "the game is over: the second player wins with move 8");
    /* A full board without a four, and one move more. */
    const char *full = "111111222222333333544444455555666666777777";
    struct position pos;
    size_t at;
    assert_int_equal(board_parse(full, 42, &pos, &at), BOARD_OK);
    assert_int_equal(pos.ply, 42);
    char longer[44];
    snprintf(longer, sizeof longer, "%s1", full);
    expect_refusal(longer, 43, BOARD_TOO_LONG, 42,
                   "move 43 on a board of 42 cells, which is full");
#else
    char last = board_column_name(BOARD_WIDTH - 1);
    char text[2] = {last, (char)(last + 1)};
    char reason[BOARD_REASON_SIZE];
    snprintf(reason, sizeof reason, "'%c' is not a column, expected 1 to %c",
             text[1], last);
    expect_refusal(text, 2, BOARD_NOT_A_COLUMN, 1, reason);
#endif
}

static void parsing_agrees_with_playing(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(6);
    for (int i = 0; i < 3000; i++) {
        char text[2 * BOARD_CELLS];
        struct position pos = board_empty(), parsed;
        enum board_status status = BOARD_OK;
        size_t length = 0, bad_at;

        while (status == BOARD_OK) {
            int column = witness_below(&random, BOARD_WIDTH);
            text[length++] = board_column_name(column);
            assert_int_equal(board_column_named(text[length - 1]), column);
            if (pos.ply == BOARD_CELLS)
                status = BOARD_TOO_LONG;
            else if (!board_can_play(pos, column))
                status = BOARD_COLUMN_FULL;
            else if (witness_four(board_play(pos, column).stones ^
                                  board_play(pos, column).mover))
                status = BOARD_GAME_OVER;
            else
                pos = board_play(pos, column);
        }
        assert_int_equal(board_parse(text, length, &parsed, &bad_at), status);
        assert_int_equal(bad_at, length - 1);
        assert_true(board_key(parsed) == board_key(pos));
    }
}

static void diagrams_show_each_stone(void **state)
{
    (void)state;
    struct position pos;
    size_t at;
    char diagram[BOARD_DIAGRAM_SIZE];
#if BOARD_WIDTH == 7 && BOARD_HEIGHT == 6
    assert_int_equal(board_parse("4453", 4, &pos, &at), BOARD_OK);
    board_diagram(pos, diagram);
    assert_string_equal(diagram, " . . . . . . .\n"
                                 " . . . . . . .\n"
                                 " . . . . . . .\n"
                                 " . . . . . . .\n"
                                 " . . . o . . .\n"
                                 " . . o x x . .\n"
                                 " 1 2 3 4 5 6 7\n");
#else
    assert_int_equal(board_parse("112", 3, &pos, &at), BOARD_OK);
    board_diagram(pos, diagram);
    assert_int_equal(strlen(diagram), BOARD_DIAGRAM_SIZE - 1);
    int x = 0, o = 0;
    for (const char *c = diagram; *c != '\0'; c++) {
        x += *c == 'x';
        o += *c == 'o';
    }
    assert_int_equal(x, 2);
    assert_int_equal(o, 1);
#endif
}

#if BOARD_WIDTH == 7 && BOARD_HEIGHT == 6
#define COUNTED_PLIES 9
#elif BOARD_WIDTH == 5 && BOARD_HEIGHT == 5
#define COUNTED_PLIES 14
#endif

#ifdef COUNTED_PLIES
/* Reachable positions per ply, finished games included.  Source: Boeck, arXiv
 * 2507.05267; those of 7x6 add up to OEIS A212693. */
static const size_t counts_per_ply[] = {
#if BOARD_WIDTH == 7
    1,     7,      49,     238,     1120,    4263,     16422,
    54859, 184275, 558186, 1662623, 4568683, 12236101,
#else
    1,       5,       25,      95,      345,     1075,    3350,
    9355,    25060,   60842,   139632,  299764,  596136,  1128408,
    1948956, 3231341, 4769837, 6789890, 8396345, 9955530, 9812925,
    9020543, 6632480, 4345913, 2011598, 584249,
#endif
};

static void count_plies(size_t last)
{
    struct witness_set level = {0};
    witness_set_add(&level, 0);
    for (size_t ply = 0; ply <= last; ply++) {
        assert_int_equal(level.count, counts_per_ply[ply]);
        witness_next_level(&level);
    }
    witness_set_free(&level);
}

static void positions_per_ply_are_as_published(void **state)
{
    (void)state;
    count_plies(COUNTED_PLIES);
}

static void later_plies_are_as_published(void **state)
{
    (void)state;
    test_is_long();
    count_plies(sizeof counts_per_ply / sizeof *counts_per_ply - 1);
}
#endif

#if BOARD_WIDTH == 4 && BOARD_HEIGHT == 4
#define POSITIONS 161029
#elif BOARD_WIDTH == 5 && BOARD_HEIGHT == 4
#define POSITIONS 3945711
#endif

#ifdef POSITIONS
/* All of a small board.  Source: Boeck and Tromp, in agreement. */
static void positions_are_as_published(void **state)
{
    (void)state;
    struct witness_set all;
    witness_all(&all);
    assert_int_equal(all.count, POSITIONS);
    witness_set_free(&all);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometry_has_every_cell_once),
        cmocka_unit_test(centre_first_names_every_column_once),
        cmocka_unit_test(threats_and_moves_agree_with_looking),
        cmocka_unit_test(four_in_a_row_agrees_with_looking),
        cmocka_unit_test(keys_name_positions),
        cmocka_unit_test(mirror_exchanges_left_and_right),
        cmocka_unit_test(moves_lead_to_the_position),
        cmocka_unit_test(parsing_says_what_is_wrong_and_where),
        cmocka_unit_test(parsing_agrees_with_playing),
        cmocka_unit_test(diagrams_show_each_stone),
#ifdef COUNTED_PLIES
        cmocka_unit_test(positions_per_ply_are_as_published),
        cmocka_unit_test(later_plies_are_as_published),
#endif
#ifdef POSITIONS
        cmocka_unit_test(positions_are_as_published),
#endif
    };
    return cmocka_run_group_tests_name("bitboard", tests, NULL, NULL);
}
