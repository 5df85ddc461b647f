/*
 * tt_ table: the transposition table of the tutorial.
 *
 * It keeps a part of each key, 32 bits on the usual board, and an 8-bit value,
 * in two arrays, the newest result in each slot.  No two keys are ever
 * confused: tt_open() refuses a size that would allow it (tt/sizing.h has the
 * argument).
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

#include "tt/reduce.h"
#include "tt/sizing.h"

#define tt_open TT_NAME(tt_open)
#define tt_close TT_NAME(tt_close)
#define tt_clear TT_NAME(tt_clear)

struct tt {
    struct tt_divisor entries;
    tt_stored *keys;
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

/* What its arrays take. */
static inline uint64_t tt_bytes(const struct tt *table)
{
    return table->entries.value * (sizeof *table->keys + sizeof *table->values);
}

/* Empty every slot. */
void tt_clear(struct tt *table);

/* The value stored for the key that belongs at 'place', tt_place(entries, key);
 * or 0. */
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
