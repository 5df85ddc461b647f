/* The functions of an item, a line of 'fourscore solve'. */
#include <unistd.h>

#include "tools/output.h"
#include "tools/solve/solve.h"

/* The number of scores behind the position. */
static int score_count(const struct solve *solve)
{
    return !solve->check              ? 0
           : solve->request.all_moves ? solve->options.board.width
                                      : 1;
}

bool solve_submit_item(struct solve *solve, struct solve_item *item)
{
    struct fourscore_query query = answer_query(&solve->request);
    item->split =
        positions_split(&item->line, solve->options.board, &query,
                        &item->length, score_count(solve), item->expected);
    if (!item->split) {
        query.goal = FOURSCORE_NOTHING;
        query.find = 0;
    } else if (query.notation != FOURSCORE_MOVES) {
        query.find |= FOURSCORE_REACHABLE;
    }
    query.fresh = solve->fresh;
    query.seconds = solve->options.seconds;
    query.nodes = solve->options.nodes;
    query.user = item;
    return fourscore_pool_submit(solve->pool, &query) == FOURSCORE_OK;
}

/* Whether the line is valid; otherwise sets '*error'. */
static bool accept_item(const struct solve *solve,
                        const struct solve_item *item,
                        const struct fourscore_answer *answer,
                        struct lines_error *error)
{
    struct value_board board = solve->options.board;
    int scores[FOURSCORE_MAX_WIDTH], count = score_count(solve);
    fourscore_position position;
    size_t length;
    if (item->split)
        return positions_accept(&item->line, board, answer, error);
    return count > 0
               ? positions_parse_scored(&item->line, board, &position, &length,
                                        count, scores, error)
               : positions_parse(&item->line, board, &position, &length, error);
}

static enum cli_status print_error(struct solve *solve,
                                   const struct solve_item *item,
                                   struct lines_error *error)
{
    enum check_slip slip = check_slip(&item->line, solve->options.board, error);
    summary_report(&solve->summary, &item->line, slip, error);
    if (solve->json)
        return output_json(answer_json_error(&item->line, error), JSON_COMPACT);
    if (!solve->check)
        putchar('\n');
    return CLI_OK;
}

/* Print a remark; the position is solved. */
static void report_unreachable(const struct solve_item *item)
{
    cli_note("%s:%lu: no order of moves leads to this position",
             item->line.name, item->line.number);
}

static enum cli_status print_right(const struct solve *solve,
                                   const struct answer *answer)
{
    if (solve->json)
        return output_json(answer_json(&solve->request, answer), JSON_COMPACT);
    answer_print(&solve->request, answer);
    return CLI_OK;
}

static enum cli_status print_wrong(const struct solve *solve,
                                   const struct solve_item *item,
                                   const struct answer *answer)
{
    if (solve->json)
        return output_json(
            check_json(&solve->request, answer, item->expected, &item->line),
            JSON_COMPACT);
    check_print(&solve->request, answer, item->expected, &item->line);
    return CLI_OK;
}

/* Print the answer to a valid line. */
static enum cli_status print_answer(const struct solve *solve,
                                    const struct solve_item *item,
                                    const struct answer *answer,
                                    enum check_result result)
{
    if (answer_is_unreachable(answer->found))
        report_unreachable(item);
    if (!solve->check)
        return print_right(solve, answer);
    return result == CHECK_WRONG ? print_wrong(solve, item, answer) : CLI_OK;
}

static enum check_result result_of(const struct solve *solve,
                                   const struct solve_item *item,
                                   const struct answer *answer)
{
    if (solve->check)
        return check_answer(&solve->request, answer, item->expected);
    return answer->found->finished ? CHECK_RIGHT : CHECK_UNFINISHED;
}

/* Print what a line is answered with, and count it. */
static enum cli_status print_item(struct solve *solve,
                                  const struct solve_item *item,
                                  const struct fourscore_answer *found)
{
    static const enum cli_status statuses[] = {
        [CHECK_RIGHT] = CLI_OK,
        [CHECK_WRONG] = CLI_CHECK_FAILED,
        [CHECK_UNFINISHED] = CLI_UNFINISHED,
    };
    struct answer answer = {item->line.text, item->length, found};
    struct lines_error error;
    if (!accept_item(solve, item, found, &error)) {
        summary_count(&solve->summary, item->file, CHECK_INVALID);
        return cli_worse(CLI_BAD_INPUT, print_error(solve, item, &error));
    }
    enum check_result result = result_of(solve, item, &answer);
    summary_count(&solve->summary, item->file, result);
    return cli_worse(statuses[result],
                     print_answer(solve, item, &answer, result));
}

void solve_print_answer(void *context, const struct fourscore_answer *found)
{
    struct solve *solve = context;

    monitor_hide(); /* also keeps the item while the monitor reads it */
    if (found->status == FOURSCORE_CANCELLED) {
        solve->cut = true;
        return;
    }
    flockfile(stdout); /* the monitor must flush whole lines only */
    solve->status =
        cli_worse(solve->status, print_item(solve, found->user, found));
    /* End at once: reading the next line could wait forever. */
    if (!output_end_line())
        _exit((int)cli_finish(CLI_FAILURE));
    funlockfile(stdout);
}
