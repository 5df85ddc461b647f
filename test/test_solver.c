/* Scores against plain minimax, and what the interface promises. */
#include "test/test.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "bitboard/notation.h"
#include "solver/engine.h"
#include "solver/solver.h"
#include "test/witness.h"

#if BOARD_BITS <= 49 /* a table of 32-bit keys can be safe */
static struct solver *open_solver(const char *engine, uint64_t table_bytes)
{
    struct solver *solver;
    struct solver_config config = {.engine = engine,
                                   .table_bytes = table_bytes};
    assert_int_equal(solver_new(&solver, &config), SOLVER_OK);
    assert_string_equal(solver_engine_name(solver), engine);
    return solver;
}

/* A table so small that entries are replaced all the time, but safe. */
static uint64_t small_table(void)
{
    uint64_t least = solver_least_table_bytes(NULL, 1);
    return least > 5003 ? least : 5003;
}

/* The score, or weak score, of a call that nobody stops. */
static int solve(struct solver *solver, struct position pos,
                 enum solver_goal goal)
{
    struct solver_bounds score = solver_solve(solver, pos, goal);
    assert_int_equal(score.lower, score.upper);
    return score.lower;
}

static void expect_score(struct solver *solver, struct position pos, int score)
{
    assert_int_equal(solve(solver, pos, SOLVER_STRONG), score);
    assert_int_equal(solve(solver, pos, SOLVER_WEAK), solver_sign(score));
}

/* Late positions, where minimax ends soon. */
static void scores_agree_with_minimax(void **state)
{
    (void)state;
    enum { EMPTY = 13 };
    for (int i = 0; solver_engine(i) != NULL; i++) {
        struct witness_random random = witness_seed(9);
        struct solver *solver = open_solver(solver_engine(i), small_table());
        for (int tested = 0; tested < 3000;) {
            struct position pos;
            int ply = BOARD_CELLS - witness_below(&random, EMPTY);
            if (!witness_position(&random, ply, &pos))
                continue;
            tested++;
            expect_score(solver, pos, witness_minimax(pos));
        }
        solver_free(solver);
    }
}

static void move_scores_and_variations_fit_the_score(void **state)
{
    (void)state;
    for (int i = 0; solver_engine(i) != NULL; i++) {
        struct witness_random random = witness_seed(10);
        struct solver *solver = open_solver(solver_engine(i), 0);
        for (int tested = 0; tested < 300;) {
            struct position pos;
            int ply = BOARD_CELLS - witness_below(&random, BOARD_CELLS / 2);
            if (!witness_position(&random, ply, &pos))
                continue;
            tested++;

            struct solver_bounds scores[BOARD_WIDTH];
            int best[BOARD_WIDTH];
            int score = solve(solver, pos, SOLVER_STRONG);
            assert_int_equal(
                solver_move_scores(solver, pos, SOLVER_STRONG, scores).lower,
                score);
            int most = SOLVER_NO_MOVE, ties = 0;
            for (int column = 0; column < BOARD_WIDTH; column++) {
                assert_true(solver_is_score(scores[column]));
                int found = scores[column].lower;
                assert_int_equal(found == SOLVER_NO_MOVE,
                                 !board_can_play(pos, column));
                if (found > most) {
                    most = found;
                    ties = 0;
                }
                ties += found == most;
            }
            int count = solver_best_moves(scores, best);
            assert_int_equal(count, pos.ply == BOARD_CELLS ? 0 : ties);
            for (int j = 0; j < count; j++)
                assert_int_equal(scores[best[j]].lower, score);

            struct solver_bounds weak[BOARD_WIDTH];
            struct solver_bounds sign =
                solver_move_scores(solver, pos, SOLVER_WEAK, weak);
            assert_int_equal(sign.lower, solver_sign(score));
            assert_int_equal(sign.upper, solver_sign(score));
            for (int column = 0; column < BOARD_WIDTH; column++)
                if (scores[column].lower != SOLVER_NO_MOVE)
                    assert_int_equal(weak[column].lower,
                                     solver_sign(scores[column].lower));

            int variation[BOARD_CELLS];
            count = solver_variation(solver, pos, score, variation);
            if (count > 0)
                assert_int_equal(variation[0], best[0]);
            int last = solver_last_stone(pos.ply, score);
            assert_int_equal(pos.ply + count, last);
            for (int j = 0; j < count; j++) {
                assert_true(board_can_play(pos, variation[j]));
                assert_false(witness_four(pos.mover ^ pos.stones));
                pos = board_play(pos, variation[j]);
            }
            assert_int_equal(witness_four(pos.mover ^ pos.stones), score != 0);
        }
        solver_free(solver);
    }
}

static void narrowing_stays_on_the_right_side(void **state)
{
    (void)state;
    for (int i = 0; solver_engine(i) != NULL; i++) {
        struct witness_random random = witness_seed(11);
        struct solver *solver = open_solver(solver_engine(i), small_table());
        for (int tested = 0; tested < 500;) {
            struct position pos;
            int ply = BOARD_CELLS - witness_below(&random, 12);
            if (!witness_position(&random, ply, &pos))
                continue;
            tested++;
            int score = solve(solver, pos, SOLVER_STRONG);
            int lower = witness_below(&random, 20) - 11;
            int upper = lower + 1 + witness_below(&random, 5);
            if (tested % 50 == 0) { /* any integers will do */
                lower = INT_MIN;
                upper = INT_MAX - tested % 100;
            }
            struct solver_bounds found =
                solver_narrow(solver, pos, lower, upper);
            assert_in_range(score + 100, found.lower + 100, found.upper + 100);
            if (score <= lower)
                assert_true(found.upper <= lower);
            else if (score >= upper)
                assert_true(found.lower >= upper);
            else
                assert_true(solver_is_score(found));
        }
        solver_free(solver);
    }
}

/* Another instruction set computes the same, node by node. */
static void instruction_sets_take_the_same_nodes(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(14);
    struct solver *solvers[8];
    int count = 0;
    const char *before = getenv("FOURSCORE_ISA");
    char *saved = before == NULL ? NULL : strdup(before);
    for (; count < 8 && solver_machine_isa(count) != NULL; count++) {
        setenv("FOURSCORE_ISA", solver_machine_isa(count), 1);
        assert_string_equal(solver_chosen_isa(), solver_machine_isa(count));
        solvers[count] = open_solver("fast", 0);
        assert_string_equal(solver_isa(solvers[count]),
                            solver_machine_isa(count));
    }
    if (saved == NULL)
        unsetenv("FOURSCORE_ISA");
    else
        setenv("FOURSCORE_ISA", saved, 1);
    free(saved);

    int least_ply = BOARD_CELLS * 16 / 42;
    for (int tested = 0; tested < 3000;) {
        struct position pos;
        int ply = least_ply + witness_below(&random, BOARD_CELLS - least_ply);
        if (!witness_position(&random, ply, &pos))
            continue;
        tested++;
        int score = solve(solvers[0], pos, SOLVER_STRONG);
        for (int i = 1; i < count; i++) {
            assert_int_equal(solve(solvers[i], pos, SOLVER_STRONG), score);
            assert_int_equal(solver_nodes(solvers[i]),
                             solver_nodes(solvers[0]));
        }
    }
    for (int i = 0; i < count; i++)
        solver_free(solvers[i]);
}

/* The reference against the default, from the middle of the game on. */
static void fast_agrees_with_tutorial_12(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(13);
    struct solver *fast = open_solver("fast", 0);
    struct solver *reference = open_solver("tutorial-12", 0);
    int wanted = getenv("FOURSCORE_LONG") == NULL ? 2000 : 200000;
    int least_ply = BOARD_CELLS * 16 / 42;

    for (int tested = 0; tested < wanted;) {
        struct position pos;
        int ply = least_ply + witness_below(&random, BOARD_CELLS - least_ply);
        if (!witness_position(&random, ply, &pos))
            continue;
        tested++;
        expect_score(fast, pos, solve(reference, pos, SOLVER_STRONG));
    }
    solver_free(fast);
    solver_free(reference);
}

static void solvers_live_side_by_side(void **state)
{
    (void)state;
    struct witness_random random = witness_seed(12);
    struct solver *a = open_solver("tutorial-11", 0);
    struct solver *b = open_solver("tutorial-12", small_table());
    struct solver *c = open_solver("fast", small_table());
    for (int tested = 0; tested < 200;) {
        struct position pos;
        if (!witness_position(&random, BOARD_CELLS / 2, &pos))
            continue;
        tested++;
        int score = solve(a, pos, SOLVER_STRONG);
        assert_int_equal(solve(b, pos, SOLVER_STRONG), score);

        /* the same question to an empty table takes the same nodes */
        solver_clear(c);
        uint64_t before = solver_nodes(c);
        assert_int_equal(solve(c, pos, SOLVER_STRONG), score);
        uint64_t nodes = solver_nodes(c) - before;
        solver_clear(c);
        before = solver_nodes(c);
        assert_int_equal(solve(c, pos, SOLVER_STRONG), score);
        assert_int_equal(solver_nodes(c) - before, nodes);
    }
    solver_free(a);
    solver_free(b);
    solver_free(c);
}
#endif

static void what_cannot_be_made_is_refused(void **state)
{
    (void)state;
    struct solver *solver;
    struct solver_config config = {.engine = "no-such-engine"};
    assert_int_equal(solver_new(&solver, &config), SOLVER_UNKNOWN_ENGINE);
    assert_null(solver);
    solver_free(NULL);

    config = (struct solver_config){.table_bytes = 1};
    assert_int_equal(solver_new(&solver, &config), SOLVER_UNSAFE_TABLE);
    assert_null(solver);
    uint64_t least = solver_least_table_bytes(NULL, 1);
    if (least > 15) { /* the least table of all */
        config.table_bytes = least - 1;
        assert_int_equal(solver_new(&solver, &config), SOLVER_UNSAFE_TABLE);
        assert_null(solver);
    }
#if BOARD_BITS > 49
    config.table_bytes = 0; /* the tutorial's size is made for 7x6 */
    assert_int_equal(solver_new(&solver, &config), SOLVER_UNSAFE_TABLE);
#else
    config.table_bytes = UINT64_MAX;
    assert_int_equal(solver_new(&solver, &config), SOLVER_NO_MEMORY);
    assert_null(solver);
    config.table_bytes = least;
    assert_int_equal(solver_new(&solver, &config), SOLVER_OK);
    assert_true(solver_table(solver).bytes <= least);
    solver_free(solver);
#endif
    for (int status = SOLVER_OK; status <= SOLVER_NO_THREAD; status++)
        assert_true(strlen(solver_strstatus((enum solver_status)status)) > 5);
}

#if BOARD_CELLS <= 20
/* Every unfinished position of a small board, by memory instead of search. */
struct values {
    struct witness_set keys;
    int8_t *scores; /* by index of 'keys' */
};

enum { UNKNOWN = 127 };

static int value_of(struct values *values, struct position pos)
{
    if (board_has_four(pos.mover ^ pos.stones))
        return -((BOARD_CELLS + 2 - pos.ply) / 2);
    if (pos.ply == BOARD_CELLS)
        return 0;
    int8_t *known =
        &values->scores[witness_set_find(&values->keys, board_key(pos))];
    if (*known != UNKNOWN)
        return *known;
    int best = -BOARD_CELLS;
    for (int column = 0; column < BOARD_WIDTH; column++) {
        if (!board_can_play(pos, column))
            continue;
        int score = -value_of(values, board_play(pos, column));
        if (score > best)
            best = score;
    }
    *known = (int8_t)best;
    return best;
}

static void every_position_of_a_small_board_is_right(void **state)
{
    (void)state;
    struct values values;
    witness_all(&values.keys);
    values.scores = malloc(values.keys.room);
    assert_non_null(values.scores);
    memset(values.scores, UNKNOWN, values.keys.room);

    struct solver *solver = open_solver("tutorial-12", 0);
    struct solver *fast = open_solver("fast", 0);
    size_t tested = 0, stride = values.keys.count / 200000 + 1;
    for (size_t i = 0; i < values.keys.room; i += stride) {
        if (values.keys.keys[i] == 0)
            continue;
        struct position pos = witness_of_key(values.keys.keys[i] - 1);
        if (board_has_four(pos.mover ^ pos.stones))
            continue;
        tested++;
        int score = value_of(&values, pos);
        expect_score(solver, pos, score);
        expect_score(fast, pos, score);
    }
    assert_true(tested > 50000);
    solver_free(fast);
    solver_free(solver);
    free(values.scores);
    witness_set_free(&values.keys);
}
#endif

#if BOARD_WIDTH <= 6 && BOARD_HEIGHT <= 5
/* Source: Tromp's table of small boards. */
static void empty_boards_have_their_published_scores(void **state)
{
    (void)state;
    for (int i = 0; solver_engine(i) != NULL; i++) {
        struct solver *solver = open_solver(solver_engine(i), 0);
        expect_score(solver, board_empty(), 0);
        solver_free(solver);
    }
}
#endif

#if BOARD_WIDTH == 7 && BOARD_HEIGHT == 6
/* Source: the data of the tutorial's test protocol, and the node counts that
 * its parts 11 and 12 lead to. */
static void known_positions_have_their_published_scores(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        int score;
    } known[] = {
        {"2252576253462244111563365343671351441", -1},
        {"23163416124767223154467471272416755633", 0},
        {"65214673556155731566316327373221417", -1},
        {"274552224131661", 0},
        {"5455174361263362", -1},
        {"2531276566711153", 2},
        {"6614446666373154", -4},
        {"32164625", 11},
        {"6146", 18},
        {"22144426444", 15},
    };
    struct solver *solver = open_solver("tutorial-12", 0);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct position pos;
        size_t bad_at;
        assert_int_equal(
            board_parse(known[i].moves, strlen(known[i].moves), &pos, &bad_at),
            BOARD_OK);
        expect_score(solver, pos, known[i].score);
    }
    solver_free(solver);
}
#endif

static void scores_and_last_stones_belong_together(void **state)
{
    (void)state;
    for (int ply = 0; ply < BOARD_CELLS; ply++)
        for (int stone = ply + 1; stone <= BOARD_CELLS; stone++) {
            int score = (BOARD_CELLS + 2 - stone) / 2;
            if ((stone - ply) % 2 == 0)
                score = -score;
            assert_int_equal(solver_last_stone(ply, score), stone);
            assert_int_equal(solver_win_score(stone),
                             score > 0 ? score : -score);
        }
    assert_int_equal(solver_last_stone(0, 0), BOARD_CELLS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_and_last_stones_belong_together),
        cmocka_unit_test(what_cannot_be_made_is_refused),
#if BOARD_BITS <= 49
        cmocka_unit_test(scores_agree_with_minimax),
        cmocka_unit_test(move_scores_and_variations_fit_the_score),
        cmocka_unit_test(narrowing_stays_on_the_right_side),
        cmocka_unit_test(instruction_sets_take_the_same_nodes),
        cmocka_unit_test(fast_agrees_with_tutorial_12),
        cmocka_unit_test(solvers_live_side_by_side),
#endif
#if BOARD_CELLS <= 20
        cmocka_unit_test(every_position_of_a_small_board_is_right),
#endif
#if BOARD_WIDTH <= 6 && BOARD_HEIGHT <= 5
        cmocka_unit_test(empty_boards_have_their_published_scores),
#endif
#if BOARD_WIDTH == 7 && BOARD_HEIGHT == 6
        cmocka_unit_test(known_positions_have_their_published_scores),
#endif
    };
    return cmocka_run_group_tests_name("solver", tests, NULL, NULL);
}
