/*
 * tt_ table: the transposition table of the tutorial.
 *
 * It keeps 32 bits of each key and an 8-bit value, in two arrays, the newest
 * result in each slot.  No two keys are ever confused: tt_open() refuses a size
 * that would allow it (tt/sizing.h has the argument).
 *
 * A value is 1 to 255; 0 is an empty slot.  The key whose stored part is 0
 * therefore needs no care: in an empty slot it finds the value 0, a miss.
 *
 * One thread at a time may use a table.
 * Source: parts 7 and 11 of the tutorial.
 */
#ifndef TT_TABLE_H
#define TT_TABLE_H

#include <assert.h>
#include <stdint.h>

#include "tt/sizing.h"

enum { TT_STORED_BITS = 32 };

struct tt {
    uint64_t entries;
    uint64_t reciprocal; /* 2^64 / entries, rounded down */
    uint32_t *keys;
    uint8_t *values;
};

/*
 * Allocate an empty table of exactly 'entries' slots for keys from 0 to
 * 'keys' - 1.  Return TT_UNSAFE if two of them could be confused, TT_NO_MEMORY
 * if the memory is not to be had; '*table' is not usable then.  The caller
 * closes what was opened.
 */
enum tt_status tt_open(struct tt *table, uint64_t entries, tt_count keys);
void tt_close(struct tt *table);

/* Empty every slot. */
void tt_clear(struct tt *table);

/* Where a key belongs, and what is stored of it there. */
struct tt_place {
    uint64_t slot;
    uint32_t key;
};

/*
 * key % entries, with a multiplication in place of the division: the quotient
 * comes out right or one too small, because the reciprocal is too small by
 * less than 1, and a key is less than 2^64.
 */
static inline struct tt_place tt_place_64(const struct tt *table, uint64_t key)
{
    uint64_t quotient = (uint64_t)((tt_count)key * table->reciprocal >> 64);
    uint64_t slot = key - quotient * table->entries;
    if (slot >= table->entries)
        slot -= table->entries;
    return (struct tt_place){slot, (uint32_t)key};
}

static inline struct tt_place tt_place_128(const struct tt *table, tt_count key)
{
    return (struct tt_place){(uint64_t)(key % table->entries), (uint32_t)key};
}

/* The place of 'key', of 64 or 128 bits. */
#define tt_place(table, key)                                                   \
    _Generic((key), uint64_t : tt_place_64, tt_count : tt_place_128)(table, key)

/* The value stored for the key, or 0. */
static inline int tt_get(const struct tt *table, struct tt_place place)
{
    return table->keys[place.slot] == place.key ? table->values[place.slot] : 0;
}

/* Store 'value', 1 to 255, in place of what the slot held. */
static inline void tt_put(struct tt *table, struct tt_place place, int value)
{
    assert(value >= 1 && value <= 255);
    table->keys[place.slot] = place.key;
    table->values[place.slot] = (uint8_t)value;
}

#endif
