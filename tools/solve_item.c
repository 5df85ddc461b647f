/* The functions of an item, a line of 'fourscore solve'. */
#include <unistd.h>

#include "tools/output.h"
#include "tools/solve.h"

static bool parse_item(const struct solve *solve, struct solve_item *item,
                       struct position *pos)
{
    struct board board = solve->options.board;
    int count = solve->request.all_moves ? board.width : 1;
    return solve->check
               ? lines_scored_position(&item->line, board, pos, &item->length,
                                       count, item->expected, &item->error)
               : lines_position(&item->line, board, pos, &item->length,
                                &item->error);
}

void solve_work_on_item(void *context, struct monitor_search *search,
                        void *work)
{
    const struct solve *solve = context;
    struct solve_item *item = work;
    struct position pos;

    item->valid = parse_item(solve, item, &pos);
    if (!item->valid) {
        item->slip =
            check_slip(&item->line, solve->options.board, &item->error);
        return;
    }
    if (solve->fresh)
        solver_clear(search->solver);
    monitor_begin(search, item->line.text, item->length);
    solver_limit(search->solver, solve->options.seconds, solve->options.nodes);
    item->answer = answer_find(&solve->request, search->solver, pos);
    item->answer.unreachable = lines_unreachable(&item->line, pos);
    monitor_end(search);
}

static enum cli_status print_error(struct solve *solve,
                                   const struct solve_item *item)
{
    summary_report(&solve->summary, &item->line, item->slip, &item->error);
    if (solve->check)
        return CLI_OK;
    if (solve->json)
        return json_print(answer_json_error(&item->line, &item->error),
                          JSON_COMPACT);
    putchar('\n');
    return CLI_OK;
}

/* Print a remark; the position is solved. */
static void report_unreachable(const struct solve_item *item)
{
    cli_note("%s:%lu: no order of moves leads to this position",
             item->line.name, item->line.number);
}

static enum cli_status print_answer(const struct solve *solve,
                                    const struct solve_item *item)
{
    const struct line *line = &item->line;
    if (solve->json)
        return json_print(answer_json(&solve->request, &item->answer,
                                      line->text, item->length),
                          JSON_COMPACT);
    answer_print(&solve->request, &item->answer, line->text, item->length);
    return CLI_OK;
}

static enum cli_status print_wrong(const struct solve *solve,
                                   const struct solve_item *item)
{
    if (solve->json)
        return json_print(check_json(&solve->request, &item->answer,
                                     item->expected, &item->line, item->length),
                          JSON_COMPACT);
    check_print(&solve->request, &item->answer, item->expected, &item->line,
                item->length);
    return CLI_OK;
}

static enum check_result result_of(const struct solve *solve,
                                   const struct solve_item *item)
{
    if (!item->valid)
        return CHECK_INVALID;
    if (solve->check)
        return check_answer(&solve->request, &item->answer, item->expected);
    return item->answer.finished ? CHECK_RIGHT : CHECK_UNFINISHED;
}

static enum cli_status print_item(struct solve *solve,
                                  const struct solve_item *item,
                                  enum check_result result)
{
    if (result == CHECK_INVALID)
        return print_error(solve, item);
    if (item->answer.unreachable)
        report_unreachable(item);
    if (!solve->check)
        return print_answer(solve, item);
    return result == CHECK_WRONG ? print_wrong(solve, item) : CLI_OK;
}

void solve_finish_item(void *context, void *finished)
{
    struct solve *solve = context;
    const struct solve_item *item = finished;
    static const enum cli_status statuses[] = {
        [CHECK_RIGHT] = CLI_OK,
        [CHECK_WRONG] = CLI_CHECK_FAILED,
        [CHECK_UNFINISHED] = CLI_UNFINISHED,
        [CHECK_INVALID] = CLI_BAD_INPUT,
    };
    enum check_result result = result_of(solve, item);

    monitor_hide();
    summary_count(&solve->summary, item->file, result);
    solve->status = cli_worse(solve->status, statuses[result]);
    flockfile(stdout); /* the monitor must flush whole lines only */
    solve->status = cli_worse(solve->status, print_item(solve, item, result));
    /* End at once: reading the next line could wait forever. */
    if (!output_end_line())
        _exit((int)cli_finish(CLI_FAILURE));
    funlockfile(stdout);
}
