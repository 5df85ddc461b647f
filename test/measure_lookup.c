/*
 * How long a look-up in the built-in book takes: by its index, and by a search
 * in sorted names, one at a time and four at a time.  Every position is looked
 * up once a round, in random order, which is the same for all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "book/book.h"
#include "book/index.h"
#include "book/name.h"
#include "book/sorted.h"
#include "tt/random.h"

enum { ROUNDS = 20, PLIES = 8 };

struct question {
    struct position pos;
    uint64_t name;
};

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void report(const char *what, double started, size_t count, long sum)
{
    printf("%-34s %6.1f ns  (%ld)\n", what,
           (seconds() - started) * 1e9 / (double)count / ROUNDS, sum);
}

static long search_one(const uint64_t *names, size_t count, uint64_t name)
{
    size_t place = 0;
    while (count > 1) {
        size_t half = count / 2;
        place += names[place + half - 1] < name ? half : (size_t)0;
        count -= half;
    }
    return (long)place;
}

static void measure(const struct book *book, const struct question *questions,
                    const uint64_t *names, size_t count)
{
    long sum = 0;
    int score;

    double started = seconds();
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++)
            sum += book_lookup(book, questions[i].pos, &score) ? score : 99;
    report("position, in the book", started, count, sum);

    sum = 0;
    started = seconds();
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++)
            sum += (long)(book_name(questions[i].pos) & 1);
    report("of that, its name", started, count, sum);

    struct book_index index;
    unsigned char *multipliers = book_index_make(&index, names, count);
    signed char *scores = calloc(index.slots, sizeof *scores);
    if (multipliers == NULL || scores == NULL)
        exit(3);
    sum = 0;
    started = seconds();
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++)
            sum += scores[book_index_slot(&index, questions[i].name)];
    report("name, by an index", started, count, sum);
    free(scores);
    free(multipliers);

    sum = 0;
    started = seconds();
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++)
            sum += search_one(names, count, questions[i].name);
    report("name, in sorted names", started, count, sum);

    sum = 0;
    started = seconds();
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i + 4 <= count; i += 4) {
            uint64_t wanted[4];
            size_t places[4];
            for (int j = 0; j < 4; j++)
                wanted[j] = questions[i + (size_t)j].name;
            book_find_four(names, count, wanted, places);
            sum += (long)(places[0] + places[1] + places[2] + places[3]);
        }
    report("name, in sorted names, four at once", started, count, sum);
}

int main(void)
{
    struct book *book;
    struct book_list list;
    if (book_builtin(&book) != BOOK_OK ||
        book_list_make(&list, board_usual(), PLIES, UINT32_MAX) != BOOK_LIST_OK)
        return 1;
    size_t count = book_list_count(&list);
    struct question *questions = calloc(count, sizeof *questions);
    uint64_t *names = calloc(count, sizeof *names);
    if (questions == NULL || names == NULL)
        return 3;
    uint64_t random = 1;
    for (size_t i = 0; i < count; i++) {
        questions[i].pos = book_list_position(&list, i);
        questions[i].name = names[i] = book_name(questions[i].pos);
        struct question here = questions[i];
        size_t other = tt_random_below(&random, (uint32_t)i + 1);
        questions[i] = questions[other];
        questions[other] = here;
    }
    qsort(names, count, sizeof *names, compare);
    measure(book, questions, names, count);
    free(names);
    free(questions);
    book_list_free(&list);
    book_close(book);
    return 0;
}
