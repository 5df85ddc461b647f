/*
 * book_index: a near-minimal perfect hash function.
 *
 * It maps a set of 64-bit keys to distinct slots, and takes about half a byte
 * per key.  A key is multiplied; the upper bits of the product select a
 * bucket.  Each bucket has a multiplier, found by trial, that maps the products
 * of its keys to slots that no other key has.  A look-up costs two
 * multiplications and at most two cache misses, one for the multiplier and one
 * for the slot.
 *
 * Sources: magic multipliers of chess programs, one for each square (Chess
 * Programming Wiki, "Magic Bitboards"); buckets with a displacement each, the
 * largest first: Belazzougui, Botelho, Dietzfelbinger, "Hash, displace, and
 * compress", 2009.
 */
#ifndef BOOK_INDEX_H
#define BOOK_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "tt/magic.h"

struct book_index {
    uint64_t multiplier;
    int bucket_bits, slot_bits; /* from 1 to 32 */
    uint32_t slots;             /* number of slots; at most 2^slot_bits */
    /* The multipliers of the 2^bucket_bits buckets, 16 bits each,
     * little-endian. */
    const unsigned char *multipliers;
};

static inline uint64_t book_index_product(const struct book_index *index,
                                          uint64_t key)
{
    return key * index->multiplier;
}

static inline size_t book_index_bucket(const struct book_index *index,
                                       uint64_t product)
{
    return (size_t)(product >> (64 - index->bucket_bits));
}

static inline uint32_t book_index_map(const struct book_index *index,
                                      uint64_t product, unsigned multiplier)
{
    return tt_magic_slot(product, multiplier, index->slot_bits);
}

/* The slot of a key.  If the key is not in the set, the result is any number
 * from 0 to 2^slot_bits - 1. */
static inline uint32_t book_index_slot(const struct book_index *index,
                                       uint64_t key)
{
    uint64_t product = book_index_product(index, key);
    size_t bucket = book_index_bucket(index, product);
    unsigned multiplier = index->multipliers[2 * bucket] |
                          (unsigned)index->multipliers[2 * bucket + 1] << 8;
    return book_index_map(index, product, multiplier);
}

/* The maximum number of keys. */
#define BOOK_INDEX_MAX_KEYS ((size_t)1 << 30)

/* The memory in bytes that book_index_make() takes, including its result. */
uint64_t book_index_make_bytes(size_t count);

/*
 * Make an index for 'count' distinct keys, 1 <= count <= BOOK_INDEX_MAX_KEYS.
 * Returns its multipliers, which the caller frees after the last use of the
 * index; or NULL if out of memory, if two keys are equal, or if no multiplier
 * was found.  The result does not depend on the order of the keys.
 */
unsigned char *book_index_make(struct book_index *index, const uint64_t *keys,
                               size_t count);

#endif
