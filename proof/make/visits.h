/*
 * visits_: a set of positions that forgets them in the inverse order.
 */
#ifndef PROOF_MAKE_VISITS_H
#define PROOF_MAKE_VISITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitboard/geometry.h"

enum { VISITS_MAX = 3000, VISITS_BITS = 13 };

struct visits {
    board_bits keys[1 << VISITS_BITS]; /* plus 1; 0: empty */
    uint16_t slots[VISITS_MAX];        /* in the order in which they came */
    int count;
};

/* Add a key to a set of fewer than VISITS_MAX.  Returns whether it is new. */
static inline bool visits_add(struct visits *visits, board_bits key)
{
    uint64_t hash = (uint64_t)(key ^ key >> 64) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = hash >> (64 - VISITS_BITS);
    for (; visits->keys[at] != 0; at = (at + 1) % (1 << VISITS_BITS))
        if (visits->keys[at] == key + 1)
            return false;
    visits->keys[at] = key + 1;
    visits->slots[visits->count++] = (uint16_t)at;
    return true;
}

/* Remove all keys but the first 'count' ones.  The last one goes first, so that
 * no key is cut off from the slot where its search begins. */
static inline void visits_undo(struct visits *visits, int count)
{
    while (visits->count > count)
        visits->keys[visits->slots[--visits->count]] = 0;
}

#endif
