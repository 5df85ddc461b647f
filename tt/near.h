/*
 * tt_near_: a small transposition table for nodes near the leaves.
 *
 * Each thread has one of its own, which fits into the second-level cache of a
 * core. Most nodes are near the leaves of the search; a look-up here costs a
 * fraction of a look-up in main memory.
 *
 * Two keys are never confused.  Multiplication by an odd number is a bijection,
 * so the product identifies the key.  The upper bits of the product select the
 * slot.  An entry has the other bits of the product, shifted up, and the value
 * in its lowest bits.  A new entry always replaces the old one.
 *
 * There are two types, for keys of up to 64 and of up to 128 bits.  A table of
 * zero bytes is empty.
 *
 * Thread safety: any number of threads may use a table for keys of up to 64
 * bits, whose entries are read and written as a whole; one thread at a time may
 * use one for wider keys.
 */
#ifndef TT_NEAR_H
#define TT_NEAR_H

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

#include "tt/sizing.h"

/* 512 KiB: half of a common second-level cache. */
enum { TT_NEAR_BYTES = 1 << 19, TT_NEAR_BITS = 16, TT_NEAR_WIDE_BITS = 15 };

struct tt_near {
    _Atomic uint64_t entries[1 << TT_NEAR_BITS];
};

struct tt_near_wide {
    tt_count entries[1 << TT_NEAR_WIDE_BITS];
};

_Static_assert(sizeof(struct tt_near) == TT_NEAR_BYTES &&
                   sizeof(struct tt_near_wide) == TT_NEAR_BYTES,
               "both types have the same size");

/* The factor is 2^64 / golden ratio, which distributes consecutive keys evenly.
 * Source: Knuth, The Art of Computer Programming, volume 3, 6.4. */
static inline uint64_t tt_near_product(uint64_t key)
{
    return key * UINT64_C(0x9e3779b97f4a7c15);
}

static inline unsigned tt_near_slot(uint64_t key)
{
    return (unsigned)(tt_near_product(key) >> (64 - TT_NEAR_BITS));
}

/* The entry of a key, without its value. */
static inline uint64_t tt_near_stored(uint64_t key)
{
    return tt_near_product(key) << TT_NEAR_BITS;
}

/* Returns the value of 'key', or 0. */
static inline int tt_near_get(const struct tt_near *table, uint64_t key)
{
    uint64_t entry = atomic_load_explicit(&table->entries[tt_near_slot(key)],
                                          memory_order_relaxed) ^
                     tt_near_stored(key);
    return entry <= 255 ? (int)entry : 0;
}

/* Store 'value', 1 to 255, for 'key'. */
static inline void tt_near_put(struct tt_near *table, uint64_t key, int value)
{
    assert(value >= 1 && value <= 255);
    atomic_store_explicit(&table->entries[tt_near_slot(key)],
                          tt_near_stored(key) | (unsigned)value,
                          memory_order_relaxed);
}

/* Same for wide keys; the factor is 2^128 / golden ratio. */
static inline tt_count tt_near_wide_product(tt_count key)
{
    return key * ((tt_count)UINT64_C(0x9e3779b97f4a7c15) << 64 |
                  UINT64_C(0xf39cc0605cedc835));
}

static inline unsigned tt_near_wide_slot(tt_count key)
{
    return (unsigned)(tt_near_wide_product(key) >> (128 - TT_NEAR_WIDE_BITS));
}

static inline tt_count tt_near_wide_stored(tt_count key)
{
    return tt_near_wide_product(key) << TT_NEAR_WIDE_BITS;
}

static inline int tt_near_wide_get(const struct tt_near_wide *table,
                                   tt_count key)
{
    tt_count entry =
        table->entries[tt_near_wide_slot(key)] ^ tt_near_wide_stored(key);
    return entry <= 255 ? (int)entry : 0;
}

static inline void tt_near_wide_put(struct tt_near_wide *table, tt_count key,
                                    int value)
{
    assert(value >= 1 && value <= 255);
    table->entries[tt_near_wide_slot(key)] =
        tt_near_wide_stored(key) | (unsigned)value;
}

#endif
