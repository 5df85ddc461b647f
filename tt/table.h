/*
 * tt_ table: the transposition table of the tutorial.
 *
 * A slot has the lowest bits of a key (32 on 7x6) and an 8-bit value, which are
 * in two arrays.  A new entry always replaces the old one.  Two keys are never
 * confused: tt_open() fails with TT_UNSAFE if they could be (tt/sizing.h).
 *
 * A value is 1 to 255; 0 marks an empty slot.  A key whose stored part is 0
 * matches an empty slot, and finds the value 0, which is a miss.
 *
 * Thread safety: one thread at a time may use a table.
 * Source: parts 7 and 11 of the tutorial.
 */
#ifndef TT_TABLE_H
#define TT_TABLE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "tt/sizing.h"

struct tt {
    struct tt_divisor entries;
    int stored_bits; /* of each key: 32, 64 or 128 */
    void *keys;      /* integers of 'stored_bits' */
    uint8_t *values;
};

/*
 * Allocate an empty table of 'entries' slots for keys 0 to keys - 1, to be
 * freed with tt_close().  'stored_bits' must be 32, 64 or 128.  Returns TT_OK,
 * TT_UNSAFE if two keys could be confused, or TT_NO_MEMORY.  On failure the
 * table must not be used or closed.
 */
MUST_CHECK enum tt_status tt_open(struct tt *table, uint64_t entries,
                                  tt_count keys, int stored_bits);
void tt_close(struct tt *table);

/* The size of the arrays in bytes. */
static inline uint64_t tt_bytes(const struct tt *table)
{
    return table->entries.value *
           ((uint64_t)table->stored_bits / 8 + sizeof *table->values);
}

/* Remove all entries. */
void tt_clear(struct tt *table);

/* Returns whether 'slot' has the stored part of 'key'. */
static inline bool tt_holds(const struct tt *table, uint64_t slot, tt_count key)
{
    switch (table->stored_bits) {
    case 32:
        return ((const uint32_t *)table->keys)[slot] == (uint32_t)key;
    case 64:
        return ((const uint64_t *)table->keys)[slot] == (uint64_t)key;
    default:
        return ((const tt_count *)table->keys)[slot] == key;
    }
}

/* Returns the value of 'key', or 0.  'slot' must be the key modulo entries. */
static inline int tt_get(const struct tt *table, uint64_t slot, tt_count key)
{
    return tt_holds(table, slot, key) ? table->values[slot] : 0;
}

/* Store 'value', 1 to 255, for 'key'.  'slot' must be the key modulo entries.
 */
static inline void tt_put(struct tt *table, uint64_t slot, tt_count key,
                          int value)
{
    assert(value >= 1 && value <= 255);
    switch (table->stored_bits) {
    case 32:
        ((uint32_t *)table->keys)[slot] = (uint32_t)key;
        break;
    case 64:
        ((uint64_t *)table->keys)[slot] = (uint64_t)key;
        break;
    default:
        ((tt_count *)table->keys)[slot] = key;
    }
    table->values[slot] = (uint8_t)value;
}

#endif
