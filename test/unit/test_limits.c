/* What the functions of fourscore_game.h ask a solver, with which limits, and
 * what they say when it is stopped.  The linker puts a solver in place of
 * fourscore_ask() whose answers are written down here, or the true one, which
 * is cancelled before a certain question. */
#include "test/unit/public.h"

#include "lib/fourscore_game.h"

enum { MAX_CALLS = 8 };
static struct fourscore_query asked[MAX_CALLS];
static struct fourscore_answer answers[MAX_CALLS];
static int calls, cancelled_call;
static bool is_true; /* the true solver answers */
static fourscore_solver *solver;
static fourscore_cancel *cancel;

/* The linker's name for a replacement. */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl*,readability-*) */
enum fourscore_status __wrap_fourscore_ask(fourscore_solver *asks,
                                           const struct fourscore_query *query,
                                           struct fourscore_answer *answer);
enum fourscore_status __real_fourscore_ask(fourscore_solver *asks,
                                           const struct fourscore_query *query,
                                           struct fourscore_answer *answer);
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl*,readability-*) */

enum fourscore_status __wrap_fourscore_ask(fourscore_solver *asks,
                                           const struct fourscore_query *query,
                                           struct fourscore_answer *answer)
{
    if (is_true) {
        if (calls++ == cancelled_call)
            fourscore_cancel_now(cancel);
        return __real_fourscore_ask(asks, query, answer);
    }
    assert_true(calls < MAX_CALLS);
    asked[calls] = *query;
    *answer = answers[calls++];
    answer->size = sizeof *answer;
    answer->position = query->position;
    return FOURSCORE_OK;
}

TEST_BEFORE
{
    solver = test_solver_of((struct fourscore_config){.width = 5, .height = 5});
    return fourscore_cancel_new(&cancel) != FOURSCORE_OK;
}

TEST_AFTER
{
    fourscore_solver_free(solver);
    fourscore_cancel_free(cancel);
    return 0;
}

/* Answer as a test writes down, in 'answers'. */
static void begin_script(void)
{
    calls = 0;
    is_true = false;
    memset(answers, 0, sizeof answers);
}

/* Let the perfect level move, from the beginning of the script. */
static struct fourscore_move move_within(double seconds, double best_seconds)
{
    struct fourscore_opponent opponent = {
        sizeof opponent, .level = FOURSCORE_LEVELS, .seconds = seconds,
        .best_seconds = best_seconds, .cancel = cancel};
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    fourscore_position start = test_position(5, 5, "");
    calls = 0;
    assert_ok(fourscore_find_move(solver, &start, &opponent, &move));
    for (int i = 0; i < calls; i++) {
        assert_ptr_equal(asked[i].cancel, cancel);
        assert_int_equal(asked[i].find, FOURSCORE_BEST);
        assert_int_equal(asked[i].goal,
                         i == 0 ? FOURSCORE_STRONG : FOURSCORE_WEAK);
    }
    return move;
}

TEST(the_perfect_level_shares_its_time)
{
    begin_script();
    static const struct {
        double seconds, best_seconds, taken, first, second;
    } cases[] = {
        {10, 0, 4, 5, 6},   /* half, and what is left */
        {10, 3, 3, 3, 7},   /* as told */
        {10, 20, 4, 10, 6}, /* at most all */
        {0, 3, 3, 3, 0},    /* no limit after the best moves */
        {0, 0, 3, 0, 0},
    };
    answers[0].nodes = 100;
    answers[1].nodes = 23;
    answers[1].best[0] = 3;
    answers[1].best_count = 1;
    EACH (c, cases) {
        answers[0].seconds = c->taken;
        struct fourscore_move move = move_within(c->seconds, c->best_seconds);
        assert_int_equal(calls, 2);
        assert_true(asked[0].seconds == c->first);
        assert_true(asked[1].seconds == c->second);
        assert_int_equal(move.proof, FOURSCORE_MOVE_KEEPS);
        assert_int_equal(move.column, 3);
        assert_int_equal(move.nodes, 123);
    }
    /* Nothing is left. */
    answers[0].seconds = 10;
    assert_int_equal(move_within(10, 0).proof, FOURSCORE_MOVE_CHOSEN);
    assert_int_equal(calls, 1);
    /* A best move needs no second question. */
    answers[0].best[0] = 5;
    answers[0].best_count = 1;
    struct fourscore_move move = move_within(10, 0);
    assert_int_equal(calls, 1);
    assert_int_equal(move.proof, FOURSCORE_MOVE_BEST);
    assert_int_equal(move.column, 5);
    assert_int_equal(move.nodes, 100);
}

static void explain_within(double seconds)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_explanation found = FOURSCORE_EXPLANATION_INIT;
    query.position = test_position(5, 5, "44");
    query.seconds = seconds;
    query.nodes = 77;
    query.cancel = cancel;
    calls = 0;
    assert_ok(fourscore_explain(solver, &query, 3, &found));
    assert_int_equal(calls, 2);
    assert_int_equal(fourscore_ply(&asked[0].position), 3);
    assert_int_equal(asked[0].goal, FOURSCORE_STRONG);
    assert_int_equal(asked[0].find, FOURSCORE_PV);
    assert_int_equal(fourscore_ply(&asked[1].position), 2);
    assert_int_equal(asked[1].goal, FOURSCORE_WEAK);
    assert_int_equal(asked[1].find, FOURSCORE_BEST);
    for (int i = 0; i < calls; i++) {
        assert_int_equal(asked[i].nodes, 77);
        assert_ptr_equal(asked[i].cancel, cancel);
    }
}

TEST(an_explanation_has_one_limit_of_time)
{
    begin_script();
    answers[0].seconds = 4;
    explain_within(10);
    assert_true(asked[0].seconds == 10);
    assert_true(asked[1].seconds == 6);
    /* 0 would be no limit. */
    answers[0].seconds = 11;
    explain_within(10);
    assert_true(asked[1].seconds > 0 && asked[1].seconds < 0.001);
    explain_within(0);
    assert_true(asked[0].seconds == 0 && asked[1].seconds == 0);
}

TEST(a_review_asks_from_the_end_with_the_limits_of_the_caller)
{
    begin_script();
    struct fourscore_query limits = FOURSCORE_QUERY_INIT;
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    limits.seconds = 7;
    limits.nodes = 9;
    limits.cancel = cancel;
    limits.fresh = 1;
    assert_ok(fourscore_review_game(solver, "4453", &limits, &review));
    assert_int_equal(calls, 5);
    for (int i = 0; i < calls; i++) {
        assert_int_equal(fourscore_ply(&asked[i].position), 4 - i);
        assert_int_equal(asked[i].goal, FOURSCORE_STRONG);
        assert_int_equal(asked[i].find, FOURSCORE_BEST);
        assert_true(asked[i].seconds == 7);
        assert_int_equal(asked[i].nodes, 9);
        assert_int_equal(asked[i].fresh, 0);
        assert_ptr_equal(asked[i].cancel, cancel);
    }
}

/* A search that is ended ends the search for a puzzle. */
TEST(a_cancelled_search_for_a_puzzle_ends)
{
    begin_script();
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    uint64_t number = 0;
    config.width = config.height = 5;
    config.cancel = cancel;
    assert_ok(fourscore_find_puzzle(solver, &config, &number, &puzzle));
    assert_int_equal(calls, 1);
    assert_int_equal(asked[0].find, FOURSCORE_ALL_MOVES);
    assert_ptr_equal(asked[0].cancel, cancel);
    assert_int_equal(puzzle.move, 0);
}

/* --------------------------------------------------- the true solver, stopped
 */

enum { NO_CALL = -1 };

/* Let the true solver answer, with an empty table, until a question. */
static void begin_until(int call)
{
    fourscore_cancel_free(cancel);
    assert_ok(fourscore_cancel_new(&cancel));
    fourscore_clear(solver);
    cancelled_call = call;
    calls = 0;
    is_true = true;
}

static void assert_holds(struct fourscore_bounds found,
                         struct fourscore_bounds score)
{
    assert_true(found.lower <= score.lower && score.upper <= found.upper);
}

static int sign(int score)
{
    return (score > 0) - (score < 0);
}

static void check_explanation(const struct fourscore_explanation *found,
                              const struct fourscore_explanation *full)
{
    assert_holds(found->score, full->score);
    assert_true(found->winner == -1 || found->winner == full->winner);
    assert_true(!found->finished ||
                (found->score.lower == full->score.lower &&
                 found->winner == full->winner && found->reason_count > 0));
    if (found->reason_count > 0)
        assert_true(found->winner != -1);
    if (found->move != 0) {
        assert_int_equal(found->move_before, full->move_before);
        assert_int_equal(found->move_after, full->move_after);
        assert_int_equal(found->move_only, full->move_only);
        assert_int_equal(found->better_count, full->better_count);
    }
    if (sign(found->score.lower) != sign(found->score.upper))
        assert_int_equal(found->winner, -1);
}

static struct fourscore_explanation explain(const char *moves, uint64_t nodes)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_explanation found = FOURSCORE_EXPLANATION_INIT;
    int count = (int)strlen(moves) - 1;
    char before[FOURSCORE_MAX_CELLS + 1];
    snprintf(before, sizeof before, "%.*s", count, moves);
    query.position = test_position(5, 5, before);
    query.nodes = nodes;
    query.cancel = cancel;
    assert_ok(fourscore_explain(solver, &query, moves[count] - '0', &found));
    return found;
}

static void check_review(const struct fourscore_review *found,
                         const struct fourscore_review *full)
{
    assert_holds(found->score, full->score);
    assert_true(found->winner == -1 || found->winner == full->winner);
    assert_true(found->decided == -1 || found->decided == full->decided);
    assert_true(found->changes <= full->changes);
    for (int i = 0; i < found->count; i++) {
        const struct fourscore_judged_move *move = &found->moves[i];
        assert_holds(move->before, full->moves[i].before);
        assert_holds(move->after, full->moves[i].after);
        assert_true(move->verdict == FOURSCORE_NOT_JUDGED ||
                    move->verdict == full->moves[i].verdict);
        assert_true(move->choice == -1 ||
                    move->choice == full->moves[i].choice);
    }
}

static struct fourscore_review review(const char *moves, uint64_t nodes)
{
    struct fourscore_query limits = FOURSCORE_QUERY_INIT;
    struct fourscore_review found = FOURSCORE_REVIEW_INIT;
    limits.nodes = nodes;
    limits.cancel = cancel;
    assert_ok(fourscore_review_game(solver, moves, &limits, &found));
    return found;
}

/* The move is one of the best if it says so, and keeps the result if it says
 * that. */
static void check_move(const char *moves)
{
    struct fourscore_opponent opponent = {
        sizeof opponent, .level = FOURSCORE_LEVELS, .cancel = cancel};
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    fourscore_position position = test_position(5, 5, moves), next = position;
    assert_ok(fourscore_find_move(solver, &position, &opponent, &move));
    assert_ok(fourscore_play(&next, move.column));
    is_true = false; /* fourscore_solve() is not counted */
    struct fourscore_bounds score, after;
    assert_ok(fourscore_solve(solver, &position, FOURSCORE_STRONG, &score));
    assert_ok(fourscore_solve(solver, &next, FOURSCORE_STRONG, &after));
    if (move.proof == FOURSCORE_MOVE_BEST)
        assert_int_equal(-after.lower, score.lower);
    if (move.proof == FOURSCORE_MOVE_KEEPS)
        assert_int_equal(-sign(after.lower), sign(score.lower));
}

/* On 5x5; the last one is over. */
static const char *const games[] = {"52144255", "3412433125", "521422543321",
                                    "545235114523", "1212121"};

TEST(a_stop_at_any_question_leaves_nothing_wrong)
{
    int stops = 0;
    EACH (game, games) {
        begin_until(NO_CALL);
        struct fourscore_explanation explained = explain(*game, 0);
        int explain_calls = calls;
        begin_until(NO_CALL);
        struct fourscore_review reviewed = review(*game, 0);
        int review_calls = calls;
        for (int call = 0; call < explain_calls; call++) {
            begin_until(call);
            struct fourscore_explanation found = explain(*game, 0);
            check_explanation(&found, &explained);
            stops += !found.finished;
        }
        for (int call = 0; call < review_calls; call++) {
            begin_until(call);
            struct fourscore_review found = review(*game, 0);
            check_review(&found, &reviewed);
            begin_until(call);
            if (!reviewed.finished)
                check_move(*game);
        }
    }
    assert_true(stops > 5);
}

TEST(a_stop_at_any_node_leaves_nothing_wrong)
{
    int stops = 0;
    EACH (game, games) {
        begin_until(NO_CALL);
        struct fourscore_explanation explained = explain(*game, 0);
        struct fourscore_review reviewed = review(*game, 0);
        for (uint64_t nodes = 1; nodes < 1 << 16; nodes *= 3) {
            begin_until(NO_CALL);
            struct fourscore_explanation found = explain(*game, nodes);
            check_explanation(&found, &explained);
            stops += !found.finished;
            begin_until(NO_CALL);
            struct fourscore_review some = review(*game, nodes);
            check_review(&some, &reviewed);
        }
    }
    assert_true(stops > 20);
}
