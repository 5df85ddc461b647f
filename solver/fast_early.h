/*
 * fast_early: the first results of a search, before they go to the far table.
 * Internal to the engine fast.
 *
 * They are few and lie together, while the far table has them in pages all
 * over, each of which the system must provide at the first access.  So a short
 * search touches none of these pages.  When there is no room for another
 * result, all of them go to the far table.  Unless that has about the least
 * size possible, it has room for so few: nodes are the same as without early
 * results.
 *
 * Each thread has its own, which no other thread sees; nor does it see the
 * results of others in the far table before its own have gone there.
 */
#ifndef SOLVER_FAST_EARLY_H
#define SOLVER_FAST_EARLY_H

#include <stdbool.h>
#include <stdint.h>

#include "solver/near_search.h"

enum { FAST_EARLY_BITS = 10, FAST_EARLY_MAX = 1 << (FAST_EARLY_BITS - 1) };

struct fast_result {
    cells key;
    uint8_t value;
    bool high_effort;
};

/* Zero bytes are empty. */
struct fast_early {
    int count;
    bool ended; /* the far table is in use */
    struct fast_result results[FAST_EARLY_MAX];
    uint16_t numbers[1 << FAST_EARLY_BITS]; /* of results from 1, by hash */
};

static inline void fast_early_clear(struct fast_early *early)
{
    if (early->count > 0)
        memset(early->numbers, 0, sizeof early->numbers);
    early->count = 0;
    early->ended = false;
}

/* The place of a key in 'numbers', or the one where it would be. */
static inline unsigned fast_early_place(const struct fast_early *early,
                                        cells key)
{
    unsigned place = near_table_slot(key) % (1 << FAST_EARLY_BITS);
    while (early->numbers[place] != 0 &&
           early->results[early->numbers[place] - 1].key != key)
        place = (place + 1) % (1 << FAST_EARLY_BITS);
    return place;
}

/* Returns the value of 'key', or 0. */
static inline int fast_early_get(const struct fast_early *early, cells key)
{
    int number = early->numbers[fast_early_place(early, key)];
    return number == 0 ? 0 : early->results[number - 1].value;
}

/* Requires that there is room. */
static inline void fast_early_put(struct fast_early *early,
                                  struct fast_result result)
{
    unsigned place = fast_early_place(early, result.key);
    if (early->numbers[place] == 0)
        early->numbers[place] = (uint16_t)++early->count;
    early->results[early->numbers[place] - 1] = result;
}

#endif
