#include "tools/check.h"

#include <string.h>

/* The number of scores in a line. */
static int score_count(const struct answer_request *request,
                       const struct answer *answer)
{
    return request->all_moves ? answer->pos.board.width : 1;
}

static int expected_score(const struct answer_request *request, int score)
{
    if (request->goal == SOLVER_STRONG || score == SOLVER_NO_MOVE)
        return score;
    return board_weak_score(score);
}

enum check_result check_answer(const struct answer_request *request,
                               const struct answer *answer, const int *expected)
{
    const struct solver_bounds *found =
        request->all_moves ? answer->move_scores : &answer->score;
    for (int i = 0; i < score_count(request, answer); i++) {
        int score = expected_score(request, expected[i]);
        if (score < found[i].lower || score > found[i].upper)
            return CHECK_WRONG;
    }
    return answer->finished ? CHECK_RIGHT : CHECK_UNFINISHED;
}

void check_print(const struct answer_request *request,
                 const struct answer *answer, const int *expected,
                 const struct line *line, size_t length)
{
    printf("%s:%lu: %.*s: expected", line->name, line->number,
           length == 0 ? 1 : (int)length,
           length == 0 ? lines_moves("") : line->text);
    for (int i = 0; i < score_count(request, answer); i++)
        printf(" %d", expected_score(request, expected[i]));
    fputs(", found", stdout);
    answer_print_scores(request, answer);
    putchar('\n');
}

static json_t *json_score(const struct answer_request *request, int score)
{
    return score == SOLVER_NO_MOVE
               ? json_null()
               : json_integer(expected_score(request, score));
}

json_t *check_json(const struct answer_request *request,
                   const struct answer *answer, const int *expected,
                   const struct line *line, size_t length)
{
    json_t *object = answer_json(request, answer, line->text, length);
    json_add(object, "file", json_bytes(line->name, strlen(line->name)));
    json_add(object, "line", json_integer((json_int_t)line->number));
    if (!request->all_moves) {
        json_add(object, "expected", json_score(request, expected[0]));
        return object;
    }
    json_t *scores = json_array();
    for (int i = 0; i < score_count(request, answer); i++)
        json_append(scores, json_score(request, expected[i]));
    json_add(object, "expected", scores);
    return object;
}

static const char *const slip_hints[] = {
    [CHECK_SCORE] = "to compare a score: --check",
    [CHECK_MOVE_SCORES] = "to compare a score per column: --all-moves --check",
};

static bool has_scores(const struct line *line, struct board board, int count)
{
    struct position pos;
    struct lines_error error;
    size_t length;
    int scores[BOARD_MAX_WIDTH];
    return lines_scored_position(line, board, &pos, &length, count, scores,
                                 &error);
}

enum check_slip check_slip(const struct line *line, struct board board,
                           struct lines_error *error)
{
    enum check_slip slip = has_scores(line, board, 1) ? CHECK_SCORE
                           : has_scores(line, board, board.width)
                               ? CHECK_MOVE_SCORES
                               : CHECK_NO_SLIP;
    size_t length = strlen(error->reason);
    if (slip != CHECK_NO_SLIP)
        snprintf(error->reason + length, sizeof error->reason - length, "; %s",
                 slip_hints[slip]);
    return slip;
}

const char *check_slip_hint(enum check_slip slip)
{
    return slip_hints[slip];
}
