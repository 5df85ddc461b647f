/* Explanations, through the public headers only.  test/cli/test_sentences.py
 * checks what the sentences say. */
#include "test/unit/public.h"

#include <limits.h>

#include "lib/fourscore_game.h"

static fourscore_solver *solver;

TEST_BEFORE
{
    solver = test_solver(7, 6); /* of one thread: limits are exact */
    return 0;
}

TEST_AFTER
{
    fourscore_solver_free(solver);
    return 0;
}

/* 35234 and then d2, a mistake: a1 holds the draw. */
static struct fourscore_answer after, before;
enum { MOVE = 4 };

static void ask_both(void)
{
    after = test_find(solver, "352344", FOURSCORE_STRONG, FOURSCORE_PV);
    before = test_find(solver, "35234", FOURSCORE_WEAK, FOURSCORE_BEST);
}

TEST(answers_are_explained)
{
    struct fourscore_explanation found = FOURSCORE_EXPLANATION_INIT;
    ask_both();
    assert_ok(fourscore_explain_answers(&after, &before, MOVE, &found));
    assert_int_equal(found.winner, 1);
    assert_int_equal(found.move, MOVE);
    assert_int_equal(found.move_before, 0);
    assert_int_equal(found.move_after, -1);
    assert_int_equal(found.better_count, 1);
    assert_int_equal(found.better[0], 1);
    assert_string_equal(found.text,
                        "x is to move and wins at once, on move 7.\n"
                        "o d2 is a mistake: it loses. a1 holds the draw.\n");
    assert_string_equal(found.reasons[0].text,
                        "x wins at once at a1 (a1 b1 c1 d1).\n");
    assert_int_equal(fourscore_explain_answers(&after, &before, 5, &found),
                     FOURSCORE_BAD_MOVE);
    assert_int_equal(fourscore_explain_answers(&before, &after, MOVE, &found),
                     FOURSCORE_BAD_MOVE);
    assert_ok(fourscore_explain_answers(&after, NULL, 5, &found));
    assert_int_equal(found.move, 0);
}

/* What no solver answers, and what does not tell enough about a move: then
 * nothing is said about it. */
TEST(forged_answers_are_refused)
{
    static const struct {
        int *number, value;
        enum fourscore_status status;
    } cases[] = {
        {&before.best_count, 100, FOURSCORE_BAD_ARGUMENT},
        {&before.best_count, 12, FOURSCORE_BAD_ARGUMENT},
        {&before.best_count, 8, FOURSCORE_BAD_ARGUMENT},
        {&before.best_count, 2, FOURSCORE_BAD_ARGUMENT}, /* best[1] is 0 */
        {&before.best_count, -1, FOURSCORE_BAD_ARGUMENT},
        {&before.best_count, 0, FOURSCORE_OK},
        {&before.best[0], 0, FOURSCORE_BAD_ARGUMENT},
        {&before.best[0], 8, FOURSCORE_BAD_ARGUMENT},
        {&before.best[0], INT_MIN, FOURSCORE_BAD_ARGUMENT},
        {&before.score.lower, INT_MIN, FOURSCORE_BAD_ARGUMENT},
        {&before.score.upper, INT_MAX, FOURSCORE_BAD_ARGUMENT},
        {&before.score.lower, 1, FOURSCORE_BAD_ARGUMENT}, /* above the upper */
        {&before.score.lower, -1, FOURSCORE_OK},          /* a draw or a loss */
        {&before.finished, 0, FOURSCORE_OK},
        {&after.pv_length, FOURSCORE_MAX_CELLS + 1, FOURSCORE_BAD_ARGUMENT},
        {&after.pv_length, -1, FOURSCORE_BAD_ARGUMENT},
        {&after.pv[0], 8, FOURSCORE_BAD_ARGUMENT},
        {&after.best_count, FOURSCORE_MAX_WIDTH, FOURSCORE_BAD_ARGUMENT},
        {&after.score.lower, -FOURSCORE_MAX_CELLS - 1, FOURSCORE_BAD_ARGUMENT},
        {&after.score.upper, FOURSCORE_MAX_CELLS + 1, FOURSCORE_BAD_ARGUMENT},
    };
    EACH (c, cases) {
        struct fourscore_explanation found = FOURSCORE_EXPLANATION_INIT;
        ask_both();
        *c->number = c->value;
        if (fourscore_explain_answers(&after, &before, MOVE, &found) !=
            c->status)
            fail_msg("case %td: %d", c - cases, c->value);
        assert_int_equal(found.move, 0);
        assert_int_equal(found.reason_count, c->status == FOURSCORE_OK);
        assert_false(c->number == &before.finished && found.finished);
    }
    /* Scores that no position with so many stones has. */
    struct fourscore_explanation found = FOURSCORE_EXPLANATION_INIT;
    int left = 42 - fourscore_ply(&after.position);
    const int scores[] = {(left + 1) / 2 + 1, FOURSCORE_MAX_CELLS,
                          -left / 2 - 1, -FOURSCORE_MAX_CELLS};
    EACH (score, scores) {
        ask_both();
        after.score = (struct fourscore_bounds){*score, *score};
        assert_bad_argument(fourscore_explain_answers(&after, NULL, 0, &found));
    }
    ask_both();
    before.best[1] = before.best[0];
    before.best_count = 2;
    assert_bad_argument(
        fourscore_explain_answers(&after, &before, MOVE, &found));
    ask_both();
    after.status = FOURSCORE_CANCELLED;
    assert_bad_argument(fourscore_explain_answers(&after, NULL, 0, &found));
    ask_both();
    after.position = (fourscore_position){{0}};
    assert_bad_argument(fourscore_explain_answers(&after, NULL, 0, &found));
}

static struct fourscore_explanation explain(const char *moves, int move,
                                            uint64_t nodes)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_explanation found = FOURSCORE_EXPLANATION_INIT;
    query.position = test_position(7, 6, moves);
    query.nodes = nodes;
    assert_ok(fourscore_explain(solver, &query, move, &found));
    return found;
}

TEST(moves_are_judged_by_the_result)
{
    static const struct {
        const char *moves;
        int move, before, after, only, better;
        const char *says;
    } cases[] = {
        {"", 4, 1, 1, 1, 0, "x d1 is the only move that wins.\n"},
        {"", 3, 1, 0, 0, 1,
         "x c1 is a mistake: it gives the win away. d1 wins.\n"},
        {"", 1, 1, -1, 0, 1,
         "x a1 is a mistake: it gives the win away and loses. d1 wins.\n"},
        {"35234", 1, 0, 0, 1, 0, "o a1 is the only move that does not lose.\n"},
        {"4", 4, -1, -1, 0, 0, ""},  /* all moves lose */
        {"4455", 4, 1, 1, 0, 0, ""}, /* c1 wins, too */
    };
    EACH (c, cases) {
        struct fourscore_explanation found = explain(c->moves, c->move, 0);
        assert_string_equal(strchr(found.text, '\n') + 1, c->says);
        assert_int_equal(found.move_before, c->before);
        assert_int_equal(found.move_after, c->after);
        assert_int_equal(found.move_only, c->only);
        assert_int_equal(found.better_count, c->better);
        assert_true(found.finished);
    }
}

/* A win that is seen without a search bounds the score. */
TEST(what_is_seen_bounds_the_score)
{
    static const struct {
        const char *moves;
        int kind, length, winner, least;
    } cases[] = {
        {"363767665174", FOURSCORE_BY_DOUBLE_THREAT, 3, 1, 13},
        {"34261155412653", FOURSCORE_BY_NO_DEFENCE, 3, 1, 12},
        {"6566421535536", FOURSCORE_BY_DOUBLE_THREAT, 11, 2, 9},
        {"2551655533631", FOURSCORE_BY_LATE_FOURS, 1, 2, 1},
        {"751563765", FOURSCORE_BY_ZUGZWANG, 1, 2, 3},
        {"45514624747632", FOURSCORE_BY_LATE_FOURS, 0, 2, 1},
        {"2544663433442147", FOURSCORE_BY_ZUGZWANG, 0, 2, 2},
    };
    assert_ok(fourscore_set_book(solver, NULL));
    EACH (c, cases) {
        fourscore_clear(solver);
        struct fourscore_explanation found = explain(c->moves, 0, 1);
        int mover = (int)strlen(c->moves) % 2 + 1;
        assert_int_equal(found.winner, c->winner);
        assert_int_equal(found.reasons[0].kind, c->kind);
        assert_int_equal(found.reasons[0].line_length, c->length);
        if (c->winner == mover)
            assert_int_equal(found.score.lower, c->least);
        else
            assert_int_equal(found.score.upper, -c->least);
        assert_false(found.finished);
        struct fourscore_answer answer =
            test_find(solver, c->moves, FOURSCORE_STRONG, 0);
        assert_in_range(answer.score.lower + 100, found.score.lower + 100,
                        found.score.upper + 100);
    }
}

/* test/cli/test_sentences.py checks that such sentences are true. */
TEST(reasons_are_told_in_these_words)
{
    static const struct {
        const char *moves, *texts[2];
    } cases[] = {
        {"3221774457466172633225141",
         {"Why x does not win:\n"
          "If both sides play well, for example: o e3 (forced), x c4, o d5, x "
          "d6, o f4.\n"
          "From here o only copies: it answers every stone of x in the same "
          "column.\n"
          "Except in columns b and e, which have an odd number of free cells: "
          "there o answers the first stone in one with a stone in the other.\n"
          "So o gets all cells marked +.\n"
          "Without them x makes no four.\n",
          "Why o does not win:\n"
          "The same moves up to x d6, then: o c5, x b6, o c6, x e4, o e5, x "
          "a5, o a6, x g5, o f4, x f5.\n"
          "o can no longer make four: every line has a stone of x.\n"}},
        {"1211116437124646",
         {"x forces the win: x d4, o d5 (forced), x f4.\n"
          "From here x only copies: it answers every stone of o in the same "
          "column.\n"
          "Except in columns with an odd number of free cells (! and above do "
          "not count), now c, d, e and g: there x answers a stone in such a "
          "column with a stone in another.\n"
          "So x gets all cells marked +.\n"
          "Any four that o can still make without them comes too late: a four "
          "of x is below it.\n"
          "o runs out of other moves and must play e2; then x wins at e3 (c1 "
          "d2 e3 f4).\n"}},
        {"736114743724366344461353",
         {"If both sides play well, for example: x b2, o b3, x f5, o f6, x a4, "
          "o a5, x a6, o g4, x g5, o g6.\n"
          "Wherever x plays, o wins above: after b4 at b5 (a5 b5 c5 d5), after "
          "e2 at e3 (c1 d2 e3 f4).\n"}},
    };
    assert_ok(fourscore_set_book(solver, NULL));
    EACH (c, cases) {
        struct fourscore_explanation found = explain(c->moves, 0, 0);
        assert_int_equal(found.reason_count, c->texts[1] != NULL ? 2 : 1);
        for (int k = 0; k < found.reason_count; k++) {
            const char *text = found.reasons[k].text;
            const char *detail = strstr(text, "Except in columns");
            assert_string_equal(text, c->texts[k]);
            assert_int_equal(found.reasons[k].detail,
                             detail != NULL ? detail - text : 0);
        }
    }
}
