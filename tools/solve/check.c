#include "tools/solve/check.h"

#include <stdatomic.h>
#include <string.h>

static int expected_score(const struct answer_request *request, int score)
{
    if (request->goal == FOURSCORE_STRONG || score == FOURSCORE_NO_MOVE)
        return score;
    return (score > 0) - (score < 0);
}

enum check_result check_answer(const struct answer_request *request,
                               const struct answer *answer, const int *expected)
{
    const struct fourscore_bounds *found;
    int count = answer_scores(request, answer, &found);
    for (int i = 0; i < count; i++) {
        int score = expected_score(request, expected[i]);
        if (score < found[i].lower || score > found[i].upper)
            return CHECK_WRONG;
    }
    return answer->found->finished ? CHECK_RIGHT : CHECK_UNFINISHED;
}

void check_print(const struct answer_request *request,
                 const struct answer *answer, const int *expected,
                 const struct line *line)
{
    const struct fourscore_bounds *found;
    int count = answer_scores(request, answer, &found);
    printf("%s:%lu: %.*s: expected", line->name, line->number,
           answer->length == 0 ? 1 : (int)answer->length,
           answer->length == 0 ? positions_moves("") : answer->text);
    for (int i = 0; i < count; i++)
        printf(" %d", expected_score(request, expected[i]));
    fputs(", found", stdout);
    answer_print_scores(request, answer);
    putchar('\n');
}

static void put_score(struct json *json, const char *name,
                      const struct answer_request *request, int score)
{
    if (score == FOURSCORE_NO_MOVE)
        json_put_null(json, name);
    else
        json_put_integer(json, name, expected_score(request, score));
}

void check_json(struct json *json, const struct answer_request *request,
                const struct answer *answer, const int *expected,
                const struct line *line)
{
    answer_json(json, request, answer);
    json_put_text(json, "file", line->name);
    json_put_integer(json, "line", (int64_t)line->number);
    if (!request->all_moves) {
        put_score(json, "expected", request, expected[0]);
        return;
    }
    json_begin_array(json, "expected");
    int count = fourscore_width(&answer->found->position);
    for (int i = 0; i < count; i++)
        put_score(json, NULL, request, expected[i]);
    json_end(json);
}

static const char *const slip_hints[] = {
    [CHECK_SCORE] = "to compare a score: --check",
    [CHECK_MOVE_SCORES] = "to compare a score per column: --all-moves --check",
};

static bool has_scores(const struct line *line, struct value_board board,
                       int count)
{
    fourscore_position position;
    struct lines_error error;
    size_t length;
    int scores[FOURSCORE_MAX_WIDTH];
    return positions_parse(line, board, count, scores, &position, &length,
                           &error);
}

enum check_slip check_slip(const struct line *line, struct value_board board,
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

/* ------------------------------------------------------------- the summary */

/* The number of lines of each kind of slip that are reported. */
enum { SLIPS_SHOWN = 3 };

void summary_report(struct summary *summary, const struct line *line,
                    enum check_slip slip, const struct lines_error *error)
{
    summary->slips[slip]++;
    if (slip == CHECK_NO_SLIP || summary->slips[slip] <= SLIPS_SHOWN)
        lines_report(line, error);
}

static void print_slips(const struct summary *summary)
{
    for (int slip = CHECK_NO_SLIP + 1; slip < CHECK_SLIPS; slip++) {
        if (summary->slips[slip] <= SLIPS_SHOWN)
            continue;
        unsigned long more = summary->slips[slip] - SLIPS_SHOWN;
        cli_error("%lu more %s like these; %s", more,
                  cli_plural(more, "line", "lines"), slip_hints[slip]);
    }
}

static void print_counts(const struct summary_file *file)
{
    cli_note("%s: %lu checked, %lu wrong, %lu unfinished, %lu invalid",
             file->name, file->counts[CHECK_RIGHT] + file->counts[CHECK_WRONG],
             file->counts[CHECK_WRONG], file->counts[CHECK_UNFINISHED],
             file->counts[CHECK_INVALID]);
}

static struct summary_file total_of(const struct summary *summary)
{
    struct summary_file total = {.name = "total"};
    for (int i = 0; i < summary->file_count; i++)
        for (int result = 0; result < CHECK_RESULTS; result++)
            total.counts[result] += summary->files[i].counts[result];
    return total;
}

void summary_print(struct summary *summary, bool late)
{
    if (atomic_exchange(&summary->printed, true))
        return;

    struct summary_file total = total_of(summary);
    print_slips(summary);
    for (int i = 0; i < summary->file_count && summary->check; i++)
        if (summary->files[i].name != NULL)
            print_counts(&summary->files[i]);
    if (summary->check && summary->file_count > 1)
        print_counts(&total);
    if (late || !summary->check)
        cli_unfinished(total.counts[CHECK_UNFINISHED], "position", "positions",
                       late);
}
