/*
 * fourscore book: make, check and read books of early positions.
 *
 * Here are the commands that read books; book_build.c has those
 * that make them.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/book/book.h"
#include "tools/output.h"
#include "tt/random.h"

/* --------------------------------------------------------- searching again */

size_t book_entry_of(const struct book_list *list, const void *user)
{
    return (size_t)((const struct book_entry *)user - list->entries);
}

void book_name_entry(const void *context, const void *user,
                     char text[MONITOR_TEXT_SIZE])
{
    char moves[BOOK_MAX_DEPTH + 1];
    book_list_moves(context, book_entry_of(context, user), moves);
    monitor_name(text, moves, strlen(moves));
}

/* The state of book_search_sample(). */
struct sample {
    const struct book_list *list;
    const char *name; /* of the book */
    size_t done, wrong;
};

static void compare_score(void *context, const struct fourscore_answer *answer)
{
    struct sample *sample = context;
    size_t entry = book_entry_of(sample->list, answer->user);
    int score = sample->list->entries[entry].score;
    if (!answer->finished)
        return; /* stopped by a signal */
    monitor_done(++sample->done);
    if (answer->score.lower == score)
        return;
    char moves[BOOK_MAX_DEPTH + 1];
    book_list_moves(sample->list, entry, moves);
    cli_note("%s: '%s' has %d, a search finds %d", sample->name, moves, score,
             answer->score.lower);
    sample->wrong++;
}

enum cli_status book_search_sample(const struct book_options *options,
                                   const struct book_list *list,
                                   const char *name)
{
    struct sample sample = {.list = list, .name = name};
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    size_t count = book_list_count(list);
    size_t wanted = options->sample < count ? options->sample : count;
    uint64_t random = options->seed;
    if (wanted == 0)
        return CLI_OK;
    config.answered = compare_score;
    config.context = &sample;
    fourscore_pool *pool =
        search_open_pool(&options->options, config, book_name_entry, list);
    monitor_job(name, wanted);
    /* Selection sampling: all are equally likely. */
    for (size_t entry = 0, left = wanted; left > 0; entry++) {
        if (tt_random_below(&random, (uint32_t)(count - entry)) >= left)
            continue;
        struct fourscore_query query =
            inside_query(book_list_position(list, entry));
        query.user = &list->entries[entry];
        left--;
        if (fourscore_pool_submit(pool, &query) != FOURSCORE_OK)
            break;
    }
    fourscore_pool_wait(pool);
    search_close_pool(pool);
    printf("%zu searched again, %zu wrong\n", sample.done, sample.wrong);
    if (sample.wrong > 0)
        return CLI_CHECK_FAILED;
    return sample.done < wanted ? CLI_UNFINISHED : CLI_OK;
}

/* --------------------------------------------------------- the subcommands */

/* A book, and the list of all its positions with their scores. */
struct opened {
    struct book_info info;
    struct book_list list;
    fourscore_book *book;          /* or NULL */
    const struct options *options; /* of positions to look up */
};

__attribute__((noreturn)) static void refuse_incomplete(const char *path)
{
    command_fail(
        CLI_BAD_INPUT,
        "%s: its positions are not exactly those of its board and depth", path);
}

static void open_book(struct opened *opened, const char *path)
{
    *opened = (struct opened){.book = search_open_book(path)};
    opened->info = book_info(inside_book(opened->book));
}

/* List the positions of a book, or end the program if they are not complete. */
static void list_positions(struct opened *opened, const char *path)
{
    struct book_list *list = &opened->list;
    const struct book *book = inside_book(opened->book);
    /* The size of the file bounds the number of positions: a small file cannot
     * make this function list a large board. */
    enum book_list_status status =
        book_list_make(list, opened->info.board, opened->info.depth,
                       (uint32_t)opened->info.positions);
    if (status == BOOK_LIST_NO_MEMORY)
        command_stop(book_report_no_memory(list->depth, list->bytes));
    if (status != BOOK_LIST_OK)
        refuse_incomplete(path);
    for (int ply = 0; ply <= list->depth; ply++)
        if (opened->info.counts[ply] != list->first[ply + 1] - list->first[ply])
            refuse_incomplete(path);
    for (size_t entry = 0; entry < book_list_count(list); entry++) {
        int score;
        if (!book_lookup(book, book_list_position(list, entry), &score))
            refuse_incomplete(path);
        list->entries[entry].score = (int16_t)score;
    }
}

static void open_whole(struct opened *opened, const char *path)
{
    open_book(opened, path);
    list_positions(opened, path);
}

static void close_book(struct opened *opened)
{
    fourscore_book_free(opened->book);
    book_list_free(&opened->list);
}

static void print_plies(const struct book_list *list)
{
    printf("ply  positions        won      drawn       lost\n");
    for (int ply = 0; ply <= list->depth; ply++) {
        size_t signs[3] = {0};
        for (size_t entry = list->first[ply]; entry < list->first[ply + 1];
             entry++)
            signs[1 + board_weak_score(list->entries[entry].score)]++;
        printf("%3d %10zu %10zu %10zu %10zu\n", ply,
               list->first[ply + 1] - list->first[ply], signs[2], signs[1],
               signs[0]);
    }
}

static enum cli_status run_info(void *request,
                                const struct arguments *arguments)
{
    (void)request;
    struct opened opened;
    const char *path = arguments->operands[0];
    open_book(&opened, path);
    const struct book_info *info = &opened.info;
    printf("board      %dx%d\n", info->board.width, info->board.height);
    printf("depth      %d %s\n", info->depth, cli_plies(info->depth));
    printf("positions  %ju, mirror images once\n", (uintmax_t)info->positions);
    printf("bytes      %zu\n", info->bytes);
    printf("index      %zu bucket%s, %u slot%s\n", info->buckets,
           CLI_S(info->buckets), info->slots, CLI_S(info->slots));
    printf("checksum   %08x\n", info->checksum);
    list_positions(&opened, path);
    print_plies(&opened.list);
    close_book(&opened);
    return CLI_OK;
}

/* Check that every score is the negamax of the scores of the children. */
static enum cli_status check_negamax(const struct book_list *list,
                                     const char *path)
{
    size_t wrong = 0, count = list->first[list->depth];
    for (size_t entry = 0; entry < count; entry++) {
        int score = list->entries[entry].score;
        int found = book_list_negamax(list, entry);
        if (score == found)
            continue;
        char moves[BOOK_MAX_DEPTH + 1];
        book_list_moves(list, entry, moves);
        cli_note("%s: '%s' has %d, but %d follows from its moves", path, moves,
                 score, found);
        wrong++;
    }
    printf("%zu compared with their moves, %zu wrong\n", count, wrong);
    output_flush();
    return wrong == 0 ? CLI_OK : CLI_CHECK_FAILED;
}

static enum cli_status run_verify(void *request,
                                  const struct arguments *arguments)
{
    static const char *const without_sample[] = {"consistent", "progress",
                                                 "quiet", NULL};
    struct book_options *options = request;
    const char *path = arguments->operands[0];
    const char *other = command_given_other(arguments, without_sample);
    bool sampled = command_given(arguments, "sample");
    struct opened opened;
    if (!sampled && other != NULL)
        return cli_usage_error("--%s: verify searches only with --sample",
                               other);
    open_whole(&opened, path);
    size_t count = book_list_count(&opened.list);
    int depth = opened.info.depth;
    printf("%zu position%s of %d %s at most, none missing\n", count,
           CLI_S(count), depth, cli_plies(depth));
    output_flush();
    enum cli_status status = options->consistent || !sampled
                                 ? check_negamax(&opened.list, path)
                                 : CLI_OK;
    options->options.board = inside_size(opened.info.board);
    options->options.no_book = true;
    if (sampled) {
        search_start_monitor(&options->options);
        status =
            cli_worse(status, book_search_sample(options, &opened.list, path));
    }
    close_book(&opened);
    return status;
}

static enum cli_status answer_line(void *context, const struct line *line)
{
    const struct opened *opened = context;
    struct position pos;
    size_t length;
    struct fourscore_error error;
    int score;
    if (!inside_parse(line, opened->info.board, opened->options, 0, NULL, &pos,
                      &length, &error))
        return lines_report(line, &error);
    if (!book_lookup(inside_book(opened->book), pos, &score))
        return inside_refuse_for_book(line, pos.ply, opened->info.depth);
    fwrite(line->text, 1, length, stdout);
    printf(" %d\n", score);
    return CLI_OK;
}

static enum cli_status run_lookup(void *request,
                                  const struct arguments *arguments)
{
    const struct book_options *options = request;
    enum cli_status status = CLI_OK;
    search_start_monitor(&options->options);
    struct opened opened;
    open_book(&opened, arguments->operands[0]);
    opened.options = &options->options;
    if (arguments->count == 1)
        status = lines_answer("-", answer_line, &opened);
    for (int i = 1; i < arguments->count && monitor_signal() == 0; i++)
        status = cli_worse(
            status, lines_answer(arguments->operands[i], answer_line, &opened));
    close_book(&opened);
    return status;
}

static enum cli_status run_export(void *request,
                                  const struct arguments *arguments)
{
    (void)request;
    struct opened opened;
    open_whole(&opened, arguments->operands[0]);
    for (size_t entry = 0;
         !output_failed() && entry < book_list_count(&opened.list); entry++) {
        char moves[BOOK_MAX_DEPTH + 1];
        book_list_moves(&opened.list, entry, moves);
        printf("%s %d\n", positions_moves(moves),
               opened.list.entries[entry].score);
        output_end_line();
    }
    close_book(&opened);
    return CLI_OK;
}

static enum cli_status compare(const struct opened books[2], char **paths)
{
    const struct book_list *one = &books[0].list, *two = &books[1].list;
    if (one->board.width != two->board.width ||
        one->board.height != two->board.height)
        return cli_fail(CLI_BAD_INPUT,
                        "%s is for a board of %dx%d, %s for %dx%d", paths[0],
                        one->board.width, one->board.height, paths[1],
                        two->board.width, two->board.height);
    const struct book_list *less = one->depth < two->depth ? one : two;
    size_t count = book_list_count(less), different = 0;
    for (size_t entry = 0; entry < count && !output_failed(); entry++) {
        char moves[BOOK_MAX_DEPTH + 1];
        int scores[2] = {one->entries[entry].score, two->entries[entry].score};
        if (scores[0] == scores[1])
            continue;
        book_list_moves(less, entry, moves);
        printf("%s %d %d\n", positions_moves(moves), scores[0], scores[1]);
        output_end_line();
        different++;
    }
    if (one->depth != two->depth)
        cli_error("%s has %d %s, %s has %d: positions of at most %d are "
                  "compared",
                  paths[0], one->depth, cli_plies(one->depth), paths[1],
                  two->depth, less->depth);
    return different == 0 && one->depth == two->depth ? CLI_OK
                                                      : CLI_CHECK_FAILED;
}

static enum cli_status run_diff(void *request,
                                const struct arguments *arguments)
{
    (void)request;
    struct opened books[2];
    for (int i = 0; i < 2; i++)
        open_whole(&books[i], arguments->operands[i]);
    enum cli_status status = compare(books, arguments->operands);
    close_book(&books[0]);
    close_book(&books[1]);
    return status;
}

/* ------------------------------------------------------------- the commands */

static const char book_is_missing[] = "BOOK is missing";

static const struct command cmd_info = {
    .name = "info",
    .summary =
        "print the header and the numbers of won, drawn and lost positions",
    .about = "Print the header of a book and, for each ply, the number of "
             "positions that are won, drawn and lost.",
    .operands = "BOOK",
    .missing = book_is_missing,
    .request_bytes = sizeof(struct book_options),
    .run = run_info,
};

static const struct command_option verify_options[] = {
    {"consistent", NULL,
     "with --sample, also check that each score follows from the scores of the "
     "moves",
     VALUE(struct book_options, consistent)},
    {"sample", "N", "search a random sample of N positions again",
     VALUE(struct book_options, sample), .max = UINT32_MAX},
    {"seed", "N", "seed of the random sample", VALUE(struct book_options, seed),
     .max = UINT64_MAX, .initial = "1"},
    {0},
};

static const struct command cmd_verify = {
    .name = "verify",
    .summary = "check that a book is complete and its scores are right",
    .about = "Check that no position is missing, and that each score follows "
             "from the scores of the moves.  With --sample, search a random "
             "sample of the positions again instead of the second check.",
    .options = {verify_options, options_table, options_engine,
                options_progress},
    .operands = "BOOK",
    .missing = book_is_missing,
    .request_bytes = sizeof(struct book_options),
    .run = run_verify,
};

static const struct command cmd_lookup = {
    .name = "lookup",
    .summary = "print the scores of given positions",
    .about = "Read positions from FILEs or stdin and print their scores, as "
             "'fourscore solve' does.",
    .operands = "BOOK [FILE]...",
    .missing = book_is_missing,
    .options = {options_first_column},
    .request_bytes = sizeof(struct book_options),
    .run = run_lookup,
};

static const struct command cmd_export = {
    .name = "export",
    .summary = "print all positions with their scores",
    .about = "Print all positions of a book with their scores, ply by ply.",
    .operands = "BOOK",
    .missing = book_is_missing,
    .request_bytes = sizeof(struct book_options),
    .run = run_export,
};

static const struct command cmd_diff = {
    .name = "diff",
    .summary = "print the positions whose scores differ",
    .about = "Print the positions whose scores differ between two books, with "
             "both scores.",
    .operands = "BOOK BOOK",
    .missing = book_is_missing,
    .request_bytes = sizeof(struct book_options),
    .run = run_diff,
};

static const struct command *const commands[] = {
    &cmd_book_build, &cmd_book_list, &cmd_book_add, &cmd_info, &cmd_verify,
    &cmd_lookup,     &cmd_export,    &cmd_diff,     NULL};

const struct command cmd_book = {
    .name = "book",
    .summary = "make, check and read books of early positions",
    .about = "Make, check and read books.  A book has the scores of all "
             "positions up to a number of plies.  BOOK is a file, or 'builtin' "
             "for the built-in book.",
    .notes = "'fourscore book COMMAND --help' describes a command.",
    .commands = commands,
};
