/*
 * book_search_four(): branchless binary search for four numbers at once.
 *
 * The four searches advance together, so that their cache misses overlap: four
 * take little longer than one.
 */
#ifndef BOOK_SORTED_H
#define BOOK_SORTED_H

#include <stddef.h>
#include <stdint.h>

/* Set places[i] to the number of elements less than wanted[i], which is the
 * index of wanted[i] if it is present.  The 'count' numbers must be in
 * ascending order. */
static inline void book_search_four(const uint64_t *numbers, size_t count,
                                    const uint64_t wanted[4], size_t places[4])
{
    for (int i = 0; i < 4; i++)
        places[i] = 0;
    while (count > 1) {
        size_t half = count / 2;
        for (int i = 0; i < 4; i++)
            places[i] +=
                numbers[places[i] + half - 1] < wanted[i] ? half : (size_t)0;
        count -= half;
    }
    for (int i = 0; i < 4 && count == 1; i++)
        places[i] += numbers[places[i]] < wanted[i];
}

#endif
