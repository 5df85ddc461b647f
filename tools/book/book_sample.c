/* Entries of a book, searched again. */
#include <string.h>

#include "tools/book/book.h"
#include "tt/random.h"

/* The state of book_search_sample(). */
struct sample {
    const struct book_list *list;
    const char *name; /* of the book */
    size_t done, wrong;
};

static size_t entry_of(const struct sample *sample, const void *user)
{
    return (size_t)((const struct book_entry *)user - sample->list->entries);
}

static void name_entry(const void *context, const void *user,
                       char text[MONITOR_TEXT_SIZE])
{
    const struct sample *sample = context;
    char moves[BOOK_MAX_DEPTH + 1];
    book_list_moves(sample->list, entry_of(sample, user), moves);
    monitor_name(text, moves, strlen(moves));
}

static void compare_score(void *context, const struct fourscore_answer *answer)
{
    struct sample *sample = context;
    size_t entry = entry_of(sample, answer->user);
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

/* Submit 'wanted' random entries.  Selection sampling: all are equally likely.
 */
static void submit_sample(const struct sample *sample, uint64_t random,
                          size_t wanted, fourscore_pool *pool)
{
    size_t count = book_list_count(sample->list);
    for (size_t entry = 0, left = wanted; left > 0; entry++) {
        if (tt_random_below(&random, (uint32_t)(count - entry)) >= left)
            continue;
        struct fourscore_query query = inside_query(
            book_list_position(sample->list, entry), SOLVER_STRONG);
        query.user = &sample->list->entries[entry];
        left--;
        if (fourscore_pool_submit(pool, &query) != FOURSCORE_OK)
            return;
    }
}

enum cli_status book_search_sample(const struct book_options *options,
                                   const struct book_list *list,
                                   const char *name)
{
    struct sample sample = {.list = list, .name = name};
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    struct open_watch watch = {.name = name_entry, .context = &sample};
    size_t count = book_list_count(list);
    size_t wanted = options->sample < count ? options->sample : count;
    if (wanted == 0)
        return CLI_OK;
    config.answered = compare_score;
    config.context = &sample;
    enum cli_status status = open_pool(&options->options, &config, &watch.pool);
    if (status != CLI_OK)
        return status;
    open_watch_pool(&watch);
    monitor_job(name, wanted);
    submit_sample(&sample, options->seed, wanted, watch.pool);
    fourscore_pool_wait(watch.pool);
    monitor_job(NULL, 0);
    monitor_hide();
    open_unwatch();
    fourscore_pool_free(watch.pool);
    printf("%zu searched again, %zu wrong\n", sample.done, sample.wrong);
    if (sample.wrong > 0)
        return CLI_CHECK_FAILED;
    return sample.done < wanted ? CLI_UNFINISHED : CLI_OK;
}
