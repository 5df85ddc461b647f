#include "tools/puzzle/puzzle.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "tools/output.h"

/* Give up after this number of candidates without a puzzle. */
enum { MAX_MISSES = 5000 };

/* Candidates in the pool, for each thread. */
enum { AHEAD = 4 };

/* A candidate in the pool. */
struct candidate {
    char moves[FOURSCORE_MAX_CELLS + 1];
    uint64_t number;
};

/* ---------------------------------------------------------------- one puzzle
 */

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, sizeof((struct fourscore_puzzle *)0)->key);
}

static void keep_key(void *key)
{
    (void)key; /* it is part of the list */
}

/* Keep the candidate if it is a new puzzle. */
static enum cli_status consider(struct puzzles *puzzles,
                                const struct candidate *candidate,
                                const struct fourscore_answer *answer)
{
    struct puzzle *puzzle = &puzzles->list[puzzles->found];
    puzzle->found = (struct fourscore_puzzle)FOURSCORE_PUZZLE_INIT;
    if (fourscore_judge_puzzle(answer, &puzzles->wanted, &puzzle->found) !=
            FOURSCORE_OK ||
        puzzle->found.move == 0)
        return CLI_OK;
    if (tfind(puzzle->found.key, &puzzles->seen, compare_keys) != NULL)
        return CLI_OK;
    if (tsearch(puzzle->found.key, &puzzles->seen, compare_keys) == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    memcpy(puzzle->moves, candidate->moves, sizeof puzzle->moves);
    puzzle->answer = *answer;
    puzzle->number = candidate->number;
    puzzles->last = candidate->number + 1;
    puzzles->found++;
    monitor_done(puzzles->found);
    return CLI_OK;
}

/* --------------------------------------------------------------- all puzzles
 */

/* Submit the next candidate.  Returns false if there is none any more. */
static bool submit(struct puzzles *puzzles, struct candidate *candidate)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    do {
        if (puzzles->next - puzzles->last >= MAX_MISSES || monitor_is_stopped())
            return false;
        candidate->number = puzzles->next++;
        fourscore_puzzle_candidate(&puzzles->wanted, candidate->number,
                                   candidate->moves);
    } while (candidate->moves[0] == '\0');
    query.find = FOURSCORE_ALL_MOVES | FOURSCORE_PV;
    query.text = candidate->moves;
    query.length = strlen(candidate->moves);
    query.notation = FOURSCORE_MOVES;
    query.user = candidate;
    return fourscore_pool_submit(puzzles->pool, &query) == FOURSCORE_OK;
}

/* Take answers until there are enough puzzles, and then those on the way. */
static enum cli_status collect(struct puzzles *puzzles,
                               struct candidate *candidates, int ahead)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    enum cli_status status = CLI_OK;
    for (int i = 0; i < ahead; i++)
        submit(puzzles, &candidates[i]);
    while (fourscore_pool_next(puzzles->pool, &answer) == FOURSCORE_OK) {
        if (status != CLI_OK || puzzles->found == puzzles->count)
            continue;
        if (answer.finished)
            status = consider(puzzles, answer.user, &answer);
        if (puzzles->found < puzzles->count)
            submit(puzzles, answer.user);
    }
    return status;
}

static int compare_difficulties(const void *a, const void *b)
{
    const struct puzzle *x = a, *y = b;
    if (x->found.difficulty != y->found.difficulty)
        return x->found.difficulty - y->found.difficulty;
    return (x->number > y->number) - (x->number < y->number);
}

static void name_candidate(const void *context, const void *user,
                           char text[MONITOR_TEXT_SIZE])
{
    const struct candidate *candidate = user;
    (void)context;
    monitor_name(text, candidate->moves, strlen(candidate->moves));
}

static enum cli_status report(const struct puzzles *puzzles)
{
    char board[POSITIONS_SUFFIX_SIZE];
    if (puzzles->found == puzzles->count)
        return CLI_OK;
    if (monitor_is_stopped()) {
        cli_error("stopped after %zu of %ju %s%s", puzzles->found,
                  (uintmax_t)puzzles->count,
                  cli_plural(puzzles->count, "puzzle", "puzzles"),
                  monitor_is_late() ? ": --total-time-limit" : "");
        return CLI_UNFINISHED;
    }
    cli_error("found %zu of %ju %s%s, and no more among %d positions",
              puzzles->found, (uintmax_t)puzzles->count,
              cli_plural(puzzles->count, "puzzle", "puzzles"),
              positions_suffix(puzzles->options.board, board), MAX_MISSES);
    return CLI_BAD_INPUT;
}

enum cli_status puzzle_find(struct puzzles *puzzles)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    int ahead = AHEAD * open_threads(&puzzles->options);
    struct candidate *candidates = calloc((size_t)ahead, sizeof *candidates);
    config.capacity = ahead;
    if (candidates == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    enum cli_status status =
        open_pool(&puzzles->options, &config, &puzzles->pool);
    if (status == CLI_OK) {
        struct open_watch watch = {.pool = puzzles->pool,
                                   .name = name_candidate};
        monitor_job("puzzles", puzzles->count);
        open_watch_pool(&watch);
        status = collect(puzzles, candidates, ahead);
        tdestroy(puzzles->seen, keep_key); /* sorting moves the keys */
        qsort(puzzles->list, puzzles->found, sizeof *puzzles->list,
              compare_difficulties);
        open_unwatch();
        fourscore_pool_free(puzzles->pool);
    }
    free(candidates);
    monitor_hide();
    return status == CLI_OK ? report(puzzles) : status;
}
