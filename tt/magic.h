/*
 * tt_magic_: a multiplier that gives each of some numbers a slot of its own.
 *
 * The slot of a key is the upper 'bits' bits of its product with a 64-bit
 * number, so that a table of 2^bits slots is looked into with a multiplication
 * and a shift, and no two keys of the set collide.  Such a number is found by
 * trial.  Source: magic bitboards, as the Chess Programming Wiki tells of them.
 *
 * Most trials cost next to nothing, because 2^bits multipliers that differ in
 * their upper bits only are tried at once: those bits, U, add key * U to the
 * slot, modulo 2^bits.  So two keys collide if and only if (a - b) * U is the
 * distance of the slots that they have with U = 0.  Where a - b is odd, exactly
 * one U solves that; where it is 2^k times an odd number, 2^k of them or none.
 * Each pair of keys rules out what it has, until no U is left, or one stays to
 * the end.  500 numbers of 31 bits and 2^13 slots, 5.7 million trials in the
 * mean, take 0.2 s, one by one 1.2 s.
 *
 * Few keys in many slots are tried one multiplier after the other, and so are
 * keys whose lowest bits are too much alike for the upper bits of a multiplier
 * to tell them apart.
 *
 * Nothing here allocates, but for qsort(); any thread may call.
 */
#ifndef TT_MAGIC_H
#define TT_MAGIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Beyond it a sieve no longer fits into a cache. */
enum { TT_MAGIC_MAX_BITS = 24 };

/* Requires 1 <= bits <= 32. */
static inline uint32_t tt_magic_slot(uint64_t key, uint64_t multiplier,
                                     int bits)
{
    return (uint32_t)(key * multiplier >> (64 - bits));
}

/*
 * How many trials are to be expected for 'count' random numbers, at least 1: 1
 * over the chance that so many random slots differ.  INFINITY where there are
 * more keys than slots, or where it would be more than 1e300 or so.  Numbers
 * with a pattern, such as consecutive ones, may take fewer or more.
 */
double tt_magic_expected(size_t count, int bits);

/*
 * Put keys in order by their lowest bits.  What is found does not depend on the
 * order, but large sets are searched a fifth faster in this one, because the
 * twos in the differences follow a pattern.
 */
void tt_magic_sort(uint64_t *keys, size_t count);

struct tt_magic {
    uint64_t seed;       /* any; then where the next search goes on */
    uint64_t trials;     /* of all searches so far; 0 before the first */
    uint64_t multiplier; /* odd, if one was found; else undefined */
};

/*
 * Search for a multiplier under which 'count' keys, all different, have slots
 * of their own.  Return false if there is none among the next 'trials', rounded
 * up to the 2^bits that are tried at once.  Another call then goes on; many
 * short searches find the same as a long one.  What is found follows from the
 * seed, and not from the order of the keys.
 *
 * 'scratch' has room for 2^bits bytes, which are overwritten.  Where there are
 * more keys than slots no trial is made; equal keys make all trials fail.
 */
bool tt_magic_find(const uint64_t *keys, size_t count, int bits,
                   uint64_t trials, unsigned char *scratch,
                   struct tt_magic *magic);

#endif
