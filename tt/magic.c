#include "tt/magic.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tt/random.h"

struct key_set {
    const uint64_t *keys;
    size_t count;
    int bits;
    int shift; /* all keys are multiples of 2^shift */
    unsigned char *scratch;
};

double tt_magic_expected(size_t count, int bits)
{
    double slots = (double)(UINT64_C(1) << bits);
    double chance = 1;
    for (size_t i = 0; i < count && chance > 0; i++)
        chance *= (double)i < slots ? 1 - (double)i / slots : 0;
    return chance > 0 ? 1 / chance : INFINITY;
}

static int compare_lowest_bits(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t differ = x ^ *(const uint64_t *)b;
    uint64_t lowest = differ & (0 - differ);
    return lowest == 0 ? 0 : (x & lowest) == 0 ? -1 : 1;
}

void tt_magic_sort(uint64_t *keys, size_t count)
{
    qsort(keys, count, sizeof *keys, compare_lowest_bits);
}

/* Requires a zeroed scratch, and zeroes it again. */
static bool is_magic(const struct key_set *set, uint64_t multiplier)
{
    unsigned char *used = set->scratch;
    size_t done = 0;
    for (; done < set->count; done++) {
        uint32_t slot = tt_magic_slot(set->keys[done], multiplier, set->bits);
        if (used[slot])
            break;
        used[slot] = 1;
    }
    for (size_t i = 0; i < done; i++)
        used[tt_magic_slot(set->keys[i], multiplier, set->bits)] = 0;
    return done == set->count;
}

/* The inverse of an odd number modulo 2^32: 3 * odd ^ 2 is correct in 5 bits,
 * and each Newton step doubles their number.  Source: Montgomery, as cited by
 * Hurchalla, 2022, doi:10.48550/arXiv.2204.04342. */
static inline uint32_t inverse(uint32_t odd)
{
    uint32_t x = 3 * odd ^ 2;
    x *= 2 - odd * x;
    x *= 2 - odd * x;
    return x * (2 - odd * x);
}

/* Rule out all U with distance * U = gap, modulo 2^bits. */
static inline void rule_out(uint32_t distance, uint32_t gap, int bits,
                            unsigned char *ruled_out)
{
    uint32_t slots = UINT32_C(1) << bits;
    if ((distance & 1) != 0) {
        ruled_out[gap * inverse(distance) & (slots - 1)] = 1;
        return;
    }
    int twos = __builtin_ctz(distance | slots);
    if ((gap & ((UINT32_C(1) << twos) - 1)) != 0)
        return;
    uint32_t step = slots >> twos;
    uint32_t upper = (gap >> twos) * inverse(distance >> twos) & (step - 1);
    for (; upper < slots; upper += step)
        ruled_out[upper] = 1;
}

/* The smallest U that gives a multiplier with these lower bits, or 2^bits. */
static uint32_t sieve(const struct key_set *set, uint64_t lower)
{
    const uint64_t *restrict keys = set->keys;
    unsigned char *restrict ruled_out = set->scratch;
    int bits = set->bits, shift = set->shift;
    uint32_t slots = UINT32_C(1) << bits, min = 0;

    memset(ruled_out, 0, slots);
    for (size_t i = 1; i < set->count && min < slots; i++) {
        uint64_t key = keys[i];
        uint32_t slot = tt_magic_slot(key, lower, bits);
        for (size_t j = 0; j < i; j++)
            rule_out((uint32_t)((key - keys[j]) >> shift),
                     tt_magic_slot(keys[j], lower, bits) - slot, bits,
                     ruled_out);
        while (min < slots && ruled_out[min])
            min++;
    }
    return min;
}

/* The number of trailing zeros that all keys have, at most 63 - bits. */
static int common_shift(const uint64_t *keys, size_t count, int bits)
{
    uint64_t any = UINT64_C(1) << (63 - bits);
    for (size_t i = 0; i < count; i++)
        any |= keys[i];
    return __builtin_ctzll(any);
}

/* Returns whether to use a sieve: random keys would have more than two
 * collisions, and three quarters of the keys differ in the bits that U is
 * multiplied by. */
static bool should_sieve(const struct key_set *set)
{
    uint64_t slots = UINT64_C(1) << set->bits;
    if ((uint64_t)set->count * set->count / 4 <= slots)
        return false;
    memset(set->scratch, 0, (size_t)slots);
    size_t different = 0;
    for (size_t i = 0; i < set->count; i++) {
        unsigned char *seen =
            &set->scratch[set->keys[i] >> set->shift & (slots - 1)];
        different += !*seen;
        *seen = 1;
    }
    return different >= set->count / 4 * 3;
}

static bool find_by_sieve(const struct key_set *set, uint64_t trials,
                          struct tt_magic *magic)
{
    uint64_t slots = UINT64_C(1) << set->bits;
    int lower_bits = 64 - set->bits - set->shift;
    for (uint64_t done = 0; done < trials; done += slots) {
        uint64_t lower = tt_random(&magic->seed) >> (64 - lower_bits) | 1;
        uint64_t upper = sieve(set, lower);
        if (upper < slots) {
            magic->trials += upper + 1;
            magic->multiplier = lower | upper << lower_bits;
            return true;
        }
        magic->trials += slots;
    }
    return false;
}

static bool find_separately(const struct key_set *set, uint64_t trials,
                            struct tt_magic *magic)
{
    for (uint64_t done = 0; done < trials; done++) {
        magic->multiplier = tt_random(&magic->seed) | 1;
        magic->trials++;
        if (is_magic(set, magic->multiplier))
            return true;
    }
    return false;
}

bool tt_magic_find(const uint64_t *keys, size_t count, int bits,
                   uint64_t trials, unsigned char *scratch,
                   struct tt_magic *magic)
{
    assert(bits >= 1 && bits <= TT_MAGIC_MAX_BITS);
    if (count > (size_t)1 << bits)
        return false;
    struct key_set set = {
        .keys = keys,
        .count = count,
        .bits = bits,
        .shift = common_shift(keys, count, bits),
        .scratch = scratch,
    };
    bool use_sieve = should_sieve(&set);
    memset(scratch, 0, (size_t)1 << bits);
    return use_sieve ? find_by_sieve(&set, trials, magic)
                     : find_separately(&set, trials, magic);
}
