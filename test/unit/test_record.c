/* Records of games: what players write is read as the moves that it names. */
#include "test/unit/test.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/read.h"
#include "test/unit/reference.h"

/* Side lines in side lines. */
#define FOURS "4(4(4(4(4(4(4(4(4(4(4(4(4(4(4(4("

static void expect_moves(struct board board, const char *text,
                         const char *expected)
{
    struct position pos, plain;
    struct board_error error;
    char moves[BOARD_MAX_CELLS + 1];
    if (board_read_record(board, text, strlen(text), &pos, moves, &error) !=
        BOARD_OK)
        fail_msg("%s\nat %zu: %s", text, error.at, error.reason);
    assert_string_equal(moves, expected);
    assert_int_equal(
        board_parse_game(board, moves, strlen(moves), &plain, &error),
        BOARD_OK);
    assert_true(plain.mover == pos.mover && plain.stones == pos.stones &&
                plain.ply == pos.ply);
}

TEST(records_are_read)
{
    static const struct {
        int width, height;
        const char *text, *moves;
    } cases[] = {
        {7, 6, "", ""},
        {7, 6, " \t\r\n", ""},
        {7, 6, "4453", "4453"},
        {7, 6, " 4 4,5|3\r\n", "4453"},
        {7, 6, "d d e c", "4453"},
        {7, 6, "DDEC", "4453"},
        {7, 6, "d1d2e1c1", "4453"},
        {7, 6, "d1 4 E1 c", "4453"},
        {7, 6, "1. 4 4 2. 5 3", "4453"},
        {7, 6, "1.d1 d2 2.e1 c1", "4453"},
        {7, 6, "1. 4 2. 4 3. 5 4. 3", "4453"},
        {7, 6, "1. d1 1... d2 2. e1", "445"},
        {7, 6, "1.4 4 2.5", "445"},
        {7, 6, "4! 4?? 5?! 3", "4453"},
        {7, 6, "4 {the centre, of course} 4 {3 is worse} 5", "445"},
        {7, 6, "4 # 5 is worse\n4 ; so is 3\n5", "445"},
        {7, 6, "4; 4; 5\n3;", "4453"},
        {7, 6, "d12", "42"}, /* rows of one digit */
        {7, 6, "d1d22.e1", "445"},
        {7, 6, "1212121", "1212121"}, /* the last move wins */
        {7, 6, "a1b1a2b2a3b3a4 {!}", "1212121"},
        {9, 7, "a i", "19"},
        {1, 10, "aa2a3a4a5a6a7a8a9a10", "1111111111"},
        {1, 12, "a a2 a3", "111"},
        {12, 9, "aA b1c", "aab1c"}, /* columns 10, 10, 11, 1, 12 */
        {7, 6, "44(5)53", "4453"},
        {7, 6, "1. d1 d2 (1... e1 2. c1) (1... f1) 2. e1 c1", "4453"},
        {7, 6, "4 4 (5 {a comment} 3 (2! 1)) (6) 5 3 (1)", "4453"},
        {7, 6, "1212123 (1)", "1212123"}, /* the side line wins */
        {7, 6, "4(5(6(7)))4", "44"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_moves(board_make(cases[i].width, cases[i].height), cases[i].text,
                     cases[i].moves);
}

TEST(wrong_records_are_refused)
{
    static const struct {
        int width, height;
        const char *text;
        enum board_status status;
        size_t at;
        const char *moves, *reason;
    } cases[] = {
        {7, 6, "4 4 8", BOARD_NOT_A_COLUMN, 4, "44",
         "'8' is not a column, expected 1 to 7"},
        {7, 6, "d d h", BOARD_NOT_A_COLUMN, 4, "44",
         "'h' is not a column, expected 1 to 7"},
        {7, 6, "100. 4", BOARD_MALFORMED, 0, "",
         "this is not the number of the next move, expected 1."},
        {7, 6, "?4", BOARD_NOT_A_COLUMN, 0, "",
         "'?' is not a column, expected 1 to 7"},
        {7, 6, "d d d d d d d1", BOARD_COLUMN_FULL, 12, "444444",
         "column d is full"},
        {7, 6, "d1 d1", BOARD_MALFORMED, 3, "4",
         "the stone comes to rest in row 2, not in row 1"},
        {7, 6, "d0", BOARD_MALFORMED, 0, "",
         "the stone comes to rest in row 1, not in row 0"},
        {1, 12, "a1 a12", BOARD_MALFORMED, 3, "1",
         "the stone comes to rest in row 2, not in row 12 on a board of 1x12"},
        {7, 6, "1. 4 3. 4", BOARD_MALFORMED, 5, "4",
         "this is not the number of the next move, expected 2. or 1."},
        {7, 6, "2. 4", BOARD_MALFORMED, 0, "",
         "this is not the number of the next move, expected 1."},
        {7, 6, "44.5", BOARD_MALFORMED, 0, "",
         "this is not the number of the next move, expected 1."},
        {7, 6, "4444.5", BOARD_NOT_A_COLUMN, 4, "4444",
         "'.' is not a column, expected 1 to 7"},
        {7, 6, "4 {4", BOARD_MALFORMED, 2, "4",
         "a comment begins with '{' and does not end with '}'"},
        {7, 6, "1 2 1 2 1 2 1 3", BOARD_GAME_OVER, 12, "121212",
         "the game is over: the first player wins with move 7"},
        {7, 6, "1212121 {}}", BOARD_GAME_OVER, 6, "121212",
         "the game is over: the first player wins with move 7"},
        {7, 6, "(4)", BOARD_MALFORMED, 0, "",
         "a side line follows the move that it replaces"},
        {7, 6, "4 (5", BOARD_MALFORMED, 2, "5",
         "a side line begins with '(' and does not end with ')'"},
        {7, 6, "4 5)", BOARD_MALFORMED, 3, "45", "')' without a '(' before it"},
        {7, 6, FOURS FOURS FOURS FOURS "4(4", BOARD_MALFORMED, 129, "4",
         "side lines in side lines are too deep"},
        {7, 6, "4 ()", BOARD_MALFORMED, 3, "",
         "a side line has at least one move"},
        {7, 6, "444444 1 (4) 1", BOARD_COLUMN_FULL, 10, "444444",
         "column 4 is full (in a side line for move 7)"},
        {7, 6, "4 (8) 1", BOARD_NOT_A_COLUMN, 3, "",
         "'8' is not a column, expected 1 to 7 "
         "(in a side line for move 1)"},
        {7, 6, "4 (3. 5) 1", BOARD_MALFORMED, 3, "",
         "this is not the number of the next move, expected 1. "
         "(in a side line for move 1)"},
        {7, 6, "121212 3 (1 2) 1", BOARD_GAME_OVER, 10, "121212",
         "the game is over: the first player wins with move 7 "
         "(in a side line for move 7)"},
        {2, 1, "a b (b a) ", BOARD_TOO_LONG, 7, "12",
         "the board is full before move 3 on a board of 2x1 "
         "(in a side line for move 2)"},
        {2, 1, "a b a", BOARD_TOO_LONG, 4, "12",
         "the board is full before move 3 on a board of 2x1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct board board = board_make(cases[i].width, cases[i].height);
        struct position pos;
        struct board_error error;
        char moves[BOARD_MAX_CELLS + 1];
        enum board_status status = board_read_record(
            board, cases[i].text, strlen(cases[i].text), &pos, moves, &error);
        if (status != cases[i].status || error.at != cases[i].at)
            fail_msg("%s\nstatus %d, at %zu: %s", cases[i].text, (int)status,
                     error.at, error.reason);
        assert_string_equal(error.reason, cases[i].reason);
        assert_string_equal(moves, cases[i].moves);
    }
}

/* A text for which the two readers of moves must agree. */
static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isdigit((unsigned char)text[i]))
            return false;
    return true;
}

/* Any bytes are a game, or an error in the text after some moves. */
TEST(any_bytes_give_a_result)
{
    static const char likely[] = "123456789012345678901234567890abcdefgi"
                                 " ..,;#{}!?|\n";
    enum { RUNS = 100000, MAX = 24 };
    struct reference_random random = reference_seed(5);
    int games = 0;
    for (int i = 0; i < RUNS; i++) {
        struct board board = i % 4 == 0   ? board_make(12, 9)
                             : i % 4 == 1 ? board_make(4, 12)
                                          : board_default();
        size_t length = (size_t)reference_below(&random, MAX);
        int kinds = i % 3 == 0 ? 10 : (int)sizeof likely - 1;
        char *text = malloc(length + 1); /* for ASan */
        assert_non_null(text);
        for (size_t j = 0; j < length; j++)
            text[j] = likely[reference_below(&random, kinds)];
        text[length] = '\0';

        struct position pos, plain;
        struct board_error error = {0}, plain_error = {0};
        char moves[BOARD_MAX_CELLS + 1];
        enum board_status status =
            board_read_record(board, text, length, &pos, moves, &error);
        if (status == BOARD_OK) {
            games++;
            assert_int_equal((int)strlen(moves), pos.ply);
        } else {
            assert_true(error.at < length);
            assert_true(strlen(moves) <= error.at);
        }
        if (is_plain(text, length)) {
            assert_int_equal(
                board_parse_game(board, text, length, &plain, &plain_error),
                status);
            if (status != BOARD_OK) {
                assert_int_equal(error.at, plain_error.at);
                assert_string_equal(error.reason, plain_error.reason);
            }
        }
        free(text);
    }
    assert_true(games > RUNS / 20);
}

/* The time for a long text grows with its length only. */
TEST(long_texts_give_a_result)
{
    static const char *const parts[] = {";", "{}", "! ", "# ;\n",
                                        "1", "1.", ";x;"};
    enum { LENGTH = 1 << 22 };
    char *text = malloc(LENGTH);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct position pos;
        struct board_error error;
        char moves[BOARD_MAX_CELLS + 1];
        size_t period = strlen(parts[i]);
        for (size_t j = 0; j < LENGTH; j++)
            text[j] = parts[i][j % period];
        board_read_record(board_default(), text, LENGTH, &pos, moves, &error);
    }
    free(text);
}
