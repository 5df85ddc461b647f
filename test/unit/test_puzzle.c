/* Puzzles, through the public headers only.  test/cli/puzzle.bats compares them
 * with an independent computation. */
#include "test/unit/public.h"

#include <limits.h>

#include "lib/fourscore_game.h"

static struct fourscore_puzzle judge(fourscore_solver *solver,
                                     const char *moves)
{
    struct fourscore_answer answer =
        test_find(solver, moves, FOURSCORE_STRONG, FOURSCORE_ALL_MOVES);
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    assert_ok(fourscore_judge_puzzle(&answer, NULL, &puzzle));
    return puzzle;
}

TEST(known_positions)
{
    static const struct {
        const char *moves;
        int move, depth;
    } cases[] = {
        {"1", 0, 0},       /* lost */
        {"121212", 1, 1},  /* at once */
        {"1212121", 0, 0}, /* it is over */
        /* a game whose last three moves are all in column 3 */
        {"752436771776622631125614515126755442344", 0, 0},
        {"7524367717766226311256145151267554423443", 0, 0},
        {"75243677177662263112561451512675544234433", 0, 0},
    };
    OWNED(solver) solver = test_solver(7, 6);
    EACH (c, cases) {
        struct fourscore_puzzle puzzle = judge(solver, c->moves);
        assert_int_equal(puzzle.move, c->move);
        assert_int_equal(puzzle.depth, c->depth);
    }
    /* On the empty board only the centre wins, on move 41. */
    struct fourscore_puzzle puzzle = judge(solver, "");
    assert_int_equal(puzzle.move, 4);
    assert_int_equal(puzzle.win_in, 21);
    assert_int_equal(puzzle.depth, 41);
    assert_false(puzzle.only_move);
    assert_true(puzzle.quiet);
}

TEST(puzzles_are_found)
{
    OWNED(solver) solver = test_solver(6, 5);
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    struct fourscore_puzzle again = FOURSCORE_PUZZLE_INIT;
    char moves[FOURSCORE_MAX_CELLS + 1];
    uint64_t number = 0;
    config.width = 6;
    config.height = 5;
    config.win_in = 3;
    assert_ok(fourscore_find_puzzle(solver, &config, &number, &puzzle));
    assert_int_equal(puzzle.win_in, 3);
    assert_ok(fourscore_puzzle_candidate(&config, number, moves));
    again = judge(solver, moves);
    assert_memory_equal(&again, &puzzle, sizeof puzzle);

    config.tries = 1;
    config.width = 8;
    assert_int_equal(fourscore_find_puzzle(solver, &config, &number, &puzzle),
                     FOURSCORE_OTHER_BOARD);
    config.width = 6;
    config.min_difficulty = 1000;
    uint64_t from = number;
    assert_ok(fourscore_find_puzzle(solver, &config, &number, &puzzle));
    assert_int_equal(puzzle.move, 0);
    assert_int_equal(number, from + 1);
}

TEST(bad_arguments)
{
    typedef struct fourscore_puzzle_config config;
    static const struct {
        config config;
        enum fourscore_status status;
    } cases[] = {
        {{.size = sizeof(config), .win_in = 16}, FOURSCORE_OK},
        {{.size = sizeof(config), .win_in = 17}, FOURSCORE_BAD_ARGUMENT},
        {{.size = sizeof(config), .win_in = INT_MAX}, FOURSCORE_BAD_ARGUMENT},
        {{.size = sizeof(config), .win_in = -1}, FOURSCORE_BAD_ARGUMENT},
        {{.size = 1}, FOURSCORE_BAD_ARGUMENT},
        {{.size = sizeof(config), .width = 13, .height = 1},
         FOURSCORE_NO_BOARD},
    };
    char moves[FOURSCORE_MAX_CELLS + 1];
    EACH (c, cases)
        assert_int_equal(fourscore_puzzle_candidate(&c->config, 0, moves),
                         c->status);
    OWNED(solver) solver = test_solver(7, 6);
    struct fourscore_answer answer =
        test_find(solver, "4453", FOURSCORE_STRONG, FOURSCORE_ALL_MOVES);
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    answer.found = 0;
    assert_bad_argument(fourscore_judge_puzzle(&answer, NULL, &puzzle));
}

/* ------------------------------------------------- scores that are made up */

/* An answer with these scores of moves; the position has the best of them. */
static struct fourscore_answer made_up(const char *moves, const int *scores)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    answer.position = test_position(7, 6, moves);
    answer.finished = 1;
    answer.found = FOURSCORE_ALL_MOVES;
    answer.score.lower = FOURSCORE_NO_MOVE;
    for (int i = 0; i < 7; i++) {
        answer.move_scores[i].lower = answer.move_scores[i].upper = scores[i];
        if (scores[i] > answer.score.lower)
            answer.score.lower = scores[i];
    }
    answer.score.upper = answer.score.lower;
    return answer;
}

static struct fourscore_puzzle judge_with(const struct fourscore_answer *answer,
                                          struct fourscore_puzzle_config config)
{
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    config.size = sizeof config;
    assert_ok(fourscore_judge_puzzle(answer, &config, &puzzle));
    return puzzle;
}

/* x has d1 and e1 and is to move: b, c, f and g make threats.  -19 loses to the
 * next stone, -18 to the next but two; 19 wins at once, 18 with the second
 * stone. */
TEST(grades)
{
    static const struct {
        int scores[7];
        int move, win_in, only, depth, lures, quiet;
    } cases[] = {
        {{-19, -18, -19, 18, -19, -19, -19}, 4, 2, 1, 3, 1, 1},
        {{-19, -18, -18, 18, -19, -18, -18}, 4, 2, 1, 3, 4, 1},
        {{-18, -19, 18, -18, -19, -19, -19}, 3, 2, 1, 3, 0, 0},
        {{-19, -18, -19, 10, -19, -19, -19}, 4, 10, 1, 4, 1, 1},
        {{-19, -18, -19, 10, -19, -19, 0}, 4, 10, 0, 19, 2, 1},
        {{-19, -18, -19, 0, -19, -19, -10}, 4, 0, 1, 20, 2, 1},
        {{-19, -19, -19, 18, -19, -19, -19}, 4, 2, 1, 2, 0, 1},
        {{-19, -18, -19, 19, -19, -19, -19}, 4, 1, 1, 1, 1, 0},
        {{-18, -18, -19, -17, -19, -19, -19}, 0, 0, 0, 0, 0, 0}, /* lost */
        {{-19, -18, -19, 18, -19, -19, 1}, 0, 0, 0, 0, 0, 0},    /* two win */
        {{-19, 0, -19, 0, -19, -19, -19}, 0, 0, 0, 0, 0, 0},
    };
    EACH (c, cases) {
        struct fourscore_answer answer = made_up("4151", c->scores);
        struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
        assert_ok(fourscore_judge_puzzle(&answer, NULL, &puzzle));
        if (puzzle.move != c->move || puzzle.win_in != c->win_in ||
            puzzle.only_move != c->only || puzzle.depth != c->depth ||
            puzzle.lures != c->lures || puzzle.quiet != c->quiet)
            fail_msg("case %td: move %d, win in %d, only %d, depth %d, lures "
                     "%d, quiet %d",
                     c - cases, puzzle.move, puzzle.win_in, puzzle.only_move,
                     puzzle.depth, puzzle.lures, puzzle.quiet);
        assert_int_equal(puzzle.difficulty,
                         puzzle.depth + 2 * puzzle.lures + 2 * puzzle.quiet);
    }
}

TEST(what_is_wanted)
{
    static const int scores[] = {-19, -18, -19, 18, -19, -19, -19};
    static const int draws[] = {-19, -18, -19, 18, -19, -19, 0};
    static const int shallow[] = {-19, -19, -19, 18, -19, -19, -19};
    static const int at_once[] = {-19, -18, -19, 19, -19, -19, -19};
    static const int held[] = {-19, -18, -19, 0, -19, -19, -19};
    /* Of difficulty 7, a win in 2. */
    const struct {
        const int *scores;
        struct fourscore_puzzle_config config;
        int move;
    } cases[] = {
        {scores, {.win_in = 0}, 4},
        {scores, {.win_in = 2}, 4},
        {scores, {.win_in = 1}, 0},
        {scores, {.win_in = 3}, 0},
        {scores, {.min_difficulty = 7}, 4},
        {scores, {.min_difficulty = 8}, 0},
        {scores, {.max_difficulty = 7}, 4},
        {scores, {.max_difficulty = 6}, 0},
        {scores, {.only_move = 1}, 4},
        {draws, {.only_move = 1}, 0},
        {draws, {.only_move = 0}, 4},
        {shallow, {.win_in = 0}, 0}, /* depth 2 */
        {shallow, {.win_in = 2}, 0},
        {at_once, {.win_in = 0}, 0},
        {at_once, {.win_in = 1}, 4},
        {held, {.win_in = 0}, 4},
        {held, {.win_in = 1}, 0},
    };
    EACH (c, cases) {
        struct fourscore_answer answer = made_up("4151", c->scores);
        int move = judge_with(&answer, c->config).move;
        if (move != c->move)
            fail_msg("case %td: move %d", c - cases, move);
    }
}

/* Keys of two words, which differ in either: that of the first one is smaller.
 */
TEST(keys_of_wide_boards)
{
    static const char *const pairs[][2] = {
        {"1", "9"}, {"2", "8"}, {"18", "92"}, {"19", "91"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct fourscore_answer answer = {
            sizeof answer,
            .finished = 1,
            .found = FOURSCORE_ALL_MOVES,
            .score = {1, 1},
            .move_scores = {{1, 1}},
        };
        for (int k = 0; k < 2; k++) {
            struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
            fourscore_position first = test_position(9, 7, pairs[i][0]);
            uint64_t key[2];
            fourscore_key(&first, key);
            answer.position = test_position(9, 7, pairs[i][k]);
            assert_ok(fourscore_judge_puzzle(&answer, NULL, &puzzle));
            assert_memory_equal(puzzle.key, key, sizeof key);
        }
    }
}

/* Scores that no position has. */
TEST(forged_scores_are_refused)
{
    OWNED(solver) solver = test_solver(7, 6);
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    const struct fourscore_answer true_answer =
        test_find(solver, "111111", FOURSCORE_STRONG, FOURSCORE_ALL_MOVES);
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
        {&answer.score.lower, &answer.score.upper, score + 1},
        {&answer.score.lower, &answer.score.upper, FOURSCORE_MAX_CELLS},
    };
    EACH (c, cases) {
        *c->lower = *c->upper = c->value;
        if (fourscore_judge_puzzle(&answer, NULL, &puzzle) !=
            FOURSCORE_BAD_ARGUMENT)
            fail_msg("case %td is accepted", c - cases);
        answer = true_answer;
    }
    scores[2].lower = scores[2].upper = -18;
    assert_ok(fourscore_judge_puzzle(&answer, NULL, &puzzle));
}

/* 32 empty cells on boards of at most 49 cells, 24 on others; the winner needs
 * all but one half of them. */
TEST(max_win_in)
{
    static const int boards[][3] = {{7, 6, 16}, {7, 7, 16}, {10, 5, 12},
                                    {8, 7, 12}, {4, 4, 8},  {5, 5, 13},
                                    {13, 1, 0}};
    EACH (board, boards)
        assert_int_equal(fourscore_puzzle_max_win_in((*board)[0], (*board)[1]),
                         (*board)[2]);
}

/* The same on every machine. */
TEST(candidates_are_those_of_the_seed)
{
    static const struct {
        int width, height, win_in;
        uint64_t seed, number;
        const char *moves;
    } cases[] = {
        {7, 6, 0, 0, 0, "2534442245"},
        {7, 6, 0, 0, 1, "27445344353755742247332"},
        {7, 6, 0, 1, 0, "3715246322462553744235"},
        {7, 6, 1, 0, 0, "2534442247"},
        {7, 6, 1, 0, 1, "27445344353755742247336"},
        {8, 7, 0, 7, 0, "546587475864767657635554721446436733131"},
    };
    char moves[FOURSCORE_MAX_CELLS + 1];
    EACH (c, cases) {
        struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
        config.width = c->width;
        config.height = c->height;
        config.win_in = c->win_in;
        config.seed = c->seed;
        assert_ok(fourscore_puzzle_candidate(&config, c->number, moves));
        assert_string_equal(moves, c->moves);
    }
    /* The first one is not a puzzle; column 1 is a move as any other. */
    OWNED(solver) solver = test_solver(7, 6);
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    uint64_t number = 0;
    config.seed = 13;
    assert_ok(fourscore_find_puzzle(solver, &config, &number, &puzzle));
    assert_int_equal(number, 1);
    assert_int_equal(puzzle.move, 1);
}

/* Every board has candidates or refuses, and candidates are games. */
TEST(candidates)
{
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    char moves[FOURSCORE_MAX_CELLS + 1];
    fourscore_position position;
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
            assert_ok(
                fourscore_from_moves(&position, width, height, moves, NULL));
            assert_int_equal(fourscore_winner(&position), 0);
        }
}
