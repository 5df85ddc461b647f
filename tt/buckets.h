/*
 * tt_buckets_: a transposition table of cache lines.
 *
 * A bucket is one line of 64 bytes: 12 entries of a 32-bit truncated key and an
 * 8-bit value, so that a key that found its bucket has cost one miss, whichever
 * entry it is in.  The number of buckets is prime, and the argument of
 * tt/sizing.h holds as it does for single slots: a bucket and a truncated key
 * name one key, as long as there are at most buckets * 2^32 keys.
 *
 * Values are 1 to 255; 0 is an empty entry.  One thread at a time may use a
 * table.
 */
#ifndef TT_BUCKETS_H
#define TT_BUCKETS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "tt/memory.h"
#include "tt/reduce.h"
#include "tt/sizing.h"

struct tt_bucket {
    uint32_t keys[TT_BUCKET_ENTRIES];
    uint8_t values[TT_BUCKET_ENTRIES];
    uint32_t spare; /* for readers and writers to meet in, some day */
};
_Static_assert(sizeof(struct tt_bucket) == 64, "a bucket is a cache line");

struct tt_buckets {
    struct tt_divisor count;
    struct tt_bucket *buckets;
    struct tt_memory memory;
    bool used; /* since it was emptied last */
};

/*
 * Map an empty table of exactly 'count' buckets for keys from 0 to 'keys' - 1.
 * Return TT_UNSAFE if two of them could be confused, TT_NO_MEMORY if the memory
 * is not to be had; '*table' is not usable then.  The caller closes what was
 * opened.
 */
enum tt_status tt_buckets_open(struct tt_buckets *table, uint64_t count,
                               tt_count keys);
void tt_buckets_close(struct tt_buckets *table);

/* Empty every entry; costs nothing where nothing was stored. */
void tt_buckets_clear(struct tt_buckets *table);

/* Ask the memory for a bucket that will be looked into soon. */
static inline void tt_buckets_prefetch(const struct tt_buckets *table,
                                       struct tt_place place)
{
    __builtin_prefetch(&table->buckets[place.slot]);
}

/* The entries of a bucket whose key is 'key', as a set of bits. */
static inline unsigned tt_bucket_match(const struct tt_bucket *bucket,
                                       uint32_t key)
{
    enum { ENTRIES = (1 << TT_BUCKET_ENTRIES) - 1 };
#if defined __AVX512F__
    __m512i keys = _mm512_load_si512(bucket);
    return _mm512_cmpeq_epi32_mask(keys, _mm512_set1_epi32((int)key)) & ENTRIES;
#elif defined __SSE2__
    unsigned found = 0;
    for (int i = 0; i < TT_BUCKET_ENTRIES; i += 4) {
        __m128i keys = _mm_load_si128((const __m128i *)&bucket->keys[i]);
        __m128i same = _mm_cmpeq_epi32(keys, _mm_set1_epi32((int)key));
        found |= (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same)) << i;
    }
    return found;
#else
    unsigned found = 0;
    for (int i = 0; i < TT_BUCKET_ENTRIES; i++)
        found |= (unsigned)(bucket->keys[i] == key) << i;
    return found & ENTRIES;
#endif
}

/* The value stored for the key that belongs at 'place', tt_place(count, key);
 * or 0. */
static inline int tt_buckets_get(const struct tt_buckets *table,
                                 struct tt_place place)
{
    const struct tt_bucket *bucket = &table->buckets[place.slot];
    unsigned found = tt_bucket_match(bucket, place.key);
    /* Empty entries have the key 0, too, but lie behind all others. */
    return found == 0 ? 0 : bucket->values[__builtin_ctz(found)];
}

/*
 * Store 'value', 1 to 255, where the key was stored before, or in an empty
 * entry. In a full bucket it pushes out an old result; a cheap one then spares
 * the costly ones that were stored since the bucket was full.
 */
void tt_buckets_put(struct tt_buckets *table, struct tt_place place, int value,
                    bool costly);

#endif
