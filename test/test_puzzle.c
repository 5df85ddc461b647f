/* Puzzles, through the public headers only.  test/puzzle.bats compares them
 * with an independent computation. */
#include "test/test.h"

#include <limits.h>
#include <string.h>

#include "lib/fourscore_game.h"

static fourscore_solver *open_solver(void)
{
    fourscore_solver *solver;
    assert_int_equal(fourscore_solver_new(&solver, NULL), FOURSCORE_OK);
    return solver;
}

static struct fourscore_answer ask(fourscore_solver *solver, const char *moves)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    query.find = FOURSCORE_ALL_MOVES;
    query.text = moves;
    query.length = strlen(moves);
    assert_int_equal(fourscore_ask(solver, &query, &answer), FOURSCORE_OK);
    return answer;
}

static struct fourscore_puzzle judge(fourscore_solver *solver,
                                     const char *moves)
{
    struct fourscore_answer answer = ask(solver, moves);
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    assert_int_equal(fourscore_judge_puzzle(&answer, NULL, &puzzle),
                     FOURSCORE_OK);
    return puzzle;
}

/* On the empty board only the centre wins, with stone 41. */
static void test_known_positions(void **state)
{
    fourscore_solver *solver = open_solver();
    struct fourscore_puzzle puzzle = judge(solver, "");
    (void)state;
    assert_int_equal(puzzle.move, 4);
    assert_int_equal(puzzle.win_in, 21);
    assert_int_equal(puzzle.depth, 41);
    assert_false(puzzle.only_move);
    assert_true(puzzle.quiet);
    assert_int_equal(judge(solver, "1").move, 0);      /* lost */
    assert_int_equal(judge(solver, "121212").move, 1); /* at once */
    assert_int_equal(judge(solver, "121212").depth, 1);
    assert_int_equal(judge(solver, "1212121").move, 0); /* it is over */
    fourscore_solver_free(solver);
}

static void test_mirror_images_have_one_key(void **state)
{
    fourscore_solver *solver = open_solver();
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    char moves[FOURSCORE_MAX_CELLS + 1];
    uint64_t number = 0;
    (void)state;
    assert_int_equal(fourscore_find_puzzle(solver, NULL, &number, &puzzle),
                     FOURSCORE_OK);
    assert_int_equal(fourscore_puzzle_candidate(NULL, number, moves),
                     FOURSCORE_OK);
    for (char *move = moves; *move != '\0'; move++)
        *move = (char)('1' + '7' - *move);
    struct fourscore_puzzle mirror = judge(solver, moves);
    assert_int_equal(mirror.move, 8 - puzzle.move);
    assert_int_equal(mirror.difficulty, puzzle.difficulty);
    assert_memory_equal(mirror.key, puzzle.key, sizeof mirror.key);
    fourscore_solver_free(solver);
}

static void test_find(void **state)
{
    fourscore_solver *solver = open_solver();
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    struct fourscore_puzzle again = FOURSCORE_PUZZLE_INIT;
    char moves[FOURSCORE_MAX_CELLS + 1];
    uint64_t number = 0;
    (void)state;
    config.win_in = 3;
    assert_int_equal(fourscore_find_puzzle(solver, &config, &number, &puzzle),
                     FOURSCORE_OK);
    assert_int_equal(puzzle.win_in, 3);
    assert_int_equal(fourscore_puzzle_candidate(&config, number, moves),
                     FOURSCORE_OK);
    again = judge(solver, moves);
    assert_memory_equal(&again, &puzzle, sizeof puzzle);

    config.tries = 1;
    config.width = 8;
    config.height = 7;
    assert_int_equal(fourscore_find_puzzle(solver, &config, &number, &puzzle),
                     FOURSCORE_OTHER_BOARD);
    config.width = config.height = 0;
    config.min_difficulty = 1000;
    uint64_t from = number;
    assert_int_equal(fourscore_find_puzzle(solver, &config, &number, &puzzle),
                     FOURSCORE_OK);
    assert_int_equal(puzzle.move, 0);
    assert_int_equal(number, from + 1);
    fourscore_solver_free(solver);
}

static void test_bad_arguments(void **state)
{
    fourscore_solver *solver = open_solver();
    struct fourscore_answer answer = ask(solver, "4453");
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    char moves[FOURSCORE_MAX_CELLS + 1];
    (void)state;
    answer.found = 0;
    assert_int_equal(fourscore_judge_puzzle(&answer, NULL, &puzzle),
                     FOURSCORE_BAD_ARGUMENT);
    config.win_in = fourscore_puzzle_max_win_in(7, 6);
    assert_int_equal(config.win_in, 16);
    assert_int_equal(fourscore_puzzle_candidate(&config, 0, moves),
                     FOURSCORE_OK);
    config.win_in = INT_MAX;
    assert_int_equal(fourscore_puzzle_candidate(&config, 0, moves),
                     FOURSCORE_BAD_ARGUMENT);
    config.win_in = fourscore_puzzle_max_win_in(7, 6) + 1;
    assert_int_equal(fourscore_puzzle_candidate(&config, 0, moves),
                     FOURSCORE_BAD_ARGUMENT);
    config.win_in = -1;
    assert_int_equal(fourscore_puzzle_candidate(&config, 0, moves),
                     FOURSCORE_BAD_ARGUMENT);
    config = (struct fourscore_puzzle_config)FOURSCORE_PUZZLE_CONFIG_INIT;
    config.width = 13;
    config.height = 1;
    assert_int_equal(fourscore_puzzle_candidate(&config, 0, moves),
                     FOURSCORE_NO_BOARD);
    assert_int_equal(fourscore_puzzle_max_win_in(13, 1), 0);
    config.size = 1;
    assert_int_equal(fourscore_puzzle_candidate(&config, 0, moves),
                     FOURSCORE_BAD_ARGUMENT);
    fourscore_solver_free(solver);
}

/* Scores that no position has. */
static void test_forged_scores_are_refused(void **state)
{
    fourscore_solver *solver = open_solver();
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    const struct fourscore_answer true_answer = ask(solver, "111111");
    struct fourscore_answer answer = true_answer;
    struct fourscore_bounds *scores = answer.move_scores;
    int score = answer.score.lower;
    const struct {
        int *lower, *upper, value;
    } cases[] = {
        {&scores[3].lower, &scores[3].upper, score + 1},
        {&scores[2].lower, &scores[2].upper, FOURSCORE_NO_MOVE},
        {&scores[2].lower, &scores[2].upper, INT_MIN},
        {&scores[2].lower, &scores[2].upper, -19}, /* it has been lost */
        {&scores[2].lower, &scores[2].lower, -18}, /* not exact */
        {&scores[0].lower, &scores[0].upper, 0},   /* a full column */
        {&answer.score.upper, &answer.score.upper, score + 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        *cases[i].lower = *cases[i].upper = cases[i].value;
        if (fourscore_judge_puzzle(&answer, NULL, &puzzle) !=
            FOURSCORE_BAD_ARGUMENT)
            fail_msg("case %zu is accepted", i);
        answer = true_answer;
    }
    scores[2].lower = scores[2].upper = -18;
    assert_int_equal(fourscore_judge_puzzle(&answer, NULL, &puzzle),
                     FOURSCORE_OK);
    fourscore_solver_free(solver);
}

/* Every board has candidates or refuses, and candidates are games. */
static void test_candidates(void **state)
{
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    char moves[FOURSCORE_MAX_CELLS + 1];
    fourscore_position position;
    (void)state;
    for (int width = 1; width <= FOURSCORE_MAX_WIDTH; width++)
        for (int height = 1; height <= FOURSCORE_MAX_HEIGHT; height++) {
            int max = fourscore_puzzle_max_win_in(width, height);
            config.width = width;
            config.height = height;
            config.seed++;
            config.win_in = max > 2 ? max / 2 : 0;
            if (fourscore_puzzle_candidate(&config, 0, moves) ==
                FOURSCORE_NO_BOARD) {
                assert_int_equal(max, 0);
                continue;
            }
            assert_int_equal(
                fourscore_from_moves(&position, width, height, moves, NULL),
                FOURSCORE_OK);
            assert_int_equal(fourscore_winner(&position), 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_positions),
        cmocka_unit_test(test_mirror_images_have_one_key),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_forged_scores_are_refused),
        cmocka_unit_test(test_candidates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
