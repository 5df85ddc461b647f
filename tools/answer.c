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
