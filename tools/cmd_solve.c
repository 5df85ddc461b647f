/* fourscore solve: positions in, scores out, line by line. */
#include "tools/solve.h"

static enum cli_status check_usage(const struct solve *solve,
                                   const struct arguments *arguments)
{
    if (solve->check &&
        (solve->request.best || solve->request.pv || solve->request.effort))
        return cli_usage_error(
            "--check goes with none of --best, --pv, --verbose");
    if (solve->request.goal == SOLVER_WEAK && solve->request.pv)
        return cli_usage_error("--pv goes with exact scores, not with --weak");
    if (command_given(arguments, "seed") && !command_given(arguments, "sample"))
        return cli_usage_error("--seed goes with --sample");
    return CLI_OK;
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct solve *solve = request;
    enum cli_status status = check_usage(solve, arguments);
    if (status != CLI_OK)
        return status;
    return solve_paths(solve, arguments->count, arguments->operands);
}

static const struct command_option options[] = {
    {"weak", NULL, "only who wins: 1, 0 or -1",
     VALUE_CONSTANT(struct solve, request.goal, SOLVER_WEAK), .letter = 'w'},
    {"all-moves", NULL,
     "a score per column in place of SCORE, -1000 for a column that is full",
     VALUE_FLAG(struct solve, request.all_moves), .letter = 'a'},
    {"best", NULL, "then the best columns, centre first (- for none)",
     VALUE_FLAG(struct solve, request.best)},
    {"pv", NULL, "then the principal variation (- for none)",
     VALUE_FLAG(struct solve, request.pv)},
    {"verbose", NULL,
     "then the nodes and microseconds it took; on stderr what searches",
     VALUE_FLAG(struct solve, request.effort), .letter = 'v'},
    {"json", NULL, "one JSON object per line instead, errors included",
     VALUE_FLAG(struct solve, json)},
    {"check", NULL,
     "read lines POSITION SCORE, or with --all-moves lines POSITION SCORE..., "
     "print those that are wrong, and on stderr how many there are in each "
     "file",
     VALUE_FLAG(struct solve, check)},
    {"fresh", NULL,
     "empty the table before each position (not timed), which are then solved "
     "one after the other",
     VALUE_FLAG(struct solve, fresh)},
    {"sample", "N", "only N lines, chosen at random from all files together",
     VALUE_NUMBER(struct solve, sample.wanted, 1, UINT64_MAX)},
    {"seed", "N", "where the random numbers start",
     VALUE_NUMBER(struct solve, sample.random, 0, UINT64_MAX), .initial = "1"},
    {0},
};

static const struct command_option total_limit[] = {
    {"total-time-limit", "SECONDS",
     "end after so many seconds, and print bounds for the positions whose "
     "search has begun; exit status 4",
     VALUE_SECONDS(struct solve, options.total_seconds)},
    {0},
};

const struct command cmd_solve = {
    .name = "solve",
    .summary = "print the score of each position read",
    .about =
        "Read one position per line, as the columns played, and print each "
        "with its score: POSITION SCORE.  An empty line or - is the empty "
        "board; one that starts with # is a comment.  Without FILE, or where "
        "it is -, read stdin.  A position can be a list of cells or a diagram, "
        "too, in one line with / for a line end: see 'fourscore show --help'.  "
        "If no order of moves leads to it, stderr says so.\n\n"
        "A score is for the side to move: 0 a draw, k > 0 a win with the k-th "
        "stone from the end of its supply, k < 0 a loss to the opponent's.",
    .notes =
        "An invalid line is reported on stderr as FILE:LINE:COLUMN: REASON, "
        "and an empty line is printed for it; the exit status is then 1.",
    .operands = "[FILE]...",
    .max_operands = COMMAND_ANY_OPERANDS,
    .groups =
        {
            {.options = options},
            OPTIONS_GROUP(limits, struct solve),
            {.options = total_limit},
            OPTIONS_GROUP(board, struct solve),
            OPTIONS_GROUP(table, struct solve),
            OPTIONS_GROUP(engine, struct solve),
            OPTIONS_GROUP(books, struct solve),
            OPTIONS_GROUP(progress, struct solve),
        },
    .request_bytes = sizeof(struct solve),
    .run = run,
};
