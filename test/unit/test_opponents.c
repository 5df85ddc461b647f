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
    assert_int_equal(fourscore_find_move(solver, position, &opponent, &move),
                     FOURSCORE_OK);
    return move;
}

/* The column that a level below the perfect one plays. */
static int choose(const fourscore_position *position, int level, uint64_t seed)
{
    int column;
    assert_int_equal(
        fourscore_choose_move(position, level, seed, NULL, &column),
        FOURSCORE_OK);
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
        assert_int_equal(fourscore_play(&position, move.column), FOURSCORE_OK);
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
    fourscore_solver *solver = test_solver(7, 6);
    for (int level = FOURSCORE_LEVELS; level > 1; level--) {
        int first = match(solver, level, 1, games / 2);
        int second = match(solver, level, 2, games / 2);
        printf("%d %d %.1f %.1f %.1f\n", level, level - 1,
               100.0 * first / games, 100.0 * second / games,
               50.0 * (first + second) / games);
    }
    fourscore_solver_free(solver);
}

/* The moves depend on nothing but level, seed and position, so these figures
 * are exact. */
TEST(each_level_beats_the_one_below)
{
    enum { GAMES = 4 }; /* as each player */
    static const int points[FOURSCORE_LEVELS + 1][2] = {
        [2] = {8, 8}, [3] = {6, 8}, [4] = {8, 8}, [5] = {8, 5}};
    fourscore_solver *solver = test_solver(7, 6);
    for (int level = 2; level <= FOURSCORE_LEVELS; level++)
        for (int player = 1; player <= 2; player++)
            assert_int_equal(match(solver, level, player, GAMES),
                             points[level][player - 1]);
    fourscore_solver_free(solver);
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
    assert_int_equal(fourscore_level_info(0, &info), FOURSCORE_BAD_ARGUMENT);
    assert_int_equal(fourscore_level_info(FOURSCORE_LEVELS + 1, &info),
                     FOURSCORE_BAD_ARGUMENT);
    for (int level = 1; level <= FOURSCORE_LEVELS; level++) {
        const struct fourscore_level_info *expected = &levels[level - 1];
        assert_int_equal(fourscore_level_info(level, &info), FOURSCORE_OK);
        assert_int_equal(info.size, sizeof info);
        assert_string_equal(info.name, expected->name);
        assert_int_equal(info.depth, expected->depth);
        assert_int_equal(info.straight, expected->straight);
        assert_int_equal(info.diagonal, expected->diagonal);
        assert_int_equal(info.doubt, expected->doubt);
    }
    info.size = sizeof info.size + sizeof info.name;
    info.depth = -1;
    assert_int_equal(fourscore_level_info(3, &info), FOURSCORE_OK);
    assert_string_equal(info.name, "club player");
    assert_int_equal(info.depth, -1);
    info.size = 1;
    assert_int_equal(fourscore_level_info(3, &info), FOURSCORE_BAD_ARGUMENT);
}

/* The columns that a level plays at a position with seeds from 0 on. */
static void assert_columns(int level, int width, int height, const char *moves,
                           const char *columns)
{
    fourscore_position position = test_position(width, height, moves);
    char found[64] = "";
    for (size_t i = 0; columns[i] != '\0'; i++)
        found[i] = fourscore_column_name(choose(&position, level, i));
    if (strcmp(found, columns) != 0)
        fail_msg("level %d, '%s': %s", level, moves, found);
}

/* Level, seed and position determine the move, on every machine. */
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
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_columns(cases[i].level, cases[i].width, cases[i].height,
                       cases[i].moves, cases[i].columns);
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
            assert_int_equal(fourscore_play(&position, column), FOURSCORE_OK);
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
    fourscore_solver *solver = test_solver(7, 6);
    assert_int_equal(played(solver, ""), 1u << 4);
    assert_int_equal(played(solver, "4453"), 1u << 3 | 1u << 6 | 1u << 7);
    fourscore_solver_free(solver);
}

TEST(the_perfect_level_plays_on_other_boards)
{
    static const int boards[][2] = {{1, 1}, {3, 3}, {5, 4}, {4, 5}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        fourscore_solver *solver = test_solver(boards[i][0], boards[i][1]);
        fourscore_position position =
            test_position(boards[i][0], boards[i][1], "");
        while (!is_over(&position)) {
            struct fourscore_move move =
                find(solver, &position,
                     (struct fourscore_opponent){.level = FOURSCORE_LEVELS});
            assert_int_equal(move.proof, FOURSCORE_MOVE_BEST);
            assert_int_equal(fourscore_play(&position, move.column),
                             FOURSCORE_OK);
        }
        assert_int_equal(fourscore_winner(&position), 0); /* draws, all */
        fourscore_solver_free(solver);
    }
}

/* ---------------------------------------------------------------- arguments */

static enum fourscore_status try_find(fourscore_solver *solver,
                                      const fourscore_position *position,
                                      struct fourscore_opponent opponent)
{
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    enum fourscore_status status =
        fourscore_find_move(solver, position, &opponent, &move);
    assert_int_equal(move.column, 0);
    return status;
}

TEST(bad_arguments_are_refused)
{
    fourscore_solver *solver = test_solver(7, 6);
    fourscore_position start = test_position(7, 6, ""), none = {{0}};
    fourscore_position won = test_position(7, 6, "1212121");
    fourscore_position full = test_position(1, 1, "1");
    fourscore_position other = test_position(6, 6, "");
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    const size_t size = sizeof(struct fourscore_opponent);
    int column = -1;

    for (int level = 1; level <= FOURSCORE_LEVELS; level++) {
        struct fourscore_opponent opponent = {size, .level = level};
        assert_int_equal(try_find(solver, &won, opponent), FOURSCORE_GAME_OVER);
        assert_int_equal(try_find(solver, &full, opponent),
                         FOURSCORE_GAME_OVER);
        assert_int_equal(try_find(solver, &none, opponent),
                         FOURSCORE_BAD_ARGUMENT);
        opponent.size = 0;
        assert_int_equal(try_find(solver, &start, opponent),
                         FOURSCORE_BAD_ARGUMENT);
    }
    struct fourscore_opponent opponent = {size, .level = FOURSCORE_LEVELS};
    assert_int_equal(try_find(NULL, &start, opponent), FOURSCORE_BAD_ARGUMENT);
    assert_int_equal(try_find(solver, &other, opponent), FOURSCORE_OTHER_BOARD);
    opponent.seconds = NAN;
    assert_int_equal(try_find(solver, &start, opponent),
                     FOURSCORE_BAD_ARGUMENT);
    opponent = (struct fourscore_opponent){size, .level = 0};
    assert_int_equal(try_find(solver, &start, opponent),
                     FOURSCORE_BAD_ARGUMENT);

    const struct fourscore_answer answers[] = {
        {.size = sizeof answer},
        {sizeof answer, .best = {8}, .best_count = 1},
        {sizeof answer, .best = {7}, .best_count = FOURSCORE_MAX_WIDTH},
        {sizeof answer, .best = {7, 7}, .best_count = 2},
        {offsetof(struct fourscore_answer, best), .best = {7}, .best_count = 1},
    };
    assert_int_equal(fourscore_choose_move(&start, 5, 1, NULL, &column),
                     FOURSCORE_BAD_ARGUMENT);
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        assert_int_equal(
            fourscore_choose_move(&start, 5, 1, &answers[i], &column),
            FOURSCORE_BAD_ARGUMENT);
    assert_int_equal(column, -1);
    answer.best_count = 1;
    answer.best[0] = 7;
    assert_int_equal(fourscore_choose_move(&start, 5, 1, &answer, &column),
                     FOURSCORE_OK);
    assert_int_equal(column, 7);
    fourscore_solver_free(solver);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        print_table((int)strtol(argv[1], NULL, 10));
        return 0;
    }
    return test_run(NULL, NULL);
}
