/*
 * tt_ table: the transposition table of the tutorial.
 *
 * A slot keeps the lowest bits of a key, 32 on 7x6, and an 8-bit value, in two
 * arrays.  A new result replaces the old one.  Two keys are never confused:
 * tt_open() refuses a size that would allow it (tt/sizing.h has the argument).
 *
 * A value is 1 to 255; 0 is an empty slot.  The key whose stored part is 0
 * therefore needs no care: in an empty slot it finds the value 0, a miss.
 *
 * Thread safety: one thread at a time may use a table.
 * Source: parts 7 and 11 of the tutorial.
 */
#ifndef TT_TABLE_H
#define TT_TABLE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "tt/reduce.h"
#include "tt/sizing.h"

struct tt {
    struct tt_divisor entries;
    int stored_bits; /* of each key: 32, 64 or 128 */
    void *keys;      /* as integers of that size */
    uint8_t *values;
};

/*
 * Allocate an empty table of exactly 'entries' slots for keys from 0 to
 * 'keys' - 1 that stores 'stored_bits' of each: 32, 64 or 128.  Returns TT_OK,
 * TT_UNSAFE if two keys could be confused, or TT_NO_MEMORY; only after TT_OK
 * may '*table' be used, and must be closed.
 */
enum tt_status tt_open(struct tt *table, uint64_t entries, tt_count keys,
                       int stored_bits);
void tt_close(struct tt *table);

/* The size of its arrays in bytes. */
static inline uint64_t tt_bytes(const struct tt *table)
{
    return table->entries.value *
           ((uint64_t)table->stored_bits / 8 + sizeof *table->values);
}

/* Empty every slot. */
void tt_clear(struct tt *table);

/* Whether 'slot' holds the stored part of 'key'. */
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

/* The value stored for 'key', or 0.  'slot' is the key modulo entries. */
static inline int tt_get(const struct tt *table, uint64_t slot, tt_count key)
{
    return tt_holds(table, slot, key) ? table->values[slot] : 0;
}

/* Store 'value', 1 to 255, for 'key' in place of what the slot held. */
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
