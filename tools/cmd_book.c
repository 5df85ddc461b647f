/* fourscore book: make books of early positions, and look into them. */
#include <string.h>

#include "tools/book.h"

static const char help[] =
    "Usage: fourscore book build --depth N [OPTION]...\n"
    "       fourscore book list --depth N [OPTION]...\n"
    "       fourscore book add --depth N --journal FILE [OPTION]... [FILE]...\n"
    "       fourscore book info|verify|export BOOK [OPTION]...\n"
    "       fourscore book lookup BOOK [FILE]...\n"
    "       fourscore book diff BOOK BOOK\n"
    "Make a book, which has the scores of all positions of at most N plies, "
    "or\n"
    "look into one.  BOOK is a file, or 'builtin', the one in the program.\n"
    "\n"
    "  build   solve the positions of N plies that the journal lacks, derive\n"
    "          the scores of fewer plies, search a sample of all again\n"
    "  list    print the positions that the journal lacks, for 'solve'\n"
    "  add     add lines POSITION SCORE to the journal\n"
    "  info    print the header, and how many positions are won, drawn, lost\n"
    "  verify  check that none is missing and each score is what its moves\n"
    "          make it (--consistent), or search some again (--sample)\n"
    "  lookup  print the scores of the positions read\n"
    "  export  print all positions with their scores\n"
    "  diff    print what has another score\n"
    "\n"
    "      --depth N         plies, 0 to 24\n"
    "      --journal FILE    the scores so far, POSITION SCORE a line\n"
    "  -o, --output FILE     write the book there\n"
    "      --from-text FILE  take scores from there, as 'export' prints them\n"
    "      --sample N        how many positions to search again (100)\n"
    "      --seed N          which ones (1)\n"
    "      --consistent      compare each score with those of its moves\n" //
    OPTIONS_HELP OPTIONS_PROGRESS_HELP "      --help         show this help\n";

enum { DEPTH = 256, JOURNAL, FROM_TEXT, SAMPLE, SEED, CONSISTENT, HELP };

/* Subcommands, how many operands they take, and which options. */
static const struct action {
    const char *name;
    enum cli_status (*run)(const struct book_options *options);
    int min, max;
    bool makes; /* a book of --board and --depth */
    int options[6];
} actions[] = {
    {"build", book_build, 0, 0, true, {JOURNAL, 'o', FROM_TEXT, SAMPLE, SEED}},
    {"list", book_list_open, 0, 0, true, {JOURNAL}},
    {"add", book_add, 0, 1000000, true, {JOURNAL}},
    {"info", book_show_info, 1, 1, false, {0}},
    {"verify", book_verify, 1, 1, false, {SAMPLE, SEED, CONSISTENT}},
    {"lookup", book_answer, 1, 1000000, false, {0}},
    {"export", book_export, 1, 1, false, {0}},
    {"diff", book_diff, 2, 2, false, {0}},
};

enum { ACTIONS = sizeof actions / sizeof *actions, DEFAULT_SAMPLE = 100 };

static bool takes_option(const struct action *action, int option)
{
    if (option == DEPTH || option == OPTIONS_BOARD)
        return action->makes;
    if (option >= OPTIONS_BOARD)
        return action->run == book_build || action->run == book_verify;
    for (int i = 0; action->options[i] != 0; i++)
        if (action->options[i] == option)
            return true;
    return false;
}

/* Does it only say how to search a sample? */
static bool is_for_sample(int option)
{
    return option == SEED || option == OPTIONS_ENGINE ||
           option == OPTIONS_TABLE || option == OPTIONS_THREADS;
}

static bool take_option(struct book_options *options, int option)
{
    uint64_t number;
    switch (option) {
    case DEPTH:
        if (!cli_number("--depth", optarg, 0, BOOK_MAX_DEPTH, &number))
            return false;
        options->depth = (int)number;
        return true;
    case JOURNAL:
        options->journal = optarg;
        return true;
    case 'o':
        options->output = optarg;
        return true;
    case FROM_TEXT:
        options->from_text = optarg;
        return true;
    case SAMPLE:
        options->sampled = true;
        return cli_number("--sample", optarg, 0, UINT32_MAX, &options->sample);
    case SEED:
        return cli_number("--seed", optarg, 0, UINT64_MAX, &options->seed);
    case CONSISTENT:
        options->consistent = true;
        return true;
    default:
        return options_take(&options->options, option);
    }
}

static const struct action *find_action(const char *name)
{
    for (int i = 0; i < ACTIONS; i++)
        if (strcmp(actions[i].name, name) == 0)
            return &actions[i];
    return NULL;
}

/* Where do scores come from and go to? */
static enum cli_status check_build(const struct book_options *options)
{
    if (options->journal == NULL && options->output == NULL)
        return cli_usage_error("build keeps nothing without --journal or "
                               "--output");
    if (options->journal != NULL && options->from_text != NULL)
        return cli_usage_error("--from-text needs no --journal, which would "
                               "stay as it is");
    if (options->output != NULL && strcmp(options->output, "-") == 0)
        return cli_usage_error("--output: expected a file, not stdout");
    return CLI_OK;
}

static enum cli_status check_usage(const struct action *action,
                                   const struct book_options *options)
{
    int cells = board_cells(options->options.board);
    if (options->count < action->min)
        return cli_usage_error("%s: BOOK is missing", action->name);
    if (options->count > action->max)
        return cli_no_operands(options->count - action->max,
                               options->operands + action->max);
    if (action->makes && options->depth < 0)
        return cli_usage_error("--depth is missing: of how many plies?");
    if (action->makes && options->depth >= cells)
        return cli_usage_error("--depth: a game of %d %s is over, expected at "
                               "most %d",
                               options->depth, cli_plies(options->depth),
                               cells - 1);
    if (options->journal != NULL && strcmp(options->journal, "-") == 0)
        return cli_usage_error("--journal: expected a file, not stdin");
    return action->run == book_build ? check_build(options) : CLI_OK;
}

static enum cli_status run(int argc, char **argv)
{
    static const struct option options[] = {
        {"depth", required_argument, NULL, DEPTH},
        {"journal", required_argument, NULL, JOURNAL},
        {"output", required_argument, NULL, 'o'},
        {"from-text", required_argument, NULL, FROM_TEXT},
        {"sample", required_argument, NULL, SAMPLE},
        {"seed", required_argument, NULL, SEED},
        {"consistent", no_argument, NULL, CONSISTENT},
        OPTIONS_COMMON,
        {"help", no_argument, NULL, HELP},
        {0},
    };
    struct book_options wanted = {.options = options_default(),
                                  .depth = -1,
                                  .sample = DEFAULT_SAMPLE,
                                  .seed = 1};
    const struct action *action = argc > 1 ? find_action(argv[1]) : NULL;
    const char *for_sample = NULL;
    int option, index = -1;

    wanted.options.no_book = true;
    while ((option = getopt_long(argc, argv, "o:", options, &index)) != -1) {
        if (option == HELP) {
            fputs(help, stdout);
            return CLI_OK;
        }
        if (option == '?')
            return cli_bad_option();
        if (action != NULL && !takes_option(action, option))
            return cli_usage_error("%s does not take --%s", action->name,
                                   index < 0 ? "output" : options[index].name);
        if (!take_option(&wanted, option))
            return cli_bad_option();
        if (is_for_sample(option))
            for_sample = options[index].name;
        index = -1;
    }
    if (optind == argc)
        return cli_usage_error("which action?");
    if (action == NULL || strcmp(argv[optind], action->name) != 0)
        return cli_usage_error(find_action(argv[optind])
                                   ? "'%s' comes before the options"
                                   : "there is no action '%s'",
                               argv[optind]);
    wanted.count = argc - optind - 1;
    wanted.operands = argv + optind + 1;
    if (action->run == book_verify && for_sample != NULL && !wanted.sampled)
        return cli_usage_error("--%s: verify searches only with --sample",
                               for_sample);
    enum cli_status status = check_usage(action, &wanted);
    return status == CLI_OK ? action->run(&wanted) : status;
}

const struct cli_command cmd_book = {
    "book", "make books of early positions, and look into them", run};
