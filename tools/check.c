#include "tools/check.h"

#include <string.h>

/* How many scores a line has. */
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

static bool is_wrong(const struct answer_request *request, const int *expected,
                     const struct answer *answer)
{
    const struct solver_bounds *found =
        request->all_moves ? answer->move_scores : &answer->score;
    for (int i = 0; i < score_count(request, answer); i++) {
        int score = expected_score(request, expected[i]);
        if (score < found[i].lower || score > found[i].upper)
            return true;
    }
    return false;
}

static void print_wrong(const struct answer_request *request,
                        const struct line *line, size_t length,
                        const int *expected, const struct answer *answer)
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

static enum cli_status print_wrong_json(const struct answer_request *request,
                                        const struct line *line, size_t length,
                                        const int *expected,
                                        const struct answer *answer)
{
    json_t *object = answer_json(request, answer, line->text, length);
    json_add(object, "file", json_bytes(line->name, strlen(line->name)));
    json_add(object, "line", json_integer((json_int_t)line->number));
    if (request->all_moves) {
        json_t *scores = json_array();
        for (int i = 0; i < score_count(request, answer); i++)
            json_append(scores, json_score(request, expected[i]));
        json_add(object, "expected", scores);
    } else {
        json_add(object, "expected", json_score(request, expected[0]));
    }
    return json_print(object, JSON_COMPACT);
}

enum cli_status check_answer(struct check_file *file, bool json,
                             const struct answer_request *request,
                             const struct line *line, size_t length,
                             const int *expected, const struct answer *answer)
{
    if (is_wrong(request, expected, answer)) {
        file->wrong++;
        enum cli_status status = CLI_OK;
        if (json)
            status = print_wrong_json(request, line, length, expected, answer);
        else
            print_wrong(request, line, length, expected, answer);
        return cli_worse(status, CLI_CHECK_FAILED);
    }
    if (!answer->finished) {
        file->unfinished++;
        return CLI_UNFINISHED;
    }
    file->right++;
    return CLI_OK;
}

static void print_counts(FILE *out, const struct check_file *file)
{
    fprintf(out, "%s: %lu checked, %lu wrong, %lu unfinished, %lu invalid\n",
            file->name, file->right + file->wrong, file->wrong,
            file->unfinished, file->invalid);
}

void check_print_counts(FILE *out, const struct check_file *files, int count)
{
    struct check_file total = {.name = "total"};
    for (int i = 0; i < count; i++) {
        if (files[i].name == NULL)
            continue;
        print_counts(out, &files[i]);
        total.right += files[i].right;
        total.wrong += files[i].wrong;
        total.unfinished += files[i].unfinished;
        total.invalid += files[i].invalid;
    }
    if (count > 1)
        print_counts(out, &total);
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

/* How many of each slip are reported one by one. */
enum { SLIPS_SHOWN = 3 };

void check_report(struct check_slips *slips, enum check_slip slip,
                  const struct line *line, const struct lines_error *error)
{
    slips->counts[slip]++;
    if (slip == CHECK_NO_SLIP || slips->counts[slip] <= SLIPS_SHOWN)
        lines_report(line, error);
}

void check_report_slips(const struct check_slips *slips)
{
    for (int slip = CHECK_SCORE; slip <= CHECK_MOVE_SCORES; slip++) {
        unsigned long count = slips->counts[slip];
        if (count > SLIPS_SHOWN)
            cli_error("%lu more line%s like these; %s", count - SLIPS_SHOWN,
                      count == SLIPS_SHOWN + 1 ? "" : "s", slip_hints[slip]);
    }
}
