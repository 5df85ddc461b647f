/*
 * book_find_four(): a search in a sorted array, for four numbers at once.
 *
 * Each step halves what is left for all four, without a branch, so the four
 * chains of loads overlap: four answers take little more time than one.
 */
#ifndef BOOK_SORTED_H
#define BOOK_SORTED_H

#include <stddef.h>
#include <stdint.h>

/* Set each of 'places' to how many of the 'count' numbers, which ascend, are
 * smaller than the wanted one: its place if it is among them. */
static inline void book_find_four(const uint64_t *numbers, size_t count,
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
