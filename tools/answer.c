#include "tools/answer.h"

#include <string.h>

#include "lib/json/json.h"

struct fourscore_query answer_query(const struct answer_request *request)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.goal = request->goal;
    query.find = (request->all_moves ? FOURSCORE_ALL_MOVES : 0) |
                 (request->best ? FOURSCORE_BEST : 0) |
                 (request->pv ? FOURSCORE_PV : 0);
    return query;
}

bool answer_is_unreachable(const struct fourscore_answer *found)
{
    return (found->found & FOURSCORE_REACHABLE) != 0 && !found->reachable;
}

static bool is_score(struct fourscore_bounds bounds)
{
    return bounds.lower == bounds.upper;
}

int answer_scores(const struct answer_request *request,
                  const struct answer *answer,
                  const struct fourscore_bounds **scores)
{
    *scores =
        request->all_moves ? answer->found->move_scores : &answer->found->score;
    return request->all_moves ? fourscore_width(&answer->found->position) : 1;
}

const char *answer_columns(const int *columns, int count,
                           char text[FOURSCORE_MAX_CELLS + 1])
{
    for (int i = 0; i < count; i++)
        text[i] = fourscore_column_name(columns[i]);
    text[count] = '\0';
    return text;
}

/* Print columns, "-" for none, or "?" for unknown ones. */
static void print_columns(const int *columns, int count, bool known)
{
    char text[FOURSCORE_MAX_CELLS + 1];
    if (count > 0)
        printf(" %s", answer_columns(columns, count, text));
    else
        printf(" %c", known ? '-' : '?');
}

void answer_print_scores(const struct answer_request *request,
                         const struct answer *answer)
{
    const struct fourscore_bounds *scores;
    int count = answer_scores(request, answer, &scores);
    for (int i = 0; i < count; i++)
        if (is_score(scores[i]))
            printf(" %d", scores[i].lower);
        else
            printf(" %d..%d", scores[i].lower, scores[i].upper);
}

static uintmax_t microseconds_of(const struct fourscore_answer *found)
{
    return (uintmax_t)(found->seconds * 1e6 + 0.5);
}

void answer_print(const struct answer_request *request,
                  const struct answer *answer)
{
    const struct fourscore_answer *found = answer->found;
    fwrite(answer->text, 1, answer->length, stdout);
    answer_print_scores(request, answer);
    if (request->best) {
        bool complete = (found->found & FOURSCORE_BEST) != 0;
        print_columns(found->best, complete ? found->best_count : 0, complete);
    }
    if (request->pv)
        print_columns(found->pv, found->pv_length, found->finished);
    if (request->effort)
        printf(" %ju %ju", (uintmax_t)found->nodes, microseconds_of(found));
    putchar('\n');
}

void answer_json(struct json *json, const struct answer_request *request,
                 const struct answer *answer)
{
    const struct fourscore_answer *found = answer->found;
    json_put_bytes(json, "position", answer->text, answer->length);
    json_add_answer(json, request->goal, answer_query(request).find, found);
    if (!found->finished)
        json_put_boolean(json, "finished", false);
    if (answer_is_unreachable(found))
        json_put_boolean(json, "reachable", false);
    if (request->effort) {
        json_put_integer(json, "nodes", (int64_t)found->nodes);
        json_put_integer(json, "microseconds", (int64_t)microseconds_of(found));
    }
}

enum cli_status answer_print_json_error(const struct line *line,
                                        const struct lines_error *error)
{
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_bytes(&json, "position", line->text, line->length);
    json_put_text(&json, "file", line->name);
    json_put_integer(&json, "line", (int64_t)line->number);
    json_put_integer(&json, "column", (int64_t)error->column);
    json_put_text(&json, "error", error->reason);
    json_end(&json);
    return output_json(&json);
}

/* -------------------------------------------------- answers that are expected
 */

static int expected_score(const struct answer_request *request, int score)
{
    if (request->goal == FOURSCORE_STRONG || score == FOURSCORE_NO_MOVE)
        return score;
    return (score > 0) - (score < 0);
}

enum answer_result answer_check(const struct answer_request *request,
                                const struct answer *answer,
                                const int *expected)
{
    const struct fourscore_bounds *found;
    int count = answer_scores(request, answer, &found);
    for (int i = 0; i < count; i++) {
        int score = expected_score(request, expected[i]);
        if (score < found[i].lower || score > found[i].upper)
            return ANSWER_WRONG;
    }
    return answer->found->finished ? ANSWER_RIGHT : ANSWER_UNFINISHED;
}

void answer_print_wrong(const struct answer_request *request,
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

void answer_json_wrong(struct json *json, const struct answer_request *request,
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
