/*
 * map_: keys of positions, and a number for each.
 *
 * Thread safety: one thread at a time may use a map.
 */
#ifndef PROOF_MAP_H
#define PROOF_MAP_H

#include <stddef.h>

#include "bitboard/board.h"

struct map {
    board_bits *keys;   /* plus 1; 0: empty */
    uint32_t *values;   /* no page of them is used as long as all are 0 */
    size_t size, count; /* size is a power of two, or 0 */
};

/* Its highest bits are the best. */
static inline uint64_t map_hash(board_bits key)
{
    return ((uint64_t)key ^ (uint64_t)(key >> 64) * 3) *
           UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio */
}

/*
 * Returns the number of a key, for reading and writing.  A new key is added
 * with the number 'value', and '*added' is set.  Returns NULL if out of memory.
 * The result is valid until the next call.
 */
uint32_t *map_add(struct map *map, board_bits key, uint32_t value, bool *added);

/* Returns the number of a key, or NULL if it is not in the map. */
uint32_t *map_find(const struct map *map, board_bits key);

/* Remove all keys. */
void map_clear(struct map *map);

void map_free(struct map *map);

#endif
