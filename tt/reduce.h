/*
 * tt_ reduction: key % divisor by multiplication.
 *
 * The reciprocal, 2^64 / divisor, is rounded down by less than 1, and a key is
 * less than 2^64.  So the computed quotient is exact or too small by 1.
 * Source: Granlund and Montgomery, Division by Invariant Integers using
 * Multiplication, 1994.
 */
#ifndef TT_REDUCE_H
#define TT_REDUCE_H

#include <stdint.h>

#include "tt/sizing.h"

struct tt_divisor {
    uint64_t value;
    uint64_t reciprocal; /* 2^64 / value, rounded down */
};

/* Requires value >= 1. */
static inline struct tt_divisor tt_divisor(uint64_t value)
{
    tt_count reciprocal = ((tt_count)1 << 64) / value;
    return (struct tt_divisor){value,
                               value == 1 ? UINT64_MAX : (uint64_t)reciprocal};
}

/* Returns key % divisor.value. */
static inline uint64_t tt_reduce(struct tt_divisor divisor, uint64_t key)
{
    uint64_t quotient = (uint64_t)((tt_count)key * divisor.reciprocal >> 64);
    uint64_t remainder = key - quotient * divisor.value;
    return remainder >= divisor.value ? remainder - divisor.value : remainder;
}

/* Same for keys of up to 128 bits, by division. */
static inline uint64_t tt_reduce_wide(struct tt_divisor divisor, tt_count key)
{
    return (uint64_t)(key % divisor.value);
}

#endif
