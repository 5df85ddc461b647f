/*
 * book_index: a near-minimal perfect hash function.
 *
 * It gives each of a set of numbers a slot of its own, and takes two bytes for
 * about four numbers.  A number is multiplied; the upper bits of the product
 * choose a bucket.  Each bucket has a multiplier, found by trial when the index
 * is made, that sends the products of its numbers to slots that no other bucket
 * uses.  So a look-up is two multiplications and at most two cache misses: for
 * the multiplier, and for what the slot holds.
 *
 * Sources: magic multipliers of chess programs, one to a square (Chess
 * Programming Wiki, "Magic Bitboards"); buckets of a displacement each, the
 * largest first, are from Belazzougui, Botelho, Dietzfelbinger, "Hash,
 * displace, and compress", 2009.
 */
#ifndef BOOK_INDEX_H
#define BOOK_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "tt/magic.h"

struct book_index {
    uint64_t multiplier;
    int bucket_bits, slot_bits; /* from 1 to 32 */
    uint32_t slots;             /* all are below; at most 2^slot_bits */
    /* Of each of the 2^bucket_bits buckets, with the lower byte first. */
    const unsigned char *multipliers;
};

static inline uint64_t book_index_product(const struct book_index *index,
                                          uint64_t number)
{
    return number * index->multiplier;
}

static inline size_t book_index_bucket(const struct book_index *index,
                                       uint64_t product)
{
    return (size_t)(product >> (64 - index->bucket_bits));
}

static inline uint32_t book_index_place(const struct book_index *index,
                                        uint64_t product, unsigned multiplier)
{
    return tt_magic_slot(product, multiplier, index->slot_bits);
}

/* The slot of a number.  That of one that the index was not made for may be any
 * up to 2^slot_bits - 1. */
static inline uint32_t book_index_slot(const struct book_index *index,
                                       uint64_t number)
{
    uint64_t product = book_index_product(index, number);
    size_t bucket = book_index_bucket(index, product);
    unsigned multiplier = index->multipliers[2 * bucket] |
                          (unsigned)index->multipliers[2 * bucket + 1] << 8;
    return book_index_place(index, product, multiplier);
}

/* How many numbers an index can have. */
#define BOOK_INDEX_MAX_COUNT ((size_t)1 << 30)

/* The memory that book_index_make() takes, its result included, in bytes. */
uint64_t book_index_make_bytes(size_t count);

/*
 * Make an index for 'count' different numbers, from 1 to
 * BOOK_INDEX_MAX_COUNT of them.  The same ones in any order give the same
 * index.  Return the multipliers that it
 * points to, to be freed after it, or NULL if there is no memory, or a number
 * comes twice.
 */
unsigned char *book_index_make(struct book_index *index,
                               const uint64_t *numbers, size_t count);

#endif
