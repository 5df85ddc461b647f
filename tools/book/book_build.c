/* fourscore book build, list, add. */
#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "os/program/program.h"
#include "tools/book/book.h"
#include "tools/output.h"

/* The state of a command that works on a journal. */
struct book_build {
    const struct book_options *options;
    struct book_list list;
    struct journal journal;
    _Atomic enum cli_status status;
    uint64_t solved, nodes;
};

/* -------------------------------------------------------------- the scores */

/* The first entry of the last ply. */
static size_t first_of_last_ply(const struct book_build *build)
{
    return build->list.first[build->list.depth];
}

static void keep_score(void *context, const struct fourscore_answer *answer)
{
    struct book_build *build = context;
    build->nodes += answer->nodes;
    if (!answer->finished || build->status != CLI_OK)
        return; /* stopped by a signal or by an error */
    build->solved++;
    if (journal_add(&build->journal, book_entry_of(&build->list, answer->user),
                    answer->score.lower) != CLI_OK)
        build->status = CLI_FAILURE;
    monitor_done(build->solved);
}

/* Solve the entries of the last ply that have no score. */
static void solve_all(struct book_build *build, size_t open)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.unordered = 1; /* a score is kept as soon as it is known */
    config.answered = keep_score;
    config.context = build;
    fourscore_pool *pool = search_open_pool(&build->options->options, config,
                                            book_name_entry, &build->list);
    monitor_job("book", open);
    for (size_t entry = first_of_last_ply(build);
         entry < book_list_count(&build->list) && build->status == CLI_OK;
         entry++) {
        if (build->list.entries[entry].score != BOOK_NO_SCORE)
            continue;
        struct fourscore_query query =
            inside_query(book_list_position(&build->list, entry));
        query.user = &build->list.entries[entry];
        if (fourscore_pool_submit(pool, &query) != FOURSCORE_OK)
            break;
    }
    if (build->status != CLI_OK)
        fourscore_pool_cancel(pool);
    fourscore_pool_wait(pool);
    search_close_pool(pool);
}

/* Solve the positions of the last ply that have no score.  With --from-text
 * none may be missing. */
static enum cli_status solve(struct book_build *build)
{
    size_t all = book_list_count(&build->list) - first_of_last_ply(build);
    size_t open = all - build->journal.scores[build->list.depth];
    double started = os_seconds();
    if (open < all)
        printf("%zu of %zu position%s known\n", all - open, all, CLI_S(all));
    output_flush();
    if (open == 0)
        return CLI_OK;
    if (build->options->from_text != NULL)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: %zu of %zu position%s of %d %s missing",
                        build->options->from_text, open, all, CLI_S(all),
                        build->list.depth, cli_plies(build->list.depth));
    solve_all(build, open);
    if (build->status != CLI_OK && build->solved == 0)
        return build->status;
    printf("%ju of %zu position%s solved, %ju node%s, %.1f s\n",
           (uintmax_t)build->solved, open, CLI_S(open), (uintmax_t)build->nodes,
           CLI_S(build->nodes), os_seconds() - started);
    output_flush();
    return build->status == CLI_OK && build->solved < open
               ? CLI_UNFINISHED /* stopped by a signal */
               : build->status;
}

/* Compute the scores of the other plies, and compare them with those that were
 * read. */
static enum cli_status back_up(struct book_build *build)
{
    struct book_list *list = &build->list;
    size_t count = first_of_last_ply(build);
    enum cli_status status = CLI_OK;
    int16_t *read = calloc(count + 1, sizeof *read);
    if (read == NULL)
        return cli_fail(CLI_FAILURE, "out of memory");
    for (size_t entry = 0; entry < count; entry++)
        read[entry] = list->entries[entry].score;
    book_list_back_up(list);
    for (size_t entry = 0; entry < count; entry++) {
        int score = list->entries[entry].score;
        if (read[entry] == BOOK_NO_SCORE || read[entry] == score)
            continue;
        struct journal_source source = build->journal.sources[entry];
        cli_note("%s:%lu: the score is %d, but %d follows from those of %d %s",
                 source.file, source.line, read[entry], score, list->depth,
                 cli_plies(list->depth));
        status = CLI_CHECK_FAILED;
    }
    free(read);
    return status;
}

/* ---------------------------------------------------------------- the book */

enum cli_status book_report_no_memory(int depth, uint64_t bytes)
{
    char text[CLI_BYTES_SIZE];
    return cli_fail(CLI_FAILURE,
                    "out of memory: a book of %d %s takes at least %s", depth,
                    cli_plies(depth), cli_format_bytes(bytes, text));
}

static enum cli_status report_book(const struct book_build *build,
                                   enum book_status status)
{
    int depth = build->list.depth;
    uint64_t bytes;
    switch (status) {
    case BOOK_OK:
        return CLI_OK;
    case BOOK_NO_MEMORY:
        book_make_check(&build->list, &bytes);
        return book_report_no_memory(depth, bytes);
    case BOOK_TOO_LARGE:
        return cli_fail(CLI_BAD_INPUT,
                        "--depth: %d plies have too many positions for a book",
                        depth);
    default:
        return cli_fail(CLI_FAILURE, "%s", book_strstatus(status));
    }
}

static enum cli_status write_book(const struct book_build *build)
{
    const struct book_list *list = &build->list;
    const char *path = build->options->output;
    unsigned char *bytes;
    size_t size, count = book_list_count(list);
    enum book_status status = book_make(list, &bytes, &size);
    if (status != BOOK_OK)
        return report_book(build, status);
    enum cli_status written = output_replace(path, bytes, size);
    free(bytes);
    if (written == CLI_OK)
        printf("%s: board %dx%d, %d %s, %zu position%s, %zu bytes\n", path,
               list->board.width, list->board.height, list->depth,
               cli_plies(list->depth), count, CLI_S(count), size);
    return written;
}

/* Solve the rest and make the book, after the known scores have been read. */
static enum cli_status finish_book(struct book_build *build)
{
    const struct book_options *options = build->options;
    uint64_t bytes;
    if (options->output != NULL) /* before anything is solved */
        command_need(report_book(build, book_make_check(&build->list, &bytes)));
    search_start_monitor(&options->options);
    enum cli_status status = solve(build);
    if (status == CLI_OK)
        status = back_up(build);
    if (status == CLI_OK)
        status = book_search_sample(options, &build->list, "sample");
    monitor_finish();
    if (status == CLI_OK && options->output != NULL)
        status = write_book(build);
    return status;
}

/* Check the options of all commands that make books. */
static void check_request(const struct book_options *options)
{
    const char *journal = options->journal;
    int cells = board_cells(inside_board(options->options.board));
    if (options->depth >= cells)
        command_refuse("--depth: expected at most %d, less than the "
                       "%d cell%s of the board, got %d",
                       cells - 1, cells, CLI_S(cells), options->depth);
    if (journal != NULL && strcmp(journal, "-") == 0)
        command_refuse("--journal: expected a file, not stdin");
}

/* Make the list and read the journal, or end the program. */
static void open_build(struct book_build *build,
                       const struct book_options *options, bool writes)
{
    const char *journal = options->journal;
    *build = (struct book_build){.options = options};
    enum book_list_status status =
        book_list_make(&build->list, inside_board(options->options.board),
                       options->depth, UINT32_MAX);
    if (status == BOOK_LIST_NO_MEMORY)
        command_stop(book_report_no_memory(options->depth, build->list.bytes));
    if (status != BOOK_LIST_OK)
        command_fail(CLI_BAD_INPUT, "--depth: %s", book_list_strstatus(status));
    journal_init(&build->journal, &build->list);
    if (journal != NULL && writes)
        journal_open(&build->journal, journal);
    else if (journal != NULL)
        command_need(journal_read(&build->journal, journal, JOURNAL_ITSELF));
}

static enum cli_status close_build(struct book_build *build,
                                   enum cli_status status)
{
    status = cli_worse(status, journal_close(&build->journal));
    book_list_free(&build->list);
    return status;
}

/* Check, before anything is read or solved, the files that 'build' has. */
static void check_files(const struct book_options *options)
{
    const char *journal = options->journal, *from_text = options->from_text,
               *output = options->output;
    const char *source = from_text != NULL ? from_text : journal;
    if (journal == NULL && output == NULL)
        command_refuse("build needs --journal or --output, to "
                       "keep the scores");
    if (journal != NULL && from_text != NULL)
        command_refuse("--from-text does not go with --journal; to add "
                       "scores to a journal, use 'fourscore book add'");
    if (output == NULL)
        return;
    if (strcmp(output, "-") == 0)
        command_refuse("--output: expected a file, not stdout");
    if (source != NULL &&
        (strcmp(source, output) == 0 ||
         os_is_same_file(strcmp(source, "-") == 0 ? NULL : source, output)))
        command_refuse("--output would replace %s", source);
    command_need(output_check(output));
}

static enum cli_status run_build(void *request,
                                 const struct arguments *arguments)
{
    struct book_options *options = request;
    struct book_build build;
    (void)arguments;
    options->options.no_book = true;
    check_request(options);
    check_files(options);
    enum cli_status status = CLI_OK;
    open_build(&build, options, true);
    if (options->from_text != NULL)
        status = journal_read(&build.journal, options->from_text, JOURNAL_TEXT);
    if (status == CLI_OK)
        status = finish_book(&build);
    return close_build(&build, status);
}

static enum cli_status run_list(void *request,
                                const struct arguments *arguments)
{
    struct book_build build;
    (void)arguments;
    check_request(request);
    open_build(&build, request, false);
    for (size_t entry = first_of_last_ply(&build);
         entry < book_list_count(&build.list) && !output_failed(); entry++) {
        char moves[BOOK_MAX_DEPTH + 1];
        if (build.list.entries[entry].score != BOOK_NO_SCORE)
            continue;
        book_list_moves(&build.list, entry, moves);
        puts(positions_moves(moves));
        output_end_line();
    }
    return close_build(&build, CLI_OK);
}

static enum cli_status run_add(void *request, const struct arguments *arguments)
{
    static char *standard[] = {"-"};
    struct book_build build;
    int count = arguments->count > 0 ? arguments->count : 1;
    char **paths = arguments->count > 0 ? arguments->operands : standard;
    enum cli_status status = CLI_OK;
    check_request(request);
    open_build(&build, request, true);
    unsigned long before = build.journal.lines;
    size_t repeated = build.journal.repeated;
    for (int i = 0; i < count && status == CLI_OK; i++)
        status = journal_read(&build.journal, paths[i], JOURNAL_ADDED);
    if (build.journal.lines > before || status == CLI_OK)
        printf("%lu added, %zu known before\n", build.journal.lines - before,
               build.journal.repeated - repeated);
    return close_build(&build, status);
}

/* ------------------------------------------------------------- the commands */

static const struct command_option depth_options[] = {
    {"depth", "N", "plies of the book, 0 to 24",
     VALUE(struct book_options, depth), .max = BOOK_MAX_DEPTH,
     .required = true},
    {0},
};

static const struct command_option journal_options[] = {
    {"journal", "FILE",
     "the file of the scores found so far, one POSITION SCORE a line",
     VALUE(struct book_options, journal)},
    {0},
};

static const struct command_option build_options[] = {
    {"output", "FILE", "write the book to FILE",
     VALUE(struct book_options, output), .letter = 'o'},
    {"from-text", "FILE", "read the scores from FILE, the output of 'export'",
     VALUE(struct book_options, from_text)},
    {"sample", "N", "the number of positions to search again",
     VALUE(struct book_options, sample), .max = UINT32_MAX, .initial = "100"},
    {"seed", "N", "seed of the random sample", VALUE(struct book_options, seed),
     .max = UINT64_MAX, .initial = "1"},
    {0},
};

const struct command cmd_book_build = {
    .name = "build",
    .summary =
        "solve the positions that are not in the journal, and make a book",
    .about = "Solve the positions of N plies that are not in the journal, "
             "compute the scores of positions of fewer plies from them, and "
             "search a random sample of all positions again.",
    .options = {depth_options, journal_options, build_options, options_board,
                options_table, options_engine, options_progress},
    .request_bytes = sizeof(struct book_options),
    .run = run_build,
};

const struct command cmd_book_list = {
    .name = "list",
    .summary = "print the positions that are not in the journal",
    .about = "Print the positions of N plies that are not in the journal, as "
             "input for 'fourscore solve'.",
    .options = {depth_options, journal_options, options_board},
    .request_bytes = sizeof(struct book_options),
    .run = run_list,
};

static const struct command_option add_options[] = {
    {"journal", "FILE", "the journal", VALUE(struct book_options, journal),
     .required = true},
    {0},
};

const struct command cmd_book_add = {
    .name = "add",
    .summary = "add lines POSITION SCORE to the journal",
    .about = "Add lines POSITION SCORE, the output of 'fourscore solve', from "
             "FILEs or stdin to the journal.",
    .options = {depth_options, add_options, options_board},
    .operands = "[FILE]...",
    .request_bytes = sizeof(struct book_options),
    .run = run_add,
};
