/*
 * tt_ reduction: 'key % divisor' with a multiplication in place of the
 * division.
 *
 * The quotient comes out right or one too small, because the reciprocal is too
 * small by less than 1, and a key is less than 2^64.  Source: Granlund and
 * Montgomery, Division by Invariant Integers using Multiplication, 1994.
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

static inline uint64_t tt_reduce(struct tt_divisor by, uint64_t key)
{
    uint64_t quotient = (uint64_t)((tt_count)key * by.reciprocal >> 64);
    uint64_t rest = key - quotient * by.value;
    return rest >= by.value ? rest - by.value : rest;
}

/* The same for keys of up to 128 bits, by division. */
static inline uint64_t tt_reduce_wide(struct tt_divisor by, tt_count key)
{
    return (uint64_t)(key % by.value);
}

#endif
