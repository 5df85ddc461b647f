/* Scores, compared with plain minimax, and the contracts of solver/solver.h. */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include <limits.h>

#include "solver/engine.h"
#include "solver/solver.h"
#include "test/unit/reference.h"

TEST_ON_A_BOARD

static struct solver *open_solver(const char *engine, uint64_t table_bytes)
{
    struct solver *solver;
    struct solver_config config = {
        .board = board, .engine = engine, .table_bytes = table_bytes};
    assert_ok(solver_new(&solver, &config));
    assert_string_equal(solver_engine_name(solver), engine);
    return solver;
}

/* The smallest safe table, at least 5003 bytes: entries are often replaced. */
static uint64_t small_table(const char *engine)
{
    uint64_t min = solver_min_table_bytes(board, engine, 1);
    return min > 5003 ? min : 5003;
}

/* The number of empty cells up to which every engine solves a position quickly.
 */
static int late_range(void)
{
    int cells = board_cells(board);
    return cells < 42 ? cells / 2 : 20;
}

/* A random position from the middle of the game on. */
static struct position from_the_middle(struct reference_random *random)
{
    int cells = board_cells(board), ply = cells * 16 / 42;
    if (!board_is_default(board) && cells - ply > 18)
        ply = cells - 18;
    return reference_some(random, board, ply, cells - 1);
}

/* A number of random positions: more in the long tests, fewer on boards other
 * than the default. */
static int scaled(int count)
{
    if (!board_is_default(board))
        count /= 2;
    return test_is_long() ? 50 * count : test_is_short() ? count / 10 : count;
}

/* The score or weak score; there must be no limit. */
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
    assert_int_equal(solve(solver, pos, SOLVER_WEAK), board_weak_score(score));
}

/* The number of empty cells up to which minimax is fast. */
static int minimax_range(void)
{
    int max = board.width <= 7 ? 12 : board.width == 8 ? 10 : 8;
    return board_cells(board) < max ? board_cells(board) : max;
}

enum { MAX_ENGINES = 16 };

/* A solver with a small table for each engine.  Returns their number. */
static int open_all(struct solver *solvers[MAX_ENGINES])
{
    int engines = 0;
    for (const char *name; (name = solver_engine(engines)) != NULL;) {
        assert_true(engines < MAX_ENGINES);
        solvers[engines++] = open_solver(name, small_table(name));
    }
    assert_true(engines >= 3);
    return engines;
}

/* A random position of at most so many empty cells. */
static struct position with_empty(struct reference_random *random, int most)
{
    int cells = board_cells(board);
    return reference_some(random, board, cells - most, cells);
}

TEST(scores_agree_with_minimax)
{
    struct reference_random random = reference_seed(9);
    struct solver *solvers[MAX_ENGINES];
    int engines = open_all(solvers);
    for (int tested = 0; tested < scaled(400); tested++) {
        struct position pos = with_empty(&random, minimax_range());
        int score = reference_minimax(pos);
        for (int i = 0; i < engines; i++)
            expect_score(solvers[i], pos, score);
    }
    for (int i = 0; i < engines; i++)
        solver_free(solvers[i]);
}

/* Find the scores of all moves, and the best of them by each question.  Returns
 * the first of these; -1 without a move. */
static int check_moves(struct solver *solver, struct position pos,
                       enum solver_goal goal, int score,
                       struct solver_bounds scores[BOARD_MAX_WIDTH])
{
    struct solver_best searched;
    struct solver_bounds found = solver_move_scores(solver, pos, goal, scores);
    assert_int_equal(found.lower, score);
    assert_int_equal(found.upper, score);
    int best[BOARD_MAX_WIDTH], ties = 0;
    for (int column = 0; column < board.width; column++) {
        bool can_play = board_can_play(pos, column);
        assert_true(solver_is_score(scores[column]));
        assert_int_equal(scores[column].lower != SOLVER_NO_MOVE, can_play);
        assert_true(scores[column].lower <= score || !can_play);
        ties += can_play && scores[column].lower == score;
    }
    int count = solver_best_of_scores(board, scores, best);
    assert_int_equal(count, ties);
    for (int i = 0; i < count; i++)
        assert_int_equal(scores[best[i]].lower, score);
    found = solver_best_moves(solver, pos, goal, &searched);
    assert_int_equal(found.lower, score);
    assert_true(searched.complete);
    assert_int_equal(searched.count, count);
    assert_memory_equal(searched.columns, best, (size_t)count * sizeof *best);
    return count > 0 ? best[0] : -1;
}

/* The principal variation begins with the first of the best moves, and ends the
 * game when the score says. */
static void check_pv(struct solver *solver, struct position pos, int score,
                     int best)
{
    int pv[BOARD_MAX_CELLS];
    int count = solver_pv(solver, pos, score, pv);
    if (count > 0)
        assert_int_equal(pv[0], best);
    assert_int_equal(pos.ply + count, board_last_stone(board, pos.ply, score));
    for (int i = 0; i < count; i++) {
        assert_true(board_can_play(pos, pv[i]));
        assert_false(reference_four(board, pos.mover ^ pos.stones));
        pos = board_play(pos, pv[i]);
    }
    assert_int_equal(reference_four(board, pos.mover ^ pos.stones), score != 0);
}

TEST(move_scores_and_pvs_match_the_score)
{
    for (int i = 0; solver_engine(i) != NULL; i++) {
        struct reference_random random = reference_seed(10);
        struct solver *solver = open_solver(solver_engine(i), 0);
        for (int tested = 0; tested < scaled(100); tested++) {
            struct position pos = with_empty(&random, late_range());
            int score = solve(solver, pos, SOLVER_STRONG);
            struct solver_bounds scores[BOARD_MAX_WIDTH], weak[BOARD_MAX_WIDTH];
            int best = check_moves(solver, pos, SOLVER_STRONG, score, scores);
            check_moves(solver, pos, SOLVER_WEAK, board_weak_score(score),
                        weak);
            for (int column = 0; column < board.width; column++)
                if (board_can_play(pos, column))
                    assert_int_equal(weak[column].lower,
                                     board_weak_score(scores[column].lower));
            check_pv(solver, pos, score, best);
        }
        solver_free(solver);
    }
}

/* Forget everything, and allow so many nodes. */
static uint64_t begin_limited(struct solver *solver, uint64_t limit)
{
    solver_clear(solver);
    solver_limit(solver, 0, limit);
    return solver_nodes(solver);
}

/* The bounds hold; no more nodes than the limit were searched since 'before',
 * and no fewer if the score is not found. */
static void expect_limited(struct solver *solver, uint64_t before,
                           uint64_t limit, struct solver_bounds found,
                           int score)
{
    uint64_t nodes = solver_nodes(solver) - before;
    assert_in_range(score + 100, found.lower + 100, found.upper + 100);
    assert_true(nodes <= limit);
    assert_true(nodes == limit || solver_is_score(found));
}

/* Whatever the limit, a complete list has all best moves. */
TEST(limits_leave_bounds_and_lists_incomplete)
{
    for (int i = 0; solver_engine(i) != NULL; i++) {
        struct reference_random random = reference_seed(12);
        struct solver *solver =
            open_solver(solver_engine(i), small_table(solver_engine(i)));
        int incomplete = 0;
        for (int tested = 0; tested < scaled(60); tested++) {
            struct solver_best all, limited;
            struct solver_bounds moves[BOARD_MAX_WIDTH], found;
            struct position pos = with_empty(&random, late_range());
            solver_limit(solver, 0, 0);
            int score =
                solver_best_moves(solver, pos, SOLVER_STRONG, &all).lower;
            assert_true(all.complete);
            for (uint64_t limit = 1; limit < 40; limit += 1 + limit / 4) {
                uint64_t before = begin_limited(solver, limit);
                found = solver_move_scores(solver, pos, SOLVER_STRONG, moves);
                expect_limited(solver, before, limit, found, score);
                before = begin_limited(solver, limit);
                found = solver_best_moves(solver, pos, SOLVER_STRONG, &limited);
                expect_limited(solver, before, limit, found, score);
                incomplete += !limited.complete;
                if (!limited.complete)
                    continue;
                assert_int_equal(limited.count, all.count);
                assert_memory_equal(limited.columns, all.columns,
                                    (size_t)all.count * sizeof *all.columns);
            }
        }
        assert_true(incomplete > scaled(60) / 3 || !board_is_default(board));
        solver_free(solver);
    }
}

TEST(solve_window_bounds_the_score)
{
    for (int i = 0; solver_engine(i) != NULL; i++) {
        struct reference_random random = reference_seed(11);
        struct solver *solver =
            open_solver(solver_engine(i), small_table(solver_engine(i)));
        for (int tested = 0; tested < scaled(150); tested++) {
            struct position pos = with_empty(&random, late_range() / 2);
            int score = solve(solver, pos, SOLVER_STRONG);
            int lower = reference_below(&random, 20) - 11;
            int upper = lower + 1 + reference_below(&random, 5);
            if (tested % 25 == 0) { /* any integers are allowed */
                lower = INT_MIN;
                upper = INT_MAX - tested % 100;
            }
            struct solver_bounds found =
                solver_solve_window(solver, pos, lower, upper);
            assert_in_range(score + 100, found.lower + 100, found.upper + 100);
            assert_true(score <= lower   ? found.upper <= lower
                        : score >= upper ? found.lower >= upper
                                         : solver_is_score(found));
        }
        solver_free(solver);
    }
}

TEST(instruction_sets_explore_the_same_nodes)
{
    struct reference_random random = reference_seed(14);
    struct solver *solvers[8] = {NULL};
    int count = 0;
    const char *set = getenv("FOURSCORE_ISA");
    char *before = set == NULL ? NULL : strdup(set);
    for (const char *isa; count < 8 && (isa = solver_machine_isa(count));
         count++) {
        setenv("FOURSCORE_ISA", isa, 1);
        assert_string_equal(solver_chosen_isa(), isa);
        solvers[count] = open_solver("fast", 0);
        assert_string_equal(solver_isa(solvers[count]), isa);
    }
    before == NULL ? unsetenv("FOURSCORE_ISA")
                   : setenv("FOURSCORE_ISA", before, 1);
    free(before);

    for (int tested = 0; tested < scaled(300); tested++) {
        struct position pos = from_the_middle(&random);
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

/* From the middle of the game on; with an empty table each explores the same
 * nodes again. */
TEST(engines_agree)
{
    struct reference_random random = reference_seed(13);
    struct solver *solvers[MAX_ENGINES];
    struct solver *reference = open_solver("tutorial-12", 0);
    int engines = open_all(solvers);
    for (int tested = 0; tested < scaled(200); tested++) {
        struct position pos = from_the_middle(&random);
        int score = solve(reference, pos, SOLVER_STRONG);
        for (int i = 0; i < engines; i++) {
            uint64_t nodes[2];
            expect_score(solvers[i], pos, score);
            for (int j = 0; j < 2; j++) {
                solver_clear(solvers[i]);
                uint64_t before = solver_nodes(solvers[i]);
                solve(solvers[i], pos, SOLVER_STRONG);
                nodes[j] = solver_nodes(solvers[i]) - before;
            }
            assert_int_equal(nodes[0], nodes[1]);
        }
    }
    for (int i = 0; i < engines; i++)
        solver_free(solvers[i]);
    solver_free(reference);
}

/* Source: Tromp's table of small boards, and Steininger's. */
TEST_IF(empty_boards_have_their_published_scores, board_is_default(board))
{
    static const struct {
        int width, height, score;
    } known[] = {
        {4, 4, 0}, {4, 5, 0},  {4, 6, 0}, {4, 7, 0}, {5, 4, 0},
        {5, 5, 0}, {6, 4, -1}, {5, 6, 0}, {6, 5, 0}, {7, 4, 0},
    };
    EACH (c, known) {
        board = board_make(c->width, c->height);
        struct solver *solver = open_solver("fast", 0);
        expect_score(solver, board_empty(board), c->score);
        solver_free(solver);
        if (board_cells(board) > 25 || test_is_short())
            continue;
        solver = open_solver("tutorial-12", 0);
        expect_score(solver, board_empty(board), c->score);
        solver_free(solver);
    }
    board = board_default();
}

/* Source: the data of the tutorial's test protocol. */
TEST_IF(known_positions_have_their_published_scores, board_is_default(board))
{
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
    EACH (c, known)
        expect_score(solver, test_moves(board, c->moves), c->score);
    solver_free(solver);
}

TEST(scores_and_last_stones_are_consistent)
{
    for (int ply = 0; ply < board_cells(board); ply++)
        for (int stone = ply + 1; stone <= board_cells(board); stone++) {
            int score = (board_cells(board) + 2 - stone) / 2;
            if ((stone - ply) % 2 == 0)
                score = -score;
            assert_int_equal(board_last_stone(board, ply, score), stone);
            assert_int_equal(board_win_score(board, stone),
                             score > 0 ? score : -score);
        }
    assert_int_equal(board_last_stone(board, 0, 0), board_cells(board));
}

/* docs/search.md: 8.5 MiB, and for several threads 0.5 MiB for each of them. */
TEST_IF(all_boards_have_tables, board_is_default(board))
{
    struct solver *solver;
    for (int width = 1; width <= BOARD_MAX_WIDTH; width++)
        for (int height = 1; height <= BOARD_MAX_HEIGHT; height++) {
            if (!board_is_size(width, height))
                continue;
            struct solver_config config = {.board = board_make(width, height)};
            assert_true(solver_min_table_bytes(config.board, "tutorial-12", 1) >
                        0);
            for (int threads = 1; threads <= 16; threads++) {
                uint64_t min =
                    solver_min_table_bytes(config.board, NULL, threads);
                assert_in_range(min, 1, (17 + (threads > 1) * threads) << 19);
                assert_true(solver_default_table_bytes(config.board, NULL,
                                                       threads) >= min);
            }
            config.table_bytes = solver_min_table_bytes(config.board, NULL, 1);
            assert_ok(solver_new(&solver, &config));
            assert_true(solver_table(solver).bytes <= config.table_bytes);
            solver_free(solver);
            config.table_bytes--;
            assert_int_equal(solver_new(&solver, &config), SOLVER_UNSAFE_TABLE);
            assert_null(solver);
        }
}
