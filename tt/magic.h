/*
 * tt_magic_: multipliers that map the keys of a set to distinct slots.
 *
 * The slot of a key is the upper 'bits' bits of its product with a 64-bit
 * multiplier: a perfect hash function of one multiplication and one shift.
 * Multipliers are found by trial.  Source: magic bitboards, Chess Programming
 * Wiki.
 *
 * A sieve tries 2^bits multipliers at once.  They differ only in their upper
 * bits U.  The slot of a key is then s(key) + key * U mod 2^bits, where s is
 * the slot for U = 0.  Keys a and b collide if and only if (a - b) * U = s(b) -
 * s(a) mod 2^bits.  If a - b is odd, one U is a solution; if it is 2^k times an
 * odd number, there are 2^k solutions or none.  Each pair of keys rules out its
 * solutions; any U that is left gives a multiplier.  For 500 keys of 31 bits
 * and 2^13 slots, a search takes 5.7 million trials on average.  This takes 0.2
 * s with the sieve, and 1.2 s without.
 *
 * Without the sieve multipliers are tried one by one.  This is done if there
 * are few keys for the slots, or if too many keys have equal low bits, which U
 * cannot distinguish.
 *
 * These functions allocate no memory, except in qsort(); any thread may call
 * them.
 */
#ifndef TT_MAGIC_H
#define TT_MAGIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/os.h"

/* A larger sieve does not fit into a cache. */
enum { TT_MAGIC_MAX_BITS = 24 };

/* Requires 1 <= bits <= 32. */
static inline uint32_t tt_magic_slot(uint64_t key, uint64_t multiplier,
                                     int bits)
{
    return (uint32_t)(key * multiplier >> (64 - bits));
}

/*
 * Returns the expected number of trials for 'count' random keys, at least 1:
 * 1 / P(count random slots are distinct).  Returns INFINITY if there are more
 * keys than slots, or if the result exceeds about 1e300.  Keys with a pattern,
 * such as consecutive ones, can take fewer or more trials.
 */
double tt_magic_expected(size_t count, int bits);

/*
 * Sort keys by their reversed bits, lowest bit first.  The order does not
 * change the result of a search.  In this order large sets take a fifth less
 * time, because the powers of two in the differences follow a pattern.
 */
void tt_magic_sort(uint64_t *keys, size_t count);

struct tt_magic {
    uint64_t seed;       /* any value; updated for the next call */
    uint64_t trials;     /* of all calls; 0 before the first */
    uint64_t multiplier; /* odd; undefined if none was found */
};

/*
 * Search for a multiplier that maps 'count' distinct keys to distinct slots.
 * Returns false if none of the next 'trials' multipliers does; a sieve rounds
 * 'trials' up to a multiple of 2^bits.  The next call continues the search, so
 * several short searches give the same result as a long one.  The result
 * depends on the seed, but not on the order of the keys.
 *
 * 'scratch' must have 2^bits bytes, which are overwritten.  If there are more
 * keys than slots, no trial is made; if two keys are equal, all trials fail.
 */
MUST_CHECK bool tt_magic_find(const uint64_t *keys, size_t count, int bits,
                              uint64_t trials, unsigned char *scratch,
                              struct tt_magic *magic);

#endif
