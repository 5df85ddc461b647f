/*
 * tt_random: a reproducible random number generator, splitmix64.
 *
 * Source: Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195.
 */
#ifndef TT_RANDOM_H
#define TT_RANDOM_H

#include <stdint.h>

/* Returns the next number.  '*state' is initially the seed. */
static inline uint64_t tt_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Returns a number from 0 to count - 1.  Requires count >= 1. */
static inline uint32_t tt_random_below(uint64_t *state, uint32_t count)
{
    return (uint32_t)((tt_random(state) >> 32) * count >> 32);
}

#endif
