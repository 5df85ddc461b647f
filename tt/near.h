/*
 * tt_near_: a small table for results that are wanted again soon or never.
 *
 * It fits into a core's own cache and keeps whole keys, so it needs no argument
 * about confusion: an entry is key * 256 + value, the newest in each place.
 * Most nodes of a search lie near its leaves; what they store is read from
 * near by, and by not going through memory they cost a fraction.
 *
 * Keys are less than 2^56.  One thread at a time may use a table.
 */
#ifndef TT_NEAR_H
#define TT_NEAR_H

#include <assert.h>
#include <stdint.h>

enum { TT_NEAR_BITS = 16 }; /* 512 KiB: half of a usual second-level cache */

struct tt_near {
    uint64_t entries[1 << TT_NEAR_BITS];
};

/* Multiplied by 2^64 / golden ratio, neighbouring keys spread.  Source: Knuth,
 * The Art of Computer Programming, volume 3, 6.4. */
static inline unsigned tt_near_place(uint64_t key)
{
    return (unsigned)(key * UINT64_C(0x9e3779b97f4a7c15) >>
                      (64 - TT_NEAR_BITS));
}

/* The value stored for 'key', or 0. */
static inline int tt_near_get(const struct tt_near *table, uint64_t key)
{
    uint64_t entry = table->entries[tt_near_place(key)];
    return entry >> 8 == key ? (int)(entry & 255) : 0;
}

/* Store 'value', 1 to 255. */
static inline void tt_near_put(struct tt_near *table, uint64_t key, int value)
{
    assert(key >> 56 == 0 && value >= 1 && value <= 255);
    table->entries[tt_near_place(key)] = key << 8 | (uint64_t)value;
}

#endif
