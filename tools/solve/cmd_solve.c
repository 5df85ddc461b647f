/* fourscore solve: print the score of each position read. */
#include "tools/solve/solve.h"

static enum cli_status check_usage(const struct solve *solve,
                                   const struct arguments *arguments)
{
    if (solve->check &&
        (solve->request.best || solve->request.pv || solve->request.effort))
        return cli_usage_error(
            "--check goes with none of --best, --pv, --verbose");
    if (solve->request.goal == FOURSCORE_WEAK && solve->request.pv)
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
    {"weak", NULL, "print the sign of the score: 1, 0 or -1",
     VALUE_CONSTANT(struct solve, request.goal, FOURSCORE_WEAK), .letter = 'w'},
    {"all-moves", NULL,
     "instead of SCORE, print the score of a move in each column, -1000 for a "
     "full column",
     VALUE_FLAG(struct solve, request.all_moves), .letter = 'a'},
    {"best", NULL, "also print the best columns, centre first (- for none)",
     VALUE_FLAG(struct solve, request.best)},
    {"pv", NULL, "also print the principal variation (- for none)",
     VALUE_FLAG(struct solve, request.pv)},
    {"verbose", NULL,
     "also print nodes and microseconds; on stderr, the engine and its table",
     VALUE_FLAG(struct solve, request.effort), .letter = 'v'},
    {"json", NULL, "print one JSON object per line, also for errors",
     VALUE_FLAG(struct solve, json)},
    {"check", NULL,
     "read lines POSITION SCORE, or with --all-moves POSITION SCORE..., print "
     "the wrong lines, and on stderr the counts of each file",
     VALUE_FLAG(struct solve, check)},
    {"fresh", NULL,
     "empty the table before each position (not timed), and solve one position "
     "after the other",
     VALUE_FLAG(struct solve, fresh)},
    {"sample", "N", "read only N lines, a random sample of all files together",
     VALUE_NUMBER(struct solve, sample.wanted, 1, UINT64_MAX)},
    {"seed", "N", "seed of the random sample",
     VALUE_NUMBER(struct solve, sample.random, 0, UINT64_MAX), .initial = "1"},
    {0},
};

static const struct command_option total_limit[] = {
    {"total-time-limit", "SECONDS",
     "stop all searches after SECONDS, and print bounds for positions whose "
     "search has begun; exit status 4",
     VALUE_SECONDS(struct solve, options.total_seconds)},
    {0},
};

const struct command cmd_solve = {
    .name = "solve",
    .summary = "print the score of each position read",
    .about =
        "Read one position per line, as the columns played, and print "
        "each with its score: POSITION SCORE.  An empty line or - is the "
        "empty board; a line that starts with # is a comment.  If there "
        "is no FILE, or FILE is -, read stdin.  A position can also be a "
        "list of cells, or a diagram in one line with / between rows: see "
        "'fourscore show --help'.  A list or diagram that no order of "
        "moves leads to is solved, with a remark on stderr.\n\n"
        "A score is for the side to move.  k > 0: that side wins with the "
        "k-th stone from the end of its supply; 0: a draw; k < 0: the "
        "opponent wins with the (-k)-th stone from the end of its supply.  "
        "After a limit it may be bounds, such as 2..5.",
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
