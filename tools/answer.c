#include "tools/answer.h"

#include <string.h>

#include "os/clock.h"

static bool are_scores(struct board board,
                       const struct solver_bounds scores[BOARD_MAX_WIDTH])
{
    for (int column = 0; column < board.width; column++)
        if (!solver_is_score(scores[column]))
            return false;
    return true;
}

struct answer answer_find(const struct answer_request *request,
                          struct solver *solver, struct position pos)
{
    struct answer answer = {.pos = pos};

    uint64_t nodes = solver_nodes(solver);
    double started = os_seconds();

    if (request->all_moves) {
        answer.score =
            solver_move_scores(solver, pos, request->goal, answer.move_scores);
        answer.best.count = solver_best_of_scores(pos.board, answer.move_scores,
                                                  answer.best.columns);
        answer.finished = answer.best.complete =
            are_scores(pos.board, answer.move_scores);
    } else if (request->best) {
        answer.score =
            solver_best_moves(solver, pos, request->goal, &answer.best);
        answer.finished = answer.best.complete;
    } else {
        answer.score = solver_solve(solver, pos, request->goal);
        answer.finished = solver_is_score(answer.score);
    }
    if (request->pv && solver_is_score(answer.score)) {
        int score = answer.score.lower;
        answer.pv_length = solver_pv(solver, pos, score, answer.pv);
        if (pos.ply + answer.pv_length <
            board_last_stone(pos.board, pos.ply, score))
            answer.finished = false;
    }

    answer.microseconds = (uint64_t)((os_seconds() - started) * 1e6 + 0.5);
    answer.nodes = solver_nodes(solver) - nodes;
    return answer;
}

/* Write columns as a move string. */
static const char *format_columns(const int *columns, int count,
                                  char text[BOARD_MAX_CELLS + 1])
{
    for (int i = 0; i < count; i++)
        text[i] = board_column_name(columns[i]);
    text[count] = '\0';
    return text;
}

/* Print columns, "-" for none, or "?" for unknown ones. */
static void print_columns(const int *columns, int count, bool known)
{
    char text[BOARD_MAX_CELLS + 1];
    if (count > 0)
        printf(" %s", format_columns(columns, count, text));
    else
        printf(" %c", known ? '-' : '?');
}

void answer_print_bounds(FILE *out, struct solver_bounds bounds)
{
    if (solver_is_score(bounds))
        fprintf(out, " %d", bounds.lower);
    else
        fprintf(out, " %d..%d", bounds.lower, bounds.upper);
}

void answer_print_scores(const struct answer_request *request,
                         const struct answer *answer)
{
    if (request->all_moves)
        for (int column = 0; column < answer->pos.board.width; column++)
            answer_print_bounds(stdout, answer->move_scores[column]);
    else
        answer_print_bounds(stdout, answer->score);
}

void answer_print(const struct answer_request *request,
                  const struct answer *answer, const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
    answer_print_scores(request, answer);
    if (request->best)
        print_columns(answer->best.columns,
                      answer->best.complete ? answer->best.count : 0,
                      answer->best.complete);
    if (request->pv)
        print_columns(answer->pv, answer->pv_length, answer->finished);
    if (request->effort)
        printf(" %ju %ju", (uintmax_t)answer->nodes,
               (uintmax_t)answer->microseconds);
    putchar('\n');
}

static void add_bounds(json_t *object, struct solver_bounds bounds)
{
    json_add(object, "lower", json_integer(bounds.lower));
    json_add(object, "upper", json_integer(bounds.upper));
}

static void add_score(const struct answer_request *request,
                      const struct answer *answer, json_t *object)
{
    struct solver_bounds score = answer->score;
    if (!solver_is_score(score)) {
        add_bounds(object, score);
    } else if (request->goal == SOLVER_WEAK) {
        json_add(object, "weak_score", json_integer(score.lower));
    } else {
        json_add(object, "score", json_integer(score.lower));
        json_add(object, "last_stone",
                 json_integer(board_last_stone(answer->pos.board,
                                               answer->pos.ply, score.lower)));
    }
}

static json_t *json_move_score(struct solver_bounds score)
{
    if (score.lower == SOLVER_NO_MOVE)
        return json_null();
    if (solver_is_score(score))
        return json_integer(score.lower);
    json_t *object = json_object();
    add_bounds(object, score);
    return object;
}

json_t *answer_json(const struct answer_request *request,
                    const struct answer *answer, const char *text,
                    size_t length)
{
    json_t *object = json_object();

    json_add(object, "position", json_bytes(text, length));
    add_score(request, answer, object);
    if (request->all_moves) {
        json_t *scores = json_array();
        for (int column = 0; column < answer->pos.board.width; column++)
            json_append(scores, json_move_score(answer->move_scores[column]));
        json_add(object, "move_scores", scores);
    }
    if (request->best) {
        json_t *columns = json_array();
        for (int i = 0; i < answer->best.count; i++)
            json_append(columns, json_integer(answer->best.columns[i] + 1));
        json_add(object, "best", columns);
    }
    if (request->pv) {
        char moves[BOARD_MAX_CELLS + 1];
        json_add(
            object, "pv",
            json_string(format_columns(answer->pv, answer->pv_length, moves)));
    }
    if (!answer->finished)
        json_add(object, "finished", json_false());
    if (answer->unreachable)
        json_add(object, "reachable", json_false());
    if (request->effort) {
        json_add(object, "nodes", json_integer((json_int_t)answer->nodes));
        json_add(object, "microseconds",
                 json_integer((json_int_t)answer->microseconds));
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
