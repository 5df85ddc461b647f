/*
 * Measures the time of a look-up in the built-in book, by its index, and by
 * binary search in a sorted array of hashes, one or four at a time.  All
 * positions are looked up once a round, in random order.  All methods must find
 * the same scores.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "book/book.h"
#include "book/index.h"
#include "book/list.h"
#include "os/os.h"
#include "tt/random.h"

enum { ROUNDS = 20 };

struct query {
    struct position pos;
    uint64_t hash;
    int score;
};

/* The same scores for all methods. */
struct scores {
    struct book *book;
    struct query *queries;
    size_t count;
    struct book_index index;
    signed char *by_slot;
    uint64_t *hashes;     /* ascending */
    signed char *by_rank; /* by index of 'hashes' */
};

static long in_book(const struct scores *scores)
{
    long sum = 0;
    int score = 0;
    for (size_t i = 0; i < scores->count; i++)
        if (book_lookup(scores->book, scores->queries[i].pos, &score))
            sum += score;
    return sum;
}

static long by_index(const struct scores *scores)
{
    long sum = 0;
    for (size_t i = 0; i < scores->count; i++)
        sum += scores->by_slot[book_index_slot(&scores->index,
                                               scores->queries[i].hash)];
    return sum;
}

static size_t find_one(const uint64_t *numbers, size_t count, uint64_t wanted)
{
    size_t rank = 0;
    while (count > 1) {
        size_t half = count / 2;
        rank += numbers[rank + half - 1] < wanted ? half : (size_t)0;
        count -= half;
    }
    return rank;
}

static long one_at_a_time(const struct scores *scores)
{
    long sum = 0;
    for (size_t i = 0; i < scores->count; i++)
        sum += scores->by_rank[find_one(scores->hashes, scores->count,
                                        scores->queries[i].hash)];
    return sum;
}

static long four_at_a_time(const struct scores *scores)
{
    long sum = 0;
    for (size_t i = 0; i < scores->count; i += 4) {
        uint64_t wanted[4] = {0};
        size_t ranks[4], fours = scores->count - i < 4 ? scores->count - i : 4;
        for (size_t j = 0; j < fours; j++)
            wanted[j] = scores->queries[i + j].hash;
        book_search_four(scores->hashes, scores->count, wanted, ranks);
        for (size_t j = 0; j < fours; j++)
            sum += scores->by_rank[ranks[j]];
    }
    return sum;
}

static bool measure(const struct scores *scores)
{
    static const struct {
        const char *name;
        long (*look_up)(const struct scores *scores);
    } methods[] = {
        {"book_lookup() of a position", in_book},
        {"index, by hash", by_index},
        {"sorted hashes, one at a time", one_at_a_time},
        {"sorted hashes, four at a time", four_at_a_time},
    };
    long expected = 0;
    bool same = true;
    for (size_t i = 0; i < scores->count; i++)
        expected += ROUNDS * (long)scores->queries[i].score;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        long sum = 0;
        double started = os_seconds();
        for (int round = 0; round < ROUNDS; round++)
            sum += methods[i].look_up(scores);
        printf("%-40s %5.1f ns\n", methods[i].name,
               (os_seconds() - started) * 1e9 / (double)scores->count / ROUNDS);
        same = same && sum == expected;
    }
    return same;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Set the queries to all positions of the list, shuffled. */
static void set_queries(struct scores *scores, const struct book_list *list)
{
    uint64_t random = 1;
    for (size_t i = 0; i < scores->count; i++) {
        struct query *query = &scores->queries[i];
        query->pos = book_list_position(list, i);
        query->hash = scores->hashes[i] = book_hash(query->pos);
        book_lookup(scores->book, query->pos, &query->score);
        struct query here = *query;
        size_t other = tt_random_below(&random, (uint32_t)i + 1);
        *query = scores->queries[other];
        scores->queries[other] = here;
    }
    qsort(scores->hashes, scores->count, sizeof *scores->hashes, compare);
}

int main(void)
{
    struct book_list list;
    struct scores scores;
    if (book_builtin(&scores.book) != BOOK_OK ||
        book_list_make(&list, board_default(), book_info(scores.book).depth,
                       UINT32_MAX) != BOOK_LIST_OK)
        return 3;
    scores.count = book_list_count(&list);
    scores.queries = calloc(scores.count, sizeof *scores.queries);
    scores.hashes = calloc(scores.count, sizeof *scores.hashes);
    scores.by_rank = calloc(scores.count, 1);
    if (!scores.queries || !scores.hashes || !scores.by_rank)
        exit(3);
    set_queries(&scores, &list);
    unsigned char *multipliers =
        book_index_make(&scores.index, scores.hashes, scores.count);
    scores.by_slot = calloc(scores.index.slots, 1);
    if (multipliers == NULL || scores.by_slot == NULL)
        exit(3);
    for (size_t i = 0; i < scores.count; i++) {
        const struct query *query = &scores.queries[i];
        signed char score = (signed char)query->score;
        scores.by_slot[book_index_slot(&scores.index, query->hash)] = score;
        scores.by_rank[find_one(scores.hashes, scores.count, query->hash)] =
            score;
    }
    bool same = measure(&scores);
    free(multipliers);
    free(scores.by_slot);
    free(scores.by_rank);
    free(scores.hashes);
    free(scores.queries);
    book_list_free(&list);
    book_close(scores.book);
    return same ? 0 : 1;
}
