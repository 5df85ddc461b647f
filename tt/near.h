/*
 * tt_near_: a small table for results that are wanted again soon or never.
 *
 * It fits into a core's own cache and can tell all keys apart: a key is
 * multiplied by an odd number, which can be undone, so the product names it.
 * The upper bits of the product are the place, the others are stored, with the
 * value in the room that the upper bits leave.  The newest result stays.
 * Most nodes of a search lie near its leaves; what they store is read from near
 * by, and by not going through memory they cost a fraction.
 *
 * One thread at a time may use a table.
 */
#ifndef TT_NEAR_H
#define TT_NEAR_H

#include <assert.h>
#include <stdint.h>

#include "tt/key.h"

/* 512 KiB: half of a usual second-level cache. */
enum { TT_NEAR_BYTES = 1 << 19, TT_NEAR_BITS = TT_KEY_BITS <= 64 ? 16 : 15 };

struct tt_near {
    tt_key entries[1 << TT_NEAR_BITS];
};
_Static_assert(sizeof(struct tt_near) == TT_NEAR_BYTES,
               "a table is as large whatever the keys");

/* Multiplied by 2^64, or 2^128, / golden ratio, neighbouring keys spread.
 * Source: Knuth, The Art of Computer Programming, volume 3, 6.4. */
static inline tt_key tt_near_product(tt_key key)
{
    tt_key golden = UINT64_C(0x9e3779b97f4a7c15);
#if TT_KEY_BITS > 64
    golden = golden << 64 | UINT64_C(0xf39cc0605cedc835);
#endif
    return key * golden;
}

static inline unsigned tt_near_place(tt_key key)
{
    return (unsigned)(tt_near_product(key) >>
                      (8 * sizeof(tt_key) - TT_NEAR_BITS));
}

/* What an entry of the key has above its value. */
static inline tt_key tt_near_stored(tt_key key)
{
    return tt_near_product(key) << TT_NEAR_BITS;
}

/* The value stored for 'key', or 0. */
static inline int tt_near_get(const struct tt_near *table, tt_key key)
{
    tt_key entry = table->entries[tt_near_place(key)] ^ tt_near_stored(key);
    return entry <= 255 ? (int)entry : 0;
}

/* Store 'value', 1 to 255. */
static inline void tt_near_put(struct tt_near *table, tt_key key, int value)
{
    assert(value >= 1 && value <= 255);
    table->entries[tt_near_place(key)] = tt_near_stored(key) | (unsigned)value;
}

#endif
