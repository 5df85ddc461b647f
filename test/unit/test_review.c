/* Reviews, by the public library: games that are judged by given scores, and by
 * those of a solver. */
#include "test/unit/public.h"

#include <limits.h>

#include "lib/fourscore_game.h"

enum { WIDTH = 4, HEIGHT = 4 };

static struct fourscore_point point(int lower, int upper, int best_count)
{
    return (struct fourscore_point){.score = {lower, upper},
                                    .best = {1, 2, 3, 4},
                                    .best_count = best_count};
}

static struct fourscore_review judged(const char *moves,
                                      const struct fourscore_point *points)
{
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    assert_ok(fourscore_judge_game(WIDTH, HEIGHT, moves, points, &review));
    assert_int_equal(review.size, sizeof review);
    assert_non_null(memchr(review.summary, '.', sizeof review.summary));
    return review;
}

TEST(every_verdict_has_its_scores)
{
    static const struct {
        struct fourscore_bounds before, next; /* for the side to move there */
        int verdict, lost;
    } cases[] = {
        {{2, 2}, {-2, -2}, FOURSCORE_BEST_MOVE, 0},
        {{0, 0}, {0, 0}, FOURSCORE_BEST_MOVE, 0},
        {{-3, -3}, {3, 3}, FOURSCORE_BEST_MOVE, 0},
        {{5, 5}, {-2, -2}, FOURSCORE_SLOWER_WIN, 3},
        {{-1, -1}, {4, 4}, FOURSCORE_SOONER_LOSS, 3},
        {{0, 0}, {1, 1}, FOURSCORE_DRAW_LOST, 0},
        {{1, 1}, {0, 0}, FOURSCORE_WIN_DRAWN, 0},
        {{1, 1}, {1, 1}, FOURSCORE_WIN_LOST, 0},
        /* Bounds: */
        {{1, 5}, {1, 5}, FOURSCORE_WIN_LOST, 0},
        {{1, 5}, {0, 0}, FOURSCORE_WIN_DRAWN, 0},
        {{0, 0}, {1, 5}, FOURSCORE_DRAW_LOST, 0},
        {{1, 5}, {-5, -1}, FOURSCORE_NOT_JUDGED, 0},
        {{3, 3}, {-3, -1}, FOURSCORE_NOT_JUDGED, 0},
        {{-8, 3}, {-3, -3}, FOURSCORE_BEST_MOVE, 0}, /* no score is above 3 */
        {{-8, 8}, {-8, 8}, FOURSCORE_NOT_JUDGED, 0},
        {{1, 8}, {0, 8}, FOURSCORE_NOT_JUDGED, 0},
    };
    /* The most is that of the position, and of no move. */
    const struct fourscore_point wide[] = {point(-2, 3, 0), point(-8, 8, 0)};
    struct fourscore_review bounded = judged("1", wide);
    assert_int_equal(bounded.moves[0].after.upper, 3);
    EACH (c, cases) {
        struct fourscore_point points[2] = {{.score = c->before},
                                            {.score = c->next}};
        struct fourscore_review review = judged("1", points);
        const struct fourscore_judged_move *move = &review.moves[0];
        if (move->verdict != c->verdict)
            fail_msg("case %td: %s", c - cases,
                     fourscore_verdict_name(move->verdict));
        assert_int_equal(move->lost, c->lost);
        assert_true(move->before.lower >= move->after.lower);
        assert_true(move->before.upper >= move->after.upper);
    }
}

/* A position whose best moves are not known. */
#define BOUNDS(lower, upper)                                                   \
    {                                                                          \
        {lower, upper}, {0}, 0                                                 \
    }

TEST(decisions_need_no_verdict)
{
    static const struct {
        const char *moves;
        struct fourscore_point points[3];
        int decided, winner;
    } cases[] = {
        /* a win became a draw or a loss; which of them is not known */
        {"1", {BOUNDS(1, 8), BOUNDS(0, 8)}, 1, -1},
        {"1", {BOUNDS(0, 8), BOUNDS(1, 1)}, 1, 2},
        {"1", {BOUNDS(-1, 8), BOUNDS(1, 1)}, -1, 2}, /* perhaps lost before */
        {"12", {BOUNDS(-8, 8), BOUNDS(1, 1), BOUNDS(-1, -1)}, -1, 2},
    };
    EACH (c, cases) {
        struct fourscore_review review = judged(c->moves, c->points);
        assert_int_equal(review.decided, c->decided);
        assert_int_equal(review.winner, c->winner);
        assert_int_equal(review.changes, c->decided > 0);
    }
}

TEST(accuracy_is_that_of_the_choices)
{
    const struct fourscore_point points[] = {
        point(4, 4, 1),   /* x: best of a choice */
        point(-4, -4, 4), /* o: no choice */
        point(4, 4, 2),   /* x: slower by 2, 90% */
        point(-2, -2, 0), /* o: best, choice not known */
        point(2, 2, 3),   /* x: win thrown away */
        point(0, 0, 3),   /* o: best */
        point(0, 0, 0),
    };
    struct fourscore_review review = judged("123412", points);
    assert_int_equal(review.sides[0].choices, 3);
    assert_int_equal(review.sides[0].unknown, 0);
    assert_int_equal(review.sides[0].accuracy, 63); /* 190 / 3 */
    assert_int_equal(review.sides[1].choices, 1);
    assert_int_equal(review.sides[1].unknown, 1);
    assert_int_equal(review.sides[1].accuracy, 100);
    assert_int_equal(review.moves[1].choice, 0);
    assert_int_equal(review.moves[3].choice, -1);
    assert_int_equal(review.decided, 5);
    assert_int_equal(review.winner, 0);

    /* 1 of 20 less than perfect is not rounded to 100. */
    struct fourscore_point nearly[] = {point(2, 2, 1), point(-1, -1, 4)};
    review = judged("1", nearly);
    assert_int_equal(review.sides[0].accuracy, 95);
    assert_int_equal(review.sides[1].accuracy, -1);
}

/* 5% for each stone, but at least 50%. */
TEST(slow_wins_and_quick_losses_cost_at_most_half)
{
    static const int accuracies[] = {100, 95, 90, 85, 80, 75, 70,
                                     65,  60, 55, 50, 50, 50};
    for (int lost = 0; lost < 13; lost++) {
        const struct fourscore_point won[] = {point(20, 20, 1),
                                              point(lost - 20, lost - 20, 0)};
        const struct fourscore_point gone[] = {point(-1, -1, 1),
                                               point(lost + 1, lost + 1, 0)};
        struct fourscore_review review = judged("1", won);
        assert_int_equal(review.sides[0].accuracy, accuracies[lost]);
        assert_int_equal(review.moves[0].lost, lost);
        review = judged("1", gone);
        assert_int_equal(review.sides[0].accuracy, accuracies[lost]);
        assert_int_equal(review.moves[0].lost, lost);
    }
}

TEST(summaries_tell_what_is_known)
{
    static const struct {
        const char *moves;
        struct fourscore_point points[4];
        const char *summary;
    } cases[] = {
        {"",
         {BOUNDS(1, 1)},
         "With best play from here x wins on move 15; no move changed the "
         "result."},
        {"1",
         {BOUNDS(0, 0), BOUNDS(-8, 8)},
         "It is not known who wins; where the result changed last is not "
         "known."},
        {"1",
         {BOUNDS(1, 8), BOUNDS(0, 8)},
         "It is not known who wins: x threw the win away with move 1 (a1)."},
        {"1",
         {BOUNDS(0, 8), BOUNDS(1, 8)},
         "With best play from here o wins: x threw the result away with move 1 "
         "(a1)."},
        {"1",
         {BOUNDS(0, 0), BOUNDS(1, 1)},
         "With best play from here o wins on move 16: x threw the draw away "
         "with move 1 (a1)."},
        {"1",
         {BOUNDS(2, 3), BOUNDS(0, 0)},
         "With best play from here it is a draw: x threw the win away with "
         "move 1 (a1)."},
        {"12",
         {BOUNDS(0, 0), BOUNDS(1, 1), BOUNDS(0, 0)},
         "With best play from here it is a draw: o threw the win away with "
         "move 2 (b1), the last of 2 moves that changed the result."},
        {"123",
         {BOUNDS(0, 0), BOUNDS(1, 1), BOUNDS(0, 0), BOUNDS(2, 5)},
         "With best play from here o wins: x threw the draw away with move 3 "
         "(c1), the last of 3 moves that changed the result."},
        {"123",
         {BOUNDS(-8, 8), BOUNDS(-8, 8), BOUNDS(0, 0), BOUNDS(2, 5)},
         "With best play from here o wins: x threw the draw away with move 3 "
         "(c1)."},
        {"123",
         {BOUNDS(-8, 8), BOUNDS(1, 8), BOUNDS(0, 0), BOUNDS(2, 5)},
         "With best play from here o wins: x threw the draw away with move 3 "
         "(c1), the last of at least 2 moves that changed the result."},
    };
    EACH (c, cases) {
        struct fourscore_review review = judged(c->moves, c->points);
        assert_string_equal(review.summary, c->summary);
        assert_false(review.finished);
    }
    const struct fourscore_point drawn[5] = {point(0, 0, 0)};
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    assert_ok(fourscore_judge_game(2, 2, "1212", drawn, &review));
    assert_true(review.finished);
    assert_string_equal(review.summary, "The game ended in a draw; no move "
                                        "changed the result.");
    assert_ok(fourscore_judge_game(2, 2, "121", drawn, &review));
    assert_false(review.finished);
    struct fourscore_point won[8] = {point(0, 0, 0)};
    won[6] = point(5, 5, 0);
    won[7] = point(-5, -5, 0);
    review = judged("1212121", won);
    assert_true(review.finished);
    assert_string_equal(review.summary,
                        "x won on move 7: o threw the draw away with move 6 "
                        "(b3).");
}

TEST(wrong_arguments_are_refused)
{
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    struct fourscore_point points[3] = {point(0, 0, 1), point(0, 0, 1),
                                        point(0, 0, 1)};
    const struct {
        int width;
        const char *moves;
        struct fourscore_point middle;
        enum fourscore_status status;
    } cases[] = {
        {99, "1", point(0, 0, 1), FOURSCORE_NO_BOARD},
        {4, "15", point(0, 0, 1), FOURSCORE_BAD_POSITION},
        {4, "12", point(1, 0, 1), FOURSCORE_BAD_ARGUMENT},
        {4, "12", point(0, 0, -1), FOURSCORE_BAD_ARGUMENT},
        {4, "12", point(0, 0, 5), FOURSCORE_BAD_ARGUMENT},
        {4, "12", {{0, 0}, {2, 2}, 2}, FOURSCORE_BAD_ARGUMENT},
        {4, "12", {{0, 0}, {0, 1}, 1}, FOURSCORE_BAD_ARGUMENT},
        {4, "12", point(INT_MIN, 0, 1), FOURSCORE_BAD_ARGUMENT},
        {4, "12", point(0, INT_MAX, 1), FOURSCORE_BAD_ARGUMENT},
        {4, "12", point(-FOURSCORE_MAX_CELLS - 1, 0, 1),
         FOURSCORE_BAD_ARGUMENT},
        {4, "12", point(0, FOURSCORE_MAX_CELLS + 1, 1), FOURSCORE_BAD_ARGUMENT},
        {4, "12", point(-FOURSCORE_MAX_CELLS, FOURSCORE_MAX_CELLS, 1),
         FOURSCORE_OK},
        {4, "12", point(-2, -1, 1), FOURSCORE_BAD_ARGUMENT}, /* 0 < 1 */
    };
    EACH (c, cases) {
        points[1] = c->middle;
        assert_int_equal(
            fourscore_judge_game(c->width, HEIGHT, c->moves, points, &review),
            c->status);
        assert_int_equal(review.width, c->status == FOURSCORE_OK ? WIDTH : 0);
        review.width = 0;
    }
    /* Column 1 is full; the game is over. */
    struct fourscore_point full[5] = {point(0, 0, 0)};
    struct fourscore_point over[8] = {point(0, 0, 0)};
    full[4] = point(0, 0, 1);
    assert_bad_argument(fourscore_judge_game(4, 4, "1111", full, &review));
    full[4].best[0] = 2;
    assert_ok(fourscore_judge_game(4, 4, "1111", full, &review));
    over[7] = point(0, 0, 1);
    assert_bad_argument(fourscore_judge_game(4, 4, "1212121", over, &review));
    points[1] = point(0, 0, 1);
    review.size = sizeof review.size - 1;
    assert_bad_argument(fourscore_judge_game(4, HEIGHT, "12", points, &review));
    assert_null(fourscore_verdict_name(-1));
    assert_null(fourscore_verdict_text(-1));
    assert_null(fourscore_verdict_name(FOURSCORE_VERDICTS));
    assert_null(fourscore_verdict_text(FOURSCORE_VERDICTS));
}

/* The bounds of an answer too short to have any are the widest. */
TEST(points_are_what_answers_tell)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    answer.score = (struct fourscore_bounds){-3, 4};
    answer.best[0] = 5;
    answer.best_count = 1;
    answer.position = test_position(7, 6, "");
    struct fourscore_point found = fourscore_point_of(&answer);
    assert_int_equal(found.score.lower, -3);
    assert_int_equal(found.score.upper, 4);
    assert_int_equal(found.best_count, 0); /* perhaps there are others */
    answer.found = FOURSCORE_BEST | FOURSCORE_PV;
    found = fourscore_point_of(&answer);
    assert_int_equal(found.best_count, 1);
    assert_int_equal(found.best[0], 5);
    const int forged[] = {FOURSCORE_MAX_WIDTH, 100, INT_MAX, INT_MIN, 2};
    EACH (count, forged) {
        answer.best_count = *count;
        assert_int_equal(fourscore_point_of(&answer).best_count, 0);
    }
    answer.size = sizeof answer.size - 1;
    found = fourscore_point_of(&answer);
    assert_int_equal(found.score.lower, -FOURSCORE_MAX_CELLS);
    assert_int_equal(found.score.upper, FOURSCORE_MAX_CELLS);
    assert_int_equal(found.best_count, 0);
}

/* test_limits.c has what is asked. */
TEST(a_solver_gives_the_points)
{
    OWNED(solver) solver = test_solver(5, 5);
    struct fourscore_query limits = FOURSCORE_QUERY_INIT;
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    limits.nodes = 1;
    assert_ok(fourscore_review_game(solver, "3334512", &limits, &review));
    assert_true(review.sides[0].unknown > 0);
    assert_ok(fourscore_review_game(solver, "3334512", NULL, &review));
    assert_int_equal(review.sides[0].unknown + review.sides[1].unknown, 0);
    struct fourscore_answer answer =
        test_find(solver, "33345", FOURSCORE_STRONG, FOURSCORE_BEST);
    assert_int_equal(review.moves[5].column, 1);
    assert_int_equal(review.moves[5].before.lower, answer.score.lower);
    assert_int_equal(review.moves[5].before.upper, answer.score.upper);
    assert_int_equal(review.moves[5].best_count, answer.best_count);
    assert_int_equal(fourscore_review_game(solver, "6", NULL, &review),
                     FOURSCORE_BAD_POSITION);
    limits.seconds = -1;
    assert_bad_argument(fourscore_review_game(solver, "5", &limits, &review));
}
