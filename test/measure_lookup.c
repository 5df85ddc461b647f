/*
 * How long a look-up in the built-in book takes: by its index, and by a search
 * in sorted names, one at a time and four at a time.  Every position is looked
 * up once a round, in random order; all ways must find the same scores.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "book/book.h"
#include "book/hash.h"
#include "book/index.h"
#include "book/sorted.h"
#include "os/clock.h"
#include "tt/random.h"

enum { ROUNDS = 20 };

struct query {
    struct position pos;
    uint64_t name;
    int score;
};

/* The same scores, in all ways. */
struct scores {
    struct book *book;
    struct query *queries;
    size_t count;
    struct book_index index;
    signed char *by_slot;
    uint64_t *names; /* ascending */
    signed char *by_place;
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
                                               scores->queries[i].name)];
    return sum;
}

static size_t find_one(const uint64_t *numbers, size_t count, uint64_t wanted)
{
    size_t place = 0;
    while (count > 1) {
        size_t half = count / 2;
        place += numbers[place + half - 1] < wanted ? half : (size_t)0;
        count -= half;
    }
    return place;
}

static long one_by_one(const struct scores *scores)
{
    long sum = 0;
    for (size_t i = 0; i < scores->count; i++)
        sum += scores->by_place[find_one(scores->names, scores->count,
                                         scores->queries[i].name)];
    return sum;
}

static long four_at_once(const struct scores *scores)
{
    long sum = 0;
    for (size_t i = 0; i < scores->count; i += 4) {
        uint64_t wanted[4] = {0};
        size_t places[4], fours = scores->count - i < 4 ? scores->count - i : 4;
        for (size_t j = 0; j < fours; j++)
            wanted[j] = scores->queries[i + j].name;
        book_search_four(scores->names, scores->count, wanted, places);
        for (size_t j = 0; j < fours; j++)
            sum += scores->by_place[places[j]];
    }
    return sum;
}

static bool measure(const struct scores *scores)
{
    static const struct {
        const char *name;
        long (*look_up)(const struct scores *scores);
    } ways[] = {
        {"a position, in the book", in_book},
        {"a name, by an index", by_index},
        {"a name, among sorted ones, one by one", one_by_one},
        {"a name, among sorted ones, four at once", four_at_once},
    };
    long expected = 0;
    bool same = true;
    for (size_t i = 0; i < scores->count; i++)
        expected += ROUNDS * (long)scores->queries[i].score;
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        long sum = 0;
        double started = os_seconds();
        for (int round = 0; round < ROUNDS; round++)
            sum += ways[way].look_up(scores);
        printf("%-40s %5.1f ns\n", ways[way].name,
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

/* Ask for all positions of the list, shuffled. */
static void fill(struct scores *scores, const struct book_list *list)
{
    uint64_t random = 1;
    for (size_t i = 0; i < scores->count; i++) {
        struct query *query = &scores->queries[i];
        query->pos = book_list_position(list, i);
        query->name = scores->names[i] = book_hash(query->pos);
        book_lookup(scores->book, query->pos, &query->score);
        struct query here = *query;
        size_t other = tt_random_below(&random, (uint32_t)i + 1);
        *query = scores->queries[other];
        scores->queries[other] = here;
    }
    qsort(scores->names, scores->count, sizeof *scores->names, compare);
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
    scores.names = calloc(scores.count, sizeof *scores.names);
    scores.by_place = calloc(scores.count, 1);
    if (!scores.queries || !scores.names || !scores.by_place)
        exit(3);
    fill(&scores, &list);
    unsigned char *multipliers =
        book_index_make(&scores.index, scores.names, scores.count);
    scores.by_slot = calloc(scores.index.slots, 1);
    if (multipliers == NULL || scores.by_slot == NULL)
        exit(3);
    for (size_t i = 0; i < scores.count; i++) {
        const struct query *query = &scores.queries[i];
        signed char score = (signed char)query->score;
        scores.by_slot[book_index_slot(&scores.index, query->name)] = score;
        scores.by_place[find_one(scores.names, scores.count, query->name)] =
            score;
    }
    bool same = measure(&scores);
    free(multipliers);
    free(scores.by_slot);
    free(scores.by_place);
    free(scores.names);
    free(scores.queries);
    book_list_free(&list);
    book_close(scores.book);
    return same ? 0 : 1;
}
