#include "tools/book/book_solve.h"

#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "tools/output.h"

size_t book_first_of_last_ply(const struct book_build *build)
{
    return build->list.first[build->list.depth];
}

/* The number of the entry that a query is for. */
static size_t entry_of(const struct book_build *build, const void *user)
{
    return (size_t)((const struct book_entry *)user - build->list.entries);
}

static void name_entry(const void *context, const void *user,
                       char text[MONITOR_TEXT_SIZE])
{
    const struct book_build *build = context;
    char moves[BOOK_MAX_DEPTH + 1];
    book_list_moves(&build->list, entry_of(build, user), moves);
    monitor_name(text, moves, strlen(moves));
}

static void keep_score(void *context, const struct fourscore_answer *answer)
{
    struct book_build *build = context;
    build->nodes += answer->nodes;
    if (!answer->finished || build->status != CLI_OK)
        return; /* stopped by a signal or by an error */
    build->solved++;
    if (journal_add(&build->journal, entry_of(build, answer->user),
                    answer->score.lower) != CLI_OK)
        build->status = CLI_FAILURE;
    monitor_done(build->solved);
}

/* Submit the entries of the last ply that have no score. */
static void submit_open(struct book_build *build, fourscore_pool *pool)
{
    for (size_t entry = book_first_of_last_ply(build);
         entry < book_list_count(&build->list) && build->status == CLI_OK;
         entry++) {
        if (build->list.entries[entry].score != BOOK_NO_SCORE)
            continue;
        struct fourscore_query query = inside_query(
            book_list_position(&build->list, entry), SOLVER_STRONG);
        query.user = &build->list.entries[entry];
        if (fourscore_pool_submit(pool, &query) != FOURSCORE_OK)
            return;
    }
}

static enum cli_status solve_all(struct book_build *build, size_t open)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    struct open_watch watch = {.name = name_entry, .context = build};
    config.unordered = 1; /* a score is kept as soon as it is known */
    config.answered = keep_score;
    config.context = build;
    enum cli_status status =
        open_pool(&build->options->options, &config, &watch.pool);
    if (status != CLI_OK)
        return status;
    open_watch_pool(&watch);
    monitor_job("book", open);
    submit_open(build, watch.pool);
    if (build->status != CLI_OK)
        fourscore_pool_cancel(watch.pool);
    fourscore_pool_wait(watch.pool);
    monitor_job(NULL, 0);
    monitor_hide();
    open_unwatch();
    fourscore_pool_free(watch.pool);
    return build->status;
}

enum cli_status book_solve(struct book_build *build)
{
    size_t all = book_list_count(&build->list) - book_first_of_last_ply(build);
    size_t open = all - build->journal.scores[build->list.depth];
    double started = os_seconds();
    if (open < all)
        printf("%zu of %zu %s known\n", all - open, all,
               cli_plural(all, "position", "positions"));
    output_flush();
    if (open == 0)
        return CLI_OK;
    if (build->options->from_text != NULL) {
        cli_error("%s: %zu of %zu %s of %d %s missing",
                  build->options->from_text, open, all,
                  cli_plural(all, "position", "positions"), build->list.depth,
                  cli_plies(build->list.depth));
        return CLI_BAD_INPUT;
    }
    enum cli_status status = solve_all(build, open);
    if (status != CLI_OK && build->solved == 0)
        return status;
    printf("%ju of %zu %s solved, %ju %s, %.1f s\n", (uintmax_t)build->solved,
           open, cli_plural(open, "position", "positions"),
           (uintmax_t)build->nodes, cli_plural(build->nodes, "node", "nodes"),
           os_seconds() - started);
    output_flush();
    if (status == CLI_OK && build->solved < open)
        status = CLI_UNFINISHED; /* stopped by a signal */
    return status;
}

enum cli_status book_back_up(struct book_build *build)
{
    struct book_list *list = &build->list;
    size_t count = book_first_of_last_ply(build);
    enum cli_status status = CLI_OK;
    int16_t *read = calloc(count + 1, sizeof *read);
    if (read == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
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
