/*
 * Opponents, through the public headers.
 *
 * test_opponents GAMES: print how many percent of the points each level takes
 * from the one below on 7x6, as the first and as the second player, in so many
 * games.
 */
#define TEST_OWN_MAIN
#include "test/unit/public.h"

#include <math.h>

#include "lib/fourscore_game.h"

static bool is_over(const fourscore_position *position)
{
    return fourscore_winner(position) != 0 ||
           fourscore_ply(position) ==
               fourscore_width(position) * fourscore_height(position);
}

static struct fourscore_move find(fourscore_solver *solver,
                                  const fourscore_position *position,
                                  struct fourscore_opponent opponent)
{
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    opponent.size = sizeof opponent;
    assert_ok(fourscore_find_move(solver, position, &opponent, &move));
    return move;
}

/* The column that a level below the perfect one plays. */
static int choose(const fourscore_position *position, int level, uint64_t seed)
{
    int column;
    assert_ok(fourscore_choose_move(position, level, seed, NULL, &column));
    return column;
}

/* ------------------------------------------------------------------ matches */

/* Play a game of two levels; returns the winner, 0 for a draw. */
static int play_game(fourscore_solver *solver, int first, int second,
                     uint64_t seed)
{
    fourscore_position position = test_position(7, 6, "");
    while (!is_over(&position)) {
        int player = fourscore_ply(&position) % 2;
        struct fourscore_opponent opponent = {
            .level = player == 0 ? first : second,
            .seed = 2 * seed + (uint64_t)player,
        };
        struct fourscore_move move = find(solver, &position, opponent);
        assert_ok(fourscore_play(&position, move.column));
    }
    return fourscore_winner(&position);
}

/* The points of a level against the one below in a number of games, as player
 * 1 or 2; twice the number of wins, plus the number of draws. */
static int match(fourscore_solver *solver, int level, int player, int games)
{
    int points = 0;
    for (int i = 0; i < games; i++) {
        int winner = player == 1
                         ? play_game(solver, level, level - 1, (uint64_t)i)
                         : play_game(solver, level - 1, level, (uint64_t)i);
        points += winner == 0 ? 1 : winner == player ? 2 : 0;
    }
    return points;
}

static void print_table(int games)
{
    OWNED(solver) solver = test_solver(7, 6);
    for (int level = FOURSCORE_LEVELS; level > 1; level--) {
        int first = match(solver, level, 1, games / 2);
        int second = match(solver, level, 2, games / 2);
        printf("%d %d %.1f %.1f %.1f\n", level, level - 1,
               100.0 * first / games, 100.0 * second / games,
               50.0 * (first + second) / games);
    }
}

/* The moves depend on nothing but level, seed and position, so these figures
 * are exact. */
TEST(each_level_beats_the_one_below)
{
    enum { GAMES = 2 }; /* as each player */
    static const int points[FOURSCORE_LEVELS + 1] = {
        [2] = 8, [3] = 8, [4] = 8, [5] = 5};
    OWNED(solver) solver = test_solver(7, 6);
    for (int level = 2; level <= FOURSCORE_LEVELS; level++)
        assert_int_equal(match(solver, level, 1, GAMES) +
                             match(solver, level, 2, GAMES),
                         points[level]);
}

/* ------------------------------------------------------------------- levels */

TEST(levels_are_described)
{
    static const struct fourscore_level_info levels[] = {
        {.name = "beginner", 2, 60, 90, 30}, {.name = "casual", 2, 20, 50, 12},
        {.name = "club player", 5, 0, 5, 4}, {.name = "expert", 10, 0, 0, 2},
        {.name = "perfect", 0, 0, 0, 0},
    };
    struct fourscore_level_info info = FOURSCORE_LEVEL_INFO_INIT;
    assert_bad_argument(fourscore_level_info(0, &info));
    assert_bad_argument(fourscore_level_info(FOURSCORE_LEVELS + 1, &info));
    for (int level = 1; level <= FOURSCORE_LEVELS; level++) {
        const struct fourscore_level_info *expected = &levels[level - 1];
        assert_ok(fourscore_level_info(level, &info));
        assert_int_equal(info.size, sizeof info);
        assert_string_equal(info.name, expected->name);
        assert_int_equal(info.depth, expected->depth);
        assert_int_equal(info.straight, expected->straight);
        assert_int_equal(info.diagonal, expected->diagonal);
        assert_int_equal(info.doubt, expected->doubt);
    }
    info.size = sizeof info.size + sizeof info.name;
    info.depth = -1;
    assert_ok(fourscore_level_info(3, &info));
    assert_string_equal(info.name, "club player");
    assert_int_equal(info.depth, -1);
    info.size = 1;
    assert_bad_argument(fourscore_level_info(3, &info));
}

/* With seeds from 0 on.  Level, seed and position determine the move, on every
 * machine. */
TEST(levels_play_these_moves)
{
    static const struct {
        int level, width, height;
        const char *moves, *columns;
    } cases[] = {
        {1, 7, 6, "", "4216137645224611"},
        {2, 7, 6, "", "4256167645225641"},
        {3, 7, 6, "", "3355535455355553"},
        {4, 7, 6, "", "44444444"},
        {1, 7, 6, "4453", "4356465356565546"},
        {2, 7, 6, "4453", "7334464353365736"},
        {3, 7, 6, "4453", "4444444444444444"},
        {4, 7, 6, "4453", "44444444"},
        {3, 7, 6, "32164625", "4434434444444444"},
        {4, 7, 6, "32164625", "43344444"},
        {4, 7, 6, "352343", "11111111"},
        {3, 9, 4, "99112", "4446474644446446"},
        {4, 12, 9, "6677", "588"},
        {4, 8, 8, "44556", "6666"},
    };
    EACH (c, cases) {
        fourscore_position position =
            test_position(c->width, c->height, c->moves);
        char found[64] = "";
        for (size_t i = 0; c->columns[i] != '\0'; i++)
            found[i] = fourscore_column_name(choose(&position, c->level, i));
        assert_string_equal(found, c->columns);
    }
}

TEST(levels_play_on_every_board_to_the_end)
{
    static const int boards[][2] = {{1, 1}, {2, 3},   {4, 4},  {9, 4}, {4, 9},
                                    {8, 7}, {10, 11}, {12, 9}, {9, 12}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        fourscore_position position =
            test_position(boards[i][0], boards[i][1], "");
        while (!is_over(&position)) {
            int ply = fourscore_ply(&position);
            int column = choose(&position, ply % 3 + 1 + (ply < 8), i);
            assert_ok(fourscore_play(&position, column));
        }
    }
}

/* -------------------------------------------------------- the perfect level */

/* The columns that the perfect level plays with 40 seeds, bit 1 for column 1.
 */
static unsigned played(fourscore_solver *solver, const char *moves)
{
    fourscore_position position = test_position(7, 6, moves);
    struct fourscore_opponent opponent = {.level = FOURSCORE_LEVELS};
    unsigned columns = 0;
    for (; opponent.seed < 40; opponent.seed++) {
        struct fourscore_move move = find(solver, &position, opponent);
        assert_int_equal(move.proof, FOURSCORE_MOVE_BEST);
        columns |= 1u << move.column;
    }
    return columns;
}

TEST(the_perfect_level_plays_every_best_move)
{
    OWNED(solver) solver = test_solver(7, 6);
    assert_int_equal(played(solver, ""), 1u << 4);
    assert_int_equal(played(solver, "4453"), 1u << 3 | 1u << 6 | 1u << 7);
}

TEST(the_perfect_level_plays_on_other_boards)
{
    static const int boards[][2] = {{1, 1}, {3, 3}, {5, 4}, {4, 5}};
    EACH (board, boards) {
        int width = (*board)[0], height = (*board)[1];
        OWNED(solver) solver = test_solver(width, height);
        fourscore_position position = test_position(width, height, "");
        while (!is_over(&position)) {
            struct fourscore_move move =
                find(solver, &position,
                     (struct fourscore_opponent){.level = FOURSCORE_LEVELS});
            assert_int_equal(move.proof, FOURSCORE_MOVE_BEST);
            assert_ok(fourscore_play(&position, move.column));
        }
        assert_int_equal(fourscore_winner(&position), 0); /* draws, all */
    }
}

/* ---------------------------------------------------------------- arguments */

TEST(bad_arguments_are_refused)
{
    typedef struct fourscore_opponent config;
    enum { SIZE = sizeof(config), PERFECT = FOURSCORE_LEVELS };
    const fourscore_position start = test_position(7, 6, ""), none = {{0}};
    const fourscore_position won = test_position(7, 6, "1212121");
    const fourscore_position full = test_position(1, 1, "1");
    const fourscore_position other = test_position(6, 6, "");
    const struct {
        const fourscore_position *position;
        config config;
        enum fourscore_status status;
    } cases[] = {
        {&won, {SIZE, .level = 1}, FOURSCORE_GAME_OVER},
        {&won, {SIZE, .level = PERFECT}, FOURSCORE_GAME_OVER},
        {&full, {SIZE, .level = 1}, FOURSCORE_GAME_OVER},
        {&full, {SIZE, .level = PERFECT}, FOURSCORE_GAME_OVER},
        {&none, {SIZE, .level = 1}, FOURSCORE_BAD_ARGUMENT},
        {&none, {SIZE, .level = PERFECT}, FOURSCORE_BAD_ARGUMENT},
        {&start, {0, .level = 1}, FOURSCORE_BAD_ARGUMENT},
        {&start, {0, .level = PERFECT}, FOURSCORE_BAD_ARGUMENT},
        {&other, {SIZE, .level = PERFECT}, FOURSCORE_OTHER_BOARD},
        {&start,
         {SIZE, .level = PERFECT, .seconds = NAN},
         FOURSCORE_BAD_ARGUMENT},
        {&start, {SIZE, .level = 0}, FOURSCORE_BAD_ARGUMENT},
    };
    OWNED(solver) solver = test_solver(7, 6);
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    EACH (c, cases)
        assert_int_equal(
            fourscore_find_move(solver, c->position, &c->config, &move),
            c->status);
    config perfect = {SIZE, .level = PERFECT};
    assert_bad_argument(fourscore_find_move(NULL, &start, &perfect, &move));
    assert_int_equal(move.column, 0);
}

TEST(answers_without_a_best_move_are_refused)
{
    enum { SIZE = sizeof(struct fourscore_answer) };
    static const struct fourscore_answer answers[] = {
        {.size = SIZE},
        {SIZE, .best = {8}, .best_count = 1},
        {SIZE, .best = {7}, .best_count = FOURSCORE_MAX_WIDTH},
        {SIZE, .best = {7, 7}, .best_count = 2},
        {offsetof(struct fourscore_answer, best), .best = {7}, .best_count = 1},
    };
    const struct fourscore_answer good = {SIZE, .best = {7}, .best_count = 1};
    const fourscore_position start = test_position(7, 6, "");
    int column = -1;
    assert_bad_argument(fourscore_choose_move(&start, 5, 1, NULL, &column));
    EACH (answer, answers)
        assert_bad_argument(
            fourscore_choose_move(&start, 5, 1, answer, &column));
    assert_int_equal(column, -1);
    assert_ok(fourscore_choose_move(&start, 5, 1, &good, &column));
    assert_int_equal(column, 7);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        print_table((int)strtol(argv[1], NULL, 10));
        return 0;
    }
    return test_run();
}
