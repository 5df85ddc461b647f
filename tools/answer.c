#include "tools/answer.h"

#include <string.h>

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
        text[i] = ANSWER_COLUMNS[columns[i] - 1];
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

static void add_bounds(json_t *object, struct fourscore_bounds bounds)
{
    json_add(object, "lower", json_integer(bounds.lower));
    json_add(object, "upper", json_integer(bounds.upper));
}

static void add_score(const struct answer_request *request,
                      const struct answer *answer, json_t *object)
{
    struct fourscore_bounds score = answer->found->score;
    if (!is_score(score)) {
        add_bounds(object, score);
    } else if (request->goal == FOURSCORE_WEAK) {
        json_add(object, "weak_score", json_integer(score.lower));
    } else {
        json_add(object, "score", json_integer(score.lower));
        json_add(object, "last_stone",
                 json_integer(fourscore_last_stone(&answer->found->position,
                                                   score.lower)));
    }
}

static json_t *json_move_score(struct fourscore_bounds score)
{
    if (score.lower == FOURSCORE_NO_MOVE)
        return json_null();
    if (is_score(score))
        return json_integer(score.lower);
    json_t *object = json_object();
    add_bounds(object, score);
    return object;
}

static void add_move_scores(const struct answer_request *request,
                            const struct answer *answer, json_t *object)
{
    json_t *array = json_array();
    const struct fourscore_bounds *scores;
    int count = answer_scores(request, answer, &scores);
    for (int column = 0; column < count; column++)
        json_append(array, json_move_score(scores[column]));
    json_add(object, "move_scores", array);
}

static void add_best(const struct fourscore_answer *found, json_t *object)
{
    json_t *columns = json_array();
    for (int i = 0; i < found->best_count; i++)
        json_append(columns, json_integer(found->best[i]));
    json_add(object, "best", columns);
}

json_t *answer_json(const struct answer_request *request,
                    const struct answer *answer)
{
    const struct fourscore_answer *found = answer->found;
    json_t *object = json_object();

    json_add(object, "position", json_bytes(answer->text, answer->length));
    add_score(request, answer, object);
    if (request->all_moves)
        add_move_scores(request, answer, object);
    if (request->best)
        add_best(found, object);
    if (request->pv) {
        char moves[FOURSCORE_MAX_CELLS + 1];
        answer_columns(found->pv, found->pv_length, moves);
        json_add(object, "pv", json_string(moves));
    }
    if (!found->finished)
        json_add(object, "finished", json_false());
    if (answer_is_unreachable(found))
        json_add(object, "reachable", json_false());
    if (request->effort) {
        json_add(object, "nodes", json_integer((json_int_t)found->nodes));
        json_add(object, "microseconds",
                 json_integer((json_int_t)microseconds_of(found)));
    }
    return object;
}

json_t *answer_json_error(const struct line *line,
                          const struct lines_error *error)
{
    json_t *object = json_object();
    json_add(object, "position", json_bytes(line->text, line->length));
    json_add(object, "file", json_bytes(line->name, strlen(line->name)));
    json_add(object, "line", json_integer((json_int_t)line->number));
    json_add(object, "column", json_integer((json_int_t)error->column));
    json_add(object, "error", json_string(error->reason));
    return object;
}
